package compare_test

import (
	"testing"

	"transat/balance/compare"
	"transat/balance/sim"
)

// On a machine that is 10,000 times as fast, default periods are as much shorter; others, and those of other machines, stay.
func TestScaledPeriodsSuitTheMachine(t *testing.T) {
	for _, c := range []struct{ machine, policy, want string }{
		{"gcel-1024", "plb", "plb"},
		{"meiko-cs1", "lade", "lade"},
		{"cluster", "plb", "plb:period=0.00014"},
		{"cluster", "plb:period=0.2", "plb:period=0.2"},
		{"cluster", "lade:inform=0.2", "lade:period=8.6e-06:inform=0.2"},
		{"cluster", "steal", "steal"},
	} {
		cost, err := sim.ChooseCostModel(c.machine)
		if err != nil {
			t.Fatal(err)
		}
		plain := choose(t, c.policy)[0]
		if got := compare.Scaled(plain, cost).String(); got != c.want {
			t.Errorf("%s on %s is %s, want %s", c.policy, c.machine, got, c.want)
		}
		if plain.String() != c.policy {
			t.Errorf("%s has become %s", c.policy, plain)
		}
		other := plain
		other.Spec.Name = "mine.star"
		if got := compare.Scaled(other, cost); got.Values["period"] != plain.Values["period"] {
			t.Errorf("a policy of someone else: %s", got)
		}
	}
}
