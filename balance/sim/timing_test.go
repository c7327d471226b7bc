package sim

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/balancetest"
)

// Runs so small that their times can be worked out by hand from the cost model.

// star is a tree of a root and leaves. Node 0, the root, and nodes 1, 2, … take the given work.
type star []int64

// Root implements balance.Tree.
func (star) Root() int { return 0 }

// Expand implements balance.Tree.
func (t star) Expand(e int, dst []int) ([]int, int64, int64, bool) {
	if e == 0 {
		for leaf := 1; leaf < len(t); leaf++ {
			dst = append(dst, leaf)
		}
	}
	return dst, t[e], 1, false
}

// Finish implements balance.Tree. It is not called without a grain.
func (t star) Finish(e int) (work, nodes int64, found bool) { return t[e], 1, false }

// Level implements balance.Tree.
func (star) Level(int) int { return 0 }

// Subtree implements balance.Tree.
func (t star) Subtree(e int) (work, nodes, elements int64) {
	if e > 0 {
		return t[e], 1, 1
	}
	sum := int64(0)
	for _, work := range t {
		sum += work
	}
	return sum, int64(len(t)), int64(len(t))
}

// costs is a machine whose times show in the digits of their sums. A control message takes
// 5000 + 21·2 = 5042 ns a link, an element 5000 + 16·2 = 5032 ns.
func costs() CostModel {
	return CostModel{
		Name: "digits", WorkTime: 1, TakeTime: 10, InstallTime: 100, MessageCPU: 1000, ElementCPU: 200,
		LinkTime: 5000, ByteTime: 2, ElementBytes: 16,
	}
}

// acts is a policy of functions of one processor; what is nil is not called.
type acts struct {
	balance.Base
	start, wake, arrived func(balance.Proc)
	receive              func(p balance.Proc, from int)
}

// Start implements balance.Policy.
func (a acts) Start(p balance.Proc) {
	if a.start != nil {
		a.start(p)
	}
}

// Wake implements balance.Policy.
func (a acts) Wake(p balance.Proc) {
	if a.wake != nil {
		a.wake(p)
	}
}

// Receive implements balance.Policy.
func (a acts) Receive(p balance.Proc, from int, _ balance.Message) {
	if a.receive != nil {
		a.receive(p, from)
	}
}

// Arrived implements balance.Policy.
func (a acts) Arrived(p balance.Proc, _ int) {
	if a.arrived != nil {
		a.arrived(p)
	}
}

// onLine simulates policies, one for each processor of a line, on a star.
func onLine(t *testing.T, tree star, m CostModel, start Start, policies ...acts) (balance.Result, []string) {
	t.Helper()
	line := grid(t, "line", len(policies))
	result, events := run(t, Config[int]{
		Tree: tree, Topology: line, Physical: line, Cost: m, Estimate: estimate(t, "count"), Start: start,
		Policy: func(rank int) balance.Policy { return policies[rank] },
	})
	var lines []string
	for _, e := range events {
		lines = append(lines, fmt.Sprintf("%d: %d %v", e.Time, e.Rank, e.Kind))
	}
	return result, lines
}

func compare(t *testing.T, what string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-by hand +simulated):\n%s", what, diff)
	}
}

func TestTimesOfOneTransfer(t *testing.T) {
	// Processor 0 expands the root from 0 to 10+100 = 110, and takes leaf 1. Just then its policy
	// sends leaf 2, which costs 1000+200 of CPU time, so it is done with leaf 1 at
	// 110 + 10+1000 + 1200 = 2320. The element is on the link from 1310 to 6342. Unpacking, taking,
	// installing and expanding it takes processor 1 until 6342 + 1200 + 10 + 100 + 300 = 7952. The news
	// goes to the middle of the line and back in 2·(5042+2·1000) = 14084.
	send := acts{
		start: func(p balance.Proc) { p.WakeAfter(110) },
		wake:  func(p balance.Proc) { p.Transfer(1, 1) },
	}
	result, events := onLine(t, star{100, 1000, 300}, costs(), StartRoot, send, acts{})
	compare(t, "events", []string{"0: 1 idle", "110: 0 wake", "2320: 0 idle", "6342: 1 arrived"}, events)
	compare(t, "result", balance.Result{
		Procs: 2, Time: 7952 + 14084, Work: 1400, Nodes: 3, Sequential: 1400, Sent: 1, Hops: 1,
		Busy: 1400, Take: 30, Install: 100, Message: 2400, Idle: 2*(7952+14084) - 1400 - 30 - 100 - 2400,
		Taken: 3, Installed: 1, Began: 2, AllBegan: 6342 + 1200,
		IdleStart: 6342, IdleEnd: (7952 - 2320) + 2*14084, // processor 1 before, and both after their leaves
		Events: result.Events,
	}, result)
}

