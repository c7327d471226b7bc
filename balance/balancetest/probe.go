package balancetest

import (
	"errors"
	"fmt"
	"sync"

	"transat/balance"
	"transat/balance/topology"
)

// probe is a policy made of functions; a nil function does nothing.
type probe struct {
	start, idle, wake func(p balance.Proc)
	receive           func(p balance.Proc, from int, m balance.Message)
	arrived           func(p balance.Proc, from int)
}

func call(f func(balance.Proc), p balance.Proc) {
	if f != nil {
		f(p)
	}
}

// Start implements balance.Policy.
func (b *probe) Start(p balance.Proc) { call(b.start, p) }

// Idle implements balance.Policy.
func (b *probe) Idle(p balance.Proc) { call(b.idle, p) }

// Wake implements balance.Policy.
func (b *probe) Wake(p balance.Proc) { call(b.wake, p) }

// Receive implements balance.Policy.
func (b *probe) Receive(p balance.Proc, from int, m balance.Message) {
	if b.receive != nil {
		b.receive(p, from, m)
	}
}

// Arrived implements balance.Policy.
func (b *probe) Arrived(p balance.Proc, from int) {
	if b.arrived != nil {
		b.arrived(p, from)
	}
}

// observer is called at the beginning of every callback, and may return a function to be called at its end.
type observer func(p balance.Proc, callback string) (end func())

func observed(policy balance.Policy, observe observer) balance.Policy {
	return balance.Around(policy, func(p balance.Proc, call balance.Callback, do func(balance.Proc)) {
		end := observe(p, call.Name)
		do(p)
		if end != nil {
			end()
		}
	})
}

// watching is a policy that hears of every change of its load, and ignores it.
type watching struct{ balance.Policy }

// LoadChanged implements balance.LoadWatcher.
func (watching) LoadChanged(balance.Proc) {}

// faults collects faults, from any goroutine.
type faults struct {
	mu   sync.Mutex
	list []error
}

const maxFaults = 5 // further ones say little new

func (f *faults) add(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.list) < maxFaults {
		f.list = append(f.list, fmt.Errorf(format, args...))
	}
}

func (f *faults) err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return errors.Join(f.list...)
}

// run executes r, with a 3x3 mesh and tooth loads where r says nothing, and adds a failure to f.
func (s suite) run(f *faults, r Run) RunResult {
	if r.Topology == nil {
		r.Topology = grid("mesh", 3, 3)
	}
	if r.Estimate.Name == "" {
		r.Estimate = toothLoads()
	}
	outcome, err := s.machine(r)
	if err != nil {
		f.add("the machine failed: %w", err)
	}
	return outcome
}

// lively runs the policies of the registry that move a lot, each with a tree of some hundred nodes,
// and calls the observer that watch makes for each processor.
func (s suite) lively(f *faults, watch func(rank int) observer) {
	for _, name := range []string{"lade:period=0.01", "liquid-c5:period=0.02", "plb:period=0.05", "steal"} {
		chosen := choose(name)
		g := grid(chosen.Spec.Kinds[0], 3, 3)
		s.run(f, Run{
			Topology: g, Received: chosen.Spec.Received, Estimate: estimate("count"),
			Tree: &Tree{Nodes: 600, Seed: 1}, Seed: 1,
			Policy: func(rank int) balance.Policy {
				return observed(makerFor(chosen, g)(rank), watch(rank))
			},
		})
	}
}

func grid(kind string, sides ...int) topology.Network {
	g, err := topology.New(kind, sides...)
	if err != nil {
		panic(err)
	}
	return g
}

func choose(s string) balance.Chosen {
	chosen, err := balance.Choose(s)
	if err != nil {
		panic(err)
	}
	return chosen
}

func makerFor(c balance.Chosen, g topology.Network) balance.Maker {
	maker, err := c.For(g)
	if err != nil {
		panic(err)
	}
	return maker
}
