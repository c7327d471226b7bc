package cnf_test

import (
	"context"
	"fmt"
	"log"

	"transat/solver/cnf"
	"transat/solver/dpll"
)

// Clauses of integers, as in a DIMACS file.
func ExampleFormula_AddInts() {
	f := cnf.NewFormula(3)
	for _, clause := range [][]int{{1, -2}, {2, 3}, {-1, -3}} {
		if err := f.AddInts(clause...); err != nil {
			log.Fatal(err)
		}
	}
	result, err := dpll.Solve(context.Background(), f, dpll.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Verdict)
	fmt.Println(f.AddInts(1, 0))
	// Output:
	// SATISFIABLE
	// clause 4: literal 2 is 0: want a variable from 1 to 268435456, or its negative
}
