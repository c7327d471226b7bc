package atlas

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"transat/balance/compare"
	"transat/balance/sim"
	"transat/cmd/transat/internal/experiment"
)

// TestWithLittleTimeTheBestPoliciesAreSimulated lets the time end with the first policies, or before.
func TestWithLittleTimeTheBestPoliciesAreSimulated(t *testing.T) {
	machine, err := compare.ChoosePreset("cluster")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rounds     int // that finish
		asked      []string
		rows, gone int
		doubt      string
	}{
		{0, []string{"adaptive", "steal"}, 0, 2, ""},
		{1, []string{"adaptive", "steal", "random-polling", "plb"}, 2, 2, "which may be better: want more than --limit=1s"},
		{2, []string{"adaptive", "steal", "random-polling", "plb"}, 4, 0, ""},
	} {
		var asked []string
		round := 0
		m := &measurer{size: treeSize{Nodes: 2 * fewNodes}, start: sim.StartMiddle, machine: machine, until: time.Now().Add(time.Hour)}
		m.run = func(_ context.Context, p *experiment.Plan) (rows []experiment.Row, gone []string, err error) {
			round++
			for _, s := range p.Setups {
				asked = append(asked, s.Policy.Spec.Name)
				if round > c.rounds {
					gone = append(gone, s.Policy.String())
				} else {
					rows = append(rows, experiment.Row{Setup: s})
				}
			}
			return rows, gone, nil
		}
		o, err := m.measure(t.Context(), []int{4, 4})
		if err != nil || !slices.Equal(asked, c.asked) || len(o.rows) != c.rows || len(o.gone) != c.gone {
			t.Errorf("%d rounds in time: asked for %v, %d rows, %v gone, error %v", c.rounds, asked, len(o.rows), o.gone, err)
		}
		if c.doubt == "" {
			continue
		}
		if doubt := o.unknown(time.Second); !strings.HasPrefix(doubt, "there was no time to simulate random-polling, plb:period=") ||
			!strings.HasSuffix(doubt, c.doubt) {
			t.Errorf("the doubt is %q", doubt)
		}
		o.rows = o.rows[:1]
		if doubt := o.unknown(time.Second); !strings.Contains(doubt, "so that adaptive was compared with no other policy: want") {
			t.Errorf("the doubt about the only one is %q", doubt)
		}
	}
}
