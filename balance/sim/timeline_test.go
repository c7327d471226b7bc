package sim

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
)

// watchedRun runs cfg under a timeline that looks every so often, and returns what it has seen.
func watchedRun(t tb, cfg Config[balancetest.Element], every balance.Ticks) (balance.Result, []TimelineEvent, []View) {
	t.Helper()
	var events []TimelineEvent
	var views []View
	cfg.Timeline = &Timeline{
		Event: func(m TimelineEvent) { events = append(events, m) },
		Look: func(v *View) balance.Ticks {
			copied := *v
			copied.Load, copied.Waiting, copied.Busy = slices.Clone(v.Load), slices.Clone(v.Waiting), slices.Clone(v.Busy)
			views = append(views, copied)
			return v.Time + every
		},
	}
	r, _ := run(t, cfg)
	return r, events, views
}

func TestTimelineChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := randomConfig(t)
		every := balance.Ticks(rapid.Int64Range(1e5, 1e9).Draw(t, "every"))
		want, events, _ := explore(t, cfg)
		cfg.Timeline = &Timeline{Event: func(TimelineEvent) {}, Look: func(v *View) balance.Ticks { return v.Time + every }}
		r, got, _ := explore(t, cfg)
		if diff := cmp.Diff(want, r); diff != "" {
			t.Fatalf("result (-alone +watched):\n%s", diff)
		}
		if !slices.Equal(events, got) {
			t.Fatalf("events (-alone +watched):\n%s", cmp.Diff(events, got))
		}
	})
}

// A quiet timeline sees the same events but for control messages.
func TestQuietTimelineLeavesOutMessages(t *testing.T) {
	cfg := config(t, "plb", "", []int{3, 4}, &balancetest.Tree{Nodes: 4000, Seed: 9})
	_, all, _ := watchedRun(t, cfg, balance.Second)
	var quiet []TimelineEvent
	cfg.Timeline = &Timeline{Event: func(m TimelineEvent) { quiet = append(quiet, m) }, Quiet: true}
	run(t, cfg)
	want := slices.DeleteFunc(slices.Clone(all), func(m TimelineEvent) bool { return m.Kind == MessageSent || m.Kind == MessageReceived })
	if len(want) == len(all) || len(want) == 0 {
		t.Fatalf("%d of %d events are not messages", len(want), len(all))
	}
	if diff := cmp.Diff(want, quiet); diff != "" {
		t.Errorf("-all but messages +quiet:\n%s", diff)
	}
}

// What the events say agrees with the result: a processor that is not idle is busy, if messages cost no
// CPU time, and the counts are the same.
func TestMomentsAddUpToTheResult(t *testing.T) {
	for _, spec := range balance.Policies() {
		if spec.Bound {
			continue
		}
		t.Run(spec.Name, func(t *testing.T) {
			cfg := config(t, eager(spec), "", []int{3, 4}, &balancetest.Tree{Nodes: 4000, Seed: 9})
			cfg.Cost.MessageCPU, cfg.Cost.ElementCPU, cfg.Cost.RouteCPU = 0, 0, 0
			r, events, _ := watchedRun(t, cfg, balance.Second)
			end := r.Time - cfg.announced()
			var got balance.Result
			since := make(map[int]balance.Ticks)
			arrived := int64(0)
			for i, m := range events {
				if i > 0 && m.Time < events[i-1].Time {
					t.Fatalf("%+v after %+v", m, events[i-1])
				}
				switch m.Kind {
				case WorkBegan:
					if _, busy := since[m.Rank]; busy {
						t.Fatalf("%+v, which was busy", m)
					}
					since[m.Rank] = m.Time
				case WorkRanOut:
					if from, busy := since[m.Rank]; busy {
						got.Idle -= m.Time - from
						delete(since, m.Rank)
					}
				case ElementsSent:
					got.Sent += int64(m.Elements)
				case ElementsArrived:
					arrived += int64(m.Elements)
				case MessageSent:
					got.Messages++
				case PhaseBegan:
					got.Phases++
				}
			}
			for _, from := range since {
				got.Idle -= end - from
			}
			got.Idle += balance.Ticks(r.Procs) * r.Time
			want := balance.Result{Idle: r.Idle, Sent: r.Sent, Messages: r.Messages, Phases: r.Phases}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-result +events:\n%s", diff)
			}
			if arrived != r.Sent {
				t.Errorf("%d elements were sent, %d arrived", r.Sent, arrived)
			}
		})
	}
}

// Messages arrive as they were sent, those from one processor to another in their order, when their policy hears of
// them.
func TestMomentsFollowMessages(t *testing.T) {
	for _, name := range []string{"plb", "steal", "an"} {
		t.Run(name, func(t *testing.T) {
			cfg := config(t, eager(specOf(t, name)), "", []int{3, 4}, &balancetest.Tree{Nodes: 4000, Seed: 9})
			heard := 0
			var last Event
			cfg.Trace = func(e Event) {
				if e.Kind == EventReceive {
					last, heard = e, heard+1
				}
			}
			under := make(map[[2]int][]balance.Message)
			received := 0
			cfg.Timeline = &Timeline{Event: func(m TimelineEvent) {
				switch m.Kind {
				case MessageSent:
					key := [2]int{m.Rank, m.Peer}
					under[key] = append(under[key], m.Message)
				case MessageReceived:
					received++
					key := [2]int{m.Peer, m.Rank}
					if len(under[key]) == 0 || under[key][0] != m.Message {
						t.Fatalf("%+v arrives, under way are %+v", m, under[key])
					}
					under[key] = under[key][1:]
					if want := (Event{
						Time: m.Time, Kind: EventReceive, Rank: m.Rank, From: m.Peer, Message: m.Message,
						Load: last.Load,
					}); last != want || heard != received {
						t.Fatalf("%+v, and the policy hears %+v", m, last)
					}
				}
			}}
			r, err := Run(t.Context(), cfg)
			if err != nil {
				t.Fatal(err)
			}
			for _, some := range under {
				received += len(some)
			}
			if int64(received) != r.Messages || heard == 0 {
				t.Errorf("%d messages have arrived or are under way, %d were sent", received, r.Messages)
			}
		})
	}
}

