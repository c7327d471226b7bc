package experiment

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/sim"
	"transat/cmd/transat/internal/input"
)

func TestSpread(t *testing.T) {
	for _, tc := range []struct {
		name string
		x    []float64
		want Spread
	}{
		{"one", []float64{3}, Spread{3, 3, 3, 3, 3}},
		{"two", []float64{5, 1}, Spread{1, 2, 3, 4, 5}},
		{"five, not in order", []float64{50, 10, 30, 20, 40}, Spread{10, 20, 30, 40, 50}},
		{"six", []float64{1, 2, 3, 4, 5, 6}, Spread{1, 2.25, 3.5, 4.75, 6}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, spread(tc.x)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// The ranks are those of tables of the sign test, for the median at 95 %.
func TestMedianIntervalTakesTheRanksOfTheSignTest(t *testing.T) {
	for n, want := range map[int]int{6: 1, 8: 1, 9: 2, 12: 3, 20: 6, 25: 8, 36: 12, 50: 18, 100: 40} {
		var x []float64
		for i := range n {
			x = append(x, float64(i+1))
		}
		low, high := medianInterval(x)
		if int(low) != want || int(high) != n+1-want {
			t.Errorf("n = %d: %v to %v, want ranks %d to %d", n, low, high, want, n+1-want)
		}
	}
	if low, high := medianInterval([]float64{1, 2, 3, 4, 5}); !math.IsNaN(low) || !math.IsNaN(high) {
		t.Errorf("an interval of five values: %v to %v", low, high)
	}
}

func TestMedianIntervalHoldsTheMedian(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Float64Range(0.1, 10), 6, 60).Draw(t, "ratios")
		ones := make([]float64, len(x))
		for i := range ones {
			ones[i] = 1
		}
		a := against("other", x, ones)
		if a.Low > a.Ratio || a.Ratio > a.High || a.Faster+a.Slower > len(x) {
			t.Fatalf("%+v", a)
		}
	})
}

func TestAgainstPairsTheTimes(t *testing.T) {
	got := against("plb", []float64{2, 20, 300, 5}, []float64{1, 10, 100, 10})
	want := Against{Reference: "plb", Ratio: 2, Low: math.NaN(), High: math.NaN(), Faster: 1, Slower: 3}
	if diff := cmp.Diff(want, got, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// setups are setups of the named policies, each with so many seeds.
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
	o := &Outcome{
		Trees:   []*Tree{{}, {}},
		Results: [][]*sim.Result{{result(20), result(40)}, {result(10), result(10)}, {result(5), result(5)}},
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
		results  [][]*sim.Result
		want     Row
	}{
		{
			"one formula: a time a seed", 1,
			[][]*sim.Result{{result(2)}, {result(6)}},
			Row{Time: 4, TimeStd: math.Sqrt(8), Times: []float64{2, 6}, Formulas: 1, Seeds: 2},
		},
		{
			"two formulas: a time a formula", 2,
			[][]*sim.Result{{result(2), result(4)}, {result(4), result(8)}},
			Row{Time: 4.5, TimeStd: math.Sqrt(4.5), Times: []float64{3, 6}, Formulas: 2, Seeds: 2},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := &Plan{Setups: setups(t, 2, "plb"), Seeds: 2, Formulas: make([]input.Formula, tc.formulas)}
			rows := (&Outcome{Trees: []*Tree{{}, {}}, Results: tc.results}).Rows(p)
			if len(rows) != 1 {
				t.Fatalf("%d rows, want 1", len(rows))
			}
			r := rows[0]
			got := Row{Time: r.Time, TimeStd: r.TimeStd, Times: r.Times, Formulas: r.Formulas, Seeds: r.Seeds}
			if diff := cmp.Diff(tc.want, got, cmpopts.EquateApprox(0, 1e-12), cmpopts.IgnoreUnexported(Row{}), cmpopts.IgnoreFields(Row{}, "Setup")); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
