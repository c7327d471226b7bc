package cdcl_test

import (
	"context"
	"fmt"
	"log"

	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
)

// The formula says that of three neighbours no two have the same one of two colours.
func triangle() *cnf.Formula {
	f := cnf.NewFormula(3)
	for _, edge := range [][2]int{{1, 2}, {2, 3}, {1, 3}} {
		f.Add(cnf.FromDIMACS(edge[0]), cnf.FromDIMACS(edge[1]))
		f.Add(cnf.FromDIMACS(-edge[0]), cnf.FromDIMACS(-edge[1]))
	}
	return f
}

func ExampleSolve() {
	result, err := cdcl.Solve(context.Background(), triangle(), nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Verdict)
	// Output: UNSATISFIABLE
}
