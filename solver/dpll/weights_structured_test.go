package dpll

import (
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
)

// What is made for random formulas does little harm to others.
func TestWeightsOfStructuredFormulas(t *testing.T) {
	for _, test := range []struct {
		name string
		f    *cnf.Formula
	}{
		{"eight pigeons", families.Pigeons(8, 7, families.Pairwise)},
		{"parity, degree 3", families.Parity(1, 20, 3)},
		{"parity, degree 4", families.Parity(1, 12, 4)},
		{"three colours", families.Colouring(1, 100, 250, 3, false)},
		{"four colours", families.Colouring(1, 60, 300, 4, false)},
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
