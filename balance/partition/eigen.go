package partition

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// The eigenvectors of a connected network to the smallest eigenvalues of its Laplacian. The smallest,
// 0, belongs to the constant vector; the next, the Fiedler vector, is how the network would swing most
// slowly if its links were springs, and its two halves swing against each other.
//
// The Lanczos method finds it in the space spanned by a start y, A y, A² y, …: there A is a small
// tridiagonal matrix, whose eigenvector is the best approximation and the next start. The first start
// comes from a coarser network. Eigenvalues are found to about 1 %: on meshes, another digit takes five
// times as long and gives cuts that are smaller as often as they are larger.
//
// Source: Fiedler: A property of eigenvectors of nonnegative symmetric matrices, 1975; Pothen, Simon,
// Liou: Partitioning Sparse Matrices with Eigenvectors of Graphs, 1990; Golub, Van Loan: Matrix
// Computations, 2013, §10.

const (
	lanczosSteps = 16   // vectors of a Lanczos space
	lanczosRuns  = 10   // restarts at most
	smallNetwork = 96   // vertices that are few enough to begin with chance
	exactness    = 1e-2 // of an eigenvalue: residual / eigenvalue
)

// lowest returns the values that the count lowest eigenvectors, after the constant one, give to the
// vertices: out[k][v]. It takes time proportional to the size of the network, and less than count
// vectors if the network has no more.
func (n *network) lowest(count int, rng *rand.Rand) [][]float64 {
	starts := n.starts(count, rng)
	l := newLanczos(n)
	for k := range min(count, n.size()-1) {
		if k == len(starts) {
			y := make([]float64, n.size())
			for v := range y {
				y[v] = rng.Float64() - 0.5
			}
			starts = append(starts, y)
		}
		y := starts[k]
		l.improve(y)
		l.found = append(l.found, y)
	}
	out := l.found[1:]
	for _, y := range out {
		floats.Div(y, n.root)
	}
	return out
}

// starts returns what a coarser network knows of the eigenvectors; nothing if there is none that is
// much smaller.
func (n *network) starts(count int, rng *rand.Rand) [][]float64 {
	if n.size() <= smallNetwork {
		return nil
	}
	coarse, into := n.coarsen()
	if coarse.size() >= n.size()*9/10 {
		return nil
	}
	starts := coarse.lowest(count, rng)
	for k, x := range starts {
		starts[k] = make([]float64, n.size())
		for v, c := range into {
			starts[k][v] = x[c] * n.root[v]
		}
	}
	return starts
}

// lanczos looks for an eigenvector of a network.
type lanczos struct {
	*network
	found   [][]float64 // eigenvectors to lower eigenvalues, of length 1, the constant one first
	basis   [][]float64 // of the Lanczos space, orthonormal
	next    []float64   // scratch space for the vector after the last of basis
	scratch []float64
	// The small matrix: its diagonal, and the entries beside it.
	alpha, beta []float64
}

func newLanczos(n *network) *lanczos {
	l := &lanczos{network: n, next: make([]float64, n.size()), scratch: make([]float64, n.size())}
	for range min(lanczosSteps, n.size()) {
		l.basis = append(l.basis, make([]float64, n.size()))
	}
	constant := append([]float64(nil), n.root...)
	floats.Scale(1/floats.Norm(constant, 2), constant)
	l.found = [][]float64{constant}
	return l
}

// improve turns y into an eigenvector of length 1 to the smallest eigenvalue that is not yet found.
func (l *lanczos) improve(y []float64) {
	for range lanczosRuns {
		steps := l.span(y)
		if steps == 0 {
			return
		}
		value, ritz := l.smallest(steps)
		residual := l.beta[steps-1] * math.Abs(ritz[steps-1])
		clear(y)
		for i, c := range ritz {
			floats.AddScaled(y, c, l.basis[i])
		}
		if residual <= exactness*value {
			return
		}
	}
}

// span builds the Lanczos space of y. It returns its dimension, which is small if the space closes
// early, and 0 if y is a combination of the vectors found.
func (l *lanczos) span(y []float64) int {
	l.alpha, l.beta = l.alpha[:0], l.beta[:0]
	copy(l.next, y)
	l.orthogonalise(0)
	norm := floats.Norm(l.next, 2)
	for i := range l.basis {
		if norm <= 1e-12*(1+floats.Max(l.sum)) {
			return i
		}
		floats.ScaleTo(l.basis[i], 1/norm, l.next)
		l.apply(l.next, l.basis[i], l.scratch)
		l.alpha = append(l.alpha, floats.Dot(l.next, l.basis[i]))
		l.orthogonalise(i + 1)
		norm = floats.Norm(l.next, 2)
		l.beta = append(l.beta, norm)
	}
	return len(l.basis)
}

// orthogonalise takes from next what it has of the vectors found and of the first vectors of the basis.
// Twice, since once leaves the rounding errors of what was large.
func (l *lanczos) orthogonalise(basis int) {
	for range 2 {
		for _, v := range l.found {
			floats.AddScaled(l.next, -floats.Dot(l.next, v), v)
		}
		for _, v := range l.basis[:basis] {
			floats.AddScaled(l.next, -floats.Dot(l.next, v), v)
		}
	}
}

// smallest returns the smallest eigenvalue of the small matrix, and its eigenvector.
func (l *lanczos) smallest(steps int) (float64, []float64) {
	t := mat.NewSymDense(steps, nil)
	for i := range steps {
		t.SetSym(i, i, l.alpha[i])
		if i+1 < steps {
			t.SetSym(i, i+1, l.beta[i])
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(t, true) {
		panic(fmt.Sprintf("partition: no eigenvalues of a matrix of %d rows", steps))
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	return eigen.Values(nil)[0], mat.Col(nil, 0, &vectors)
}
