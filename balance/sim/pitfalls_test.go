package sim

import (
	"errors"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
)

// What goes wrong easily in a simulation of load balancing, and in PLB above all. Two more of the kind have
// tests elsewhere: that senders keep to what they owe (TestPLBKeepsToWhatIsOwed), and that no message
// overtakes another on a link (TestShortMessageWaitsForLongTransfer).

// The slack γ is per link: a processor that is fed over two links, each of which owes a little less than
// the slack, gets nothing from either, phase after phase. With the slack of the paper no processor is left
// without work for long while there is some; with a slack of several mean loads, one is.
func TestPitfallSlackStarvesNobody(t *testing.T) {
	balancetest.SkipShort(t)
	longest := func(policy string) balance.Ticks {
		cfg := config(t, policy, "mesh", []int{4, 4}, &balancetest.Tree{Nodes: 40_000, Seed: 3})
		r, events := run(t, cfg)
		since := map[int]balance.Ticks{}
		longest := balance.Ticks(0)
		for _, e := range events {
			switch e.Kind {
			case EventIdle:
				since[e.Rank] = e.Time
			case EventArrived:
				if from, ok := since[e.Rank]; ok && from > 0 && e.Time < r.Time/2 {
					longest = max(longest, e.Time-from)
				}
				delete(since, e.Rank)
			}
		}
		for _, from := range since { // for whom nothing came any more
			longest = max(longest, r.Time/2-from)
		}
		return longest
	}
	const period = balance.Second / 10
	fair, slack := longest("plb:period=0.1:gamma=0.5"), longest("plb:period=0.1:gamma=5")
	if fair > 10*period {
		t.Errorf("a processor had no work for %d periods", fair/period)
	}
	if slack < 4*fair {
		t.Errorf("longest time without work: %d ms with a slack of 5 mean loads, %d ms with 0.5", slack/balance.Millisecond,
			fair/balance.Millisecond)
	}
}

// A link with a flow of exactly zero has nothing to send and nothing to wait for. If both ends waited
// for the other's end marker, the phase would never end: there would be no second one.
//
//	waiting   1   1   2   0     mean 1; each works on one element besides
//	flow        0   0   1
func TestPitfallZeroFlowEndsThePhase(t *testing.T) {
	cfg := config(t, "plb:period=0.1:beta=0:gamma=0", "line", []int{4}, &balancetest.Tree{Nodes: 4000, Seed: 2})
	cfg.Estimate = estimate(t, "count")
	cfg.Start = StartFrontier
	cfg.Placement = &Placement{Pieces: 2, Deal: func([]float64) []int { return []int{0, 0, 1, 1, 2, 2, 2, 3} }}
	cfg.Limit = 1000 * balance.Second
	if r, _ := run(t, cfg); r.Phases < 2*4 {
		t.Errorf("%d processors took part in a phase, want all 4 more than once", r.Phases)
	}
}

// Elements whose estimates are much too small are solved sequentially, and the run ends in a long tail in
// which few processors work. Splitting everything cures it.
func TestPitfallUnderestimatedElementsMakeATail(t *testing.T) {
	balancetest.SkipShort(t)
	time := func(policy, load string) balance.Ticks {
		cfg := config(t, policy, "mesh", []int{8, 8}, &balancetest.Tree{Nodes: 100_000, Seed: 4})
		cfg.Estimate = estimate(t, load)
		r, _ := run(t, cfg)
		return r.Time
	}
	// A child has half the work of its parent and eight variables more: α⁸ = 2 is right.
	right, wrong := time("plb:period=0.1", "alpha:alpha=1.09"), time("plb:period=0.1", "alpha:alpha=1.5")
	cured := time("plb:period=0.1:beta=0", "alpha:alpha=1.5")
	if wrong < 2*right || cured > wrong/2 {
		t.Errorf("time: %d ms with right estimates, %d ms with small ones, %d ms with those if all is split",
			right/balance.Millisecond, wrong/balance.Millisecond, cured/balance.Millisecond)
	}
}

// From one corner of a large machine, local averaging takes long to reach the other one: hence the start
// placements.
func TestPitfallLocalPoliciesStarveFarFromTheRoot(t *testing.T) {
	if testing.Short() {
		t.Skip("1,024 processors")
	}
	mean := func(start Start) float64 {
		cfg := config(t, "lade", "mesh", []int{32, 32}, &balancetest.Tree{Nodes: 300_000, Seed: 5})
		cfg.Start = start
		r, _ := run(t, cfg)
		return r.MeanSeconds(r.Idle)
	}
	if root, spread := mean(StartRoot), mean(StartSpread); spread > root/2 {
		t.Errorf("idle for %.1f s from the root, %.1f s spread: want half of it at most", root, spread)
	}
}

// Two machines of which one takes a thousandth more for each element: as in two simulators that are both
// right, the same happens at first, in the same order, and then something else, and in the end about as
// much of it.
func TestPitfallRunsAreChaotic(t *testing.T) {
	for _, policy := range []string{"lade", "plb:period=0.1", "steal"} {
		t.Run(policy, func(t *testing.T) {
			cfg := config(t, policy, "", []int{4, 4}, &balancetest.Tree{Nodes: 60_000, Seed: 6})
			one, events := run(t, cfg)
			cfg.Cost.TakeTime += cfg.Cost.TakeTime / 1000
			other, others := run(t, cfg)
			same := 0
			for same < min(len(events), len(others)) && alike(events[same], others[same]) {
				same++
			}
			if same < 100 {
				t.Errorf("only the first %d events are alike", same)
			}
			if same == len(events) {
				t.Error("all events are alike")
			}
			if off := one.Seconds()/other.Seconds() - 1; off < -0.02 || off > 0.02 {
				t.Errorf("the times differ by %.1f %%, want 2 %% at most", 100*off)
			}
		})
	}
}

// alike reports whether two events are the same but for times and loads.
func alike(a, b Event) bool {
	return a.Kind == b.Kind && a.Rank == b.Rank && a.From == b.From && a.Elements == b.Elements && a.Message.Kind == b.Message.Kind
}

// A policy that spends all its time on messages never ends: every run can have a limit.
func TestPitfallBusyBodiesRunIntoTheLimit(t *testing.T) {
	cfg := config(t, "lade:period=0.001:change=0", "clique", []int{4, 4}, &balancetest.Tree{Nodes: 1_000_000, Seed: 7})
	cfg.Cost.MessageCPU = balance.Second
	cfg.Limit = 50 * balance.Second
	r, err := Run(t.Context(), cfg)
	if !errors.Is(err, ErrLimit) || r.Time != cfg.Limit {
		t.Errorf("the run ends at %d ns with error %v, want the limit of %d ns", r.Time, err, cfg.Limit)
	}
	checkBooks(t, r)
}
