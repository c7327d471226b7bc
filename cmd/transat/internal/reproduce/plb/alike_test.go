package plb

import (
	"testing"

	"transat/balance"
	"transat/balance/sim"
	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/reproducetest"
	"transat/instances"
	"transat/solver/tree"
)

func TestPLBSection62LikeForLike(t *testing.T) {
	reproducetest.Long(t)
	r := reproducetest.Found(t, alikeItem())
	sheet := r.Tables[0]
	if sheet.Rows() != 24 {
		t.Fatalf("%d rows, want two machines, two estimates, and six networks", sheet.Rows())
	}
	if len(r.Claims) != 2 {
		t.Errorf("%d claims", len(r.Claims))
	}
}

// The setups differ in policy and network alone.
func TestAlikeSimulationsHaveOneGrainAndOneStart(t *testing.T) {
	budgets := map[string]balance.Ticks{}
	for _, c := range alikeCases(&reproduce.Session{Quick: true}) {
		s, err := simulated{row: c.row, machine: c.machine, seed: 1, alike: true}.setup()
		if err != nil {
			t.Fatal(err)
		}
		first, ok := budgets[c.machine]
		if !ok {
			first = s.Budget
			budgets[c.machine] = first
		}
		if s.Budget == 0 || s.Budget != first || s.Start != sim.StartMiddle || s.Estimate.Name != c.row.Estimate || s.Cost.Name != c.machine {
			t.Errorf("%s on a %s: %+v", c.row.Policy, c.row.Topology, s)
		}
	}
	own, err := simulated{row: alikeCases(&reproduce.Session{Quick: true})[0].row, machine: machine, seed: 1}.setup()
	if err != nil || own.Budget != 0 || own.Start != sim.StartRoot {
		t.Errorf("by itself PLB has a budget of %d and starts at %s, error %v", own.Budget, own.Start, err)
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
