package experiment

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/compare"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/report"
)

// rowsOf are rows of three policies on some formulas, of which plb takes 1, 2, 3 … seconds.
func rowsOf(t *testing.T, formulas int) []Row {
	t.Helper()
	p := &Plan{Setups: setups(t, 1, "steal", "plb", "none"), Formulas: make([]input.Formula, formulas)}
	o := &PlanResult{Results: make([][]*balance.Result, 3)}
	for i := range formulas {
		s := int64(i + 1)
		o.Trees = append(o.Trees, &Tree{})
		for j, factor := range []int64{2, 1, 150} {
			o.Results[j] = append(o.Results[j], result(s*factor))
		}
	}
	o.Results[0][0] = result(1) // as fast as plb, once
	return o.Rows(p)
}

func written(t *testing.T, table report.Table[Row]) string {
	t.Helper()
	var out strings.Builder
	if err := table.Write(&out, report.Plain(report.Text)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestSpreadTable(t *testing.T) {
	want := `Times in seconds, over 8 formulas, and divided by those of plb on the same formula

 policy   least  quartile  median  quartile     most  ratio   95 % interval  faster
────────────────────────────────────────────────────────────────────────────────────
 steal     1.00      5.50    9.00     12.50    16.00  2.000  1.000 to 2.000  0 of 8
 plb       1.00      2.75    4.50      6.25     8.00  1.000
 none    150.00    412.50  675.00    937.50  1200.00    150      150 to 150  0 of 8

ratio: median of the quotients, and an interval that holds the true median (sign test); faster: where it beats plb
`
	if diff := cmp.Diff(want, written(t, SpreadTable(rowsOf(t, 8)))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got := written(t, SpreadTable(rowsOf(t, 3))); strings.Contains(got, "interval") || !strings.Contains(got, "0 of 3") {
		t.Errorf("an interval of three formulas:\n%s", got)
	}
	alone := rowsOf(t, 3)[:1]
	alone[0].Reference = ""
	if got := written(t, SpreadTable(alone)); strings.Contains(got, "ratio") || strings.Contains(got, "divided") {
		t.Errorf("one policy is compared:\n%s", got)
	}
}

func TestLostTableAddsUp(t *testing.T) {
	run := balance.Result{Procs: 1, Time: 10_000, Busy: 4000, Take: 2000, Install: 1000, Message: 1000, Route: 500, Placing: 1, Idle: 1499}
	r := compare.Summarise(setups(t, 1, "plb")[0], [][]balance.Result{{run}})
	want := `Where the processors' time went, in percent

 policy  expanding  taking  installing  messages  routing  placing  idle
─────────────────────────────────────────────────────────────────────────
 plb          40.0    20.0        10.0      10.0      5.0     <0.1  15.0

`
	table := LostTable([]Row{r})
	if got := written(t, table); !strings.HasPrefix(got, want) {
		t.Errorf("-want +got:\n%s", cmp.Diff(want, got))
	}
	sum := 0.0
	for _, c := range table.Columns[1:] {
		sum += c.Value(r).(float64)
	}
	if !(sum > 99.999 && sum < 100.001) {
		t.Errorf("%v percent", sum)
	}
}

func TestOrders(t *testing.T) {
	row := func(policy string, x int64, efficiency float64) Row {
		run := balance.Result{Procs: 1, Idle: balance.Ticks(x), Phases: x, Messages: x, Sent: x}
		return Row{
			Setup: setups(t, 1, policy)[0], Means: compare.Means{Time: float64(x), Efficiency: efficiency}, Runs: [][]balance.Result{{run}},
		}
	}
	for _, o := range Orders() {
		want := map[string]string{"given": "steal plb none", "name": "none plb steal", "efficiency": "none steal plb"}[o.Name]
		if want == "" {
			want = "plb steal none"
		}
		rows := []Row{row("steal", 2, 0.5), row("plb", 1, 0.4), row("none", 3, 0.9)}
		Sort(rows, o.Name)
		var got []string
		for _, r := range rows {
			got = append(got, r.Policy.String())
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s: -want +got:\n%s", o.Name, diff)
		}
	}
}

// A group is left out with all its seeds if one of them was given up.
func TestLeaveOut(t *testing.T) {
	p := &Plan{Setups: setups(t, 2, "plb", "steal", "none"), Seeds: 2, Formulas: make([]input.Formula, 1)}
	o := &PlanResult{Trees: []*Tree{{}}}
	for j := range p.Setups {
		o.Results = append(o.Results, []*balance.Result{result(int64(j + 1))})
		o.GivenUp = append(o.GivenUp, []GivenUp{NotGivenUp})
	}
	o.Results[3][0], o.GivenUp[3][0] = nil, TooSlow
	if diff := cmp.Diff([]string{"steal"}, o.LeaveOut(p)); diff != "" {
		t.Errorf("left out (-want +got):\n%s", diff)
	}
	var got []string
	for _, r := range o.Rows(p) {
		got = append(got, r.Policy.String())
	}
	if diff := cmp.Diff([]string{"plb", "none"}, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if done, all := o.Runs(); done != 4 || all != 4 {
		t.Errorf("%d of %d runs, want 4 of 4", done, all)
	}
}

func TestRatioHasThreeDecimalsBelowAHundred(t *testing.T) {
	for x, want := range map[float64]string{1: "1.000", 12.3456: "12.346", 99.4: "99.400", 99.5: "100", 1234.5: "1234"} {
		if got := ratio(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
}
