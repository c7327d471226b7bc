package experiment

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"transat/balance"
	"transat/balance/compare"
	"transat/cmd/transat/internal/input"
)

// setups are setups of the named policies, each with the given number of seeds.
func setups(t *testing.T, seeds int, policies ...string) []Setup {
	t.Helper()
	var all []Setup
	for _, name := range policies {
		chosen, err := balance.Choose(name)
		if err != nil {
			t.Fatal(err)
		}
		for k := range seeds {
			all = append(all, Setup{Policy: chosen, Seed: uint64(k)})
		}
	}
	return all
}

func TestRowsAreComparedWithTheFastestThatIsNoBound(t *testing.T) {
	p := &Plan{Setups: setups(t, 1, "none", "plb", "ideal"), Formulas: make([]input.Formula, 2)}
	o := &PlanResult{
		Trees:   []*Tree{{}, {}},
		Results: [][]*balance.Result{{result(20), result(40)}, {result(10), result(10)}, {result(5), result(5)}},
	}
	rows := o.Rows(p)
	var ratios, nrt []float64
	for _, r := range rows {
		if r.Reference != "plb" {
			t.Errorf("%v is compared with %q, want plb", r.Policy, r.Reference)
		}
		ratios, nrt = append(ratios, r.Ratio), append(nrt, r.NRT)
	}
	if diff := cmp.Diff([]float64{3, 1, 0.5}, ratios); diff != "" {
		t.Errorf("ratios (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]float64{0, 20. / 25, 1}, nrt); diff != "" {
		t.Errorf("NRT (-want +got):\n%s", diff)
	}
	o.Results[1][1], o.Results[2][0] = nil, nil
	for _, r := range o.Rows(p) {
		if r.Reference != "" || !math.IsNaN(r.Ratio) || !math.IsNaN(r.NRT) {
			t.Errorf("%v is compared with %q on other formulas: %v, NRT %v", r.Policy, r.Reference, r.Ratio, r.NRT)
		}
	}
}

func TestSeedsMakeOneRow(t *testing.T) {
	for _, tc := range []struct {
		name     string
		formulas int
		results  [][]*balance.Result
		want     Row
	}{
		{
			"one formula: a time a seed", 1,
			[][]*balance.Result{{result(2)}, {result(6)}},
			Row{Means: compare.Means{Time: 4}, TimeStd: math.Sqrt(8), Times: []float64{2, 6}, Formulas: 1, Seeds: 2},
		},
		{
			"two formulas: a time a formula", 2,
			[][]*balance.Result{{result(2), result(4)}, {result(4), result(8)}},
			Row{Means: compare.Means{Time: 4.5}, TimeStd: math.Sqrt(4.5), Times: []float64{3, 6}, Formulas: 2, Seeds: 2},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := &Plan{Setups: setups(t, 2, "plb"), Seeds: 2, Formulas: make([]input.Formula, tc.formulas)}
			rows := (&PlanResult{Trees: []*Tree{{}, {}}, Results: tc.results}).Rows(p)
			if len(rows) != 1 {
				t.Fatalf("%d rows, want 1", len(rows))
			}
			r := rows[0]
			got := Row{Means: compare.Means{Time: r.Time}, TimeStd: r.TimeStd, Times: r.Times, Formulas: r.Formulas, Seeds: r.Seeds}
			if diff := cmp.Diff(tc.want, got, cmpopts.EquateApprox(0, 1e-12), cmpopts.IgnoreFields(Row{}, "Setup")); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
