package solvertest

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
)

// FrozenFit is an engine whose look nodes can be frozen at will, to find out how large frozen subtrees are.
type FrozenFit struct {
	engine.Engine
	Freeze   func(depth int)
	Thaw     func()
	Features func(depth int) []float64 // of a look node, from which the size of its subtree is estimated
}

// mostFitted is how many nodes a subtree may have.
const mostFitted = 30_000

// sizeBelow returns the number of nodes of the subtree at the current node, or more than most if it has more.
func (e FrozenFit) sizeBelow(most int) int {
	nodes := 1
	lit := e.Branch()
	if lit.IsNone() {
		return nodes
	}
	for _, l := range [...]cnf.Lit{lit, lit.Not()} {
		if at := e.Assume(l); at.End == engine.Conflict {
			nodes++
		} else if nodes <= most {
			nodes += e.sizeBelow(most - nodes)
		}
		e.Undo()
	}
	return nodes
}

// Sample goes down from the root, to a random child each time. It calls add for every node on the way whose frozen subtree is
// not too large.
func (e FrozenFit) Sample(rng *rand.Rand, add func(depth, nodes int)) {
	if e.Reset().End == engine.Conflict {
		return
	}
	for depth := 0; ; depth++ {
		lit := e.Branch()
		if lit.IsNone() {
			return
		}
		e.Freeze(depth)
		nodes := e.sizeBelow(mostFitted)
		e.Thaw()
		if nodes <= mostFitted {
			add(depth, nodes)
		}
		if e.Assume(cnf.FromCode(lit.Code()^uint32(rng.IntN(2)))).End == engine.Conflict {
			return
		}
	}
}

// Fit searches frozen subtrees at random places of random formulas whose clauses have k literals; sizes are their numbers of variables and clauses. It logs the regression of the
// logarithm of their sizes.
func Fit(t *testing.T, k int, sizes [][2]int, begin func(f *cnf.Formula) FrozenFit) {
	t.Helper()
	var rows [][]float64
	var logs []float64
	for _, s := range sizes {
		for seed := range uint64(15) {
			e := begin(RandomKSAT(1000+seed, s[0], s[1], k))
			for i := range uint64(3) {
				e.Sample(rand.New(rand.NewPCG(seed, i)), func(depth, nodes int) {
					rows, logs = append(rows, e.Features(depth)), append(logs, math.Log(float64(nodes)))
				})
			}
		}
	}
	c, r2 := Regress(t, rows, logs)
	t.Logf("%d subtrees: %.4f, R² %.3f", len(rows), c, r2)
}

// Off returns by how much an estimate of the logarithm of the sizes is off on average, at random places of the tree, and how
// many of them there were.
func (e FrozenFit) Off(estimate func(depth int) float64) (places int, off float64) {
	for i := range uint64(5) {
		e.Sample(rand.New(rand.NewPCG(i, 0)), func(depth, nodes int) {
			places++
			off += math.Abs(estimate(depth) - math.Log(float64(nodes)))
		})
	}
	return places, off / float64(max(places, 1))
}

// Regress returns the coefficients of the least squares, and R².
func Regress(t *testing.T, rows [][]float64, sizes []float64) (coefficients []float64, r2 float64) {
	t.Helper()
	x, y := mat.NewDense(len(rows), len(rows[0]), nil), mat.NewVecDense(len(sizes), sizes)
	for i, row := range rows {
		x.SetRow(i, row)
	}
	var c, off mat.VecDense
	if err := c.SolveVec(x, y); err != nil {
		t.Fatal(err)
	}
	off.MulVec(x, &c)
	off.SubVec(y, &off)
	mean := mat.Sum(y) / float64(y.Len())
	all := mat.Dot(y, y) - mean*mean*float64(y.Len())
	return c.RawVector().Data, 1 - mat.Dot(&off, &off)/all
}
