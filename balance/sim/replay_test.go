package sim

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
)

// A tree that knows how much work its subtrees hold is simulated by leaps, a blind one node by node:
// the same comes out, event for event.
func TestLookingAheadChangesNothing(t *testing.T) {
	balancetest.SkipShort(t)
	sides := [][]int{{1, 1}, {2, 3}, {4, 4}}
	if testing.Short() {
		sides = sides[1:2]
	}
	variant := 0
	for _, spec := range balance.Policies() {
		for i, kind := range spec.Kinds {
			for j, s := range sides {
				if !balancetest.Thorough(spec) && (i+j)%len(sides) != 0 {
					continue
				}
				start, grain := Starts()[variant%len(Starts())], []float64{0, 0.05}[variant/2%2]
				unit := int64(variant / 4 % 2 * 20)
				variant++
				t.Run(fmt.Sprint(spec.Name, kind, s, start, grain, unit), func(t *testing.T) {
					cfg := config(t, eager(spec), kind, s, &balancetest.Tree{Nodes: 3000, Seed: 5, Unit: unit})
					cfg.Start, cfg.Grain = start, grain
					cfg.Cost.RouteCPU = 300 * balance.Microsecond
					if !compareBlind(t, cfg) {
						t.Error("the run was given up")
					}
				})
			}
		}
	}
}

func TestLookingAheadChangesNothingOnAnyMachine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := randomConfig(t)
		cfg.Tree.(*balancetest.Tree).Solution = 0
		compareBlind(t, cfg)
	})
}

// compareBlind compares the two ways, and reports whether it has seen the ends of the runs.
func compareBlind(t tb, cfg Config[balancetest.Element]) bool {
	t.Helper()
	result, events, done := explore(t, cfg)
	blind := *cfg.Tree.(*balancetest.Tree)
	blind.Blind = true
	cfg.Tree = &blind
	blindResult, blindEvents, blindDone := explore(t, cfg)
	if !slices.Equal(blindEvents, events) {
		t.Fatalf("events (-node by node +by leaps):\n%s", cmp.Diff(blindEvents, events))
	}
	if !done || !blindDone { // they are given up at different times, a little after the events compared
		return false
	}
	result.Events, blindResult.Events = 0, 0
	if diff := cmp.Diff(blindResult, result); diff != "" {
		t.Fatalf("result (-node by node +by leaps):\n%s", diff)
	}
	return true
}

// Small machines do not read ahead; they could.
func TestReadingAheadChangesNothing(t *testing.T) {
	balancetest.SkipShort(t)
	for _, spec := range balance.Policies() {
		if spec.Bound {
			continue
		}
		t.Run(spec.Name, func(t *testing.T) {
			cfg := config(t, eager(spec), "", []int{3, 4}, &balancetest.Tree{Nodes: 3000, Seed: 10})
			result, want := run(t, cfg)
			var got []Event
			cfg.Trace = func(e Event) { got = append(got, e) }
			s, err := newSim(t.Context(), cfg)
			if err != nil {
				t.Fatal(err)
			}
			s.readAhead()
			again, err := s.run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(want, got) {
				t.Errorf("events (-without +with reading ahead):\n%s", cmp.Diff(want, got))
			}
			if diff := cmp.Diff(result, again); diff != "" {
				t.Errorf("result (-without +with reading ahead):\n%s", diff)
			}
		})
	}
}

// watched is a policy that hears of every change of its load, and ignores it.
type watched struct{ balance.Policy }

// LoadChanged implements balance.LoadWatcher.
func (watched) LoadChanged(balance.Proc) {}

// Root implements balance.Rooted: it is where the policy has it.
func (w watched) Root() int {
	if r, ok := w.Policy.(balance.Rooted); ok {
		return r.Root()
	}
	return 0
}

func TestWatchingChangesNothing(t *testing.T) {
	for _, spec := range balance.Policies() {
		t.Run(spec.Name, func(t *testing.T) {
			cfg := config(t, eager(spec), "", []int{3, 3}, &balancetest.Tree{Nodes: 3000, Seed: 6})
			_, want := run(t, cfg)
			maker := cfg.Policy
			if _, ok := maker(0).(balance.LoadWatcher); ok {
				t.Skip("the policy watches, and what it hears matters to it")
			}
			cfg.Policy = func(rank int) balance.Policy { return watched{maker(rank)} }
			_, got := run(t, cfg)
			if !slices.Equal(want, got) {
				t.Errorf("events (-unwatched +watched):\n%s", cmp.Diff(want, got))
			}
		})
	}
}

func TestSameSeedSameEvents(t *testing.T) {
	balancetest.SkipShort(t)
	for _, spec := range balance.Policies() {
		t.Run(spec.Name, func(t *testing.T) {
			cfg := config(t, eager(spec), "", []int{3, 4}, &balancetest.Tree{Nodes: 3000, Seed: 7})
			result, events := run(t, cfg)
			again, eventsAgain := run(t, cfg)
			if !slices.Equal(events, eventsAgain) {
				t.Errorf("events of two runs:\n%s", cmp.Diff(events, eventsAgain))
			}
			if diff := cmp.Diff(result, again); diff != "" {
				t.Errorf("results of two runs:\n%s", diff)
			}
			cfg.Seed++
			_, others := run(t, cfg)
			if same := slices.Equal(events, others); same == result.Drawn {
				t.Errorf("another seed gives the same events: %v; the result says that random numbers were drawn: %v", same, result.Drawn)
			}
		})
	}
}

func TestTracingChangesNothing(t *testing.T) {
	cfg := config(t, "steal", "", []int{3, 4}, &balancetest.Tree{Nodes: 3000, Seed: 8})
	traced, _ := run(t, cfg)
	plain, err := Run(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(traced, plain); diff != "" {
		t.Errorf("result (-traced +not):\n%s", diff)
	}
}
