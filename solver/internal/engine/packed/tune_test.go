package packed

import (
	"math"
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/tunetest"
)

var tune = tunetest.NewFlags()

// TestTune searches for better numbers of the rule "weights", for hours, and prints what it finds (package tunetest):
//
//	go test ./solver/internal/engine/packed -run 'TestTune$' -tune=numbers.log -timeout=0 -v
func TestTune(t *testing.T) {
	tunetest.Run(t, tune, training(t, trainingSamples()), tunables(weightsNumbers()))
}

// A search that was stopped goes on as if nothing had been, and finds the same again.
func TestTuningGoesOn(t *testing.T) {
	tunetest.GoesOn(t, training(t, []tunetest.Sample{{60, 300, 2}, {80, 400, 1}}), tunables(weightsNumbers()))
}

// training judges numbers by formulas of the given sizes.
func training(t testing.TB, samples []tunetest.Sample) tunetest.Training[numbers] {
	return tunetest.Training[numbers]{
		Length: 3, Samples: samples, Begin: weightsNumbers(),
		Engine: func(f *cnf.Formula) tunetest.Engine[numbers] { return mustWeighted(t, f) },
	}
}

// trainingSamples are formulas that take some milliseconds each.
func trainingSamples() []tunetest.Sample {
	return []tunetest.Sample{{200, 860, 6}, {230, 989, 8}, {260, 1118, 8}, {290, 1247, 3}, {240, 1080, 6}, {280, 1400, 5}, {320, 1600, 3}}
}

// tunables are the numbers that are tuned, from those that the search begins with.
func tunables(n numbers) []tunetest.Tunable[numbers] {
	far, shift := math.Inf(1), n.shift()
	return []tunetest.Tunable[numbers]{
		tunetest.Factor(float64(n.falseWeight), 0.1, 1, 30, tunetest.Single(func(n *numbers) *float32 { return &n.falseWeight })),
		tunetest.Factor(float64(n.least), 0.5, 0.001, 3, tunetest.Single(func(n *numbers) *float32 { return &n.least })),
		tunetest.Factor(float64(n.most), 0.3, 8, 1000, tunetest.Single(func(n *numbers) *float32 { return &n.most })),
		tunetest.Number(float64(n.offset), 0.05, 0, 3, tunetest.Single(func(n *numbers) *float32 { return &n.offset })),
		tunetest.Number(float64(n.added), 0.3, 0, 20, tunetest.Single(func(n *numbers) *float32 { return &n.added })),
		tunetest.Number(float64(n.saturation), 0.005, 0, 1, tunetest.Single(func(n *numbers) *float32 { return &n.saturation })),
		tunetest.Number(float64(n.kept), 0.1, -0.2, 0.8, tunetest.Single(func(n *numbers) *float32 { return &n.kept })),
		tunetest.Factor(float64(n.candidates), 0.25, 1, 40, tunetest.Whole(func(n *numbers) *int { return &n.candidates })),
		tunetest.Number(n.moreCandidates, 0.7, 0, 20, tunetest.Double(func(n *numbers) *float64 { return &n.moreCandidates })),
		tunetest.Number(float64(n.sumOfWeights), 0.3, 0, 20, tunetest.Single(func(n *numbers) *float32 { return &n.sumOfWeights })),
		tunetest.Factor(float64(n.sumOfFollowing), 0.5, 0.01, 1000, tunetest.Single(func(n *numbers) *float32 { return &n.sumOfFollowing })),
		tunetest.Number(float64(n.lookOffset), 0.1, 0, 10, tunetest.Single(func(n *numbers) *float32 { return &n.lookOffset })),
		tunetest.Number(float64(n.freezeRounds), 0.4, 0, 4, tunetest.Whole(func(n *numbers) *int { return &n.freezeRounds })),
		tunetest.Number(float64(n.freezeOffset), 0.05, 0, 3, tunetest.Single(func(n *numbers) *float32 { return &n.freezeOffset })),
		tunetest.Number(float64(n.frozenRoots), 0.15, -0.5, 1, tunetest.Single(func(n *numbers) *float32 { return &n.frozenRoots })),
		tunetest.Number(n.estimateFirst, 0.4, -far, far, func(n *numbers, value float64) { n.estimateFirst = value + n.shift() - shift }),
		tunetest.Number(n.estimateFree, 0.002, -far, far, tunetest.Double(func(n *numbers) *float64 { return &n.estimateFree })),
		tunetest.Number(n.estimateTwo, 0.002, -far, far, tunetest.Double(func(n *numbers) *float64 { return &n.estimateTwo })),
		tunetest.Number(n.estimateMean, 0.4, -far, far, tunetest.Double(func(n *numbers) *float64 { return &n.estimateMean })),
	}
}

// shift is what numbers do to the estimate by way of the mean, by and large. It is taken out, so that about as many subtrees are
// frozen whatever the numbers.
func (n *numbers) shift() float64 {
	return 7.378*(2*math.Log(1+float64(n.offset))+math.Log(1+float64(n.added)/6.3)) + 2.42*math.Log(float64(n.falseWeight)/7) - 80*float64(n.saturation)
}
