package topology

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// dense returns the second smallest and the largest eigenvalue by a method for dense matrices.
func dense(g Network) (second, largest float64) {
	n := g.Procs()
	if n == 1 {
		return 0, 0
	}
	m := mat.NewSymDense(n, nil)
	for v := range n {
		around := g.Neighbours(v)
		m.SetSym(v, v, float64(len(around)))
		for _, w := range around {
			m.SetSym(v, w, -1)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(m, false) {
		panic("no eigenvalues")
	}
	values := eigen.Values(nil)
	return values[1], values[n-1]
}

func checkLaplacian(t *rapid.T, g Network) {
	second, largest := g.Laplacian()
	wantSecond, wantLargest := dense(g)
	if !near(second, wantSecond) || !near(largest, wantLargest) {
		t.Errorf("%v: eigenvalues %v and %v, want %v and %v", g, second, largest, wantSecond, wantLargest)
	}
}

func near(x, want float64) bool { return math.Abs(x-want) <= 1e-10*want }

func TestLaplacian(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkLaplacian(t, networks(t)) })
}

// Networks for which nothing is computed by formula, at sizes that other tests do not reach.
func TestLaplacianOfLargerNetworks(t *testing.T) {
	for _, kind := range []string{"debruijn", "tree"} {
		for _, n := range []int{100, 127, 128, 200} {
			t.Run(fmt.Sprint(kind, n), func(t *testing.T) {
				g, err := New(kind, n)
				if err != nil {
					t.Fatal(err)
				}
				second, largest := g.Laplacian()
				wantSecond, wantLargest := dense(g)
				if !near(second, wantSecond) || !near(largest, wantLargest) {
					t.Errorf("%v: eigenvalues %v and %v, want %v and %v", g, second, largest, wantSecond, wantLargest)
				}
			})
		}
	}
}

// The two methods that compute eigenvalues, one of a general network and one of a tree, agree.
func TestLanczosAgreesWithElimination(t *testing.T) {
	for _, n := range []int{1, 2, 3, 255, 1000, 3000} {
		g, err := New("tree", n)
		if err != nil {
			t.Fatal(err)
		}
		second, largest := g.Laplacian()
		s, l := extremes(g)
		if !near(s, second) || !near(l, largest) {
			t.Errorf("%v: %v and %v by Lanczos' method, %v and %v by elimination", g, s, l, second, largest)
		}
	}
}
