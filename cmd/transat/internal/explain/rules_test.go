package explain

import (
	"slices"
	"testing"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
)

type result = balance.Result

// seeds are runs of one processor.
func seeds(runs ...result) *Measured {
	m := &Measured{}
	for _, r := range runs {
		r.Procs = 1
		m.add(r)
	}
	return m
}

// reasonsOf are those of two policies, of which the first is faster.
func reasonsOf(fast, slow *Measured) []Reason {
	c := &comparison{first: party{name: "fast", run: fast}, second: party{name: "slow", run: slow}}
	c.fast, c.slow = &c.first, &c.second
	return c.reasons()
}

// A part is spoken of if it is a twentieth of all that differs, and if it is one of the four largest; the largest comes first.
func TestReasonsAreThoseOfPartsThatMatter(t *testing.T) {
	const s = balance.Second
	for _, c := range []struct {
		name string
		slow result
		want []string
	}{
		{"a twentieth and less", result{Busy: 91 * s, Take: 5 * s, Install: 4 * s}, []string{"busy", "take"}},
		{
			"five parts",
			result{Busy: 10 * s, Take: 30 * s, Install: 20 * s, Message: 15 * s, Route: 25 * s},
			[]string{"take", "route", "install", "message"},
		},
	} {
		var got []string
		for _, r := range reasonsOf(seeds(result{}), seeds(c.slow)) {
			got = append(got, r.Part)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: reasons for %v, want %v", c.name, got, c.want)
		}
	}
}

// What differs from seed to seed under either policy by as much as between the policies is chance.
func TestReasonsWithinTheSpreadAreChance(t *testing.T) {
	take := func(a, b balance.Ticks) *Measured {
		return seeds(result{Take: a * balance.Second}, result{Take: b * balance.Second})
	}
	for _, c := range []struct {
		name       string
		fast, slow *Measured
		chance     bool
	}{
		{"the slower one spreads", take(10, 10), take(11, 31), true},
		{"the faster one spreads", take(1, 19), take(20, 20), true},
		{"both spread less", take(9, 11), take(20, 22), false},
	} {
		if all := reasonsOf(c.fast, c.slow); len(all) != 1 || (all[0].Cause == "chance") != c.chance {
			t.Errorf("%s: %+v", c.name, all)
		}
	}
}

