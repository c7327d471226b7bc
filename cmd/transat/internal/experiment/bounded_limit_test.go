package experiment

import (
	"testing"

	"transat/balance"
	"transat/balance/compare"
)

// A table of a search by branch and bound says that there is no limit, and names policies that are more than n times as fast as one
// processor.
func TestBoundedLimit(t *testing.T) {
	var chosen []balance.Chosen
	for _, name := range []string{"steal", "plb", "lade"} {
		policy, err := balance.Choose(name)
		if err != nil {
			t.Fatal(err)
		}
		chosen = append(chosen, policy)
	}
	setups, err := compare.Defaults(chosen...).Setups()
	if err != nil {
		t.Fatal(err)
	}
	n := float64(setups[0].Physical.Procs())
	const why = "there is no limit, since the number of nodes depends on when a processor hears of a better value"
	for _, c := range []struct {
		speedups [3]float64
		want     string
	}{
		{[3]float64{n, n - 1, 1}, why},
		{[3]float64{n + 1, n - 1, 1}, why + ", and the speed-up of steal is above n"},
		{[3]float64{n + 1, n + 2, n + 3}, why + ", and the speed-ups of steal, plb and lade are above n"},
	} {
		var rows []Row
		for i, speedup := range c.speedups {
			rows = append(rows, Row{Setup: setups[i], Bounded: true, Means: compare.Means{Speedup: speedup}})
		}
		if got := boundedLimit(rows); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
