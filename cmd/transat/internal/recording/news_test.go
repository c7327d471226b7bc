package recording

import (
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/compare"
	"transat/cmd/transat/internal/experiment"
)

// A recording has the machine's own messages of better values, with their words; those of the policy keep theirs.
func TestRecordingsHaveBetterValues(t *testing.T) {
	for _, policy := range []string{"steal", "none"} { // that has no words of its own
		chosen, err := balance.Choose(policy)
		if err != nil {
			t.Fatal(err)
		}
		o := compare.Defaults(chosen)
		o.Sides = []int{4, 4}
		setups, err := o.Setups()
		if err != nil {
			t.Fatal(err)
		}
		r := New(Options{})
		var watch compare.Watch
		r.Begin(experiment.Recording{Setup: setups[0], Tree: "t"}, &watch, func(err error) { t.Fatal(err) })
		result, err := compare.Simulate(t.Context(), setups[0], &balancetest.BoundedTree{Tree: balancetest.Tree{Nodes: 40_000, Seed: 5}}, watch)
		if err != nil || result.Told == 0 {
			t.Fatalf("%v, %+v", err, result)
		}
		if err := r.End(result); err != nil {
			t.Fatal(err)
		}
		run, told := r.Run(), int64(0)
		for _, p := range run.parcels {
			if p.elements == 0 && p.kind == newsKind {
				told++
			}
		}
		if told != result.Told || run.Kinds != newsKind+1 || run.Sayings[newsKind] != Wording(balance.IncumbentWording()) {
			t.Errorf("%s: %d of %d values, %d kinds, %+v", policy, told, result.Told, run.Kinds, run.Sayings)
		}
		for kind, words := range chosen.Spec.Wordings.Kinds {
			if run.Sayings[kind] != Wording(words) {
				t.Errorf("%s: kind %d is %+v", policy, kind, run.Sayings[kind])
			}
		}
	}
}
