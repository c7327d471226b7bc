package drat_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"transat/solver"
	"transat/solver/drat"
)

// No two of three neighbours have the same one of two colours, which cannot be.
func triangle() *solver.Formula {
	f := solver.NewFormula(3)
	for _, edge := range [][2]solver.Var{{1, 2}, {2, 3}, {1, 3}} {
		f.Add(solver.Pos(edge[0]), solver.Pos(edge[1]))
		f.Add(solver.Neg(edge[0]), solver.Neg(edge[1]))
	}
	return f
}

func ExampleCheck() {
	ctx, f := context.Background(), triangle()
	var proof drat.Proof
	if _, err := solver.Solve(ctx, f, solver.Options{Proof: &proof}); err != nil {
		log.Fatal(err)
	}
	report, err := drat.Check(ctx, f, &proof, drat.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("verified with", report.CoreLemmas, "lemma and", report.CoreClauses, "of", f.Len(), "clauses")
	// Output: verified with 1 lemma and 6 of 6 clauses
}

func ExampleStepError() {
	f := solver.NewFormula(2)
	f.Add(solver.Pos(1), solver.Pos(2))
	f.Add(solver.Neg(1), solver.Neg(2))
	var proof drat.Proof
	for _, lemma := range [][]solver.Lit{{solver.Pos(1)}, {}} {
		if err := proof.Add(lemma); err != nil {
			log.Fatal(err)
		}
	}
	_, err := drat.Check(context.Background(), f, &proof, drat.Options{Forward: true})
	var wrong *drat.StepError
	if errors.As(err, &wrong) {
		fmt.Println("at fault is step", wrong.Step)
	}
	fmt.Println(err)
	// Output:
	// at fault is step 0
	// step 1: lemma [1] does not follow by unit propagation, nor does its resolvent with clause [-1 -2] on literal 1
}
