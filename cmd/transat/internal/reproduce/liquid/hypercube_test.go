package liquid

import (
	"slices"
	"testing"

	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/reproducetest"
)

func TestLiquidSection4Hypercubes(t *testing.T) {
	r := reproducetest.Found(t, hypercubeItem())
	for _, words := range []string{"logarithmic time", "log P steps", "O(D) steps"} {
		t.Run(words, func(t *testing.T) { reproducetest.WantClaim(t, r, "", words, reproduce.Holds) })
	}
}

func TestLiquidHypercubeVerdictsDependOnTheRows(t *testing.T) {
	rows := make([]cubeRow, 0, 9)
	for d := 2; d <= 10; d++ {
		n := float64(d)
		rows = append(rows, cubeRow{
			procs: 1 << d, random: 100, halves: 100 * n, point: 200, worst: 5 * float64(int(1)<<d), exWorst: 1, exchanges: d,
			diffusion: 4 * n, diffPoint: 3 * n,
		})
	}
	with := func(change func(*cubeRow)) []cubeRow {
		other := slices.Clone(rows)
		for i := range other {
			change(&other[i])
		}
		return other
	}
	square := func(r *cubeRow) float64 { return float64(r.dims() * r.dims()) }
	for _, tc := range []struct {
		name  string
		claim reproduce.Claim
		want  string
	}{
		{"logarithmic", cubeTimeClaim(rows), "holds"},
		{"log² P", cubeTimeClaim(with(func(r *cubeRow) { r.halves = 10 * square(r) })), "does not hold"},
		{"above the bound", cubeTimeClaim(with(func(r *cubeRow) { r.random = 1000 * float64(r.dims()) })), "does not hold"},
		{"log P exchanges", cubeExchangeClaim(rows), "holds"},
		{"one more", cubeExchangeClaim(with(func(r *cubeRow) { r.exchanges++ })), "does not hold"},
		{"loads differ", cubeExchangeClaim(with(func(r *cubeRow) { r.left = 1e-6 })), "does not hold"},
		{"O(D)", cubeDiffusionClaim(rows), "holds"},
		{"O(D²)", cubeDiffusionClaim(with(func(r *cubeRow) { r.diffPoint = square(r) })), "does not hold"},
	} {
		reproducetest.WantVerdict(t, tc.name, tc.claim, tc.want)
	}
}
