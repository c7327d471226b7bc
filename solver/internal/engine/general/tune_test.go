package general

import (
	"flag"
	"math"
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/solvertest"
	"transat/solver/internal/tunetest"
)

var (
	tune       = tunetest.NewFlags()
	tuneLength = flag.Int("tune-k", 4, "search for numbers for clauses of that many literals: 4, 5 or 7")
)

// TestTune searches for better numbers of the rule "weights", for hours, and prints what it finds (package tunetest):
//
//	go test ./solver/internal/engine/general -run 'TestTune$' -tune=numbers.log -tune-k=4 -timeout=0 -v
func TestTune(t *testing.T) {
	if len(trainingSamples(*tuneLength)) == 0 {
		t.Fatalf("-tune-k is %d: want 4, 5 or 7", *tuneLength)
	}
	tunetest.Run(t, tune, training(t, *tuneLength, trainingSamples(*tuneLength)), tunables(weightsNumbers(float64(*tuneLength)), newEven(t, *tuneLength)))
}

// A search that was stopped goes on as if nothing had been, and finds the same again.
func TestTuningGoesOn(t *testing.T) {
	tunetest.GoesOn(t, training(t, 4, []tunetest.Sample{{30, 320, 2}, {40, 420, 1}}), tunables(weightsNumbers(4), newEven(t, 4)))
}

// training judges numbers by formulas of the given sizes, whose clauses have k literals.
func training(t testing.TB, k int, samples []tunetest.Sample) tunetest.Training[numbers] {
	return tunetest.Training[numbers]{
		Length: k, Samples: samples, Begin: weightsNumbers(float64(k)),
		Engine: func(f *cnf.Formula) tunetest.Engine[numbers] { return mustWeightedGeneral(t, f) },
	}
}

// trainingSamples are formulas with trees of 5,000 to 60,000 nodes, for 4, 5 and 7 literals.
func trainingSamples(k int) []tunetest.Sample {
	switch k {
	case 4:
		return []tunetest.Sample{{74, 760, 4}, {84, 848, 4}, {86, 970, 3}, {94, 960, 1}}
	case 5:
		return []tunetest.Sample{{46, 1000, 4}, {50, 1075, 4}, {52, 1240, 3}, {56, 1230, 1}}
	case 7:
		return []tunetest.Sample{{27, 2470, 4}, {29, 2620, 4}, {30, 3100, 3}, {32, 2900, 1}}
	}
	return nil
}

// tunables are the numbers that are tuned, from those that the search begins with.
func tunables(n numbers, even *even) []tunetest.Tunable[numbers] {
	far := math.Inf(1)
	return []tunetest.Tunable[numbers]{
		tunetest.Factor(float64(n.falseWeight), 0.15, 1, 50, tunetest.Single(func(n *numbers) *float32 { return &n.falseWeight })),
		tunetest.Factor(float64(n.longWeight), 0.15, 0.1, 10, tunetest.Single(func(n *numbers) *float32 { return &n.longWeight })),
		tunetest.Factor(float64(n.least), 0.5, 0.001, 0.5, tunetest.Single(func(n *numbers) *float32 { return &n.least })),
		tunetest.Factor(float64(n.most), 0.3, 2, 200, tunetest.Single(func(n *numbers) *float32 { return &n.most })),
		tunetest.Number(float64(n.offset), 0.05, 0, 3, tunetest.Single(func(n *numbers) *float32 { return &n.offset })),
		tunetest.Number(float64(n.kept), 0.1, 0, 0.8, tunetest.Single(func(n *numbers) *float32 { return &n.kept })),
		tunetest.Factor(float64(n.rounds), 0.2, 1, 12, tunetest.Whole(func(n *numbers) *int { return &n.rounds })),
		tunetest.Number(float64(n.lookOffset), 0.2, 0, 10, tunetest.Single(func(n *numbers) *float32 { return &n.lookOffset })),
		tunetest.Number(float64(n.freezeRounds), 0.4, 0, 4, tunetest.Whole(func(n *numbers) *int { return &n.freezeRounds })),
		tunetest.Factor(float64(n.frozenWeight), 0.15, 1, 50, tunetest.Single(func(n *numbers) *float32 { return &n.frozenWeight })),
		tunetest.Number(float64(n.frozenOffset), 0.05, 0, 3, tunetest.Single(func(n *numbers) *float32 { return &n.frozenOffset })),
		tunetest.Number(float64(n.frozenRoots), 0.15, -0.5, 1, tunetest.Single(func(n *numbers) *float32 { return &n.frozenRoots })),
		tunetest.Factor(n.keyFloor, 0.5, 0.001, 5, tunetest.Double(func(n *numbers) *float64 { return &n.keyFloor })),
		tunetest.Number(float64(n.lateLength), 0.4, 2, 6, tunetest.Whole(func(n *numbers) *int { return &n.lateLength })),
		tunetest.Number(n.estimateFree, 0.004, -far, far, tunetest.Double(func(n *numbers) *float64 { return &n.estimateFree })),
		tunetest.Number(n.estimateMean, 0.3, -far, far, tunetest.Double(func(n *numbers) *float64 { return &n.estimateMean })),
		tunetest.Number(n.estimateFirst, 0.4, -far, far, func(n *numbers, value float64) { n.estimateFirst = even.first(*n, value) }), // when all others are set
	}
}

