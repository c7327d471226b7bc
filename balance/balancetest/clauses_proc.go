package balancetest

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/topology"
)

// The clauses on what a Proc says of itself and its network.

func (s suite) neighbours() error {
	f := &faults{}
	for _, g := range []topology.Network{
		grid("line", 1), grid("ring", 2), grid("ring", 5), grid("mesh", 3, 4), grid("torus", 2, 3), grid("mesh", 2, 2, 2),
		grid("hypercube", 8), grid("debruijn", 8), grid("tree", 7), grid("clique", 5),
	} {
		var started atomic.Int64
		s.run(f, Run{Topology: g, Tree: &Tree{Nodes: 50}, Policy: func(rank int) balance.Policy {
			return &probe{start: func(p balance.Proc) {
				started.Add(1)
				if p.Rank() != rank || p.Procs() != g.Procs() {
					f.add("%v: the policy of processor %d of %d is told it is %d of %d", g, rank, g.Procs(), p.Rank(), p.Procs())
				}
				if diff := cmp.Diff(g.Neighbours(rank), p.Neighbours()); diff != "" {
					f.add("%v: neighbours of %d (-topology +machine):\n%s", g, rank, diff)
				}
			}}
		}})
		if n := started.Load(); int(n) != g.Procs() {
			f.add("%v: %d policies were started", g, n)
		}
	}
	return f.err()
}

func (s suite) random() error {
	f := &faults{}
	// draw returns what each processor draws, some of it at the start and some later.
	draw := func(g topology.Network, seed uint64) []string {
		c := s.comb()
		draws := make([]string, g.Procs())
		var left atomic.Int64
		left.Store(int64(g.Procs()))
		s.run(f, Run{Topology: g, Tree: c, Seed: seed, Policy: func(rank int) balance.Policy {
			add := func(p balance.Proc) {
				draws[rank] += fmt.Sprint(p.Rand().Uint64(), p.Rand().Uint64(), ";")
			}
			return &probe{
				start: func(p balance.Proc) {
					add(p)
					p.WakeAfter(balance.Ticks(g.Procs()-rank) * balance.Millisecond)
				},
				wake: func(p balance.Proc) {
					add(p)
					if left.Add(-1) == 0 {
						c.done.Store(true)
					}
				},
			}
		}})
		return draws
	}
	mesh, ring := draw(grid("mesh", 2, 3), 7), draw(grid("ring", 6), 7)
	if diff := cmp.Diff(mesh, ring); diff != "" {
		f.add("the numbers drawn depend on more than seed and rank (-mesh +ring):\n%s", diff)
	}
	seen := map[string]string{}
	for _, seed := range []uint64{7, 8} {
		for rank, d := range draw(grid("ring", 6), seed) {
			who := fmt.Sprintf("seed %d, processor %d", seed, rank)
			if other, ok := seen[d]; ok {
				f.add("the same numbers are drawn with %s and with %s", other, who)
			}
			seen[d] = who
		}
	}
	return f.err()
}

func (s suite) loadIsLen() error {
	f := &faults{}
	s.lively(f, func(rank int) observer {
		look := func(p balance.Proc, where string) {
			if load, n := p.Load(), p.Len(); load != float64(n) {
				f.add("processor %d, %s: load %v with %d elements of load 1", rank, where, load, n)
			}
		}
		return func(p balance.Proc, callback string) func() {
			look(p, "beginning of "+callback)
			return func() { look(p, "end of "+callback) }
		}
	})
	return f.err()
}

func (s suite) workingIfBusy() error {
	f := &faults{}
	var busy atomic.Int64
	s.lively(f, func(rank int) observer {
		return func(p balance.Proc, callback string) func() {
			want := 0.0
			if p.Busy() {
				want = 1
				busy.Add(1)
			}
			if got := p.Working(); got != want {
				f.add("processor %d, %s: Working is %v, Busy is %v", rank, callback, got, p.Busy())
			}
			return nil
		}
	})
	if busy.Load() == 0 {
		f.add("no processor was ever busy")
	}
	return f.err()
}

// Elements below the grain, and only those, are not split.
func (s suite) setGrain() error {
	f := &faults{}
	for _, c := range []struct {
		grain float64
		split bool
	}{{0, true}, {1, true}, {1.5, false}} {
		tree := &counting{Tree: &Tree{Nodes: 100, Seed: 3, Blind: true}}
		outcome := s.run(f, Run{Tree: tree, Estimate: estimate("count"), Policy: func(int) balance.Policy {
			return &probe{start: func(p balance.Proc) { p.SetGrain(c.grain) }}
		}})
		split, solved := tree.expanded.Load(), tree.finished.Load()
		asWanted := split == 100 && solved == 0
		if !c.split {
			asWanted = split <= 1 && solved > 0 // the root may be taken before Start
		}
		if !asWanted || outcome.Nodes != 100 {
			f.add("grain %v, elements of load 1: %d elements were split, %d solved to their end, %d of 100 nodes expanded",
				c.grain, split, solved, outcome.Nodes)
		}
	}
	return f.err()
}

func (s suite) callsAreCounted() error {
	f := &faults{}
	chosen, g := choose("lade:period=0.01"), grid("torus", 3, 3)
	var mu sync.Mutex
	var want, got RunResult
	outcome := s.run(f, Run{
		Topology: g, Tree: &Tree{Nodes: 600, Seed: 4}, Estimate: estimate("count"), Seed: 4,
		Policy: func(rank int) balance.Policy { return &recounted{makerFor(chosen, g)(rank), &mu, &want} },
	})
	got = RunResult{Messages: outcome.Messages, Sent: outcome.Sent, Phases: outcome.Phases}
	if diff := cmp.Diff(want, got); diff != "" {
		f.add("calls of the policies and what the machine reports (-calls +report):\n%s", diff)
	}
	if want.Messages == 0 || want.Sent == 0 || want.Phases == 0 {
		f.add("the policy did nothing: %+v", want)
	}
	return f.err()
}

// recounted is a policy whose calls are counted, under a lock.
type recounted struct {
	balance.Policy
	mu  *sync.Mutex
	sum *RunResult
}

// Start implements balance.Policy.
func (r *recounted) Start(p balance.Proc) { r.Policy.Start(recountedProc{p, r}) }

// Wake implements balance.Policy.
func (r *recounted) Wake(p balance.Proc) { r.Policy.Wake(recountedProc{p, r}) }

// recountedProc counts the calls that lade makes.
type recountedProc struct {
	balance.Proc
	r *recounted
}

// Send implements balance.Proc.
func (p recountedProc) Send(to int, m balance.Message) {
	p.r.add(RunResult{Messages: 1})
	p.Proc.Send(to, m)
}

// CountPhase implements balance.Proc.
func (p recountedProc) CountPhase() {
	p.r.add(RunResult{Phases: 1})
	p.Proc.CountPhase()
}

// TransferLoad implements balance.Proc. Every element has load 1.
func (p recountedProc) TransferLoad(to int, atLeast, atMost float64) float64 {
	sent := p.Proc.TransferLoad(to, atLeast, atMost)
	p.r.add(RunResult{Sent: int64(sent)})
	return sent
}

func (r *recounted) add(o RunResult) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sum.Messages += o.Messages
	r.sum.Sent += o.Sent
	r.sum.Phases += o.Phases
}
