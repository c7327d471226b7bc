package plb

import (
	"math"
	"testing"

	"transat/balance/topology"
	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/reproducetest"
)

func TestPLBSection4AverageCase(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	r := reproducetest.Found(t, table1Item())
	for _, tc := range []struct {
		section, words string
		want           reproduce.Verdict
	}{
		{"§4.2, eq. 4", "on a line E[M]", reproduce.Holds},
		{"§4.3, eq. 5", "E[M] = Θ(nσ)", reproduce.Holds},
		{"§4.3, eq. 5", "its constant is", reproduce.DoesNotHold}, // 1.68, and 1.72 for uniform loads
		{"§4.3, eq. 6", "on a clique", reproduce.Holds},
		{"§4.3", "for uniform loads a tree migrates 3.76", reproduce.DoesNotHold},
		{"§4.3", "for normal loads a tree migrates 4.08", reproduce.DoesNotHold},
		{"Abstract", "at most four times", reproduce.HoldsPartly}, // for uniform loads
		{"Table 1", "on a hypercube", reproduce.Holds},
		{"Table 1", "on a mesh of two", reproduce.DoesNotHold}, // the 2d-th root is meant
		{"Table 1", "on a mesh of three", reproduce.DoesNotHold},
		{"§4.4", "sharp", reproduce.Holds},
		{"§1, §4.3", "less than a clique", reproduce.Holds},
		{"Theorem 1", "at most the diameter", reproduce.Holds},
		{"§4.1, eq. 3", "over the link", reproduce.Holds},
		{"§1", "like √Δ", reproduce.Holds},
	} {
		t.Run(tc.section+" "+tc.words, func(t *testing.T) { reproducetest.WantClaim(t, r, tc.section, tc.words, tc.want) })
	}
}

// Verdicts follow the numbers: with other numbers they are others.
func TestPLBVerdictsDependOnTheRows(t *testing.T) {
	table := func(most, point int, bound float64) []row {
		return []row{{setting: setting{label: "line", loads: "normal"}, diameter: 9, mostRounds: most, pointRounds: point, bound: bound, far: 1}}
	}
	for _, tc := range []struct {
		name  string
		claim reproduce.Claim
		want  string
	}{
		{"as many rounds as the diameter", roundsClaim(table(8, 9, 1)), "holds"},
		{"more rounds in a sample", roundsClaim(table(10, 9, 1)), "does not hold"},
		{"more rounds at the worst", roundsClaim(table(8, 10, 1)), "does not hold"},
		{"at the bound", boundClaim(table(8, 9, 1)), "holds"},
		{"above the bound", boundClaim(table(8, 9, 1.01)), "does not hold"},
		{"a clique at the bound", boundClaim([]row{{setting: setting{label: "clique"}, bound: 1, least: 1, far: 1}}), "holds"},
		{"a clique below the bound", boundClaim([]row{{setting: setting{label: "clique"}, bound: 1, least: 0.99, far: 1}}), "does not hold"},
		{"as much as a clique", leastClaim([]row{{diameter: 4, least: 0.25}, {diameter: 1, least: 1}}), "holds"},
		{"less than a clique", leastClaim([]row{{diameter: 4, least: 0.24}, {diameter: 1, least: 1}}), "does not hold"},
		{"fewer rounds than a line needs", roundsClaim(table(8, 8, 1)), "does not hold"},
	} {
		reproducetest.WantVerdict(t, tc.name, tc.claim, tc.want)
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
	if got := (setting{label: "hypercube", net: net}).exact(); math.Abs(got-want) > 1e-12*want {
		t.Errorf("got %v, want %v", got, want)
	}
}
