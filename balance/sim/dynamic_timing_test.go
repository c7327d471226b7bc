package sim

import (
	"context"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
)

// Runs so small that their times can be worked out by hand.

const ms = balance.Millisecond

// equal is a load of that many items on every processor that never changes.
func equal(items float64) DynamicLoad { return DynamicLoad{Mean: items, Step: 0.5} }

// byHand is a run on a line with the costs of costs() in which nothing happens but what policies do.
func byHand(t *testing.T, items float64, m CostModel, policies ...acts) DynamicConfig {
	t.Helper()
	line := grid(t, "line", len(policies))
	return DynamicConfig{
		Topology: line, Physical: line, Cost: m, Load: equal(items), Received: balance.Bottom,
		Policy:   func(rank int) balance.Policy { return policies[rank] },
		Duration: balance.Second, Sample: 10 * ms, Service: 40 * ms,
	}
}

func meiko(t *testing.T) CostModel {
	t.Helper()
	m, err := ChooseCostModel("meiko-cs1")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Without a policy, a request of 40 ms on a processor with k items takes k · 40 ms, and that is also
// the ideal.
func TestResponseTimeIsServiceTimesLoad(t *testing.T) {
	for _, k := range []float64{1, 2, 5, 20} {
		cfg := byHand(t, k, meiko(t), acts{})
		cfg.Pause, cfg.Duration = 200*ms, 20*balance.Second
		r := runDynamic(t, cfg)
		want := k * 0.040
		if math.Abs(r.Response-want) > 1e-6 || r.IdealResponse != want {
			t.Errorf("%v items: response %v s, ideal %v s, want %v s", k, r.Response, r.IdealResponse, want)
		}
		if r.Requests < 50 || r.Open > 0 {
			t.Errorf("%v items: %d requests, %d not answered", k, r.Requests, r.Open)
		}
		if r.Load != k || r.Imbalance != 0 || r.Overhead != 0 {
			t.Errorf("%v items: load %v, σ %v, overhead %v", k, r.Load, r.Imbalance, r.Overhead)
		}
	}
}

// With items of unequal load, it is the load that counts, not their number.
func TestResponseTimeIsServiceTimesUnequalLoad(t *testing.T) {
	cfg := byHand(t, 10, meiko(t), acts{})
	cfg.Load.Unequal = 0.9
	cfg.Pause, cfg.Duration = 200*ms, 20*balance.Second
	r := runDynamic(t, cfg)
	if r.Load == 10 || r.Load < 5 || r.Load > 15 {
		t.Errorf("10 items have load %v", r.Load)
	}
	if want := r.Load * 0.040; math.Abs(r.Response-want) > 1e-6 || math.Abs(r.IdealResponse-want) > 1e-9 {
		t.Errorf("load %v: response %v s, ideal %v s, want %v s", r.Load, r.Response, r.IdealResponse, want)
	}
}

// A frozen item makes no progress: asked at 960 ms, it has 40 ms alone, which are enough for 40 of 90;
// 30 ms frozen; and then half of the CPU until 90 are reached.
func TestMigratingItemIsFrozenFor30ms(t *testing.T) {
	var d *dynamic
	first := acts{
		start: func(p balance.Proc) { p.WakeAfter(960 * ms); p.WakeAfter(1000 * ms) },
		wake: func(p balance.Proc) {
			if p.Now() == 960*ms {
				d.ask(*d.hosts[0].items.at(0))
			} else {
				p.Transfer(1, 1)
			}
		},
	}
	cfg := byHand(t, 1, meiko(t), first, acts{})
	cfg.Duration, cfg.Service = 2*balance.Second, 90*ms
	d, err := newDynamic(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if want := 40*ms + 30*ms + 2*50*ms; d.requests.sum < want || d.requests.sum > want+1 {
		t.Errorf("response time %d ns, want %d ns", d.requests.sum, want)
	}
}

// Of two items in one transfer, the second is packed after the first and follows it over the link; the
// policy hears of both when the second is there.
func TestItemsOfATransferFollowEachOther(t *testing.T) {
	sends := acts{start: func(p balance.Proc) {
		p.Transfer(1, 2)
		p.Send(1, balance.Message{})
	}}
	m := costs() // an element takes 5032 ns a link and a message 5042
	cfg := byHand(t, 3, m, sends, acts{})
	type seen struct {
		Time     balance.Ticks
		Kind     string
		Elements int
		Load     float64
	}
	var got []seen
	cfg.Trace = func(e Event) { got = append(got, seen{e.Time, e.Kind.String(), e.Elements, e.Load}) }
	r := runDynamic(t, cfg)
	want := []seen{
		{1200 + 5032 + 5032, "arrived", 2, 5},
		{1200 + 5032 + 5032 + 5042, "receive", 0, 5},
	}
	compare(t, "what processor 1 sees", want, got)
	if r.Sent != 2 || r.Messages != 1 {
		t.Errorf("%d items and %d messages sent", r.Sent, r.Messages)
	}
}

// Of three items that processor 1 gets, two go on to 2 at once and are passed on, and a third later.
func TestItemsSentOnAtOnceArePassedOn(t *testing.T) {
	sends := acts{start: func(p balance.Proc) { p.Transfer(1, 3) }}
	passes := acts{
		arrived: func(p balance.Proc) {
			p.Transfer(2, 2)
			p.WakeAfter(ms)
		},
		wake: func(p balance.Proc) { p.Transfer(2, 1) },
	}
	r := runDynamic(t, byHand(t, 3, costs(), sends, passes, acts{}))
	if r.Sent != 6 || r.Passed != 2 {
		t.Errorf("%d items sent, %d of them passed on; want 6 and 2", r.Sent, r.Passed)
	}
}

// Overhead is the CPU time of messages and migrations: 1000 ns for a message at each end, 1200 ns for
// an item.
func TestOverheadIsTheCPUTimeOfTheBalancer(t *testing.T) {
	busy := acts{
		start: func(p balance.Proc) { p.WakeAfter(50 * ms) },
		wake: func(p balance.Proc) {
			p.Send(1, balance.Message{})
			p.Transfer(1, 1)
			p.WakeAfter(100 * ms)
		},
	}
	cfg := byHand(t, 20, costs(), busy, acts{})
	r := runDynamic(t, cfg) // at 50, 150, … 950 ms
	if want := 10 * 2 * (1000 + 1200) / (2 * 1e9); math.Abs(r.Overhead-want) > 1e-12 {
		t.Errorf("overhead %v, want %v", r.Overhead, want)
	}
	if r.Migrations() != 10 {
		t.Errorf("%v migrations a second, want 10", r.Migrations())
	}
	cfg.WarmUp = 500 * ms // what came before does not count: 550 to 1450 ms
	if r := runDynamic(t, cfg); r.Messages != 10 {
		t.Errorf("%d messages in the measured time, want 10", r.Messages)
	}
}

// What the balancer takes, the items lose: messages that keep the CPU for 3 of every 10 ms make
// requests take 10/7 of their time.
func TestItemsLoseWhatTheBalancerTakes(t *testing.T) {
	m := costs()
	m.MessageCPU = 3 * ms
	busy := acts{
		start: func(p balance.Proc) { p.WakeAfter(0) },
		wake:  func(p balance.Proc) { p.Send(1, balance.Message{}); p.WakeAfter(10 * ms) },
	}
	cfg := byHand(t, 10, m, busy, acts{})
	cfg.Pause, cfg.Duration = 7*ms, 4*balance.Second
	r := runDynamic(t, cfg)
	if want := 10 * 0.040 * 10 / 7; math.Abs(r.Response-want) > 0.002 {
		t.Errorf("response time %v s, want %v s", r.Response, want)
	}
}

// A processor that has given all away, or had nothing to begin with, hears that it is idle, once.
func TestDynamicIdle(t *testing.T) {
	var got []balance.Ticks
	gives := acts{start: func(p balance.Proc) { p.Transfer(1, p.Len()) }}
	cfg := byHand(t, 2, costs(), gives, acts{})
	cfg.Trace = func(e Event) {
		if e.Kind == EventIdle {
			got = append(got, e.Time, balance.Ticks(e.Rank))
		}
	}
	runDynamic(t, cfg)
	if diff := cmp.Diff([]balance.Ticks{0, 0}, got); diff != "" {
		t.Errorf("idle times and ranks (-want +got):\n%s", diff)
	}
}

// What a policy is told of its processor.
func TestDynamicProc(t *testing.T) {
	asks := acts{start: func(p balance.Proc) {
		if p.Rank() != 0 {
			return
		}
		got := []any{p.Procs(), p.Neighbours(), p.Load(), p.Len(), p.Working(), p.Busy(), p.Now()}
		want := []any{2, []int{1}, 3.0, 3, 0.0, true, balance.Ticks(0)}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		p.SetGrain(1)
		if got := p.TransferLoad(1, 1.5, 1.9); got != 1 {
			t.Errorf("sent load %v, at most 1.9 was asked for", got)
		}
		if got := p.TransferLoad(1, 0, 5) + p.TransferLoad(1, 1, 0.5); got != 0 {
			t.Errorf("sent load %v where nothing was asked for, or too little", got)
		}
		if got := p.TransferLoad(1, 1.5, 9); got != 2 || p.Len() != 0 || p.Load() != 0 || p.Busy() {
			t.Errorf("sent load %v of 2; %d items left", got, p.Len())
		}
		if got := p.Transfer(1, 1); got != 0 {
			t.Errorf("sent %d items of none", got)
		}
		p.CountPhase()
	}}
	if r := runDynamic(t, byHand(t, 3, costs(), asks, asks)); r.Phases != 1 {
		t.Errorf("%d phases were counted", r.Phases)
	}
}