func TestEveryNodeTakesItsOwnTimeBesidesItsWork(t *testing.T) {
	// The root and three leaves, 1111 of work: 4·7 for the nodes, 4·10 for taking them.
	m := costs()
	m.NodeTime = 7
	result, _ := onLine(t, star{1, 10, 100, 1000}, m, StartRoot, acts{})
	compare(t, "time", balance.Ticks(1111+28+40), result.Time)
	compare(t, "sequential time", balance.Ticks(1111+28), result.Sequential)
}

func TestLinksPassOneMessageAtATime(t *testing.T) {
	// The CPU hands over a message each 1000 ns, the link takes 5042 ns for each. The other direction
	// of the link is free all the time, and the answer to the first message leaves at
	// 6042 + 1000 + 1000, for receiving and sending.
	send := acts{start: func(p balance.Proc) {
		for range 3 {
			p.Send(1, balance.Message{})
		}
	}}
	answered := false
	answer := acts{receive: func(p balance.Proc, from int) {
		if !answered {
			answered = true
			p.Send(from, balance.Message{})
		}
	}}
	result, events := onLine(t, star{100000}, costs(), StartRoot, send, answer)
	compare(t, "events", []string{
		"0: 1 idle", "6042: 1 receive", "11084: 1 receive", "13084: 0 receive", "16126: 1 receive",
	}, events)
	compare(t, "messages", int64(4), result.Messages)
	compare(t, "time for messages", balance.Ticks(8*1000), result.Message)
}

