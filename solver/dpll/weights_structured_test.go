package dpll

import (
	"math/rand/v2"
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// What is made for random formulas does little harm to others.
func TestWeightsOfStructuredFormulas(t *testing.T) {
	rng := rand.New(rand.NewPCG(55, 0))
	for _, test := range []struct {
		name string
		f    *cnf.Formula
	}{
		{"eight pigeons", solvertest.Pigeons(8)},
		{"parity, degree 3", solvertest.Parity(rng, 20, 3)},
		{"parity, degree 4", solvertest.Parity(rng, 12, 4)},
		{"three colours", solvertest.Colouring(rng, 100, 250, 3)},
		{"four colours", solvertest.Colouring(rng, 60, 300, 4)},
	} {
		t.Run(test.name, func(t *testing.T) {
			weights := mustSolve(t, test.f, Options{Rule: "weights"})
			boehm := mustSolve(t, test.f, Options{Rule: "boehm"})
			if weights.Verdict != cnf.Unsatisfiable || boehm.Verdict != cnf.Unsatisfiable {
				t.Fatalf("%v, boehm says %v", weights.Verdict, boehm.Verdict)
			}
			if got, want := weights.Stats.Nodes, boehm.Stats.Nodes; got > 2*want {
				t.Errorf("%d nodes, boehm has %d", got, want)
			}
		})
	}
}