// even knows nodes that are about to be frozen, by which estimates of different numbers are compared. What numbers do to the estimate, by way of the mean
// or of its own coefficients, is taken out, so that about as many subtrees are frozen whatever the numbers.
type even struct {
	engines []*Weighted // each at such a node
	before  []float64   // its estimate with the numbers of the rule
}

func newEven(t testing.TB, k int) *even {
	x := &even{}
	s := trainingSamples(k)[1]
	for seed := range uint64(20) {
		e := mustWeightedGeneral(t, solvertest.RandomKSAT(seed, s[0], s[1], k))
		if e.Reset().End == engine.Conflict {
			continue
		}
		for e.frozen == unfrozen {
			lit := e.Branch()
			if lit.IsNone() || e.frozen == unfrozen && e.Assume(cnf.FromCode(lit.Code()^uint32(seed&1))).End == engine.Conflict {
				break
			}
		}
		if e.frozen != unfrozen {
			x.engines, x.before = append(x.engines, e), append(x.before, e.estimate(e.numbers))
		}
	}
	if len(x.engines) < 5 {
		t.Fatalf("only %d nodes are about to be frozen", len(x.engines))
	}
	return x
}

// first returns the first number of the estimate for which that is on average more than before by the given number.
func (x *even) first(n numbers, more float64) float64 {
	n.estimateFirst = 0
	off := 0.0
	for i, e := range x.engines {
		off += e.estimate(n) - x.before[i]
	}
	return more - off/float64(len(x.engines))
}

// estimate returns the estimate for the root of the frozen subtree with other numbers.
func (e *Weighted) estimate(n numbers) float64 {
	before := e.numbers
	defer e.use(before)
	e.use(n)
	return e.frozenEstimate(e.weigh(e.frozen))
}

// About as many subtrees are frozen whatever γ is. If its effect on the estimate is not taken out, there are many times as many or as few.
func TestEven(t *testing.T) {
	for _, k := range []int{4, 5, 7} {
		train := training(t, k, trainingSamples(k)[:1])
		e, even := train.Engines(1)[0].(*Weighted), newEven(t, k)
		before := e.searched(weightsNumbers(float64(k)), math.Inf(1)).frozen
		for _, gamma := range []float32{4, 8} {
			n := weightsNumbers(float64(k))
			n.falseWeight = gamma
			uneven := e.searched(n, math.Inf(1)).frozen
			n.estimateFirst = even.first(n, 0)
			after := e.searched(n, math.Inf(1)).frozen
			if after < before/2 || after > 2*before || uneven > before/2 && uneven < 2*before {
				t.Errorf("k = %d, γ = %v: %v literals are frozen, and not %v; %v without making it even", k, gamma, after, before, uneven)
			}
		}
	}
}
