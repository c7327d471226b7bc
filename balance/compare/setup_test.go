package compare_test

import (
	"testing"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
)

// By default all policies have the same load estimate, grain and start; as published, each has its own.
func TestDefaultsAreLikeForLike(t *testing.T) {
	var policies []balance.Chosen
	for _, spec := range balance.Policies() {
		if spec.Place == nil {
			chosen, err := spec.Choose("")
			if err != nil {
				t.Fatal(err)
			}
			policies = append(policies, chosen)
		}
	}
	o := compare.Defaults(policies...)
	o.Sides = []int{8, 8}
	setups, err := o.Setups()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range setups {
		start, _ := s.Placement()
		if s.Estimate.String() != "count" || s.Budget != 4*s.Cost.MoveTime() || s.Grain != 0 || start != sim.StartMiddle {
			t.Errorf("%s: load %s, budget %d, grain %v, start %s", s.Policy, s.Estimate, s.Budget, s.Grain, start)
		}
	}
	if setups, err = o.AsPublished().Setups(); err != nil {
		t.Fatal(err)
	}
	for i, s := range setups {
		if want := policies[i].Spec.Estimate; s.Estimate.Name != want || s.Budget != 0 || s.Grain != 0.05 || s.Start != sim.StartRoot {
			t.Errorf("%s as published: load %s, budget %d, grain %v, start %s", s.Policy, s.Estimate, s.Budget, s.Grain, s.Start)
		}
	}
}

// A machine in lockstep splits every element, and starts at the root.
func TestLockstepHasNoGrain(t *testing.T) {
	o := small(t, "liquid-c5")
	var err error
	if o.Machine, err = compare.ChoosePreset("maspar-mp1"); err != nil {
		t.Fatal(err)
	}
	setups, err := o.Setups()
	if err != nil {
		t.Fatal(err)
	}
	if s := setups[0]; s.Budget != 0 || s.Grain != 0 || s.Start != sim.StartRoot {
		t.Errorf("budget %d, grain %v, start %s", s.Budget, s.Grain, s.Start)
	}
	o = small(t, "steal")
	o.Budget = -1
	if _, err := o.Setups(); err == nil || err.Error() != "budget -1: must be at least 0" {
		t.Errorf("error %v", err)
	}
}
