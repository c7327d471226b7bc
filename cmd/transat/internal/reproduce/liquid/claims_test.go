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
		{"exactly P − 1 shifts", reproduce.Holds},
		{"about four times", reproduce.HoldsPartly}, // the ratio grows with P
		{"23 times", reproduce.HoldsPartly},
		{"almost linearly with P", reproduce.HoldsPartly}, // for LM, not for NNA
		{"priority", reproduce.Holds},
		{"with the load L_sum", reproduce.Holds},
	} {
		t.Run(tc.words, func(t *testing.T) { reproducetest.WantClaim(t, r, "§5", tc.words, tc.want) })
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
	} {
		t.Run(tc.section, func(t *testing.T) { reproducetest.WantClaim(t, r, tc.section, tc.words, reproduce.Holds) })
	}
}

// Verdicts follow the numbers: with other numbers they are others.
func TestLiquidVerdictsDependOnTheRows(t *testing.T) {
	ring := func(procs int, share, balance, nnaShare, nnaBalance float64) ringRow {
		return ringRow{
			procs:   procs,
			share:   map[string]float64{"liquid-c5": share, "nna-sync": nnaShare},
			balance: map[string]float64{"liquid-c5": balance, "nna-sync": nnaBalance},
		}
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
		{"sharing in P − 1", ringShareClaim(256, nil), "holds"},
		{"sharing in P once", ringShareClaim(256, []int{7}), "does not hold"},
		{"ratio near everywhere", ringRatioClaim("", good, ringRow.slowerBalance, 4), "holds"},
		{"ratio near once", ringRatioClaim("", late, ringRow.slowerBalance, 4), "holds for P = 10"},
		{"ratio near never", ringRatioClaim("", wild, ringRow.slowerBalance, 4), "does not hold"},
		{"linear", ringLinearClaim(good), "holds"},
		{"linear but for NNA", ringLinearClaim(late), "holds for LM"},
		{"not linear", ringLinearClaim(wild), "does not hold"},
		{"the same iterations", torusSameClaim(torus(7, 7, 1)), "holds"},
		{"other iterations", torusSameClaim(torus(7, 8, 1)), "does not hold"},
		{"shared", torusSharingClaim(torus(7, 7, 1)), "holds"},
		{"not shared", torusSharingClaim(torus(7, 7, math.NaN())), "does not hold"},
	} {
		reproducetest.WantVerdict(t, tc.name, tc.claim, tc.want)
	}
}
