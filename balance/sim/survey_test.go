package sim

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/balancetest"
)

// surveyed is a tree that says of children what machines would ask.
type surveyed struct {
	*balancetest.Tree
	surveys *int
}

func (t surveyed) Survey(e balancetest.Element, dst []balancetest.Element, known [][3]int64) ([]balancetest.Element,
	[][3]int64, int64, int64, bool,
) {
	*t.surveys++
	first := len(dst)
	children, work, nodes, found := t.Expand(e, dst)
	for _, c := range children[first:] {
		below, count, _ := t.Subtree(c)
		known = append(known, [3]int64{int64(t.Level(c)), below, count})
	}
	return children, known, work, nodes, found
}

// A run is the same to the last event on a tree that is a balance.Surveyor.
func TestSurveyChangesNothing(t *testing.T) {
	for _, policy := range []string{"plb", "lade", "steal", "liquid-c5", "diffusion"} {
		for i, tree := range []*balancetest.Tree{{Nodes: 20_000, Seed: 1}, {Nodes: 20_000, Seed: 2, Unit: 40}, {Nodes: 20_000, Seed: 3}} {
			run := func(seen balance.Tree[balancetest.Element]) (balance.Result, []Event) {
				cfg := config(t, policy, "", []int{4, 4}, tree)
				if i == 2 { // elements are split to their last
					cfg.Grain = 0
				}
				cfg.Tree = seen
				cfg.Limit = 2 * balance.Second
				var events []Event
				cfg.Trace = func(e Event) { events = append(events, e) }
				result, err := Run(context.Background(), cfg)
				if err != nil && !errors.Is(err, ErrLimit) {
					t.Fatal(err)
				}
				return result, events
			}
			surveys := 0
			want, events := run(tree)
			got, surveyedEvents := run(surveyed{tree, &surveys})
			if surveys == 0 {
				t.Fatalf("%s: no element was surveyed", policy)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: -without +with:\n%s", policy, diff)
			}
			if diff := cmp.Diff(events, surveyedEvents); diff != "" {
				t.Errorf("%s: -without +with:\n%s", policy, diff)
			}
		}
	}
}
