package sim

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance"
)

// dynamicConfig is a run of a policy on a mesh of the Meiko CS-1, with 20 items a processor.
func dynamicConfig(t tb, policy string, sides ...int) DynamicConfig {
	t.Helper()
	chosen, err := balance.Choose(policy)
	if err != nil {
		t.Fatal(err)
	}
	g := grid(t, "mesh", sides...)
	maker, err := chosen.For(g)
	if err != nil {
		t.Fatal(err)
	}
	meiko, err := ChooseCostModel("meiko-cs1")
	if err != nil {
		t.Fatal(err)
	}
	return DynamicConfig{
		Topology: g, Physical: g, Cost: meiko, Policy: maker, Received: chosen.Spec.Received, Seed: 1,
		Load:   DynamicLoad{Mean: 20, Imbalance: 0.5, Dynamicity: 1, Dispersion: 0.5, Step: 1},
		WarmUp: balance.Second, Duration: 4 * balance.Second, Sample: 20 * balance.Millisecond,
		Service: 50 * balance.Millisecond, Pause: 20 * balance.Millisecond,
	}
}

func runDynamic(t tb, cfg DynamicConfig) DynamicResult {
	t.Helper()
	r, err := RunDynamic(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRunDynamicRefusesNonsense(t *testing.T) {
	for _, c := range []struct {
		name, want string
		spoil      func(*DynamicConfig)
	}{
		{"no link time", "machine meiko-cs1: LinkTime is 0 ns, must be at least 1 ns: policies may ask again and again in no " +
			"time", func(c *DynamicConfig) { c.Cost.LinkTime = 0 }},
		{"sizes differ", "mesh 4x4 has 16 processors, mesh 2x2 has 4", func(c *DynamicConfig) { c.Physical = grid(t, "mesh", 2, 2) }},
		{"no items", "dynamic load: mean load 0: want a number from 1 to 1e+06", func(c *DynamicConfig) { c.Load.Mean = 0 }},
		{"step too small", "dynamic load: step 0.1: want a number from 0.25 to 20", func(c *DynamicConfig) { c.Load.Step = 0.1 }},
		{"dispersion out of reach", "dynamic load: dispersion 0.95: on a mesh 4x4, changes of 1 items can have one from 0.27 to " +
			"0.78", func(c *DynamicConfig) { c.Load.Dispersion = 0.95 }},
		{"no duration", "dynamic load: duration of 0 ns: want a time from 1 to 1000000000000000 ns", func(c *DynamicConfig) { c.Duration = 0 }},
		{
			"no sample falls into the duration", "dynamic load: sample of 5000000000 ns: want a time from 1 to 4000000000 ns",
			func(c *DynamicConfig) { c.Sample = 5 * balance.Second },
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := dynamicConfig(t, "none", 4, 4)
			c.spoil(&cfg)
			if _, err := RunDynamic(context.Background(), cfg); err == nil || err.Error() != c.want {
				t.Errorf("error %v, want %s", err, c.want)
			}
		})
	}
}

func TestRunDynamicStopsWithTheContext(t *testing.T) {
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(why)
	if _, err := RunDynamic(ctx, dynamicConfig(t, "lade", 4, 4)); !errors.Is(err, why) {
		t.Errorf("error %v, want %v", err, why)
	}
}

// The same run is the same every time, to the last callback.
func TestDynamicIsDeterministic(t *testing.T) {
	once := func() (DynamicResult, []Event) {
		var events []Event
		cfg := dynamicConfig(t, "lade", 4, 4)
		cfg.Trace = func(e Event) { events = append(events, e) }
		return runDynamic(t, cfg), events
	}
	result, events := once()
	again, same := once()
	if diff := cmp.Diff(result, again); diff != "" {
		t.Errorf("the second result differs (-first +second):\n%s", diff)
	}
	if diff := cmp.Diff(events, same); diff != "" {
		t.Errorf("the second run differs (-first +second):\n%s", diff)
	}
	if result.Sent == 0 || result.Messages == 0 {
		t.Errorf("nothing was sent: %+v", result)
	}
}

// randomDynamic draws a small run in which anything can be different.
func randomDynamic(t *rapid.T) DynamicConfig {
	policy := rapid.SampledFrom([]string{"none", "lade:period=0.01", "steal", "shuffle"}).Draw(t, "policy")
	sides := rapid.SliceOfN(rapid.IntRange(1, 4), 1, 2).Draw(t, "sides")
	name := policy
	if policy == "shuffle" {
		name = "none"
	}
	cfg := dynamicConfig(t, name, sides...)
	if policy == "shuffle" {
		cfg.Policy = func(int) balance.Policy { return shuffle{} }
	}
	cfg.Seed = rapid.Uint64().Draw(t, "seed")
	cfg.Received = rapid.SampledFrom([]balance.End{balance.Top, balance.Bottom}).Draw(t, "received")
	cfg.Load = DynamicLoad{
		Mean:       rapid.Float64Range(1, 8).Draw(t, "mean"),
		Imbalance:  rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "imbalance"),
		Dynamicity: rapid.SampledFrom([]float64{0, 1, 20}).Draw(t, "dynamicity"),
		Step:       1,
		Unequal:    rapid.SampledFrom([]float64{0, 0.5, 0.9}).Draw(t, "unequal"),
	}
	cfg.WarmUp = rapid.SampledFrom([]balance.Ticks{0, 1, balance.Second / 3}).Draw(t, "warm-up")
	cfg.Duration = balance.Second / 2
	cfg.Service = balance.Ticks(rapid.Int64Range(0, 50e6).Draw(t, "service"))
	if rapid.Bool().Draw(t, "unlike") {
		cfg.Speeds = uneven(t, cfg.Topology.Procs())
	}
	return cfg
}