// What looks see of the work ends with what the result says, and never goes beyond it.
func TestLooksAddUpToTheResult(t *testing.T) {
	for _, name := range []string{"plb", "steal", "none"} {
		t.Run(name, func(t *testing.T) {
			cfg := config(t, eager(specOf(t, name)), "", []int{3, 3}, &balancetest.Tree{Nodes: 4000, Seed: 3})
			want, _ := run(t, cfg)
			over := want.Time - cfg.announced()
			var first, last View
			cfg.Timeline = &Timeline{Look: func(v *View) balance.Ticks {
				if last = *v; first.Time == 0 {
					first = *v
				}
				if v.Done < 0 || v.Done > v.Time*9 || v.Done > want.Sequential {
					t.Errorf("after %d ns, work that takes %d ns is done", v.Time, v.Done)
				}
				return min(v.Time+over/4, max(over-1, v.Time+1))
			}}
			r, _ := run(t, cfg)
			// The last look is a nanosecond before the end, and then there are a few messages.
			if last.Work != r.Work || last.Nodes != r.Nodes || last.Messages > r.Messages || last.Sent != r.Sent ||
				last.Phases != r.Phases || last.Done > r.Sequential {
				t.Errorf("the last look, at %d of %d, sees %+v; the result is %+v", last.Time, over, last, r)
			}
			if first.Done == 0 || first.Done >= last.Done {
				t.Errorf("%d done in the first quarter, %d in all", first.Done, last.Done)
			}
		})
	}
}

// With another cost of one processor at work, only what is worked out from it changes: the sequential time, and what looks see done.
func TestTheCostOfOneAtWork(t *testing.T) {
	cfg := config(t, "steal", "", []int{3, 3}, &balancetest.Tree{Nodes: 4000, Seed: 3})
	for _, bound := range []bool{false, true} {
		var done []balance.Ticks
		cfg.Bound, cfg.Alone, cfg.Timeline = bound, nil, &Timeline{Look: func(v *View) balance.Ticks {
			done = append(done, v.Done)
			return v.Time + balance.Second
		}}
		want, _ := run(t, cfg)
		all := done
		half := cfg.Cost
		half.WorkTime, half.NodeTime = half.WorkTime/2, half.NodeTime/2
		done, cfg.Alone = nil, &half
		got, _ := run(t, cfg)
		share := float64(half.Expand(want.Work, want.Nodes)) / float64(want.Sequential)
		if want.Sequential = half.Expand(want.Work, want.Nodes); got != want {
			t.Errorf("bound %v: %+v, want %+v", bound, got, want)
		}
		if len(done) != len(all) || len(done) < 3 && !bound {
			t.Fatalf("%d looks, %d before", len(done), len(all))
		}
		for i := range done {
			if off := float64(done[i]) - share*float64(all[i]); off > 0.01*float64(done[i]) || off < -0.01*float64(done[i]) {
				t.Errorf("look %d: %d ns are done, want %.2f of %d", i, done[i], share, all[i])
			}
		}
	}
}

// A look sees what a policy would see that was woken at that time.
func TestLooksSeeWhatPoliciesSee(t *testing.T) {
	const every = 50 * balance.Millisecond
	cfg := config(t, "none", "", []int{3, 3}, &balancetest.Tree{Nodes: 4000, Seed: 3})
	cfg.Start = StartSpread
	type sight struct {
		load float64
		len  int
		busy bool
	}
	woken := make(map[[2]int64]sight) // per rank and time
	awake := cfg
	awake.Policy = func(int) balance.Policy {
		return ticking{tick: func(p balance.Proc) {
			woken[[2]int64{int64(p.Rank()), int64(p.Now())}] = sight{p.Load(), p.Len(), p.Busy()}
			p.WakeAfter(every)
		}}
	}
	run(t, awake)
	r, _, views := watchedRun(t, cfg, every)
	if got, want := len(views), int((r.Time-cfg.announced())/every)+1; got != want {
		t.Errorf("%d looks, want %d", got, want)
	}
	compared, loaded := 0, 0
	for _, v := range views {
		for rank := range v.Load {
			want, ok := woken[[2]int64{int64(rank), int64(v.Time)}]
			if got := (sight{v.Load[rank], v.Waiting[rank], v.Busy[rank]}); ok && got != want {
				t.Errorf("at %d, rank %d: the look sees %v, the policy %v", v.Time, rank, got, want)
			} else if ok {
				compared++
				if want.len > 0 {
					loaded++
				}
			}
		}
	}
	if compared != 9*len(views) || loaded < len(views) {
		t.Errorf("%d sights compared of %d looks at 9 processors, %d with load", compared, len(views), loaded)
	}
}

// ticking does nothing but what its clock does.
type ticking struct {
	balance.Base
	tick func(balance.Proc)
}

// Start implements balance.Policy.
func (x ticking) Start(p balance.Proc) { x.tick(p) }

// Wake implements balance.Policy.
func (x ticking) Wake(p balance.Proc) { x.tick(p) }

func specOf(t *testing.T, policy string) balance.Spec {
	t.Helper()
	chosen, err := balance.Choose(policy)
	if err != nil {
		t.Fatal(err)
	}
	return chosen.Spec
}
