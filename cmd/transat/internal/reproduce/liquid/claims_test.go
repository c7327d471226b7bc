package liquid

import (
	"math"
	"testing"

	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/reproducetest"
)

func TestLiquidSection5Figure5Rings(t *testing.T) {
	r := reproducetest.Found(t, fig5Item())
	for _, tc := range []struct {
		words string
		want  reproduce.Verdict
	}{
		{"P − 1 shifts", reproduce.HoldsPartly}, // C5

		{"about four times", reproduce.HoldsPartly}, // the ratio grows with P
		{"23 times", reproduce.HoldsPartly},
		{"almost linearly with P", reproduce.HoldsPartly}, // for LM, not for NNA
		{"priority", reproduce.HoldsPartly},               // C5
		{"quadratic component", reproduce.Holds},
		{"most efficient condition", reproduce.HoldsPartly}, // to share
		{"with the load L_sum", reproduce.HoldsPartly},      // LM, not NNA
	} {
		t.Run(tc.words, func(t *testing.T) { reproducetest.WantClaim(t, r, "§", tc.words, tc.want) })
	}
}

func TestLiquidSection5Figure7Tori(t *testing.T) {
	r := reproducetest.Found(t, fig7Item())
	for _, tc := range []struct {
		words string
		want  reproduce.Verdict
	}{
		{"identical numbers of iterations", reproduce.HoldsPartly}, // one iteration apart on 32x32
		{"from uniform loads", reproduce.Holds},
		{"C0, C1 and C2, which", reproduce.DoesNotHold},
		{"only linearly", reproduce.Holds},
		{"supplies all processors", reproduce.HoldsPartly}, // from uniform loads
	} {
		t.Run(tc.words, func(t *testing.T) { reproducetest.WantClaim(t, r, "§", tc.words, tc.want) })
	}
}

func TestLiquidSection4Theorems(t *testing.T) {
	reproducetest.Long(t) // package balance tests the theorems on smaller networks
	r := reproducetest.Found(t, theoryItem())
	for _, tc := range []struct{ section, words string }{
		{"§4, Lemma 1", "never raises"},
		{"§4, Theorem 2", "becomes balanced"},
		{"§4, Theorem 3", "O(D·K·L_diff)"},
		{"§4, Theorem 3", "falls within"},
		{"§4", "treated like C5"},
		{"§3.2", "no busy processor idle"},
	} {
		t.Run(tc.section+" "+tc.words, func(t *testing.T) { reproducetest.WantClaim(t, r, tc.section, tc.words, reproduce.Holds) })
	}
}

// Verdicts on theorems follow the numbers.
func TestLiquidTheoryVerdictsDependOnTheRows(t *testing.T) {
	row := func(kept, raised int, shifts float64) []theoryRow {
		return []theoryRow{{
			theoryCase: theoryCase{policy: "liquid-c3", dims: 2, side: 8, difference: 16, repeats: 1}, kept: kept, raised: raised, shifts: shifts,
		}}
	}
	small := []smallTorus{{policy: "liquid-c3", tried: 1}}
	for _, tc := range []struct {
		name  string
		claim reproduce.Claim
		want  string
	}{
		{"the maximum falls", keptClaim(row(16, 0, 1)), "holds"},
		{"it stays", keptClaim(row(17, 0, 1)), "does not hold"},
		{"like C5", othersClaim(row(1, 0, 128), small), "holds"},
		{"slower", othersClaim(row(1, 0, 129), small), "does not hold"},
		{"a higher maximum", othersClaim(row(1, 1, 1), small), "does not hold"},
		{"not balanced", othersClaim(row(1, 0, 1), []smallTorus{{policy: "liquid-c4", tried: 1, failed: 1}}), "does not hold"},
	} {
		reproducetest.WantVerdict(t, tc.name, tc.claim, tc.want)
	}
}

// Verdicts follow the numbers: with other numbers they are others.
func TestLiquidVerdictsDependOnTheRows(t *testing.T) {
	ring := func(procs int, share, balance, nnaShare, nnaBalance float64) ringRow {
		r := ringRow{procs: procs, share: map[string]float64{"nna-sync": nnaShare}, balance: map[string]float64{"nna-sync": nnaBalance}}
		for _, policy := range balancing() {
			r.share[policy], r.balance[policy] = share, balance
		}
		return r
	}
	good := []ringRow{ring(10, 9, 50, 200, 200), ring(100, 99, 500, 2100, 2000)}
	late := []ringRow{ring(10, 9, 50, 200, 200), ring(100, 100, 500, 20_000, 9000)}
	wild := []ringRow{ring(10, 9, 50, 1, 1), ring(100, 99, 5000, 1, 1)}
	torus := func(c3, c5, c0 float64) []torusRow {
		return []torusRow{{procs: 16, balance: [6]float64{0, 0, 0, c3, c3, c5}, share: [6]float64{c0, 1, 1, 1, 1, 1}}}
	}
	for _, tc := range []struct {
		name  string
		claim reproduce.Claim
		want  string
	}{
		{"sharing in P − 1", ringShareClaim(good, 256, nil), "holds"},
		{"sharing in P by C5 once", ringShareClaim(good, 256, []int{7}), "holds for C3 and C4"},
		{"sharing in P once", ringShareClaim(late, 256, []int{100}), "does not hold"},
		{"ratio near everywhere", ringRatioClaim("", good, ringRow.slowerBalance, 4), "holds"},
		{"ratio near once", ringRatioClaim("", late, ringRow.slowerBalance, 4), "holds for C3 at P = 10, C4 at P = 10, C5 at P = 10"},
		{"ratio near never", ringRatioClaim("", wild, ringRow.slowerBalance, 4), "does not hold"},
		{"linear", ringLinearClaim(good), "holds"},
		{"linear but for NNA", ringLinearClaim(late), "holds for LM"},
		{"not linear", ringLinearClaim(wild), "does not hold"},
		{"no quadratic part of NNA", ringQuadraticClaim(good), "does not hold"},
		{"C5 as fast as the others", ringVariantClaim(good), "holds"},
		{"the same iterations", torusSameClaim(torus(7, 7, 1)), "holds"},
		{"other iterations", torusSameClaim(torus(7, 8, 1)), "does not hold"},
		{"shared", torusSharingClaim(torus(7, 7, 1)), "holds"},
		{"not shared", torusSharingClaim(torus(7, 7, math.NaN())), "does not hold"},
	} {
		reproducetest.WantVerdict(t, tc.name, tc.claim, tc.want)
	}
}