// shuffle sends a few items to a random processor again and again, to all that it can reach.
type shuffle struct{ balance.Base }

// Start implements balance.Policy.
func (shuffle) Start(p balance.Proc) { p.WakeAfter(1) }

// Wake implements balance.Policy.
func (shuffle) Wake(p balance.Proc) {
	to := p.Rand().IntN(p.Procs())
	if p.Rand().IntN(2) == 0 {
		p.Transfer(to, p.Rand().IntN(4))
	} else {
		p.TransferLoad(to, 4*p.Rand().Float64(), 8*p.Rand().Float64())
	}
	p.WakeAfter(balance.Ticks(p.Rand().IntN(50)) * balance.Millisecond)
}

// Items of unequal load: the sum that leaves is what was asked for, and the oldest that fit in are taken.
func TestUnequalItemsAreTakenByLoad(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := dynamicConfig(t, "none", 2)
		cfg.Seed, cfg.Load = rapid.Uint64().Draw(t, "seed"), DynamicLoad{Mean: 20, Imbalance: 0, Step: 1, Unequal: 0.9}
		least := rapid.Float64Range(0, 12).Draw(t, "at least")
		most := least + rapid.Float64Range(0, 2).Draw(t, "more")
		cfg.Policy = func(rank int) balance.Policy { return taker{rank, least, most, t} }
		runDynamic(t, cfg)
	})
}

// taker sends once, from processor 0, and checks what has gone.
type taker struct {
	rank        int
	least, most float64
	t           *rapid.T
}

func (k taker) Start(p balance.Proc) {
	if k.rank > 0 {
		return
	}
	h := p.(*host)
	var loads []float64
	for i := range h.items.n {
		loads = append(loads, float64(h.run.items.all[*h.items.at(i)].load)/float64(h.run.items.unit))
	}
	want, kept := 0.0, 0
	for _, x := range loads {
		if want < k.least && want+x <= k.most {
			want += x
		} else {
			kept++
		}
	}
	before := p.Load()
	if sent := p.TransferLoad(1, k.least, k.most); sent != want || p.Load() != before-want || p.Len() != kept {
		k.t.Fatalf("sent %v and kept %d of %v, want %v and %d", sent, p.Len(), loads, want, kept)
	}
}

func (taker) Receive(balance.Proc, int, balance.Message) {}
func (taker) Arrived(balance.Proc, int)                  {}
func (taker) Wake(balance.Proc)                          {}
func (taker) Idle(balance.Proc)                          {}

