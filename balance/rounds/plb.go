package rounds

import (
	"fmt"
	"math"
	"slices"

	"transat/balance/topology"
)

// PLB is Precomputation based Load Balancing on bare real loads, which can be divided at will: no
// grain, no slack, and every processor knows the exact flow of its links before anything moves.
//
//	load    9   1   0   6   4         mean 4
//	flow      5 → 2 → 2 ←  0          over each link: the load on one side, less its share
//
// A line and a tree are balanced in one stage. A mesh, a torus and a hypercube take one stage for each
// dimension, the last one first, in which all lines of that dimension are balanced side by side; links
// that close a ring stay unused. In a clique all load goes straight to where it is needed.
//
// Source: Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §3 (trees), §4.3 (clique), §5
// (dimension by dimension).
type PLB struct {
	network topology.Network
	stages  []forest // none for a clique

	load   []float64
	sum    []float64 // of the subtree below each rank
	mean   []float64 // of the tree, at each root
	budget []float64 // what a processor may still send in this round, if it has debts
	debts  []debt    // what the links of the stage have still to carry
}

// forest is the trees that are balanced side by side in a stage. Every parent has a lower rank than
// its children.
type forest struct {
	parent []int // -1 at a root
	root   []int // of the tree in which a rank is
	size   []int // of the subtree below a rank, itself included
}

// debt is what a link has still to carry.
type debt struct {
	from, to int
	amount   float64
}

// Migration counts the moves that balance some loads.
type Migration struct {
	Load float64 // sum over all links of the load that goes over them, M
	// Rounds of sending: in each, every processor sends as much as its links still need, but at most
	// what it held when the round began (§3.2). If that is too little for all its links, the one to
	// the lowest rank comes first. Rounds of consecutive stages are added.
	Rounds int
	// Loads are those at the end, all the mean but for rounding errors. They are overwritten by the
	// next call of Migrate.
	Loads []float64
}

// NewPLB prepares balancing on a network. PLB is not defined on De Bruijn networks.
func NewPLB(network topology.Network) (*PLB, error) {
	n := network.Procs()
	p := &PLB{
		network: network,
		load:    make([]float64, n), budget: make([]float64, n), mean: make([]float64, n), sum: make([]float64, n),
	}
	switch dims := len(network.Sides()); {
	case dims > 0:
		for d := dims - 1; d >= 0; d-- {
			p.stages = append(p.stages, newForest(n, func(rank int) int {
				below, ok := network.Step(rank, d, -1)
				if !ok || below > rank { // round the ring
					return -1
				}
				return below
			}))
		}
	case network.Kind() == "tree":
		p.stages = append(p.stages, newForest(n, func(rank int) int {
			if rank == 0 {
				return -1
			}
			return network.Neighbours(rank)[0]
		}))
	case network.Kind() != "clique":
		return nil, fmt.Errorf("PLB is not defined on a %s: want a tree, a grid or a clique", network.Kind())
	}
	return p, nil
}

// NewTreePLB prepares balancing on any tree, or on the cross product of several. A tree is given by its parents: parent[v] is
// the parent of processor v, a lower rank, and -1 at the root, which is processor 0. Ranks of a product are row-major, as
// those of grids, and a product takes one stage for each tree, the last one first.
func NewTreePLB(trees ...[]int) (*PLB, error) {
	n := 1
	for _, parent := range trees {
		n *= len(parent)
		for v, up := range parent {
			if up >= v || (up < 0) != (v == 0) {
				return nil, fmt.Errorf("processor %d has the parent %d: want a lower rank, and none for processor 0 alone", v, up)
			}
		}
	}
	network, err := topology.New("tree", n) // for the number of processors; the links are those of the trees
	if err != nil {
		return nil, err
	}
	p, err := NewPLB(network)
	if err != nil {
		return nil, err
	}
	p.stages = nil
	step := 1 // between neighbours in the dimension of a tree
	for _, parent := range slices.Backward(trees) {
		p.stages = append(p.stages, newForest(n, func(rank int) int {
			at := rank / step % len(parent)
			if parent[at] < 0 {
				return -1
			}
			return rank - (at-parent[at])*step
		}))
		step *= len(parent)
	}
	return p, nil
}

// newForest makes the forest in which up(rank), a lower rank or -1, is the parent of each rank.
func newForest(n int, up func(rank int) int) forest {
	f := forest{parent: make([]int, n), root: make([]int, n), size: make([]int, n)}
	for rank := range n {
		parent := up(rank)
		f.parent[rank], f.root[rank], f.size[rank] = parent, rank, 1
		if parent >= 0 {
			f.root[rank] = f.root[parent]
		}
	}
	for rank := n - 1; rank >= 0; rank-- {
		if parent := f.parent[rank]; parent >= 0 {
			f.size[parent] += f.size[rank]
		}
	}
	return f
}

// Migrate balances loads, one per processor in the order of the ranks, and says what that takes: time
// proportional to the number of processors, and to the number of links still open in each round. It does
// not allocate once it has been called.
func (p *PLB) Migrate(loads []float64) (Migration, error) {
	if err := checkLoads(p.network, loads, false); err != nil {
		return Migration{}, err
	}
	copy(p.load, loads)
	m := Migration{Loads: p.load}
	if len(p.stages) == 0 {
		p.direct(&m)
	}
	for i := range p.stages {
		m.Load += p.precompute(&p.stages[i])
		for len(p.debts) > 0 {
			p.round()
			m.Rounds++
		}
	}
	return m, nil
}

// direct balances a clique: those above the mean send to those below it, M = ½ Σ|λ−λ̄|.
func (p *PLB) direct(m *Migration) {
	mean, _ := moments(p.load)
	for rank, load := range p.load {
		m.Load += math.Abs(load-mean) / 2
		p.load[rank] = mean
	}
	if m.Load > 0 {
		m.Rounds = 1
	}
}

// precompute finds the flow of every link of a stage, from the sums over subtrees, and returns the sum
// of their amounts. It leaves them as debts.
func (p *PLB) precompute(f *forest) float64 {
	copy(p.sum, p.load)
	for rank := len(p.sum) - 1; rank >= 0; rank-- {
		if parent := f.parent[rank]; parent >= 0 {
			p.sum[parent] += p.sum[rank]
		} else {
			p.mean[rank] = p.sum[rank] / float64(f.size[rank])
		}
	}
	migrated := 0.0
	p.debts = p.debts[:0]
	for rank, parent := range f.parent {
		if parent < 0 {
			continue
		}
		flow := p.sum[rank] - float64(f.size[rank])*p.mean[f.root[rank]]
		switch {
		case flow > 0:
			p.debts = append(p.debts, debt{rank, parent, flow})
		case flow < 0:
			p.debts = append(p.debts, debt{parent, rank, -flow})
		}
		migrated += math.Abs(flow)
	}
	return migrated
}

// round lets every processor send as much as it can. A processor that owes has more than nothing once all
// has arrived that it is waiting for, so no debt is left over by a rounding error.
func (p *PLB) round() {
	for _, d := range p.debts {
		p.budget[d.from] = p.load[d.from]
	}
	open := p.debts[:0]
	for _, d := range p.debts {
		sent := min(d.amount, p.budget[d.from])
		p.budget[d.from] -= sent
		p.load[d.from] -= sent
		p.load[d.to] += sent
		if d.amount > sent {
			open = append(open, debt{d.from, d.to, d.amount - sent})
		}
	}
	p.debts = open
}
