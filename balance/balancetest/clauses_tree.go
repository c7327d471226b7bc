package balancetest

import (
	"fmt"
	"slices"
	"sync/atomic"

	"transat/balance"
)

// The clauses on the tree as a whole, with every policy of the registry.

func (s suite) everyNodeOnce() error {
	f := &faults{}
	check := func(name string, r Run) {
		// A machine need not expand a subtree whose size it knows; every third tree tells sizes.
		tree := &Tree{Nodes: 700, Seed: r.Seed, Blind: r.Seed%3 != 0, Unit: r.unit()}
		counted := &counting{Tree: tree, times: make([]atomic.Int32, tree.Nodes)}
		r.Tree = counted
		r.Policy = counted.interruptible(r.Policy)
		outcome := s.run(f, r)
		for i := range counted.times {
			if n := counted.times[i].Load(); n > 1 || n == 0 && tree.Blind {
				f.add("%s: node %d is expanded %d times", name, i+1, n)
			}
		}
		work, nodes, _ := tree.Finish(tree.Root())
		if outcome.Nodes != nodes || outcome.Work != work || outcome.Found {
			f.add("%s: the machine reports %d nodes, work %d, found: %v; the tree has %d and %d and no solution",
				name, outcome.Nodes, outcome.Work, outcome.Found, nodes, work)
		}
	}
	s.everywhere(check)
	check("a policy that acts in LoadChanged", Run{
		Estimate: estimate("count"), Seed: 1, Policy: func(int) balance.Policy { return restless{} },
	})
	for seed := range uint64(6) {
		check(fmt.Sprintf("a policy that interrupts, seed %d", seed), Run{
			Estimate: estimate("alpha"), Grain: 1, Seed: seed, Policy: func(int) balance.Policy { return hasty{} },
		})
	}
	return f.err()
}

// unit is Tree.Unit for the tree of a run. Every other tree that starts at its root has units; where elements are spread, a
// machine may look twice at a unit, before it deals it out and when it works on it.
func (r Run) unit() int64 {
	if r.Spread || r.Seed%4 == 0 {
		return 0
	}
	return 9
}

// restless is a policy that gives elements away whenever it hears of a change.
type restless struct{ balance.Base }

// LoadChanged implements balance.LoadWatcher.
func (restless) LoadChanged(p balance.Proc) {
	for _, n := range p.Neighbours() {
		if p.Len() > 1 {
			p.Transfer(n, 1)
			p.Send(n, balance.Message{})
		}
	}
}

// hasty is a policy that asks all its neighbours when it is idle, and interrupts its element in work when it is asked.
type hasty struct{ balance.Base }

const hastyAgain = 20 * balance.Millisecond

// Idle implements balance.Policy.
func (h hasty) Idle(p balance.Proc) { h.Wake(p) }

// Wake implements balance.Policy.
func (hasty) Wake(p balance.Proc) {
	if p.Busy() {
		return
	}
	for _, n := range p.Neighbours() {
		p.Send(n, balance.Message{})
	}
	p.WakeAfter(hastyAgain)
}

// Receive implements balance.Policy.
func (hasty) Receive(p balance.Proc, from int, _ balance.Message) {
	if stops, ok := p.(balance.Interrupter); ok && p.Len() == 0 {
		stops.Interrupt()
	}
	p.Transfer(from, 1)
}

// LoadChanged implements balance.LoadWatcher: only then may it interrupt.
func (hasty) LoadChanged(balance.Proc) {}

func (s suite) solutionEndsTheRun() error {
	f := &faults{}
	s.everywhere(func(name string, r Run) {
		tree := &Tree{Nodes: 700, Seed: r.Seed, Solution: int64(1 + r.Seed*97%700), Unit: r.unit()}
		counted := &counting{Tree: tree, times: make([]atomic.Int32, tree.Nodes)}
		r.Tree = counted
		r.Policy = counted.interruptible(r.Policy)
		outcome := s.run(f, r)
		for i := range counted.times {
			if n := counted.times[i].Load(); n > 1 || n == 0 && int64(i+1) == tree.Solution {
				f.add("%s: node %d is expanded %d times; the solution is %d", name, i+1, n, tree.Solution)
			}
		}
		if !outcome.Found {
			f.add("%s: the machine did not find the solution", name)
		}
	})
	return f.err()
}

// everywhere calls do for every policy on every topology it is defined on, with several sizes, and
// starts, grains, load estimates and seeds that change from call to call. A policy that is not tried in all ways
// meets each topology and each size, but not together.
func (s suite) everywhere(do func(name string, r Run)) {
	sizes := [][]int{{1, 1}, {1, 2}, {3, 3}, {3, 4}, {2, 2, 2}}
	if s.short {
		sizes = sizes[2:3]
	}
	seed := 0
	for _, chosen := range eagerPolicies() {
		thorough := Thorough(chosen.Spec)
		for i, sides := range sizes {
			for j, g := range Networks(chosen, sides...) {
				seed++
				if !thorough && (i+j)%len(sizes) != 0 && !s.short {
					continue
				}
				variant := seed % 4
				r := Run{
					Topology: g, Policy: makerFor(chosen, g), Received: chosen.Spec.Received,
					Estimate: estimate([]string{"alpha", "count"}[variant/2]),
					Spread:   variant%2 == 1, Grain: []float64{0, 0.05}[variant/2^variant%2], Seed: uint64(seed),
				}
				do(fmt.Sprintf("%v on %v, %v, grain %v, spread %v, seed %d", chosen, g, r.Estimate, r.Grain, r.Spread, seed), r)
			}
		}
	}
}

// eagerPolicies are all policies, acting often enough for small trees.
func eagerPolicies() []balance.Chosen {
	var all []balance.Chosen
	for _, spec := range balance.Policies() {
		name := spec.Name
		if slices.ContainsFunc(spec.Params, func(p balance.Param) bool { return p.Name == "period" }) {
			name += ":period=0.02"
		}
		all = append(all, choose(name))
	}
	return all
}

// counting is a Tree that counts how it is expanded.
type counting struct {
	*Tree
	times              []atomic.Int32 // per node, if not nil
	expanded, finished atomic.Int64   // calls of Expand and Finish by the machine
	again              lookAgain
}

// Expand implements balance.Tree.
func (c *counting) Expand(e Element, dst []Element) ([]Element, int64, int64, bool) {
	c.expanded.Add(1)
	c.lookedAgain(e)
	if c.Tree.unit(e) {
		work, nodes, found := finish(c.each, e)
		return dst, work, nodes, found
	}
	c.count(e)
	return c.Tree.Expand(e, dst)
}

// Finish implements balance.Tree.
func (c *counting) Finish(e Element) (work, nodes int64, found bool) {
	c.finished.Add(1)
	return finish(c.each, e)
}

func (c *counting) count(e Element) {
	if c.times != nil {
		c.times[e.First-1].Add(1)
	}
}

// each splits one of the nodes that are expanded at once, and counts it.
func (c *counting) each(e Element, dst []Element) ([]Element, int64, bool) {
	c.count(e)
	return c.Tree.split(e, dst)
}
