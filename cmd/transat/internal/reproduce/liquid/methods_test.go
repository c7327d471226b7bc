package liquid

import (
	"math"
	"testing"

	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/reproducetest"
)

func TestLiquidSection2EarlierMethods(t *testing.T) {
	r := reproducetest.Found(t, methodsItem())
	for _, tc := range []struct {
		section, words string
		want           reproduce.Verdict
	}{
		{"§2.2", "dimension exchange outperforms", reproduce.Holds},
		{"§2.5", "best α", reproduce.HoldsPartly}, // for hypercubes and sides of 4
		{"§2.5", "square of the diameter", reproduce.Holds},
		{"§2.1", "O(D·max K)", reproduce.DoesNotHold},
		{"§2.2", "at the same time", reproduce.DoesNotHold},
		{"§2.1", "highest rate", reproduce.Holds},
		{"§2.3", "equation 3", reproduce.HoldsPartly}, // where all have as many neighbours
		{"§2.3", "upper bound", reproduce.Holds},
		{"§3.3", "three neighbours", reproduce.HoldsPartly}, // not NNA with the rounding of §5
		{"§5", "perfectly balanced", reproduce.Holds},
		{"§2.1", "β^P", reproduce.DoesNotHold}, // the load decides
	} {
		t.Run(tc.words, func(t *testing.T) { reproducetest.WantClaim(t, r, tc.section, tc.words, tc.want) })
	}
}

func TestLiquidSection2VerdictsDependOnTheRows(t *testing.T) {
	ring := func(n int, best float64, nna, diffusion, exchange int) methodRow {
		return methodRow{kind: "ring", sides: []int{n}, averaging: 1. / 3, best: best, steps: [3]int{nna, diffusion, exchange}}
	}
	optimal := []methodRow{ring(16, 1./3, 16, 10, 5), ring(32, 1./3, 32, 20, 20)}
	far := []methodRow{ring(16, 0.5, 256, 10, 5), ring(32, 0.5, 1024, 20, 15)}
	torus := func(n, diffusion int) methodRow {
		return methodRow{kind: "torus", sides: []int{n, n}, steps: [3]int{1, diffusion, 1}}
	}
	linear := append([]methodRow{torus(16, 10), torus(32, 20)}, far...)
	for _, tc := range []struct {
		name  string
		claim reproduce.Claim
		want  string
	}{
		{"diffusion is linear", torusTimeClaim(linear), "holds"},
		{"diffusion is quadratic", torusTimeClaim(append(linear, torus(64, 80))), "does not hold"},
		{"exchange is faster", exchangeClaim(far), "holds"},
		{"exchange is as fast once", exchangeClaim(optimal), "does not hold"},
		{"exchange takes less time", modelClaim(far), "holds for ring 32"},
		{
			"another α is faster once", alphaClaim([]alphaRow{{kind: "ring", sides: []int{8}, tried: 1}, {tried: 1, faster: 1}}),
			"holds for ring 8",
		},
		{"the best α", bestAlphaClaim(optimal), "holds"},
		{"another α", bestAlphaClaim(far), "does not hold"},
		{"quadratic", quadraticClaim(far), "holds"},
		{"linear", quadraticClaim(optimal), "does not hold"},
	} {
		reproducetest.WantVerdict(t, tc.name, tc.claim, tc.want)
	}
}

func TestSplitAndConsume(t *testing.T) {
	for _, c := range []struct {
		alpha                float64
		procs, load          int
		transfers, inTheTime int
	}{
		{0.5, 1, 7, 0, 7},
		{0.5, 2, 4, 1, 2},  // 4 0 → 2 2
		{0.5, 3, 4, 2, 2},  // 4 0 0 → 2 1 1 → 1 0 0, which is not given away
		{0.75, 2, 4, 2, 2}, // 4 0 → 3 1 → 2 0 → 1 1
		{0.5, 3, 1, 0, 1},
	} {
		transfers, inTheTime := splitAndConsume(c.alpha, c.procs, c.load)
		if transfers != c.transfers || inTheTime != c.inTheTime {
			t.Errorf("α = %v, %d processors, %d elements: %d transfers in the time %d, want %d in %d", c.alpha, c.procs, c.load, transfers,
				inTheTime, c.transfers, c.inTheTime)
		}
	}
}

// A claim that transfers grow by β does not hold if they grow otherwise.
func TestSplitClaimCanFail(t *testing.T) {
	series := func(busy, growth float64) (rows []splitRow) {
		for procs := 3; procs < 10; procs++ {
			rows = append(rows, splitRow{alpha: 0.5, busy: busy, procs: procs, transfers: int(1000 * math.Pow(growth, float64(procs)))})
		}
		return rows
	}
	reproducetest.WantVerdict(t, "by 1.5", splitClaim(series(0.5, 1.5)), "does not hold")
	reproducetest.WantVerdict(t, "by 2.1", splitClaim(series(0.5, 2.1)), "holds")
	reproducetest.WantVerdict(t, "by both", splitClaim(append(series(0, 1.5), series(0.5, 2.1)...)), "holds for busy 50 %")
}

// The load is the smallest of those tried with which the processors are busy enough.
func TestSplitRowsAreBusyEnough(t *testing.T) {
	for _, r := range splitRows(&reproduce.Session{Quick: true}) {
		if r.efficiency() < r.busy {
			t.Errorf("%+v: busy %.2f of the time", r, r.efficiency())
		}
	}
}
