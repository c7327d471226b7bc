package drat_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/drat"
)

// No two of three neighbours have the same one of two colours, which is impossible.
func triangle() *cnf.Formula {
	f := cnf.NewFormula(3)
	for _, edge := range [][2]cnf.Var{{1, 2}, {2, 3}, {1, 3}} {
		f.Add(cnf.Pos(edge[0]), cnf.Pos(edge[1]))
		f.Add(cnf.Neg(edge[0]), cnf.Neg(edge[1]))
	}
	return f
}

func ExampleCheck() {
	ctx, f := context.Background(), triangle()
	var proof drat.Proof
	if _, err := dpll.Solve(ctx, f, dpll.Options{Proof: &proof}); err != nil {
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
	f := cnf.NewFormula(2)
	f.Add(cnf.Pos(1), cnf.Pos(2))
	f.Add(cnf.Neg(1), cnf.Neg(2))
	var proof drat.Proof
	for _, lemma := range [][]cnf.Lit{{cnf.Pos(1)}, {}} {
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
