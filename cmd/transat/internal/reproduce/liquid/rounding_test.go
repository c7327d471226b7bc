package liquid

import (
	"slices"
	"testing"

	"transat/balance/topology"
	"transat/cmd/transat/internal/reproduce/reproducetest"
)

func TestAveragedDown(t *testing.T) {
	ring, err := topology.New("ring", 4)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := averagedDown(ring, []float64{7, 0, 2, 1}), []float64{3, 2, 2, 3}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// On a ring NNA reaches equal loads if it rounds up and down, and not if it rounds down alone.
func TestLiquidSection5RoundingOnARing(t *testing.T) {
	r, err := roundedOff(t.Context(), roundingRow{kind: "ring", sides: []int{32}, load: 5})
	if err != nil {
		t.Fatal(err)
	}
	rows := []roundingRow{r, {kind: "hypercube", sides: []int{8}, load: 5, asymmetric: 12}}
	reproducetest.WantVerdict(t, "rounding", roundingClaim(rows), "holds")
	reproducetest.WantVerdict(t, "variation", variationClaim(rows), "holds")
	rows[0].asymmetric, rows[1].down = 1, 13
	reproducetest.WantVerdict(t, "one element is left", roundingClaim(rows), "does not hold")
	reproducetest.WantVerdict(t, "no bound", variationClaim(rows), "does not hold")
}

// A triplet in which load comes from the left and goes to the right is told from the others.
func TestLiquidSection33Triplets(t *testing.T) {
	rows, err := tripletRows(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		// The Liquid model moves the elements of a plateau, and so does NNA if it rounds to one side.
		want := 0
		if r.policy == "liquid-c5" || r.policy == "nna-sync" && r.whole {
			want = r.triplets
		}
		if r.triplets == 0 || r.moved != want {
			t.Errorf("%+v", r)
		}
	}
	reproducetest.WantVerdict(t, "one of six does", tripletClaim(rows), "holds for all but nna-sync on whole loads")
	rows[1].moved = 0
	reproducetest.WantVerdict(t, "none does", tripletClaim(rows), "holds")
}

func TestLiquidSection23EquationClaimCanFail(t *testing.T) {
	rows := []equationRow{{kind: "ring", regular: true}, {kind: "mesh", equation3: 0.2}}
	reproducetest.WantVerdict(t, "regular", equationClaim(rows),
		"holds for networks on which all processors have the same number of neighbours")
	reproducetest.WantVerdict(t, "all", equationClaim(rows[:1]), "holds")
	rows[0].diffusion = 0.1
	reproducetest.WantVerdict(t, "no diffusion", equationClaim(rows), "does not hold")
}
