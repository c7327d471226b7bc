package compare

import (
	"reflect"
	"testing"

	"transat/balance"
	"transat/balance/sim"
)

// A row has the mean of every number of its runs, and Bound, which is one for each tree, as the mean over trees.
func TestSummariseTakesTheMeanOfEveryNumber(t *testing.T) {
	run := func(factor float64) Run {
		r := Run{Found: true}
		for i := range reflect.TypeFor[Run]().NumField() {
			if f := reflect.ValueOf(&r).Elem().Field(i); f.Kind() == reflect.Float64 {
				f.SetFloat(factor * float64(i+1))
			}
		}
		return r
	}
	row := Summarise(Setup{}, [][]Run{{run(1), run(2)}, {run(4), run(9)}})
	for i := range reflect.TypeFor[Run]().NumField() {
		field := reflect.TypeFor[Run]().Field(i)
		want := 4 * float64(i+1)
		if field.Name == "Bound" { // the same in all runs on a tree
			want = 2.5 * float64(i+1)
		}
		if got := reflect.ValueOf(row.Run).Field(i); field.Type.Kind() == reflect.Float64 && got.Float() != want {
			t.Errorf("%s: %v, want %v", field.Name, got, want)
		}
	}
	if !row.Found || Summarise(Setup{}, [][]Run{{run(1), {}}}).Found {
		t.Error("a row has found a model if and only if each of its runs has")
	}
}

// Each part of a simulation's time arrives under its own name.
func TestSimulatedKeepsThePartsApart(t *testing.T) {
	const s = balance.Second
	got := Simulated(sim.Result{
		Procs: 2, Time: 100 * s, Busy: 2 * s, Take: 4 * s, Install: 6 * s, Message: 8 * s, Route: 10 * s, Placing: 12 * s, Idle: 14 * s,
		Phases: 16, Messages: 18, Sent: 20, Nodes: 11, Sequential: 50 * s, Found: true,
	})
	want := Run{
		Found: true, Time: 100, Busy: 1, Take: 2, Install: 3, Message: 4, Route: 5, Placing: 6, Idle: 7,
		Phases: 8, Info: 9, Sent: 10, Nodes: 11, Sequential: 50, Efficiency: 0.25, Speedup: 0.5,
	}
	if got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}
