package tree

import (
	"testing"

	"transat/solver/internal/solvertest"
)

// A search that continues from a branch computes the same weights as one that has come there by itself.
func TestWeightsDependOnThePathAlone(t *testing.T) {
	f := solvertest.RandomKSAT(3, 250, 1075, 3)
	whole, err := Record(t.Context(), f, Options{Rule: "weights"})
	if err != nil {
		t.Fatal(err)
	}
	parts, err := Record(t.Context(), f, Options{Rule: "weights", Threads: 3})
	if err != nil {
		t.Fatal(err)
	}
	for n := range Node(whole.Elements()) {
		if whole.at(Node(n)) != parts.at(Node(n)) {
			t.Fatalf("node %d is %v, searched in parts %v", n, whole.at(Node(n)), parts.at(Node(n)))
		}
	}
}
