package conquer

import (
	"math/rand/v2"
	"testing"

	"transat/instances/families"
	"transat/solver/internal/cube"
)

// A search that refutes the formula as a whole closes all that it has and all that it gets, and every stretch and the proof are as they
// should be, whoever has the rest.
func TestTheWholeFormulaEndsASearch(t *testing.T) {
	for i, n := range []int{1, 1, 2, 3} {
		m := teamOf(t, Tree{Formula: families.MultiplierMiter(5)}, n, Options{
			Splitting: Splitting{Splitter: cube.LookaheadSplitter}, eager: i > 0,
		})
		model, err := m.run(rand.New(rand.NewPCG(3, uint64(i))))
		if model != nil || err != nil {
			t.Fatal(model, err)
		}
		m.check()
		over := false
		for _, s := range m.searches {
			over = over || s.over
		}
		if over != (i > 0) {
			t.Errorf("%d searches: refuted as a whole: %v", n, over)
		}
	}
}
