package experiment

import (
	"math"
	"testing"

	"transat/balance"
	"transat/balance/compare"
)

func TestOutcomeSaysWhoWins(t *testing.T) {
	row := func(policy string, times ...float64) Row {
		chosen, err := balance.Choose(policy)
		if err != nil {
			t.Fatal(err)
		}
		r := Row{Setup: Setup{Policy: chosen}, Times: times, Against: compare.Against{Low: math.NaN()}}
		for _, time := range times {
			r.Time += time / float64(len(times))
		}
		return r
	}
	against := func(r Row, low float64, faster int) Row {
		r.Low, r.Faster = low, faster
		return r
	}
	for _, c := range []struct {
		name string
		rows []Row
		want string
	}{
		{"a lead", []Row{row("lade", 125), row("steal", 100), row("none", 9000)}, "steal wins: it takes 100.00 s, and lade 25.0 % more"},
		{"twice as long", []Row{row("steal", 100), row("none", 250)}, "steal wins: it takes 100.00 s, and none 2.5 times as long"},
		{"far away", []Row{row("steal", 1), row("none", 1000)}, "steal wins: it takes 1.00 s, and none 1000 times as long"},
		{
			"a little lead",
			[]Row{row("adaptive", 100), row("steal", 100.2)},
			"adaptive wins: it takes 100.00 s, and steal 0.2 % more, a lead that another seed or tree may turn round",
		},
		{"a tie of two", []Row{row("lade", 9), row("plb", 3), row("none", 3)}, "plb and none tie: both take 3.00 s"},
		{"a tie of three", []Row{row("lade", 3), row("plb", 3), row("none", 3)}, "lade, plb and none tie: all take 3.00 s"},
		{"the same only as shown", []Row{row("plb", 0.171), row("none", 0.166)}, "none wins: it takes 0.17 s, and plb 3.0 % more"},
		{"one policy", []Row{row("plb", 3)}, "plb takes 3.00 s"},
		{"a bound wins nothing", []Row{row("ideal", 1), row("plb", 3)}, "plb takes 3.00 s"},
		{"a bound alone", []Row{row("ideal", 1)}, "ideal takes 1.00 s"},
		{
			"one run of three",
			[]Row{row("steal", 1, 2, 3), against(row("plb", 2, 3, 2.5), math.NaN(), 1)},
			"steal wins: it takes 2.00 s, and plb 25.0 % more, though it wins 1 of 3",
		},
		{
			"all of three",
			[]Row{row("steal", 1, 2, 3), against(row("plb", 2, 3, 4), math.NaN(), 0)},
			"steal wins: it takes 2.00 s, and plb 50.0 % more",
		},
		{
			"an interval without a tie",
			[]Row{row("steal", 1, 2, 3), against(row("plb", 2, 3, 4), 1.1, 1)},
			"steal wins: it takes 2.00 s, and plb 50.0 % more",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, want := Outcome(c.rows, "the limit is 1 s", "all have a start"), c.want+"; the limit is 1 s; all have a start"; got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}
