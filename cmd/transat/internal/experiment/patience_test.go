package experiment_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/experiment"
)

// On 9 processors, none has an efficiency of a ninth at most, and steal of more than half.
func TestPatience(t *testing.T) {
	for _, c := range []struct {
		name     string
		patience experiment.Patience
		want     []experiment.GivenUp // steal, none
	}{
		{"much", experiment.Patience{Efficiency: 0.01}, []experiment.GivenUp{experiment.NotGivenUp, experiment.NotGivenUp}},
		{"little", experiment.Patience{Efficiency: 0.5}, []experiment.GivenUp{experiment.NotGivenUp, experiment.TooSlow}},
		{"none at all", experiment.Patience{Efficiency: 1}, []experiment.GivenUp{experiment.TooSlow, experiment.TooSlow}},
		{"no time", experiment.Patience{Efficiency: 0.01, Real: 1}, []experiment.GivenUp{experiment.TooLong, experiment.TooLong}},
		{"much time", experiment.Patience{Efficiency: 0.01, Real: time.Hour}, []experiment.GivenUp{experiment.NotGivenUp, experiment.NotGivenUp}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := plan(t, "uts-default", "steal", "none")
			p.Patience = &c.patience
			last := 0.0
			p.Progress = func(share float64, _ string) { last = share }
			outcome := run(t, p)
			var got []experiment.GivenUp
			for j := range p.Setups {
				got = append(got, outcome.WhyGivenUp(j))
				if missing := outcome.Results[j][0] == nil; missing != (got[j] != experiment.NotGivenUp) {
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
