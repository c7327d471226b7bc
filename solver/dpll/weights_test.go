package dpll

import (
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// The numbers of nodes depend on every bit of every weight, and must be the same on all computers.
func TestWeightsGiveTheSameTreeEverywhere(t *testing.T) {
	for _, test := range []struct {
		f     *cnf.Formula
		nodes int64
	}{
		{solvertest.RandomKSAT(1, 200, 860, 3), 6466},
		{solvertest.RandomKSAT(2, 200, 860, 3), 2989},
		{solvertest.RandomKSAT(4, 250, 1075, 3), 6287},
		{solvertest.RandomKSAT(5, 250, 1250, 3), 7745},
	} {
		result, err := Solve(t.Context(), test.f, Options{Rule: "weights"})
		if err != nil {
			t.Fatal(err)
		}
		if result.Stats.Nodes != test.nodes {
			t.Errorf("%d variables, %d clauses: %d nodes, want %d", test.f.Vars(), test.f.Len(), result.Stats.Nodes, test.nodes)
		}
	}
}
