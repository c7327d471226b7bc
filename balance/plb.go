package balance

// Precomputation based Load Balancing (PLB), for trees, and for grids as products of trees.
//
// Periodically a precomputation sums the loads up a spanning tree and sends the mean down. If some
// processor was out of work, a balancing phase follows, in which each link of a tree learns its exact
// flow
//
//	δ(v → parent) = load of the subtree of v − processors in it · mean of the tree
//
//	load      9   1   0   6   4       mean 4; the root is in the middle
//	          v → v → v ← v   v
//	δ           5   2  -2   0         from left to right, before anything has moved
//
// and then sends that much, oldest elements first, as they become available: a processor whose list
// is empty passes on what it receives. A link is done when it owes at most the slack γ·mean. Flows run
// along a tree, so every phase ends.
//
// If the network is a tree, that is all. On a grid, a phase has one stage for each dimension, the last
// one first, and the trees are the lines of that dimension, rooted in their middle: rows and then columns
// of a mesh, pairs of processors of a hypercube. The flows of the first stage come from the
// precomputation, those of the next from sums of fresh loads. A torus is treated as the mesh in it, since
// a ring is no tree: the wrap-around links stay unused.
//
// An element whose load is below β·mean is solved to its end instead of being split.
//
// Parameters: period, the pause between two precomputations, or after a phase (0.5 s, from 0.001 to
// 3600 s); beta, β, the grain as a share of the mean load (0.05, from 0 to 100); gamma, γ, what a link may
// go on owing, as a share of it (0.5, from 0 to 100).
//
// Messages: two per link of the spanning tree and period; in a phase, two per link of each further
// dimension and one end marker per link that sends.
//
// Source: Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §3 (trees) and §5 (grids), Figure
// 3. The period is not in the paper; about half a second gives its number of phases. The element being
// worked on counts as load, and the paper does not say whether it should.

func plbSpec() Spec {
	return Spec{
		Name:     "plb",
		Title:    "precomputed flows along trees and lines when somebody is out of work",
		Source:   "Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §3 and §5",
		Uses:     "knows sums over subtrees and the global mean; two messages per processor and period",
		Kinds:    []string{"mesh", "line", "tree", "hypercube", "torus", "ring"},
		Estimate: "alpha",
		Received: Top,
		Params: []Param{
			{Name: "period", Title: "pause between two precomputations", Default: 0.5, Min: 0.001, Max: 3600, Unit: "s"},
			{Name: "beta", Title: "grain, β: elements below this share of the mean load are not split", Default: 0.05, Min: 0, Max: 100},
			{Name: "gamma", Title: "slack, γ: what a link may go on owing, as a share of the mean load", Default: 0.5, Min: 0, Max: 100},
		},
		New: func(t Topology, v Values) Maker {
			return func(rank int) Policy { return newPLB(t, rank, v) }
		},
	}
}

const (
	plbSum      uint8 = iota // up the spanning tree: A = load, B = processors out of work
	plbQuiet                 // down the spanning tree: A = mean load, no phase follows
	plbPhase                 // down the spanning tree: A = mean load, B = mean of the stage's tree (along trees of the first stage)
	plbLineSum               // up a line: A = load
	plbLineMean              // down a line: A = mean of the line
	plbEnd                   // this link has sent all it will in this stage
)

// plb is one processor. Stage s of a phase balances trees[s].
type plb struct {
	Base
	period      Ticks
	beta, gamma float64

	trees   []plbTree
	up      int   // parent in the spanning tree, -1 at its root
	below   int   // children in the spanning tree
	down    []int // those of them that are not in a tree of the first stage
	reports int   // sums received from the children
	due     bool  // the period is over: the own sum is due as soon as all reports are in
	load    float64
	idle    float64

	stage    int // the stage under way; len(trees) outside a phase
	state    plbState
	slack    float64   // γ·mean
	owed     []plbDebt // what is still to be sent in this stage
	awaiting int       // links of this stage that have yet to send their end marker
}

// plbState is how far a stage has come.
type plbState uint8

const (
	plbGathering plbState = iota // sums of the subtrees are not yet in
	plbReported                  // sent up; the mean is not yet known
	plbFlowing                   // elements move
)

func newPLB(t Topology, rank int, v Values) *plb {
	b := &plb{period: v.Seconds("period"), beta: v["beta"], gamma: v["gamma"], up: -1, trees: plbTrees(t, rank)}
	b.stage = len(b.trees)
	// The roots of the trees of one stage are joined by those of the next, to one spanning tree.
	for s, tree := range b.trees {
		b.below += len(tree.children)
		b.up = tree.parent
		if s > 0 {
			for _, c := range tree.children {
				b.down = append(b.down, c.rank)
			}
		}
		if tree.parent >= 0 {
			break
		}
	}
	return b
}

func (b *plb) Start(p Proc) { p.WakeAfter(0) }

// Wake begins a precomputation.
func (b *plb) Wake(p Proc) {
	b.due = true
	b.report(p)
}

func (b *plb) Receive(p Proc, from int, m Message) {
	switch m.Kind {
	case plbSum:
		b.reports++
		b.load += m.A
		b.idle += m.B
		b.trees[0].note(from, m.A)
		b.report(p)
	case plbQuiet, plbPhase:
		b.decided(p, m)
	case plbLineSum:
		for s := range b.trees {
			b.trees[s].note(from, m.A)
		}
		b.reportLine(p)
	case plbLineMean:
		b.flow(p, m.A)
	case plbEnd:
		b.awaiting--
		b.serve(p)
	}
}

func (b *plb) Arrived(p Proc, _ int) { b.serve(p) }

// report sends the sum of the own subtree up the spanning tree, or decides at its root, once the
// period is over and all children have reported.
func (b *plb) report(p Proc) {
	if !b.due || b.reports < b.below {
		return
	}
	own, idle := p.Load()+p.Working(), 0.0
	if !p.Busy() && p.Len() == 0 {
		idle = 1
	}
	b.trees[0].total(own)
	sum := Message{Kind: plbSum, A: b.load + own, B: b.idle + idle}
	b.due, b.reports, b.load, b.idle = false, 0, 0, 0
	if b.up >= 0 {
		p.Send(b.up, sum)
		return
	}
	decision := Message{Kind: plbQuiet, A: sum.A / float64(p.Procs())}
	if sum.A > 0 && sum.B > 0 {
		decision.Kind = plbPhase
	}
	b.decided(p, decision)
}

// decided passes the outcome of a precomputation down the spanning tree and acts on it.
func (b *plb) decided(p Proc, m Message) {
	p.SetGrain(b.beta * m.A)
	b.slack = b.gamma * m.A
	for _, c := range b.down {
		p.Send(c, m)
	}
	tree := &b.trees[0]
	if tree.parent < 0 {
		m.B = tree.sum / float64(tree.procs)
	}
	for _, c := range tree.children {
		p.Send(c.rank, m)
	}
	if m.Kind == plbQuiet {
		p.WakeAfter(b.period)
		return
	}
	p.CountPhase()
	b.stage = 0
	b.settle(p, m.B)
}
