package sim

import (
	"context"
	"fmt"
	"math"

	"transat/balance"
	"transat/balance/topology"
)

// Dynamic load is the second workload of the machine: no search tree, but items, such as processes,
// that are created and destroyed where and when a DynamicLoad says, and that never end by themselves.
// All items of a processor run at once, each with the same share of its CPU, or with shares in proportion to their
// loads:
//
//	processor 3, k = 4 items            CPU time each item has got
//	          ┌────────────┐
//	  items   │////    ////│            rises by 1/k a second,
//	  balancer│    ████    │            and not while the balancer has the CPU
//	          └────────────┘→ t
//
// What a policy sees: Len is the number of items on the processor, Load their load; every item has load 1,
// unless loads are Unequal, and may be sent; Working is 0, so that nothing counts twice; and a processor is Busy if it has
// items. A balance.LoadWatcher hears of every creation and destruction on its processor. SetGrain does
// nothing, since no item is ever split.
//
// An item that migrates is frozen from the call of Transfer until the receiver has unpacked it; the
// items of one transfer travel one behind the other, and the policy hears of them when the last is
// there. With the costs of a CostModel, a migration over one link takes
//
//	2·(MessageCPU + ElementCPU) + LinkTime + ElementBytes·ByteTime.
//
// The numbers of creations and destructions at a processor are the same under every policy. A
// destruction takes one of its items at random; if there is none, it waits for the next that comes.
//
// Response time is the mean over requests, see request in dynamic_request.go.
//
// Where processors are not equally fast (dynamic_speeds.go), items get the CPU time of their processor's clock. One that has not joined
// yet has items all the same, which get none; its policy starts when it joins, and finds them.
//
// Start reading at RunDynamic; dynamic_events.go is its loop, dynamic_load.go makes the load, and
// dynamic_host.go is a processor. Queue, links and cost model are those of Run.
//
// Source: Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications, §4.

// DynamicConfig is everything a run with dynamic load depends on.
type DynamicConfig struct {
	Topology topology.Network // the network that the policy sees
	Physical *topology.Grid   // the network that the machine has, of as many processors
	Cost     CostModel
	Policy   balance.Maker
	Received balance.End // where received items go in the list
	Load     DynamicLoad
	// Placed, unless nil, are all items: none is created or destroyed, and Load is not looked at.
	Placed []PlacedItem
	Seed   uint64
	Speeds Speeds // as in Config

	WarmUp   balance.Ticks // time before measuring begins
	Duration balance.Ticks // time measured, at least 1
	// Sample is the time between two samples of all loads, from which σ and δ are averaged: at least 1, and
	// at most Duration.
	Sample balance.Ticks
	// Service is the CPU time that a request needs, and Pause the mean time between two requests in the
	// whole machine. A Pause of 0 is for no requests.
	Service, Pause balance.Ticks

	// Trace, if not nil, is called with every callback of a policy but LoadChanged.
	Trace func(Event)
}

func (cfg *DynamicConfig) check() error {
	if err := cfg.Cost.Check(); err != nil {
		return err
	}
	const longest = 1e6 * balance.Second
	for _, x := range []struct {
		name               string
		value, least, most balance.Ticks
	}{
		{"warm-up", cfg.WarmUp, 0, longest},
		{"duration", cfg.Duration, 1, longest},
		{"sample", cfg.Sample, 1, cfg.Duration},
		{"service", cfg.Service, 0, longest},
		{"pause", cfg.Pause, 0, longest},
	} {
		if x.value < x.least || x.value > x.most {
			return fmt.Errorf("dynamic load: %s of %d ns: want a time from %d to %d ns", x.name, x.value, x.least, x.most)
		}
	}
	return nil
}

// RunDynamic simulates WarmUp + Duration, and then on until all requests are answered, or for another
// Duration. It returns an error if the context ends, the policy's timers go off too often for the machine (a
// [RestlessError]) or the configuration makes no sense.
//
// It takes time proportional to the numbers of creations, destructions, messages and samples, and for
// each transfer and destruction to the number of items on the processor.
func RunDynamic(ctx context.Context, cfg DynamicConfig) (_ DynamicResult, err error) {
	defer balance.CatchFault(&err)
	d, err := newDynamic(ctx, cfg)
	if err != nil {
		return DynamicResult{}, err
	}
	if err := d.run(ctx); err != nil {
		return DynamicResult{}, err
	}
	return d.result(), nil
}

// dynamic is a run under way.
type dynamic struct {
	cfg        DynamicConfig
	hosts      []host
	neighbours neighbours
	net        network[int32]
	queue      queue
	checks     *checks // hosts that may have run out of items
	generator  *generator
	items      population
	requests   requests
	sampler    sampler
	chosen     []int // scratch space: items to be sent
	now        balance.Ticks
	timers     timers
	clocks     []clock // by rank; nil if all processors are equally fast
	absent     absent
	events     int64
	count      counts
	settled    balance.Ticks // when the last item arrived
	tag        uint8         // of the elements whose arrival a policy is told of
}

// counts are sums over all processors.
type counts struct {
	messages, sent, passed, phases int64
	late                           int64         // destructions that had to wait for an item
	cpu                            balance.Ticks // of the balancers
}

func newDynamic(ctx context.Context, cfg DynamicConfig) (*dynamic, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	place, err := topology.Place(cfg.Topology, cfg.Physical)
	if err != nil {
		return nil, err
	}
	n := cfg.Topology.Procs()
	generator, err := newGenerator(cfg.Load, cfg.Topology, cfg.Seed)
	if cfg.Placed != nil {
		generator, err = stillGenerator(cfg.Topology), checkPlaced(cfg.Placed, n)
	}
	if err != nil {
		return nil, err
	}
	d := &dynamic{cfg: cfg, hosts: make([]host, n), checks: newChecks(n), neighbours: neighbours{network: cfg.Topology}}
	d.generator = generator
	d.net = newNetwork[int32](cfg.Physical, place, &d.cfg.Cost, &d.queue)
	if d.clocks, err = cfg.Speeds.clocksAt(place, cfg.Seed); err != nil {
		return nil, err
	}
	d.absent = newAbsent(d.clocks, &d.queue)
	d.sampler = newSampler(&d.cfg, generator.near)
	d.requests = newRequests(&d.cfg)
	d.items = newPopulation(&d.cfg)
	for i := range d.hosts {
		if err := interrupted(ctx, i); err != nil {
			return nil, err
		}
		h := &d.hosts[i]
		*h = host{run: d, rank: int32(i), policy: cfg.Policy(i), victims: stream(cfg.Seed, math.MaxUint32+uint64(i))}
		h.watcher, _ = h.policy.(balance.LoadWatcher)
		for range generator.held[i] {
			h.insert(d.items.create(h.rank, d.items.draw()))
		}
	}
	d.place()
	for i := range d.hosts {
		d.hosts[i].settle()
	}
	return d, nil
}
