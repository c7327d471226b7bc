package plb

import (
	"math/rand/v2"
	"testing"

	"transat/instances"
	"transat/solver/dpll"
)

// Under the rules that the solver has, too, the small search visits the nodes and clauses that the solver visits.
func TestBranchingVisitsWhatTheSolverVisits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, sample := range []instances.Sample{
		{Vars: 40, Clauses: 180, K: 3}, {Vars: 60, Clauses: 300, K: 3}, {Vars: 30, Clauses: 330, K: 4},
	} {
		for i := range 4 {
			f, err := sample.Formula(i + 1)
			if err != nil {
				t.Fatal(err)
			}
			for _, rule := range branchingRules()[:2] {
				want, err := dpll.Solve(t.Context(), f, dpll.Options{Rule: rule.name})
				if err != nil {
					t.Fatal(err)
				}
				b, err := newBranching(t.Context(), f, rule, random)
				if err != nil {
					t.Fatal(err)
				}
				if err := b.search(t.Context()); err != nil {
					t.Fatal(err)
				}
				if b.nodes != want.Stats.Nodes || b.visits != want.Stats.Visits || b.found != (want.Model != nil) {
					t.Errorf("%s, %s: %d nodes, %d visits, model %t; the solver %d, %d", sample.Name(i+1), rule.name, b.nodes, b.visits, b.found,
						want.Stats.Nodes, want.Stats.Visits)
				}
			}
		}
	}
}
