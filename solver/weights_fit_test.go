package solver

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// fit makes TestFitFrozenEstimate do its work, which takes some minutes:
//
//	go test ./solver -run TestFitFrozenEstimate -fit -v
var fit = flag.Bool("fit", false, "fit the estimates of the rule weights anew, and print them")

// fitted is an engine whose look nodes can be frozen at will.
type fitted struct {
	engine
	freeze   func(depth int)
	thaw     func()
	features func(depth int) []float64
}

// newFitted returns the engine for f that never freezes on its own.
func newFitted(t *testing.T, f *Formula, general bool) fitted {
	t.Helper()
	if general {
		e := mustWeightedGeneral(t, f)
		e.below = math.Inf(-1)
		e.looked = math.MaxInt
		return fitted{e, e.freeze, func() { e.frozen = notFrozen }, func(depth int) []float64 {
			at := e.looks[depth]
			return []float64{1, float64(len(at.free)), math.Log(float64(at.mean))}
		}}
	}
	e := newRuleSearch(t, f, "weights").engine.(*weighted)
	e.below = math.Inf(-1)
	return fitted{e, e.freeze, func() { e.frozen = notFrozen }, func(depth int) []float64 {
		at := e.looks[depth]
		return []float64{1, float64(len(at.free)), float64(at.binaries), math.Log(float64(at.mean))}
	}}
}

// mostFitted is how many nodes a subtree may have.
const mostFitted = 30_000

// sizeBelow returns the number of nodes of the subtree at the current node, or more than most if it has more.
func (e fitted) sizeBelow(most int) int {
	nodes := 1
	lit := e.branch()
	if lit == 0 {
		return nodes
	}
	for _, l := range [...]Lit{lit, lit.Not()} {
		if at := e.assume(l); at.end == endConflict {
			nodes++
		} else if nodes <= most {
			nodes += e.sizeBelow(most - nodes)
		}
		e.undo()
	}
	return nodes
}

// sample goes down from the root, to a random child each time. It calls add for every node on the way whose frozen subtree is
// not too large.
func (e fitted) sample(rng *rand.Rand, add func(depth, nodes int)) {
	if e.reset().end == endConflict {
		return
	}
	for depth := 0; ; depth++ {
		lit := e.branch()
		if lit == 0 {
			return
		}
		e.freeze(depth)
		nodes := e.sizeBelow(mostFitted)
		e.thaw()
		if nodes <= mostFitted {
			add(depth, nodes)
		}
		if e.assume(lit^Lit(rng.IntN(2))).end == endConflict {
			return
		}
	}
}

// regress returns the coefficients of the least squares, and R².
func regress(t *testing.T, rows [][]float64, sizes []float64) (coefficients []float64, r2 float64) {
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

func TestRegress(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var rows [][]float64
	var sizes []float64
	for range 50 {
		row := []float64{1, rng.Float64(), rng.Float64()}
		rows, sizes = append(rows, row), append(sizes, 3-2*row[1]+7*row[2])
	}
	c, r2 := regress(t, rows, sizes)
	for i, want := range []float64{3, -2, 7} {
		if math.Abs(c[i]-want) > 1e-9 {
			t.Errorf("coefficient %d is %v, want %v", i, c[i], want)
		}
	}
	if math.Abs(r2-1) > 1e-9 {
		t.Errorf("R² is %v", r2)
	}
}

// TestFitFrozenEstimate searches frozen subtrees at random places of random formulas and prints the regressions of the
// logarithm of their sizes.
func TestFitFrozenEstimate(t *testing.T) {
	if !*fit {
		t.Skip("prints regressions; needs -fit")
	}
	type size struct{ vars, clauses int }
	for _, test := range []struct {
		name    string
		k       int
		general bool
		sizes   []size
	}{
		{"3-SAT: 1, free, binaries, ln mean", 3, false, []size{
			{200, 800},
			{200, 860},
			{200, 1200},
			{250, 1075},
			{250, 1250},
			{300, 1260},
			{300, 1290},
			{350, 1505},
			{350, 1750},
			{400, 1720},
			{400, 2000},
			{450, 1935},
			{450, 2250},
		}},
		{"3-SAT, general: 1, free, ln mean", 3, true, []size{{150, 645}, {180, 828}, {200, 860}}},
		{"4-SAT: 1, free, ln mean", 4, true, []size{{70, 693}, {80, 792}, {90, 945}, {100, 1100}}},
		{"5-SAT: 1, free, ln mean", 5, true, []size{{50, 1050}, {55, 1210}, {60, 1440}}},
		{"6-SAT: 1, free, ln mean", 6, true, []size{{40, 1760}, {44, 2024}}},
		{"7-SAT: 1, free, ln mean", 7, true, []size{{30, 2640}, {34, 3094}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var rows [][]float64
			var sizes []float64
			for _, s := range test.sizes {
				for seed := range uint64(15) {
					e := newFitted(t, randomKSAT(1000+seed, s.vars, s.clauses, test.k), test.general)
					for i := range uint64(3) {
						e.sample(rand.New(rand.NewPCG(seed, i)), func(depth, nodes int) {
							rows, sizes = append(rows, e.features(depth)), append(sizes, math.Log(float64(nodes)))
						})
					}
				}
			}
			c, r2 := regress(t, rows, sizes)
			t.Logf("%d subtrees: %.4f, R² %.3f", len(rows), c, r2)
		})
	}
}

// The estimates are of the right order: a frozen subtree has about as many nodes as they say.
func TestFrozenEstimatesAreNotFarOff(t *testing.T) {
	for _, test := range []struct {
		name    string
		f       *Formula
		general bool
	}{
		{"3-SAT", randomKSAT(9, 250, 1075, 3), false},
		{"4-SAT", randomKSAT(9, 80, 800, 4), true},
		{"5-SAT", randomKSAT(9, 50, 1080, 5), true},
		{"mixed", randomLengths(9, 80, 600, 3, 5), true},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := newFitted(t, test.f, test.general)
			estimate := func(depth int) float64 {
				if g, ok := e.engine.(*weightedGeneral); ok {
					return g.frozenEstimate(g.looks[depth])
				}
				w := e.engine.(*weighted)
				return w.frozenEstimate(w.looks[depth])
			}
			n, off := 0, 0.0
			for i := range uint64(5) {
				e.sample(rand.New(rand.NewPCG(i, 0)), func(depth, nodes int) {
					n++
					off += math.Abs(estimate(depth) - math.Log(float64(nodes)))
				})
			}
			if n < 10 || off/float64(n) > 2.5 {
				t.Errorf("%d subtrees, off by %v on average", n, off/float64(n))
			}
		})
	}
}