func TestShortMessageWaitsForLongTransfer(t *testing.T) {
	// Ten elements of 16 bytes: 1000 + 10·200 of CPU time from 120 on, then 5000 + 160·2 on the link; the
	// message is ready at 120 + 3000 + 1000 = 4120, but the link is not before 8440. By the time it is
	// over, processor 1 has unpacked the elements in 3000 ns and done each in 10+100+1.
	send := acts{
		start: func(p balance.Proc) { p.WakeAfter(120) },
		wake: func(p balance.Proc) {
			p.Transfer(1, 10)
			p.Send(1, balance.Message{})
		},
	}
	_, events := onLine(t, star{100, 50000, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, costs(), StartRoot, send, acts{})
	want := []string{"0: 1 idle", "120: 0 wake", "8440: 1 arrived", "12550: 1 idle", "13482: 1 receive"}
	compare(t, "events", want, events[:min(len(want), len(events))])
}

func TestRoutingDelaysTheWorkerInBetween(t *testing.T) {
	// Each finds its leaf by expanding the root, from 0 to 100+10, and would be done with it at
	// 110 + 10 + 20000 = 20120. The message is sent first: its 1000 ns come after the placing, at 110,
	// so it is on the first link from 1110 to 6152, costs processor 1 another 300, and is on the
	// second link from 6452 to 11494.
	m := costs()
	m.RouteCPU = 300
	send := acts{start: func(p balance.Proc) { p.Send(2, balance.Message{}) }}
	result, events := onLine(t, star{100, 20000, 20000, 20001}, m, StartSpread, send, acts{}, acts{})
	compare(t, "events", []string{"11494: 2 receive", "20420: 1 idle", "21120: 0 idle"}, events)
	result.Events = 0
	end := balance.Ticks(20121+1000) + 14084
	compare(t, "result", balance.Result{
		Procs: 3, Time: end, Work: 60101, Nodes: 4, Sequential: 60101, Messages: 1, Hops: 2,
		Busy: 60001, Take: 30, Message: 2000, Route: 300, Placing: 330,
		Idle: 3*end - 60001 - 30 - 2000 - 300 - 330, IdleEnd: 3*end - 60001 - 30 - 2000 - 300 - 330,
		Taken: 3, Began: 3, AllBegan: 110,
	}, result)
}

func TestLoadWatchersHearOfWhatTheWorkerTakes(t *testing.T) {
	// The run of TestTimesOfOneTransfer. Processor 0 takes a leaf at 110, and is done with it at 2320.
	// Processor 1 has nothing at 0, and takes the other leaf when it arrives, at 6342.
	var heard []string
	line := grid(t, "line", 2)
	run(t, Config[int]{
		Tree: star{100, 1000, 300}, Topology: line, Physical: line, Cost: costs(), Estimate: estimate(t, "count"),
		Policy: func(rank int) balance.Policy {
			return hears{acts{
				start: func(p balance.Proc) { p.WakeAfter(110) },
				wake:  func(p balance.Proc) { p.Transfer(1, 1-rank) },
			}, &heard}
		},
	})
	compare(t, "calls", []string{"110: 0", "2320: 0", "6342: 1"}, heard)
}

// hears notes the calls of LoadChanged.
type hears struct {
	acts
	heard *[]string
}

// LoadChanged implements balance.LoadWatcher.
func (h hears) LoadChanged(p balance.Proc) {
	*h.heard = append(*h.heard, fmt.Sprintf("%d: %d", p.Now(), p.Rank()))
}

func TestAtOneTimeIdleComesLast(t *testing.T) {
	both := acts{start: func(p balance.Proc) { p.WakeAfter(0) }}
	_, events := onLine(t, star{100}, costs(), StartRoot, both, both)
	compare(t, "events", []string{"0: 0 wake", "0: 1 wake", "0: 1 idle"}, events)
}

func TestMessagesAfterTheEndCostNothing(t *testing.T) {
	// Processor 1 begins to send 20 messages at 900, which takes it until 20900. Processor 0 is done at
	// 10+1000 = 1010, and 14084 later all know.
	send := acts{
		start: func(p balance.Proc) { p.WakeAfter(900) },
		wake: func(p balance.Proc) {
			for range 20 {
				p.Send(0, balance.Message{})
			}
		},
	}
	result, _ := onLine(t, star{1000}, costs(), StartRoot, acts{}, send)
	compare(t, "time", balance.Ticks(1010+14084), result.Time)
	compare(t, "time for messages", balance.Ticks(1010+14084-900), result.Message)
	compare(t, "idle time", balance.Ticks(14084+900), result.Idle)
}

func TestTimersGoOffInTheOrderTheyWereSet(t *testing.T) {
	var at []balance.Ticks
	wake := acts{
		start: func(p balance.Proc) {
			for _, d := range []balance.Ticks{300, 0, 200, 200} {
				p.WakeAfter(d)
			}
		},
		wake: func(p balance.Proc) { at = append(at, p.Now()) },
	}
	onLine(t, star{1000}, costs(), StartRoot, wake)
	compare(t, "times", []balance.Ticks{0, 200, 200, 300}, at)
}

// A unit is taken once, and takes the time of all its nodes.
func TestUnitTakesTheTimeOfItsNodes(t *testing.T) {
	tree := &balancetest.Tree{Nodes: 9, Seed: 1, Unit: 9}
	for _, grain := range []float64{0, 100} {
		cfg := config(t, "none", "line", []int{1}, tree)
		cfg.Cost, cfg.Grain = costs(), grain
		r, _ := run(t, cfg)
		work, _, elements := tree.Subtree(tree.Root())
		if want := cfg.Cost.TakeTime + cfg.Cost.Expand(work, 9); r.Time != want || r.Nodes != 9 || elements != 1 {
			t.Errorf("grain %v: %d ns for %d nodes in %d elements, want %d ns", grain, r.Time, r.Nodes, elements, want)
		}
	}
}

// Who looks for its first elements expands the nodes above them, but no unit: no processor would be charged for that.
func TestUnitsAreDealtOutWhole(t *testing.T) {
	tree := &balancetest.Tree{Nodes: 200, Seed: 3, Unit: 60}
	_, _, elements := tree.Subtree(tree.Root())
	if elements < 5 || elements > 15 {
		t.Fatalf("%d elements, want some, but fewer than processors", elements)
	}
	inner := elements / 2 // every one of them has two children
	for _, start := range []Start{StartSpread, StartFrontier} {
		cfg := config(t, "none", "mesh", []int{4, 4}, tree)
		cfg.Start = start
		if start == StartFrontier {
			cfg.Placement = &Placement{Pieces: 1, Deal: func(loads []float64) []int { return make([]int, len(loads)) }}
		}
		r, _ := run(t, cfg)
		checkBooks(t, r)
		if most := cfg.Cost.Expand(inner*balancetest.NodeWork*3/2, inner); r.Nodes != 200 || r.Sequential-r.Busy > most {
			t.Errorf("start %s: %d nodes, of which the processors are not charged for %d ns, want at most %d", start, r.Nodes,
				r.Sequential-r.Busy, most)
		}
	}
}
