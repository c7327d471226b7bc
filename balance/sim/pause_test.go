package sim

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
)

// Processor 0 works on leaf 1 from 120 on. What comes meanwhile waits for its safe point. The first thing is due at
// 5000, so that is at 8192, the next power of two, since a node takes 1: first come the timers of 5000 and, set there, of 6000, each at its
// own time; then the message of 6042. The second message, of 18,042, waits until there is no work any more. Processor 1, which has none,
// hears of everything at once.
func TestBusyProcessorsLookUpNowAndThen(t *testing.T) {
	var seen []balance.Ticks // that the policy of processor 0 takes for now
	busy := acts{
		start: func(p balance.Proc) { p.WakeAfter(5000) },
		wake: func(p balance.Proc) {
			if seen = append(seen, p.Now()); len(seen) == 1 {
				p.WakeAfter(1000)
			}
		},
		receive: func(p balance.Proc, _ int) {
			seen = append(seen, p.Now())
			p.Transfer(1, 1)
		},
	}
	asks := acts{
		start: func(p balance.Proc) { p.Send(0, balance.Message{}); p.WakeAfter(12_000) },
		wake:  func(p balance.Proc) { p.Send(0, balance.Message{}) },
	}
	line := grid(t, "line", 2)
	policies := []acts{busy, asks}
	_, events := run(t, Config[int]{
		Tree: star{100, 30_000, 50_000}, Topology: line, Physical: line, Cost: costs(), Estimate: estimate(t, "count"), Start: StartRoot,
		Policy: func(rank int) balance.Policy { return policies[rank] }, Pause: 40_000,
	})
	var kinds []string
	var safe balance.Ticks
	for _, e := range events {
		if e.Rank == 1 {
			if e.Kind == EventArrived && e.Time != safe+1000+1200+5032 {
				t.Errorf("the element arrives at %d, sent at the safe point %d", e.Time, safe)
			}
			continue
		}
		if kinds = append(kinds, e.Kind.String()); len(kinds) == 1 {
			safe = e.Time
		}
		if len(kinds) <= 3 && e.Time != safe || len(kinds) > 3 && e.Time != 30_120+1000+1200 {
			t.Errorf("%v at %d", e.Kind, e.Time)
		}
	}
	if got := strings.Join(kinds, " "); got != "wake wake receive receive idle" || safe != 8192 {
		t.Errorf("%s from %d on", got, safe)
	}
	if seen[0] != 5000 || seen[1] != 6000 || seen[2] != safe {
		t.Errorf("the policy is woken at %v, want 5000, 6000 and %d", seen[:3], safe)
	}
}

// One without work for longer than a pause lets a message wait for a sixth of a pause. Three come over a link, each in 5042.
func TestIdleProcessorsDoze(t *testing.T) {
	busy := acts{start: func(p balance.Proc) {
		for range 3 {
			p.Send(1, balance.Message{})
		}
	}}
	line := grid(t, "line", 2)
	policies := []acts{busy, {}}
	_, events := run(t, Config[int]{
		Tree: star{100, 30_000, 50_000}, Topology: line, Physical: line, Cost: costs(), Estimate: estimate(t, "count"), Start: StartRoot,
		Policy: func(rank int) balance.Policy { return policies[rank] }, Pause: 9000,
	})
	var heard []balance.Ticks
	for _, e := range events {
		if e.Rank == 1 && e.Kind == EventReceive {
			heard = append(heard, e.Time)
		}
	}
	const link = 5042
	if diff := cmp.Diff([]balance.Ticks{1000 + link, 1000 + 2*link + 9000/naps, 1000 + 3*link + 9000/naps}, heard); diff != "" {
		t.Errorf("messages are heard at (-want +got):\n%s", diff)
	}
}

// Nothing is lost where processors look up now and then, none is searched twice, and the books balance.
func TestBooksBalanceWithPauses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := randomConfig(t)
		cfg.Pause = rapid.SampledFrom([]balance.Ticks{1, 1000, 1e6, 1e9}).Draw(t, "pause")
		if rapid.Bool().Draw(t, "unlike") {
			cfg.Speeds = uneven(t, cfg.Topology.Procs())
		}
		levelled(t, &cfg.Cost)
		if balanceBooks(t, cfg) {
			explore(t, cfg)
		}
	})
}

// The contract of policies and machines holds with pauses shorter than a node, so that every change of the load is told.
func TestContractWithPauses(t *testing.T) {
	if os.Getenv("TRANSAT_TEST_MORE") == "" {
		t.Skip("seconds: the books with pauses are looked at anyway")
	}
	m, err := ChooseCostModel("cluster")
	if err != nil {
		t.Fatal(err)
	}
	m.NodeTime = balance.Millisecond
	balancetest.TestMachine(t, func(r balancetest.Run) (balancetest.RunResult, error) {
		return outcomeOf(m, Speeds{}, balance.Millisecond/3, r)
	})
}
