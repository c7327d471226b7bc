package runs_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/runs"
)

// On 9 processors, none has an efficiency of a ninth at most, and steal of more than half.
func TestPatience(t *testing.T) {
	for _, c := range []struct {
		name     string
		patience runs.Patience
		want     []runs.GivenUp // steal, none
	}{
		{"much", runs.Patience{Efficiency: 0.01}, []runs.GivenUp{runs.NotGivenUp, runs.NotGivenUp}},
		{"little", runs.Patience{Efficiency: 0.5}, []runs.GivenUp{runs.NotGivenUp, runs.TooSlow}},
		{"none at all", runs.Patience{Efficiency: 1}, []runs.GivenUp{runs.TooSlow, runs.TooSlow}},
		{"no time", runs.Patience{Efficiency: 0.01, Real: 1}, []runs.GivenUp{runs.TooLong, runs.TooLong}},
		{"much time", runs.Patience{Efficiency: 0.01, Real: time.Hour}, []runs.GivenUp{runs.NotGivenUp, runs.NotGivenUp}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := plan(t, "uts-default", "steal", "none")
			p.Patience = &c.patience
			last := 0.0
			p.Progress = func(share float64, _ string) { last = share }
			outcome := run(t, p)
			var got []runs.GivenUp
			for j := range p.Setups {
				got = append(got, outcome.WhyGivenUp(j))
				if missing := outcome.Results[j][0] == nil; missing != (got[j] != runs.NotGivenUp) {
					t.Errorf("%v: given up for reason %d, and without a result: %v", p.Setups[j].Policy, got[j], missing)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if !near(last, 1) {
				t.Errorf("the last share is %v, want 1", last)
			}
		})
	}
}
