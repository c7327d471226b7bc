package general

import (
	"flag"
	"math"
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// fit makes TestFitFrozenEstimate do its work, which takes some minutes:
//
//	go test ./solver/internal/engine/general -run TestFitFrozenEstimate -fit -v
var fit = flag.Bool("fit", false, "fit the estimates of the rule weights anew, and print them")

// newFit returns the engine for f that never freezes on its own.
func newFit(t *testing.T, f *cnf.Formula) (*Weighted, solvertest.FrozenFit) {
	e := mustWeightedGeneral(t, f)
	e.Below = math.Inf(-1)
	e.looked = math.MaxInt
	return e, solvertest.FrozenFit{Engine: e, Freeze: e.freeze, Thaw: func() { e.frozen = unfrozen }, Features: func(depth int) []float64 {
		at := e.looks[depth]
		return []float64{1, float64(len(at.free)), math.Log(float64(at.mean))}
	}}
}

func TestFitFrozenEstimate(t *testing.T) {
	if !*fit {
		t.Skip("prints regressions; needs -fit")
	}
	for _, test := range []struct {
		name  string
		k     int
		sizes [][2]int
	}{
		{"3-SAT: 1, free, ln mean", 3, [][2]int{{150, 645}, {180, 828}, {200, 860}}},
		{"4-SAT: 1, free, ln mean", 4, [][2]int{{70, 693}, {80, 792}, {90, 945}, {100, 1100}}},
		{"5-SAT: 1, free, ln mean", 5, [][2]int{{50, 1050}, {55, 1210}, {60, 1440}}},
		{"6-SAT: 1, free, ln mean", 6, [][2]int{{40, 1760}, {44, 2024}}},
		{"7-SAT: 1, free, ln mean", 7, [][2]int{{30, 2640}, {34, 3094}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			solvertest.Fit(t, test.k, test.sizes, func(f *cnf.Formula) solvertest.FrozenFit {
				_, e := newFit(t, f)
				return e
			})
		})
	}
}

// The estimates are of the right order: a frozen subtree has about as many nodes as they say.
func TestFrozenEstimatesAreNotFarOff(t *testing.T) {
	for name, f := range map[string]*cnf.Formula{
		"4-SAT": solvertest.RandomKSAT(9, 80, 800, 4),
		"5-SAT": solvertest.RandomKSAT(9, 50, 1080, 5),
		"mixed": solvertest.RandomLengths(9, 80, 600, 3, 5),
	} {
		t.Run(name, func(t *testing.T) {
			e, fitted := newFit(t, f)
			if n, off := fitted.Off(func(depth int) float64 { return e.frozenEstimate(e.looks[depth]) }); n < 10 || off > 2.5 {
				t.Errorf("%d subtrees, off by %v on average", n, off)
			}
		})
	}
}