// Every rule has a case in which it holds and one, nearly the same, in which it must not be said.
func TestRulesHoldOnlyWhereTheCountsBearThemOut(t *testing.T) {
	const s = balance.Second
	base := result{Procs: 10, Time: 10 * s, Began: 10}
	with := func(change func(r *result)) result {
		r := base
		change(&r)
		return r
	}
	cost := sim.CostModel{
		TakeTime: balance.Millisecond, InstallTime: 10 * balance.Millisecond, MessageCPU: balance.Millisecond,
		ElementCPU: 2 * balance.Millisecond, RouteCPU: balance.Millisecond,
	}
	idle := func(r *result, start, middle, end balance.Ticks) {
		r.IdleStart, r.IdleEnd, r.Idle = start, end, start+middle+end
	}
	for _, x := range []struct {
		key         string // of the part and the rule
		cheap, dear result
		gap         float64
		but         result  // in place of dear
		butGap      float64 // 0: the same
	}{
		{
			key:   "take fewer-taken",
			cheap: with(func(r *result) { r.Taken = 10_000 }), dear: with(func(r *result) { r.Taken = 30_000 }), gap: 2,
			but: with(func(r *result) { r.Taken = 10_500 }),
		},
		{
			key:   "install fewer-installed",
			cheap: with(func(r *result) { r.Installed = 100 }), dear: with(func(r *result) { r.Installed = 1100 }), gap: 1,
			but: with(func(r *result) { r.Installed = 400 }),
		},
		{
			key:   "message fewer-messages",
			cheap: with(func(r *result) { r.Messages = 1000 }), dear: with(func(r *result) { r.Messages = 6000 }), gap: 1,
			but: with(func(r *result) { r.Messages, r.Sent = 1000, 6000 }),
		},
		{
			key:   "message fewer-sent",
			cheap: with(func(r *result) { r.Sent = 100 }), dear: with(func(r *result) { r.Sent = 2600 }), gap: 1,
			but: with(func(r *result) { r.Sent, r.Messages = 100, 5000 }),
		},
		{
			key:   "route shorter-ways",
			cheap: with(func(r *result) { r.Messages, r.Hops = 1000, 1000 }),
			dear:  with(func(r *result) { r.Messages, r.Hops = 1000, 11_000 }), gap: 1,
			but: with(func(r *result) { r.Messages, r.Hops = 10_000, 10_000 }),
		},
		{
			key:   "route fewer-messages",
			cheap: with(func(r *result) { r.Messages, r.Hops = 1000, 3000 }),
			dear:  with(func(r *result) { r.Messages, r.Hops = 6000, 18_000 }), gap: 1,
			but: with(func(r *result) { r.Messages, r.Hops = 1000, 13_000 }),
		},
		{
			key:   "busy fewer-nodes",
			cheap: with(func(r *result) { r.Nodes, r.Found = 1000, true }), dear: with(func(r *result) { r.Nodes, r.Found = 3000, true }),
			gap: 1,
			but: with(func(r *result) { r.Nodes = 3000 }),
		},
		{
			key:   "busy fewer-before-the-proof",
			cheap: with(func(r *result) { r.Nodes, r.Bounded, r.Alone = 1000, true, 900 }),
			dear:  with(func(r *result) { r.Nodes, r.Bounded, r.Alone = 3000, true, 900 }), gap: 1,
			but: with(func(r *result) { r.Nodes = 3000 }),
		},
		{
			key:   "idle_start all-begin-earlier",
			cheap: with(func(r *result) { r.AllBegan = s }), dear: with(func(r *result) { r.AllBegan = 3 * s }), gap: 1,
			but: with(func(r *result) { r.AllBegan, r.Began = 3*s, 9 }),
		},
		{
			key:   "idle_start first-comes-sooner",
			cheap: with(func(r *result) { idle(r, 10*s, 0, 0) }), dear: with(func(r *result) { r.Began = 9; idle(r, 37*s, 0, 0) }), gap: 2.7,
			but: with(func(r *result) { r.Began = 7; idle(r, 37*s, 0, 0) }),
		},
		{
			key:   "idle_start fewer-never-begin",
			cheap: with(func(r *result) { idle(r, 10*s, 0, 0) }), dear: with(func(r *result) { r.Began = 7; idle(r, 37*s, 0, 0) }), gap: 2.7,
			but: with(func(r *result) { r.Began = 9; idle(r, 37*s, 0, 0) }),
		},
		{
			key:   "idle_start later-and-fewer",
			cheap: with(func(r *result) { idle(r, 0, 0, 0) }), dear: with(func(r *result) { r.Began = 8; idle(r, 36*s, 0, 0) }), gap: 5,
			but: with(func(r *result) { r.Began = 8; idle(r, 36*s, 0, 0) }), butGap: 3.6,
		},
		{
			key:   "idle_middle fewer-waits",
			cheap: with(func(r *result) { r.Waits = 100; idle(r, 0, 10*s, 0) }),
			dear:  with(func(r *result) { r.Waits = 300; idle(r, 0, 30*s, 0) }), gap: 2,
			but: with(func(r *result) { r.Waits = 100; idle(r, 0, 30*s, 0) }),
		},
		{
			key:   "idle_middle shorter-waits",
			cheap: with(func(r *result) { r.Waits = 100; idle(r, 0, 10*s, 0) }),
			dear:  with(func(r *result) { r.Waits = 100; idle(r, 0, 30*s, 0) }), gap: 2,
			but: with(func(r *result) { r.Waits = 300; idle(r, 0, 30*s, 0) }),
		},
		{
			key:   "idle_middle fewer-and-shorter-waits",
			cheap: with(func(r *result) { r.Waits = 100; idle(r, 0, 10*s, 0) }),
			dear:  with(func(r *result) { r.Waits = 300; idle(r, 0, 90*s, 0) }), gap: 8,
			but: with(func(r *result) { r.Waits = 700; idle(r, 0, 90*s, 0) }),
		},
		{
			key:   "idle_end shorter-tail",
			cheap: with(func(r *result) { idle(r, 0, 0, 10*s) }), dear: with(func(r *result) { idle(r, 0, 0, 30*s) }), gap: 2,
			but: with(func(r *result) { idle(r, 30*s, 0, 10*s) }),
		},
	} {
		t.Run(x.key, func(t *testing.T) {
			i := slices.IndexFunc(rules(), func(r rule) bool { return r.part+" "+r.key == x.key })
			if i < 0 {
				t.Fatal("there is no such rule")
			}
			holds := func(dear result, gap float64) bool {
				party := func(name string, r result) *party {
					m := &Measured{}
					m.add(r)
					return &party{name: name, setup: compare.Setup{Cost: cost}, run: m}
				}
				_, ok := rules()[i].holds(&evidence{cheap: party("cheap", x.cheap), dear: party("dear", dear), gap: gap, seen: map[string]float64{}})
				return ok
			}
			if !holds(x.dear, x.gap) {
				t.Error("it is not said where it holds")
			}
			gap := x.gap
			if x.butGap > 0 {
				gap = x.butGap
			}
			if holds(x.but, gap) {
				t.Error("it is said where it does not hold")
			}
		})
	}
	if got, want := len(rules()), 16; got != want {
		t.Errorf("%d rules, of which %d are tested", got, want)
	}
}

func TestTurnIsWhereTheWinnersPart(t *testing.T) {
	cell := func(perProc float64, winner string) Cell { return Cell{PerProc: perProc, Winner: winner} }
	for _, x := range []struct {
		name            string
		cells           []Cell
		smaller, larger string
	}{
		{"it turns", []Cell{cell(100, "a"), cell(1, "b"), cell(10, "b"), cell(20, ""), cell(30, "a")}, "b", "a"},
		{"it does not", []Cell{cell(100, "a"), cell(1, "a")}, "", ""},
		{"there and back", []Cell{cell(100, "a"), cell(10, "b"), cell(1, "a")}, "", ""},
		{"both with as many nodes", []Cell{cell(10, "a"), cell(10, "b")}, "", ""},
		{"nothing but ties", []Cell{cell(10, ""), cell(20, "")}, "", ""},
	} {
		turn := Turn{Cells: x.cells}
		turn.split()
		if turn.Smaller != x.smaller || turn.Larger != x.larger || (turn.Below != nil) != (x.smaller != "") {
			t.Errorf("%s: %+v", x.name, turn)
		}
	}
}
