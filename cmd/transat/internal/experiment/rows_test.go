package experiment

import (
	"encoding/csv"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/report"
)

// result is a run of that many seconds on four processors.
func result(seconds int64) *balance.Result {
	return &balance.Result{Procs: 4, Time: balance.Ticks(seconds) * balance.Second, Sequential: 8 * balance.Second, Sent: 2 * seconds}
}

func TestRowsPairTheFormulas(t *testing.T) {
	two := &Plan{Setups: make([]Setup, 2), Formulas: make([]input.Formula, 3)}
	trees := []*Tree{{}, {}, {}}
	for _, tc := range []struct {
		name    string
		results [][]*balance.Result
		want    []float64 // mean time of each row
	}{
		{"everything", [][]*balance.Result{{result(2), result(4), result(6)}, {result(1), result(2), result(3)}}, []float64{4, 2}},
		{"formulas that both have", [][]*balance.Result{{result(2), result(4), nil}, {result(1), nil, result(3)}}, []float64{2, 1}},
		{"no such formula", [][]*balance.Result{{result(2), nil, nil}, {nil, result(2), result(4)}}, []float64{2, 3}},
		{"a setup without results", [][]*balance.Result{{nil, nil, nil}, {nil, result(2), nil}}, []float64{2}},
		{"nothing", [][]*balance.Result{{nil, nil, nil}, {nil, nil, nil}}, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []float64
			for _, row := range (&PlanResult{Trees: trees, Results: tc.results}).Rows(two) {
				got = append(got, row.Time)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestRowNumbers(t *testing.T) {
	o := &PlanResult{
		Trees:   []*Tree{{CriticalPath: Path{Work: 5}}, {CriticalPath: Path{Work: 1}}},
		Results: [][]*balance.Result{{result(3), result(5)}},
	}
	p := &Plan{
		Setups:   []Setup{{Cost: sim.CostModel{WorkTime: balance.Second}}},
		Formulas: make([]input.Formula, 2),
	}
	row := o.Rows(p)[0]
	got := map[string]float64{
		"time": row.Time, "std": row.TimeStd, "sent": row.Number("send"),
		"efficiency": row.Efficiency, "speedup": row.Speedup, "bound": row.Bound,
	}
	want := map[string]float64{
		"time": 4, "std": math.Sqrt2, "sent": 2, // 6/4 and 10/4 a processor
		"efficiency": (8./12 + 8./20) / 2, "speedup": (8./3 + 8./5) / 2,
		"bound": (5. + 2.) / 2, // critical path of the first, sequential time / 4 of the second
	}
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestBoundTextNamesTheCriticalPathWhereItIsLonger(t *testing.T) {
	for _, c := range []struct {
		bound float64
		want  string
	}{
		{25, "no policy can be faster than 25 s (the sequential time / n)"},
		{40, "no policy can be faster than 40 s (the critical path, an efficiency of 62.5 %)"},
	} {
		grid, err := topology.NewGrid("mesh", 2, 2)
		if err != nil {
			t.Fatal(err)
		}
		if got := boundText(Row{Setup: Setup{Physical: grid}, Means: compare.Means{Sequential: 100, Bound: c.bound}}); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

// The limit of a simulation is the usual one, or less where that suffices for the least efficiency of interest.
func TestPatienceNeverMakesALimitLonger(t *testing.T) {
	grid, err := topology.NewGrid("mesh", 2, 2)
	if err != nil {
		t.Fatal(err)
	}
	const sequential = 100 * balance.Second
	const usual = compare.Patience*sequential + balance.Second
	for _, c := range []struct {
		name        string
		patience    *Patience
		usual, want balance.Ticks
	}{
		{"none", nil, usual, usual},
		{"half of the processors busy", &Patience{Efficiency: 0.5}, usual, 50 * balance.Second},
		{"hardly any", &Patience{Efficiency: 1e-9}, usual, usual},
		{"no limit", &Patience{Efficiency: 0.5}, 0, 0},
		{"no time", &Patience{Efficiency: 1}, balance.Second, 1},
	} {
		if got := c.patience.shorten(c.usual, Setup{Physical: grid}); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestKeysThatScriptsReadComeFirst(t *testing.T) {
	var out strings.Builder
	if err := (report.Table[Row]{Columns: Columns(nil)}).Write(&out, report.Plain(report.CSV)); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(out.String())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"policy", "topology", "load", "n", "time_s", "time_std_s", "idle_s", "bal", "info", "send", "efficiency"}
	if diff := cmp.Diff(want, records[0][:len(want)]); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
