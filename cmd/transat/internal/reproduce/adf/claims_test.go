package adf

import (
	"math"
	"testing"

	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/reproducetest"
)

func TestADFSections3And4Convergence(t *testing.T) {
	r := reproducetest.Found(t, convergenceItem())
	for _, tc := range []struct {
		section, words string
		want           reproduce.Verdict
	}{
		{"§3, Theorem 1", "not bipartite", reproduce.Holds},
		{"§4.1", "on a ring", reproduce.DoesNotHold}, // cos(π/N)
		{"§4.2", "on a torus γ", reproduce.DoesNotHold},
		{"§4.2", "for all weights c", reproduce.Holds},
		{"§4.2", "weights can be better", reproduce.Holds},
		{"§2.2", "second largest modulus", reproduce.Holds},
		{"§1.2", "order of magnitude", reproduce.HoldsPartly},
	} {
		t.Run(tc.section+" "+tc.words, func(t *testing.T) { reproducetest.WantClaim(t, r, tc.section, tc.words, tc.want) })
	}
}

// The closed forms that the report speaks of.
func TestADFSection4ExactFactorsOnOddNetworks(t *testing.T) {
	s := &reproduce.Session{Seed: 1, Item: "adf/convergence"}
	for _, c := range []factorCase{
		{policy: "adf", kind: "ring", sides: []int{15}},
		{policy: "adf", kind: "torus", sides: []int{9, 9}},
	} {
		row, err := c.run(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		want := math.Cos(math.Pi / float64(c.sides[0]))
		if math.Abs(row.exact-want) > 1e-12 || math.Abs(row.measured-want) > 1e-3*(1-want) {
			t.Errorf("%s: exact %v, measured %v, want %v", row.network(), row.exact, row.measured, want)
		}
	}
}

// Verdicts follow the numbers: with other numbers they are others.
func TestADFVerdictsDependOnTheRows(t *testing.T) {
	factor := func(measured float64) []factorRow { return []factorRow{{measured: measured, exact: 0.9}} }
	oblong := func(plain, other float64) []factorRow {
		at := func(c string, measured float64) factorRow {
			return factorRow{factorCase: factorCase{policy: "adf:c=" + c, kind: "torus", sides: []int{9, 15}}, measured: measured}
		}
		return []factorRow{at("0.1", other), at("0.25", plain)}
	}
	for _, tc := range []struct {
		name  string
		claim reproduce.Claim
		want  string
	}{
		{"level on an odd ring, apart on two", theoremClaim([]factorRow{{factorCase: factorCase{kind: "ring", sides: []int{5}}}}, 0.5), "holds"},
		{"level on two rings", theoremClaim([]factorRow{{factorCase: factorCase{kind: "ring", sides: []int{5}}}}, 0), "does not hold"},
		{
			"level on a hypercube", theoremClaim([]factorRow{{factorCase: factorCase{kind: "hypercube", sides: []int{8}}, refused: "no"}}, 0.5),
			"does not hold",
		},
		{"another c is better", oblongClaim(oblong(0.95, 0.9)), "holds"},
		{"c = ¼ is the best", oblongClaim(oblong(0.9, 0.95)), "does not hold"},
		{"measured is exact", exactClaim(factor(0.9)), "holds"},
		{"measured is not exact", exactClaim(factor(0.91)), "does not hold"},
		{"gain everywhere", gainClaim([]gainRow{{kind: "ring", sides: []int{8}, plain: 100, secondOrder: 9}}), "holds"},
		{"gain nowhere", gainClaim([]gainRow{{kind: "ring", sides: []int{8}, plain: 80, secondOrder: 9}}), "does not hold"},
	} {
		reproducetest.WantVerdict(t, tc.name, tc.claim, tc.want)
	}
}

func TestADFSection4Weights(t *testing.T) {
	r := reproducetest.Found(t, weightsItem())
	for _, tc := range []struct {
		section, words string
		want           reproduce.Verdict
	}{
		{"§4.1", "equation 9", reproduce.Holds},
		{"§4.2", "equation 13", reproduce.Holds},
		{"§4.1", "row stochastic", reproduce.HoldsPartly},      // weights can take turns on even rings
		{"§4.1", "only if the weights", reproduce.DoesNotHold}, // c and 1 − c converge as well
		{"§4.1", "best weights of an odd ring", reproduce.Holds},
		{"§4.2", "between 0 and ½", reproduce.Holds},
		{"§4.2", "any positive weights", reproduce.Holds},
		{"§5", "2d-regular", reproduce.HoldsPartly}, // not on square tori
	} {
		t.Run(tc.words, func(t *testing.T) { reproducetest.WantClaim(t, r, tc.section, tc.words, tc.want) })
	}
}

func TestADFSections2And3RegularNetworks(t *testing.T) {
	r := reproducetest.Found(t, regularItem())
	for _, tc := range []struct{ section, words string }{
		{"§2.2, Lemma 1", "symmetric"},
		{"§5", "invariant"},
		{"§2.2", "simple eigenvalue"},
		{"§3, Theorem 1", "pairs"},
		{"§3, Theorem 1", "connected and not bipartite"},
		{"§1.2", "quadratic"},
	} {
		t.Run(tc.words, func(t *testing.T) { reproducetest.WantClaim(t, r, tc.section, tc.words, reproduce.Holds) })
	}
}

// The steps that the item takes by itself are those of the policy.
func TestWeightedStepsAreThePolicys(t *testing.T) {
	s := &reproduce.Session{Seed: 1, Item: "adf/convergence"}
	for _, c := range []struct {
		policy string
		mine   translations
	}{
		{"adf:c=0.1", torusOf(15, 9).with([]float64{0.1, 0.4}, []float64{0.1, 0.4})},
		{"adf", torusOf(9, 15)},
	} {
		row, err := factorCase{policy: c.policy, kind: "torus", sides: c.mine.sides}.run(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.mine.gamma(); math.Abs(got-row.exact) > 1e-12 {
			t.Errorf("%s on %s: γ = %v, that of the policy is %v", c.policy, c.mine.name, got, row.exact)
		}
	}
}

// The best weights are where two lines cross: on a torus of 3×N, with N large, worked out by hand.
func TestBestWeights(t *testing.T) {
	b := torusOf(3, 31).best()
	// The slowest waves: along the long side, 1 − (1 − 2c)(1 − cos 2π/31), and the most negative, c + (1 − 2c) cos π/31.
	long, short := 1-math.Cos(2*math.Pi/31), math.Cos(math.Pi/31)
	want := (1 - long - short) / (1 - 2*long - 2*short)
	if want < 0 {
		want = 0
	}
	c := b.up[0]
	if d := math.Abs(1 - (1-2*c)*long - (c + (1-2*c)*short)); d > 1e-9 && c > 1e-9 {
		t.Errorf("c = %v, where the lines are %v apart; they cross at %v", c, d, want)
	}
	for _, other := range []float64{c - 0.01, c + 0.01} {
		if other > 0 {
			w := []float64{other, 0.5 - other}
			if g := b.with(w, w).gamma(); g < b.gamma() {
				t.Errorf("c = %v has γ = %v, less than %v with the best, %v", other, g, b.gamma(), c)
			}
		}
	}
}
