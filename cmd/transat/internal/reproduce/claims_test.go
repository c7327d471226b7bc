package reproduce

import (
	"math"
	"slices"
	"strings"
	"testing"

	"transat/balance/topology"
)

// found runs an item at its quick size.
func found(t *testing.T, item Item) *Result {
	t.Helper()
	results, err := (&Plan{Items: []Item{item}, Quick: true, Seed: 1, Threads: 2}).Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return results[0]
}

// wantClaim checks the verdict on the claim whose text contains some words.
func wantClaim(t *testing.T, r *Result, section, words string, want Verdict) {
	t.Helper()
	for _, c := range r.Claims {
		if strings.Contains(c.Text, words) && strings.HasPrefix(c.Section, section) {
			if c.Verdict != want {
				t.Errorf("%s, %s: %v: %s", c.Section, c.Text, c, c.Note)
			}
			return
		}
	}
	t.Errorf("there is no claim with %q in %s", words, section)
}

func TestPLBSection4AverageCase(t *testing.T) {
	r := found(t, plbTable1Item())
	for _, tc := range []struct {
		section, words string
		want           Verdict
	}{
		{"§4.2, eq. 4", "on a line E[M]", Holds},
		{"§4.3, eq. 5", "E[M] = Θ(nσ)", Holds},
		{"§4.3, eq. 5", "its constant is", DoesNotHold}, // 1.68, and 1.72 for uniform loads
		{"§4.3, eq. 6", "on a clique", Holds},
		{"§4.3", "for uniform loads a tree migrates 3.76", DoesNotHold},
		{"§4.3", "for normal loads a tree migrates 4.08", DoesNotHold},
		{"Abstract", "at most four times", HoldsPartly}, // for uniform loads
		{"Table 1", "on a hypercube", Holds},
		{"Table 1", "on a mesh of two", DoesNotHold}, // the 2d-th root is meant
		{"Table 1", "on a mesh of three", DoesNotHold},
		{"§4.4", "sharp", Holds},
		{"Theorem 1", "at most the diameter", Holds},
		{"§1", "like √Δ", Holds},
	} {
		t.Run(tc.section+" "+tc.words, func(t *testing.T) { wantClaim(t, r, tc.section, tc.words, tc.want) })
	}
}

func TestLiquidSection5Figure5Rings(t *testing.T) {
	r := found(t, liquidFig5Item())
	for _, tc := range []struct {
		words string
		want  Verdict
	}{
		{"exactly P − 1 shifts", Holds},
		{"about four times", HoldsPartly}, // the ratio grows with P
		{"23 times", HoldsPartly},
		{"almost linearly with P", HoldsPartly}, // for LM, not for NNA
		{"priority", Holds},
		{"with the load L_sum", Holds},
	} {
		t.Run(tc.words, func(t *testing.T) { wantClaim(t, r, "§5", tc.words, tc.want) })
	}
}

func TestLiquidSection5Figure7Tori(t *testing.T) {
	r := found(t, liquidFig7Item())
	for _, tc := range []struct {
		words string
		want  Verdict
	}{
		{"identical numbers of iterations", HoldsPartly}, // one iteration apart on 32x32
		{"from uniform loads", Holds},
		{"C0, C1 and C2 perform", DoesNotHold},
		{"only linearly", Holds},
	} {
		t.Run(tc.words, func(t *testing.T) { wantClaim(t, r, "§", tc.words, tc.want) })
	}
}

func TestLiquidSection4Theorems(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	r := found(t, liquidTheoryItem())
	for _, tc := range []struct{ section, words string }{
		{"§4, Lemma 1", "never raises"},
		{"§4, Theorem 2", "becomes balanced"},
		{"§4, Theorem 3", "O(D·K·L_diff)"},
	} {
		t.Run(tc.section, func(t *testing.T) { wantClaim(t, r, tc.section, tc.words, Holds) })
	}
}

func TestADFSections3And4Convergence(t *testing.T) {
	r := found(t, adfConvergenceItem())
	for _, tc := range []struct {
		section, words string
		want           Verdict
	}{
		{"§3, Theorem 1", "not bipartite", Holds},
		{"§4.1", "on a ring", DoesNotHold}, // cos(π/N)
		{"§4.2", "on a torus γ", DoesNotHold},
		{"§4.2", "for all weights c", Holds},
		{"§2.2", "second largest modulus", Holds},
		{"§1.2", "order of magnitude", HoldsPartly},
	} {
		t.Run(tc.section+" "+tc.words, func(t *testing.T) { wantClaim(t, r, tc.section, tc.words, tc.want) })
	}
}

