package compare_test

import (
	"testing"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
)

// A share that rounds to no processor is told.
func TestSetupsTellOfAShareWithoutStragglers(t *testing.T) {
	policy, err := balance.Choose("steal")
	if err != nil {
		t.Fatal(err)
	}
	for share, want := range map[float64]string{
		0.02: "a share of 0.02 of 16 processors rounds to no straggler: 0.062 would be one", 0.1: "",
	} {
		told := ""
		o := compare.Defaults(policy)
		o.Sides, o.Speeds.Slow, o.Warn = []int{4, 4}, sim.Slow{Share: share, Speed: 0.1, For: 1}, func(text string) { told += text }
		if _, err := o.Setups(); err != nil || told != want {
			t.Errorf("%v: told %q, error %v; want %q", share, told, err, want)
		}
	}
}
