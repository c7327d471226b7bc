package dpll_test

import (
	"context"
	"fmt"
	"log"
	"math"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/internal/engine"
	"transat/solver/internal/engine/general"
)

// jeroslowWang picks the variable with the largest sum of 2^-length over the remaining clauses that contain it (Jeroslow, Wang:
// Solving propositional satisfiability problems, 1990). Ties go to the lowest variable.
type jeroslowWang struct {
	*general.Engine
	problem *cnf.Problem
}

func newJeroslowWang(ctx context.Context, p *cnf.Problem) (engine.Engine, error) {
	inner, err := general.New(ctx, p, 1)
	return &jeroslowWang{inner, p}, err
}

// Branch replaces that of the engine.
func (j *jeroslowWang) Branch() cnf.Lit {
	sums := make([]float64, j.problem.Vars+1)
	for i := range j.problem.Clauses.Len() {
		if free := j.free(j.problem.Clauses.Clause(i)); len(free) > 0 {
			for _, l := range free {
				sums[l.Var()] += math.Ldexp(1, -len(free))
			}
		}
	}
	best := 0
	for v, sum := range sums {
		if sum > sums[best] {
			best = v
		}
	}
	return cnf.Pos(cnf.Var(best)) // 0 if no clause remains
}

// free returns what is left of a clause, or nothing if it is satisfied.
func (j *jeroslowWang) free(clause []cnf.Lit) (free []cnf.Lit) {
	for _, l := range clause {
		switch {
		case j.Holds(l):
			return nil
		case !j.Holds(l.Not()):
			free = append(free, l)
		}
	}
	return free
}

// A branching rule of one's own: an engine with another Branch. The same file, with a function that returns a rules.Rule, and a line in
// rules.All make it a rule of the command.
func ExampleOptions_engine() {
	f := cnf.NewFormula(3)
	for _, clause := range [][]int{{1, 2}, {1, -2}, {-1, 2}, {-1, -2, 3}, {-1, -2, -3}} {
		var lits []cnf.Lit
		for _, n := range clause {
			lits = append(lits, cnf.FromDIMACS(n))
		}
		f.Add(lits...)
	}
	result, err := dpll.Solve(context.Background(), f, dpll.Options{Engine: newJeroslowWang})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%v after %d nodes\n", result.Verdict, result.Stats.Nodes)
	// Output:
	// UNSATISFIABLE after 3 nodes
}
