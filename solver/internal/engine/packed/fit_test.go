package packed

import (
	"flag"
	"math"
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// fit makes TestFitFrozenEstimate do its work, which takes some minutes:
//
//	go test ./solver/internal/engine/packed -run TestFitFrozenEstimate -fit -v
var fit = flag.Bool("fit", false, "fit the estimates of the rule weights anew, and print them")

// newFit returns the engine for f that never freezes on its own.
func newFit(t *testing.T, f *cnf.Formula) (*Weighted, solvertest.FrozenFit) {
	e := mustWeighted(t, f)
	e.Below = math.Inf(-1)
	return e, solvertest.FrozenFit{Engine: e, Freeze: e.freeze, Thaw: func() { e.frozen = notFrozen }, Features: func(depth int) []float64 {
		at := e.looks[depth]
		return []float64{1, float64(len(at.free)), float64(at.binaries), math.Log(float64(at.mean))}
	}}
}

func TestFitFrozenEstimate(t *testing.T) {
	if !*fit {
		t.Skip("prints regressions; needs -fit")
	}
	t.Log("3-SAT: 1, free, binaries, ln mean")
	solvertest.Fit(t, 3, [][2]int{
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
	}, func(f *cnf.Formula) solvertest.FrozenFit {
		_, e := newFit(t, f)
		return e
	})
}

// The estimates are of the right order: a frozen subtree has about as many nodes as they say.
func TestFrozenEstimatesAreNotFarOff(t *testing.T) {
	e, fitted := newFit(t, solvertest.RandomKSAT(9, 250, 1075, 3))
	if n, off := fitted.Off(func(depth int) float64 { return e.frozenEstimate(e.looks[depth]) }); n < 10 || off > 2.5 {
		t.Errorf("%d subtrees, off by %v on average", n, off)
	}
}