// The closed forms that the report speaks of.
func TestADFSection4ExactFactorsOnOddNetworks(t *testing.T) {
	s := &Session{Seed: 1, item: "adf/convergence"}
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
func TestVerdictsDependOnTheRows(t *testing.T) {
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
	plb := func(most, point int, bound float64) []plbRow {
		return []plbRow{{plbCase: plbCase{label: "line", loads: "normal"}, diameter: 9, mostRounds: most, pointRounds: point, bound: bound, far: 1}}
	}
	factor := func(measured float64) []factorRow { return []factorRow{{measured: measured, exact: 0.9}} }
	torus := func(c3, c5, c0 float64) []torusRow {
		return []torusRow{{procs: 16, balance: [6]float64{0, 0, 0, c3, c3, c5}, share: [6]float64{c0, 1, 1, 1, 1, 1}}}
	}
	for _, tc := range []struct {
		name  string
		claim Claim
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
		{"as many rounds as the diameter", plbRounds(plb(8, 9, 1)), "holds"},
		{"more rounds in a sample", plbRounds(plb(10, 9, 1)), "does not hold"},
		{"more rounds at the worst", plbRounds(plb(8, 10, 1)), "does not hold"},
		{"at the bound", plbBound(plb(8, 9, 1)), "holds"},
		{"above the bound", plbBound(plb(8, 9, 1.01)), "does not hold"},
		{"a clique at the bound", plbBound([]plbRow{{plbCase: plbCase{label: "clique"}, bound: 1, least: 1, far: 1}}), "holds"},
		{"a clique below the bound", plbBound([]plbRow{{plbCase: plbCase{label: "clique"}, bound: 1, least: 0.99, far: 1}}), "does not hold"},
		{"fewer rounds than a line needs", plbRounds(plb(8, 8, 1)), "does not hold"},
		{"measured is exact", adfExactClaim(factor(0.9)), "holds"},
		{"measured is not exact", adfExactClaim(factor(0.91)), "does not hold"},
		{"the same iterations", torusSameClaim(torus(7, 7, 1)), "holds"},
		{"other iterations", torusSameClaim(torus(7, 8, 1)), "does not hold"},
		{"shared", torusSharingClaim(torus(7, 7, 1)), "holds"},
		{"not shared", torusSharingClaim(torus(7, 7, math.NaN())), "does not hold"},
		{"gain everywhere", adfGainClaim([]gainRow{{kind: "ring", sides: []int{8}, plain: 100, secondOrder: 9}}), "holds"},
		{"gain nowhere", adfGainClaim([]gainRow{{kind: "ring", sides: []int{8}, plain: 80, secondOrder: 9}}), "does not hold"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := tc.claim.String(); got != tc.want {
				t.Errorf("%s, want %s (%s)", got, tc.want, tc.claim.Note)
			}
		})
	}
}

// Over a link of a hypercube goes half of the difference of two loads: σ/√π on average. After each
// dimension loads are means of two, and σ is smaller by √2.
func TestPLBSection41Equation3SummedOverAHypercube(t *testing.T) {
	net, err := topology.New("hypercube", 16)
	if err != nil {
		t.Fatal(err)
	}
	want := 0.0
	for stage := range 4 {
		want += 8 / math.Sqrt(math.Pi) * math.Pow(2, -float64(stage)/2)
	}
	if got := (plbCase{label: "hypercube", net: net}).exact(); math.Abs(got-want) > 1e-12*want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestRanges(t *testing.T) {
	all := []int{4, 8, 16, 32, 64}
	for _, tc := range []struct {
		in   []int
		want string
	}{
		{nil, ""},
		{[]int{4}, "4"},
		{[]int{4, 8, 16}, "4 to 16"},
		{[]int{8, 32, 64}, "8 and 32 to 64"},
		{all, "4 to 64"},
	} {
		if got := ranges(all, func(i int) bool { return slices.Contains(tc.in, all[i]) }); got != tc.want {
			t.Errorf("of %v: %q, want %q", tc.in, got, tc.want)
		}
	}
}

func TestGrowth(t *testing.T) {
	xs, ys := []float64{1, 2, 4, 8}, []float64{3, 3 * math.Sqrt2, 6, 6 * math.Sqrt2}
	if got := growth(xs, ys); math.Abs(got-0.5) > 1e-12 {
		t.Errorf("got %v, want 0.5", got)
	}
}
