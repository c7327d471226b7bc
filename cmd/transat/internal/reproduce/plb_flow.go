package reproduce

import (
	"math"

	"transat/balance/topology"
)

// PLB on loads that can be divided at will, as the analysis of the paper has it (§3, §4): which load
// goes over which link is a matter of sums over subtrees, and the balancing phase of rounds, in each of
// which every processor sends what it owes as far as its load at the beginning of the round goes.
//
//	loads   4 — 0 — 0 — 0     mean 1
//	δ         3 → 2 → 1 →     migrated: 3 + 2 + 1 = 6, in 3 rounds

// plbNetwork is a network as PLB sees it: stages that are balanced one after the other, each of them
// many trees side by side. A tree has a single stage, a mesh or hypercube one for every dimension, in
// which its lines are the trees. A clique has none: everybody sends to everybody directly.
type plbNetwork struct {
	procs, diameter int
	stages          [][]plbTree
}

// plbTree is one tree of processors.
type plbTree struct {
	ranks  []int // parents before their children
	parent []int // for every entry of ranks, which entry is its parent; -1 for the root
	sizes  []int // for every entry, how many processors its subtree has
}

// newPLBNetwork prepares a line, mesh, hypercube, tree or clique.
func newPLBNetwork(net topology.Network) plbNetwork {
	n := plbNetwork{procs: net.Procs()}
	switch {
	case net.Kind() == "clique":
		n.diameter = 1
	case len(net.Sides()) == 0:
		n.stages = [][]plbTree{{growTree(0, net.Neighbours)}}
		n.diameter = n.stages[0][0].diameter()
	default:
		for d, side := range net.Sides() {
			n.stages = append(n.stages, gridLines(net, d))
			n.diameter += side - 1
		}
	}
	return n
}

// gridLines returns the lines of a grid in dimension d.
func gridLines(net topology.Network, d int) []plbTree {
	var lines []plbTree
	for rank := range net.Procs() {
		if _, ok := net.Step(rank, d, -1); ok {
			continue
		}
		lines = append(lines, growTree(rank, func(r int) []int {
			if up, ok := net.Step(r, d, 1); ok {
				return []int{up}
			}
			return nil
		}))
	}
	return lines
}

// growTree collects the tree that hangs on root.
func growTree(root int, next func(rank int) []int) plbTree {
	t := plbTree{ranks: []int{root}, parent: []int{-1}}
	for k := 0; k < len(t.ranks); k++ {
		for _, r := range next(t.ranks[k]) {
			if p := t.parent[k]; p < 0 || t.ranks[p] != r {
				t.ranks, t.parent = append(t.ranks, r), append(t.parent, k)
			}
		}
	}
	t.sizes = make([]int, len(t.ranks))
	for k := len(t.ranks) - 1; k >= 0; k-- {
		t.sizes[k]++
		if t.parent[k] >= 0 {
			t.sizes[t.parent[k]] += t.sizes[k]
		}
	}
	return t
}

// diameter is the number of links between the two processors farthest apart.
func (t plbTree) diameter() int {
	depth, longest := make([]int, len(t.ranks)), 0
	for k := len(t.ranks) - 1; k > 0; k-- {
		p := t.parent[k]
		longest = max(longest, depth[p]+depth[k]+1)
		depth[p] = max(depth[p], depth[k]+1)
	}
	return longest
}

// plbRun is what one use of PLB takes.
type plbRun struct {
	migrated float64 // load times links
	rounds   int     // of all stages, each as many as its slowest tree needs
}

// balance runs PLB on loads, one for each processor, which it levels.
func (n plbNetwork) balance(loads []float64, countRounds bool) plbRun {
	if len(n.stages) == 0 {
		run := plbRun{migrated: float64(n.procs) / 2 * deviation(loads)} // eq. 6, 7
		if countRounds {
			run.rounds = 1
		}
		return run
	}
	var run plbRun
	for _, trees := range n.stages {
		slowest := 0
		for _, t := range trees {
			flows, mean := t.flows(loads)
			for _, f := range flows {
				run.migrated += math.Abs(f)
			}
			if countRounds {
				slowest = max(slowest, t.rounds(loads, flows, mean))
			}
			for _, r := range t.ranks {
				loads[r] = mean
			}
		}
		run.rounds += slowest
	}
	return run
}

// flows returns δ(v → father(v)) for every entry (§3.1, step 3), and the mean load.
func (t plbTree) flows(loads []float64) (flows []float64, mean float64) {
	flows = make([]float64, len(t.ranks))
	for k := len(t.ranks) - 1; k >= 0; k-- {
		flows[k] += loads[t.ranks[k]]
		if k > 0 {
			flows[t.parent[k]] += flows[k]
		}
	}
	mean = flows[0] / float64(len(t.ranks))
	for k := range flows {
		flows[k] -= float64(t.sizes[k]) * mean
	}
	flows[0] = 0
	return flows, mean
}

// rounds counts the rounds of the balancing phase (§3.2). A processor serves its father first, then
// its sons in order; the paper leaves that open.
func (t plbTree) rounds(loads, flows []float64, mean float64) int {
	negligible := 1e-9 * mean // left by rounding
	owed := append([]float64(nil), flows...)
	held, next := make([]float64, len(owed)), make([]float64, len(owed))
	for k, r := range t.ranks {
		held[k] = loads[r]
	}
	for round := 0; ; round++ {
		copy(next, held)
		open := false
		for k := 1; k < len(owed); k++ {
			from, to, amount := k, t.parent[k], owed[k]
			if amount < 0 {
				from, to, amount = to, from, -amount
			}
			if amount <= negligible {
				continue
			}
			open = true
			sent := min(amount, held[from])
			held[from] -= sent
			next[from] -= sent
			next[to] += sent
			owed[k] -= math.Copysign(sent, owed[k])
		}
		if !open {
			return round
		}
		held, next = next, held
	}
}

// deviation is λ_mid: the mean distance of the loads from their mean.
func deviation(loads []float64) float64 {
	sum, far := 0.0, 0.0
	for _, l := range loads {
		sum += l
	}
	mean := sum / float64(len(loads))
	for _, l := range loads {
		far += math.Abs(l - mean)
	}
	return far / float64(len(loads))
}

// expected returns the expected migration of normally distributed loads with standard deviation 1: the
// sum of √(2i(n−i)/(πn)) over all links, which the paper replaces by an integral. The loads of a later
// stage are means over the lines of those before.
func (n plbNetwork) expected() float64 {
	procs := float64(n.procs)
	if len(n.stages) == 0 {
		return procs / 2 * math.Sqrt(2/math.Pi*(procs-1)/procs)
	}
	sum, spread := 0.0, 1.0
	for _, trees := range n.stages {
		side := float64(len(trees[0].ranks))
		for _, t := range trees {
			for _, size := range t.sizes[1:] {
				i := float64(size)
				sum += spread * math.Sqrt(2*i*(side-i)/(math.Pi*side))
			}
		}
		spread /= math.Sqrt(side)
	}
	return sum
}
