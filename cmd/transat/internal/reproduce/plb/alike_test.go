package plb

import (
	"testing"

	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/reproducetest"
	"transat/instances"
	"transat/solver/tree"
)

func TestPLBSection62LikeForLike(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	r := reproducetest.Found(t, alikeItem())
	sheet := r.Tables[0]
	if sheet.Rows() != 24 {
		t.Fatalf("%d rows, want two machines, two estimates, and six networks", sheet.Rows())
	}
	if len(r.Claims) != 2 {
		t.Errorf("%d claims", len(r.Claims))
	}
}

// With one grain, every policy takes the same elements from lists: those of the tree above the grain, and the ones just below.
func TestAlikeSimulationsHaveOneGrainAndOneStart(t *testing.T) {
	lent := recorded(t)
	taken := map[string]map[int64]bool{}
	for _, c := range alikeCases(&reproduce.Session{Quick: true}) {
		result, err := gridRunOn(t.Context(), lent, simulated{row: c.row, machine: c.machine, seed: 1, alike: 40})
		if err != nil {
			t.Fatal(err)
		}
		if taken[c.row.Estimate] == nil {
			taken[c.row.Estimate] = map[int64]bool{}
		}
		taken[c.row.Estimate][result.Taken] = true
	}
	if len(taken["alpha"]) != 1 || len(taken["count"]) != 1 {
		t.Errorf("elements taken: %v; want one number for each estimate", taken)
	}
	row := alikeCases(&reproduce.Session{Quick: true})[0].row
	own, err := gridRunOn(t.Context(), lent, simulated{row: row, machine: machine, seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if taken["alpha"][own.Taken] {
		t.Errorf("PLB takes %d elements with its own grain, too", own.Taken)
	}
}

func TestAlikeVerdictsDependOnTheRows(t *testing.T) {
	rows := func(plb, lade, send float64) []gridRow {
		var all []gridRow
		for i, c := range alikeCases(&reproduce.Session{}) {
			r := gridRow{gridCase: c}
			r.ours.Efficiency, r.ours.Send = 80, 500
			if c.row.Policy != "lade" {
				r.ours.Efficiency, r.ours.Send = plb, 100
			}
			if i == 3 { // LADE on the first machine, with estimate (a), on the hypercube
				r.ours.Efficiency = lade
			}
			if i == 1 { // on the mesh
				r.ours.Send = send
			}
			all = append(all, r)
		}
		return all
	}
	const but = "holds for gcel-1024 (b), gcel-ppbb (a), gcel-ppbb (b)"
	for _, tc := range []struct {
		name  string
		rows  []gridRow
		claim int
		want  string
	}{
		{"ahead", rows(81, 80, 500), 0, "holds"},
		{"behind on one network", rows(81, 82, 500), 0, but},
		{"behind", rows(79, 80, 500), 0, "does not hold"},
		{"sends a fifth", rows(81, 80, 500), 1, "holds"},
		{"sends more once", rows(81, 80, 499), 1, but},
	} {
		reproducetest.WantVerdict(t, tc.name, alikeClaims(tc.rows)[tc.claim], tc.want)
	}
}

// recorded is a small tree without a model.
func recorded(t *testing.T) reproduce.Lent {
	t.Helper()
	formula, err := instances.Sample{Vars: 170, Clauses: 850, K: 3}.Formula(1)
	if err != nil {
		t.Fatal(err)
	}
	recorded, err := tree.Record(t.Context(), formula, tree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return reproduce.Lent{Name: "formula", Formula: formula, Tree: recorded}
}
