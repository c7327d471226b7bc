package solver_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"slices"

	"transat/instances"
	"transat/instances/families"
	"transat/solver"
	"transat/solver/cnf"
)

// Decide a formula with all cores.
func Example() {
	f := cnf.NewFormula(3)
	f.Add(cnf.Pos(1), cnf.Pos(2))
	f.Add(cnf.Neg(1), cnf.Pos(3))
	f.Add(cnf.Neg(2))
	result, err := solver.Solve(context.Background(), f, solver.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Verdict, result.Model[1], result.Model[2], result.Model[3])
	// Output: SATISFIABLE true false true
}

// Prove that a formula is unsatisfiable. The proof may go to a file as well.
func ExampleSolve_proof() {
	var proof bytes.Buffer
	result, err := solver.Solve(context.Background(), families.Pigeons(4, 3, families.Pairwise),
		solver.Options{Proof: solver.Proof{W: &proof}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%v, %d lemmas; the last one is %q\n", result.Verdict, result.Lemmas, proof.String()[proof.Len()-2:])
	// Output: UNSATISFIABLE, 6 lemmas; the last one is "0\n"
}

// Give up after a number of nodes, and go on later.
func ExampleSolve_limit() {
	all, err := instances.Open("200-860-3/2")
	if err != nil {
		log.Fatal(err)
	}
	f, err := all.Instances[0].Formula()
	if err != nil {
		log.Fatal(err)
	}
	result, err := solver.Solve(context.Background(), f, solver.Options{Rule: "lex", MaxNodes: 5000})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%v: %v, after %d nodes\n", result.Verdict, result.Reason, result.Stats.Nodes)
	// Output: UNKNOWN: node limit reached, after 5000 nodes
}

// Follow a search. How often Progress is called depends on how long it takes.
func ExampleSolve_progress() {
	told := func(p solver.Progress) { fmt.Printf("%.0f %% of the tree is closed\n", 100*p.Closed) }
	result, err := solver.Solve(context.Background(), families.Pigeons(5, 4, families.Pairwise), solver.Options{
		Threads: 2, Policy: "plb:gamma=0.62", Topology: "ring", Progress: told,
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Verdict, result.Stats.Nodes)
	// Output: UNSATISFIABLE 47
}

// Ask whether literals can be true together, and which of them cannot.
func ExampleSolve_assumptions() {
	f := cnf.NewFormula(3)
	f.Add(cnf.Neg(1), cnf.Neg(3)) // not 1 and 3 together
	result, err := solver.Solve(context.Background(), f, solver.Options{Assume: []cnf.Lit{cnf.Pos(1), cnf.Pos(2), cnf.Pos(3)}})
	if err != nil {
		log.Fatal(err)
	}
	slices.SortFunc(result.Failed, cnf.Lit.Compare)
	fmt.Println(result.Verdict, result.Failed)
	// Output: UNSATISFIABLE [1 3]
}

// Find all values that variables 1 and 2 have in models. One thread finds them always in the same order.
func ExampleFindModels() {
	f := cnf.NewFormula(4)
	f.Add(cnf.Pos(1), cnf.Pos(2))
	f.Add(cnf.Neg(1), cnf.Pos(3), cnf.Pos(4))
	only := solver.Enumeration{Project: []cnf.Var{1, 2}}
	models, err := solver.FindModels(context.Background(), f, solver.Options{Threads: 1}, only, func(m cnf.Model) error {
		fmt.Println(m[1], m[2])
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(models.Count, models.All)
	// Unordered output:
	// true true
	// true false
	// false true
	// 3 true
}

// Add clauses between calls.
func ExampleIncremental() {
	i := solver.NewIncremental(nil)
	add := func(clause ...cnf.Lit) {
		if err := i.Add(clause...); err != nil {
			log.Fatal(err)
		}
	}
	add(cnf.Pos(1), cnf.Pos(2))
	for _, clause := range [][]cnf.Lit{{cnf.Neg(1)}, {cnf.Neg(2), cnf.Pos(3)}, {cnf.Neg(3)}} {
		add(clause...)
		result, err := i.Solve(context.Background())
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(result.Verdict)
	}
	// Output:
	// SATISFIABLE
	// SATISFIABLE
	// UNSATISFIABLE
}

// Clauses with a selector hold in the calls that assume it, until they are retracted.
func ExampleIncremental_retract() {
	i := solver.NewIncremental(nil)
	add := func(clause ...cnf.Lit) {
		if err := i.Add(clause...); err != nil {
			log.Fatal(err)
		}
	}
	ask := func(what string, assume ...cnf.Lit) {
		result, err := i.Solve(context.Background(), assume...)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(what, result.Verdict, result.Failed)
	}
	a, b := cnf.Pos(i.NewVar()), cnf.Pos(i.NewVar())
	add(a, b)
	neither := cnf.Pos(i.NewVar()) // variable 3 selects two clauses
	add(neither.Not(), a.Not())
	add(neither.Not(), b.Not())
	ask("with both:", neither)
	ask("without:")
	add(neither.Not())
	ask("retracted:")
	// Output:
	// with both: UNSATISFIABLE [3]
	// without: SATISFIABLE []
	// retracted: SATISFIABLE []
}

// Give up a question after a number of conflicts. What was learned until then is kept, so the answer comes in the end.
func ExampleIncremental_SolveLimited() {
	i := solver.NewIncremental(nil)
	if err := i.AddFormula(families.Pigeons(7, 6, families.Pairwise)); err != nil {
		log.Fatal(err)
	}
	gaveUp := false
	for {
		result, err := i.SolveLimited(context.Background(), solver.Limits{Conflicts: 50})
		if err != nil {
			log.Fatal(err)
		}
		if result.Verdict == cnf.Unknown {
			gaveUp = errors.Is(result.Reason, solver.ErrConflictLimit)
			continue // or ask something else
		}
		fmt.Println(gaveUp, result.Verdict)
		break
	}
	// Output: true UNSATISFIABLE
}
