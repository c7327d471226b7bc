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
