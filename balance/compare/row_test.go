package compare

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
)

// A row has the mean of every number of its runs, each under its own key, and the bound, which is one for each tree, as the
// mean over trees.
func TestSummariseTakesTheMeanOfEveryNumber(t *testing.T) {
	const s = balance.Second
	run := func(factor int64) balance.Result {
		k := balance.Ticks(factor)
		return balance.Result{
			Bound: float64(3 * factor), Procs: 2, Found: true, Time: 100 * k * s,
			Busy: 2 * k * s, Take: 4 * k * s, Install: 6 * k * s, Message: 8 * k * s, Route: 10 * k * s,
			Placing: 12 * k * s, Idle: 14 * k * s, Phases: 16 * factor, Messages: 18 * factor, Sent: 20 * factor,
			Nodes: 11 * factor, Sequential: 50 * k * s,
		}
	}
	row := Summarise(Setup{}, [][]balance.Result{{run(1), run(2)}, {run(4), run(9)}}) // the mean factor is 4
	want := map[string]float64{
		"time_s": 400, "sequential_s": 200, "nodes": 44, "efficiency": 0.25, "speedup": 0.5, "bound_s": 3 * 2.5,
		"busy_s": 4, "take_s": 8, "install_s": 12, "message_s": 16, "route_s": 20, "placing_s": 24, "idle_s": 28,
		"bal": 32, "info": 36, "send": 40,
	}
	got := map[string]float64{}
	for key := range want {
		got[key] = row.Number(key)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if !row.Found || Summarise(Setup{}, [][]balance.Result{{run(1), {}}}).Found {
		t.Error("a row has found a model if and only if each of its runs has")
	}
}
