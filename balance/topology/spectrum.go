package topology

import (
	"math"
	"math/rand/v2"
)

// The second smallest and the largest eigenvalue of the Laplacian of networks for which there is no
// formula, by the method of Lanczos. It needs nothing of the matrix but its product with a vector: after
// k such products the eigenvalues of a small tridiagonal matrix come close to those of the large one,
// the outermost first. The smallest, 0 with the eigenvector (1, …, 1), is kept out by keeping all
// vectors orthogonal to it.
//
// Vectors are not kept orthogonal to all earlier ones. That makes further copies of eigenvalues appear
// in the tridiagonal matrix, which does not matter here.
//
// Source: Lanczos: An Iteration Method for the Solution of the Eigenvalue Problem, 1950; on doing
// without orthogonality Cullum, Willoughby: Lanczos Algorithms for Large Symmetric Eigenvalue
// Computations, 1985.

// extremes returns the second smallest and the largest eigenvalue of the Laplacian, exact to about 1e-12
// relative.
func extremes(g Network) (second, largest float64) {
	if g.Procs() == 1 {
		return 0, 0
	}
	const exact = 1e-13
	l := newLanczos(g)
	for steps := 16; ; steps += steps / 2 {
		ended := l.advance(steps)
		s, m := l.outermost()
		if ended || math.Abs(s-second) <= exact*s && math.Abs(m-largest) <= exact*m {
			return s, m
		}
		second, largest = s, m
	}
}

// lanczos is the method under way.
type lanczos struct {
	neighbours [][]int
	most       float64   // no eigenvalue is larger
	last, v, w []float64 // the last two vectors of the basis, and room for the next
	alpha      []float64 // diagonal of the tridiagonal matrix
	beta       []float64 // beside the diagonal; the last one is outside of the matrix
}

func newLanczos(g Network) *lanczos {
	n := g.Procs()
	l := &lanczos{last: make([]float64, n), v: make([]float64, n), w: make([]float64, n)}
	random := rand.New(rand.NewPCG(1, uint64(n)))
	for i := range n {
		l.neighbours = append(l.neighbours, g.Neighbours(i))
		l.most = max(l.most, 2*float64(len(l.neighbours[i])))
		l.v[i] = random.NormFloat64()
	}
	center(l.v)
	scale(l.v, 1/norm(l.v))
	return l
}

// advance goes on until there are that many steps. It reports whether the basis spans all there is: then
// the eigenvalues are exact.
func (l *lanczos) advance(steps int) (ended bool) {
	for len(l.alpha) < steps {
		before := 0.0
		if k := len(l.beta); k > 0 {
			before = l.beta[k-1]
		}
		alpha := 0.0
		for i, around := range l.neighbours {
			sum := float64(len(around)) * l.v[i]
			for _, j := range around {
				sum -= l.v[j]
			}
			l.w[i] = sum - before*l.last[i]
			alpha += l.w[i] * l.v[i]
		}
		for i := range l.w {
			l.w[i] -= alpha * l.v[i]
		}
		center(l.w)
		beta := norm(l.w)
		l.alpha, l.beta = append(l.alpha, alpha), append(l.beta, beta)
		if beta <= 1e-13*l.most {
			return true
		}
		scale(l.w, 1/beta)
		l.last, l.v, l.w = l.v, l.w, l.last
	}
	return false
}

// outermost returns the smallest and the largest eigenvalue of the tridiagonal matrix.
func (l *lanczos) outermost() (smallest, largest float64) {
	smallest = bisect(l.most, func(x float64) bool { return l.below(x) > 0 })
	largest = bisect(l.most, func(x float64) bool { return l.below(x) == len(l.alpha) })
	return smallest, largest
}

// below returns how many eigenvalues of the tridiagonal matrix are below x: as many as there are
// negative pivots in its Gaussian elimination.
func (l *lanczos) below(x float64) int {
	count, previous := 0, 1.0
	for i, alpha := range l.alpha {
		pivot := alpha - x
		if i > 0 {
			pivot -= l.beta[i-1] * l.beta[i-1] / previous
		}
		if pivot == 0 {
			pivot = tinyPivot
		}
		if pivot < 0 {
			count++
		}
		previous = pivot
	}
	return count
}

// tinyPivot stands for a pivot that has come out as 0, as if x were a little smaller.
const tinyPivot = 1e-300

// bisect returns the smallest number from 0 to most for which above holds, if it does for all larger
// ones, or most if there is none.
func bisect(most float64, above func(float64) bool) float64 {
	low, high := 0.0, most
	for {
		middle := low + (high-low)/2
		switch {
		case middle <= low || middle >= high:
			return high
		case above(middle):
			high = middle
		default:
			low = middle
		}
	}
}

// center makes v orthogonal to (1, …, 1).
func center(v []float64) {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	mean := sum / float64(len(v))
	for i := range v {
		v[i] -= mean
	}
}

func norm(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x * x
	}
	return math.Sqrt(sum)
}

func scale(v []float64, by float64) {
	for i := range v {
		v[i] *= by
	}
}