// What was created and not destroyed is somewhere, once, whatever policies do.
func TestDynamicConservesItems(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := randomDynamic(t)
		d, err := newDynamic(context.Background(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.run(context.Background()); err != nil {
			t.Fatal(err)
		}
		want := 0 // what the generator has left, and changes yet to come
		for _, held := range d.generator.held {
			want += held
		}
		for _, c := range d.generator.changes {
			want -= int(c.by)
		}
		seen := map[int32]bool{}
		note := func(item, where int32) {
			if seen[item] || d.items.all[item].where != where {
				t.Fatalf("item %d is at %d, and also at %d, or there twice", item, where, d.items.all[item].where)
			}
			seen[item] = true
		}
		for i := range d.hosts {
			h := &d.hosts[i]
			want += h.owed
			load := int64(0)
			for k := range h.items.n {
				note(*h.items.at(k), h.rank)
				load += int64(d.items.all[*h.items.at(k)].load)
			}
			if load != h.load {
				t.Fatalf("processor %d has load %d, its items %d", i, h.load, load)
			}
		}
		for i, x := range d.net.parcels {
			if !slices.Contains(d.net.released, int32(i)) {
				for _, item := range d.net.batches[x.batch].elements {
					note(item, nowhere)
				}
			}
		}
		load := int64(0)
		for i := range seen {
			load += int64(d.items.all[i].load)
		}
		if load != d.items.load {
			t.Fatalf("the items have load %d, which was counted as %d", load, d.items.load)
		}
		if len(seen) != want || len(d.items.alive) != want {
			t.Fatalf("%d items are somewhere, %d exist, %d should", len(seen), len(d.items.alive), want)
		}
		checkRequests(t, d)
	})
}

// checkRequests checks that every open request is that of an item that exists.
func checkRequests(t *rapid.T, d *dynamic) {
	open := int64(0)
	for _, i := range d.items.alive {
		if r := d.items.request(i); r != none {
			open++
			if d.requests.all[r].item != i {
				t.Fatalf("request %d of item %d is noted at item %d", r, d.requests.all[r].item, i)
			}
		}
	}
	if open != d.requests.open {
		t.Fatalf("%d items have requests, %d requests are open", open, d.requests.open)
	}
}

// watcher notes when it hears of changes, and hands callbacks on.
type watcher struct {
	balance.Policy
	heard func(p balance.Proc)
}

// LoadChanged implements balance.LoadWatcher.
func (w watcher) LoadChanged(p balance.Proc) { w.heard(p) }

// What comes and goes, where and when, does not depend on the policy; a LoadWatcher hears of all of it
// and of nothing else.
func TestDynamicLoadIsTheSameForEveryPolicy(t *testing.T) {
	type news struct {
		Time balance.Ticks
		Rank int
	}
	record := func(inner func(int) balance.Policy) []news {
		var all []news
		cfg := dynamicConfig(t, "none", 3, 3)
		cfg.Load.Mean, cfg.Load.Imbalance, cfg.Load.Dynamicity = 100, 0.2, 0.5 // so many that no destruction has to wait
		cfg.Pause = 0
		cfg.Policy = func(rank int) balance.Policy {
			return watcher{inner(rank), func(p balance.Proc) {
				all = append(all, news{p.Now(), p.Rank()})
			}}
		}
		d, err := newDynamic(context.Background(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.run(context.Background()); err != nil {
			t.Fatal(err)
		}
		if late := d.count.late; late > 0 {
			t.Fatalf("%d destructions had to wait", late)
		}
		return all
	}
	still := record(func(int) balance.Policy { return balance.Base{} })
	moving := record(func(int) balance.Policy { return shuffle{} })
	if len(still) < 1000 {
		t.Errorf("only %d changes", len(still))
	}
	if diff := cmp.Diff(still, moving); diff != "" {
		t.Errorf("with migrations, load comes and goes differently (-without +with):\n%s", diff)
	}
}

// A destruction that finds no item takes the next that comes.
func TestDestructionWaitsForAnItem(t *testing.T) {
	cfg := dynamicConfig(t, "none", 2)
	cfg.Load = DynamicLoad{Mean: 2, Step: 1}
	d, err := newDynamic(context.Background(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	h := &d.hosts[0]
	for range 3 {
		h.change(-1)
	}
	if h.Len() != 0 || h.owed != 1 || d.count.late != 1 {
		t.Fatalf("%d items, %d destructions wait, %d had to", h.Len(), h.owed, d.count.late)
	}
	d.hosts[1].Transfer(0, 2)
	for range 2 {
		d.now = d.queue.next(never)
		d.handle(d.queue.pop())
	}
	if h.Len() != 1 || h.owed != 0 || len(d.items.alive) != 1 {
		t.Errorf("of two that came, %d are left, %d destructions wait, %d items exist", h.Len(), h.owed, len(d.items.alive))
	}
	h.change(-1)
	h.change(-1)
	h.change(+1)
	if h.Len() != 0 || h.owed != 0 || len(d.items.alive) != 0 {
		t.Errorf("one that was created is not destroyed at once: %d items, %d destructions wait", h.Len(), h.owed)
	}
}
