package balance_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"transat/balance"
	"transat/balance/topology"
)

// Diekmann, Frommer and Monien: real loads are equal after as many steps as the Laplacian matrix has different eigenvalues but 0, and not
// before. The eigenvalues are counted here in the matrix itself.
func TestDiekmannOptimalSchemeTakesAStepForEachEigenvalue(t *testing.T) {
	for _, c := range []struct {
		kind  string
		sides []int
		steps int
	}{
		{"hypercube", []int{16}, 4},
		{"clique", []int{7}, 1},
		{"ring", []int{9}, 4},
		{"line", []int{6}, 5},
		{"torus", []int{4, 4}, 4},
		{"mesh", []int{3, 4}, 10},
		{"mesh", []int{4, 4}, 8},
		{"torus", []int{3, 5}, 5},
	} {
		g := grid(t, c.kind, c.sides...)
		loads := make([]float64, g.Procs())
		for i := range loads {
			loads[i] = float64((i*i*i + 7*i) % 31)
		}
		mean := total(loads) / float64(len(loads))
		shares := len(balance.OptimalShares(g))
		if want := differentEigenvalues(t, g); shares != want || want != c.steps {
			t.Errorf("%v: %d steps, %d different eigenvalues, want %d", g, shares, want, c.steps)
		}
		m := newLockstepMachine(t, "optimal", g, false, loads...)
		for step := range shares {
			if farthest(m.loads, mean) < 1e-3 {
				t.Errorf("%v: even after %d steps of %d", g, step, shares)
			}
			m.step()
		}
		if far := farthest(m.loads, mean); far > 1e-6 {
			t.Errorf("%v: after %d steps a load is %v from the mean", g, shares, far)
		}
	}
}

// farthest is how far a load is from the mean at most.
func farthest(loads []float64, mean float64) float64 {
	far := 0.0
	for _, l := range loads {
		far = max(far, math.Abs(l-mean))
	}
	return far
}

// differentEigenvalues counts those of the Laplacian matrix above 0.
func differentEigenvalues(t *testing.T, g topology.Network) int {
	t.Helper()
	n := g.Procs()
	laplacian := mat.NewSymDense(n, nil)
	for a := range n {
		laplacian.SetSym(a, a, float64(len(g.Neighbours(a))))
		for _, b := range g.Neighbours(a) {
			laplacian.SetSym(a, b, -1)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(laplacian, false) {
		t.Fatal("no eigenvalues")
	}
	count, last := 0, 0.0
	for _, x := range eigen.Values(nil) { // in ascending order
		if x-last > 1e-9 {
			count, last = count+1, x
		}
	}
	return count
}
