package sim

import (
	"context"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
)

// Processors of speed 2 do on a machine of twice the costs, with requests of twice the work, what others do on the machine itself, callback
// for callback.
func TestDynamicLoadAtSpeedTwo(t *testing.T) {
	for _, policy := range []string{"steal", "adaptive", "an", "lade:period=0.01"} {
		once := func(change func(*DynamicConfig)) (DynamicResult, []Event) {
			var events []Event
			cfg := dynamicConfig(t, policy, 3, 3)
			cfg.Duration, cfg.Trace = balance.Second, func(e Event) { events = append(events, e) }
			change(&cfg)
			return runDynamic(t, cfg), events
		}
		want, wantEvents := once(func(*DynamicConfig) {})
		got, events := once(func(cfg *DynamicConfig) {
			m := &cfg.Cost
			for _, x := range []*balance.Ticks{&m.MessageCPU, &m.ElementCPU, &m.RouteCPU, &cfg.Service} {
				*x *= 2
			}
			cfg.Speeds.Of = []float64{2}
		})
		if math.Abs(got.Response-want.Response) < 1e-9 { // a clock of speed 2 shows every second ns
			got.Response = want.Response
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: the result differs (-usual +fast):\n%s", policy, diff)
		}
		if diff := cmp.Diff(wantEvents, events); diff != "" {
			t.Errorf("%s: the run differs (-usual +fast):\n%s", policy, diff)
		}
	}
}

// Three items of equal load, of which one needs 40 ms of CPU time from 100 ms on: 120 ms on a processor of speed 1.
func TestRequestsOnUnlikeProcessors(t *testing.T) {
	for _, x := range []struct {
		name   string
		speeds Speeds
		want   balance.Ticks
	}{
		{"usual", Speeds{}, 120 * ms},
		{"half the speed", Speeds{Of: []float64{0.5}}, 240 * ms},
		{"three times the speed", Speeds{Of: []float64{3}}, 40 * ms},
		{"half the speed from 160 to 200 ms", Speeds{Slow: Slow{Share: 1, Speed: 0.5, From: 160 * ms, For: 40 * ms}}, 140 * ms},
		{"joins at 350 ms", Speeds{Late: Late{Procs: 1, At: 350 * ms}}, 250*ms + 120*ms},
	} {
		var d *dynamic
		asks := acts{start: func(p balance.Proc) { p.WakeAfter(100 * ms) }, wake: func(balance.Proc) { d.ask(*d.hosts[1].items.at(0)) }}
		cfg := byHand(t, 3, meiko(t), asks, acts{})
		cfg.Speeds = x.speeds
		d, err := newDynamic(context.Background(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.run(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got := d.requests.sum; got < x.want || got > x.want+1 {
			t.Errorf("%s: the response takes %d ns, want %d", x.name, got, x.want)
		}
	}
}

// What is sent to a processor that has not joined waits, in its order. Nobody calls its policy before, and then it finds its own items.
func TestDynamicLoadWaitsForALateProcessor(t *testing.T) {
	sends := acts{start: func(p balance.Proc) {
		p.Transfer(1, 2)
		p.Send(1, balance.Message{})
	}}
	started := balance.Ticks(-1)
	late := acts{start: func(p balance.Proc) {
		started = p.Now()
		if p.Load() != 3 {
			t.Errorf("it starts with load %v, want 3", p.Load())
		}
	}}
	cfg := byHand(t, 3, costs(), sends, late)
	cfg.Speeds = Speeds{Late: Late{Procs: 1, At: 20 * ms}}
	var got []string
	cfg.Trace = func(e Event) {
		if got = append(got, e.Kind.String()); e.Rank == 1 && e.Time < 20*ms {
			t.Errorf("its policy is called before it has joined: %+v", e)
		}
	}
	r := runDynamic(t, cfg)
	compare(t, "what happens", []string{"arrived", "receive"}, got)
	compare(t, "start", 20*ms, started)
	compare(t, "σ of loads of 1 and 5", 2./3, r.Samples[len(r.Samples)-1].Imbalance)
}

// The overhead is a share of what the processors could do, and the ideal response that of loads in proportion to speeds.
func TestDynamicSharesAreOfTheCapacity(t *testing.T) {
	usual := acts{start: func(p balance.Proc) { p.WakeAfter(500 * ms) }, wake: func(p balance.Proc) { p.Send(1, balance.Message{}) }}
	even := runDynamic(t, byHand(t, 3, meiko(t), usual, acts{}))
	cfg := byHand(t, 3, meiko(t), usual, acts{})
	cfg.Speeds = Speeds{Of: []float64{2, 4}}
	fast := runDynamic(t, cfg)
	compare(t, "overhead", even.Overhead/3, fast.Overhead)
	compare(t, "ideal response", even.IdealResponse/3, fast.IdealResponse)
	cfg.Speeds.Late = Late{Procs: 2, At: ms}
	if _, err := RunDynamic(context.Background(), cfg); err == nil ||
		err.Error() != "2 processors of 2 join late: at least one must be there from the beginning" {
		t.Errorf("error %v", err)
	}
}
