package balance

const plbEssay = `Precomputation based Load Balancing (PLB), for trees, and for grids as products of trees.

Periodically a precomputation sums the loads up a spanning tree and sends the mean down. If some list
was empty, a balancing phase follows, in which each link of a tree learns its exact flow

	δ(v → parent) = load of the subtree of v − processors in it · mean of the tree

	load      9   1   0   6   4       mean 4; the root is in the middle
	          v → v → v ← v   v
	δ           5   2  -2   0         from left to right, before anything has moved

and then sends that much, oldest elements first and one in a message, as they become available: a
processor whose list is empty passes on what it receives. A link is done when it owes at most the
slack γ·mean of its tree. Flows run along a tree, so every phase ends.

On a grid, a phase balances the lines of one dimension, which are trees rooted in their middle: first
those of the last, the rows of a mesh. The phase after it, if one is needed, takes the next dimension,
the columns; when all have work again, the rows are next. On a hypercube the lines are pairs. A torus is
treated as the mesh in it, since a ring is no tree: the wrap-around links stay unused.

An element whose load is below β·mean is solved to its end instead of being split.

Parameters: period, the pause between two precomputations (0.6 s, from 1 µs to 3600 s); again, how much
of that passes after a phase, or when one is idle and none has anything to give (0.5, from 0.01
to 100); beta, β, the grain as a share of the mean load (0.05, from 0 to 100); gamma, γ, what a link may
go on owing, as a share of the mean of its tree (0.5, from 0 to 100).

Messages: two per link of the spanning tree and precomputation; in a phase, one per element, and one end
marker per link that sends.

Source: Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §3 (trees) and §5 (grids), Figure
3. What the paper leaves open was chosen so that its Tables 2 and 3 come out: period and again are fitted;
a load is that of the list, without the element being worked on (§5 has it so), and the list is kept in
order of load; rows and columns are two phases, as they have to be for the numbers of phases on a line
and a mesh to agree; the slack is a share of the tree's own mean (the λ̄ of §3, where there is one tree);
the search begins in the middle, at the roots of the trees.

Differs from the paper: §5 balances the rows and then the columns in one phase, and begins it when a processor runs
out of work, not when its list is empty. A processor that holds less than the mean uses its own load for the grain;
§5 has the mean. plb-strict does these three as the paper does. An element with the largest load of all, 1, is
never solved to its end. Estimate (b) calls every element 1. There, whenever lists are longer than 20, a
processor that has just received a tenth of the tree would search it alone. The same would happen with estimate
(a) on a tree where depth says little about size. The price of the own load: on 32 processors half as many elements again
go through the lists. And the machine announces the end of the run, which the precomputation finds in §5.
`

func plbSpec() Spec {
	return Spec{
		Name:     "plb",
		Title:    "precomputed flows along trees and lines when a processor is out of work",
		Source:   "Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §3 and §5",
		Uses:     "knows sums over subtrees and the global mean; two messages per processor and period",
		Essay:    plbEssay,
		Wordings: plbWordings(),
		Kinds:    []string{"mesh", "line", "tree", "hypercube", "torus", "ring"},
		Estimate: "alpha",
		Received: InOrder,
		Params: []Param{
			{Name: "period", Title: "pause between two precomputations", Default: 0.6, Min: 1e-6, Max: 3600, Unit: "s"},
			{Name: "again", Title: "pause after a phase, as a share of the period", Default: 0.5, Min: 0.01, Max: 100},
			{Name: "beta", Title: "grain, β: elements below this share of the mean load are not split", Default: 0.05, Min: 0, Max: 100},
			{Name: "gamma", Title: "slack, γ: what a link may go on owing, as a share of its tree's mean load", Default: 0.5, Min: 0, Max: 100},
		},
		New: func(t Topology, v Values) Maker { return newPLBPlan(t, v).maker() },
	}
}

const (
	plbSum      uint8 = iota // up the spanning tree: A = load, B = processors that are short of work: with plb, those whose lists are empty
	plbQuiet                 // down the spanning tree: A = mean load; too few are short of work
	plbVain                  // down the spanning tree: all lists are empty
	plbPhase                 // down the spanning tree: A = mean load, B = mean of the own tree (along the trees to be balanced)
	plbEnd                   // this link has sent all it will in this phase
	plbLineSum               // up a tree of a later dimension of the same phase: A = load of the subtree (plb-strict)
	plbLineMean              // down it: A = mean of the tree (plb-strict)
)

const plbRest = -1

// plb is one processor.
type plb struct {
	Base
	plan *plbPlan

	turn     uint8     // the dimension of the next phase, or of the one under way
	due      bool      // the pause is over: the own sum is due as soon as all reports are in
	awaiting int8      // links that have yet to send their end marker in the phase under way; plbRest: there is none
	reports  uint8     // sums received from the children in the spanning tree
	short    int32     // processors in the children's subtrees there that are short of work
	load     float64   // of these subtrees
	sum      float64   // load of the own subtree in the tree of the dimension, as last reported
	trees    []plbTree // by dimension

	slack float64           // γ·mean of the own tree
	owed  [plbLinks]float64 // the load still to be sent in this phase over each link; 0: none, or no more

	stages *plbStages // of a phase that balances all dimensions; nil for one that balances a single one
}

// maker makes the policy of each processor.
func (plan *plbPlan) maker() Maker {
	return func(rank int) Policy {
		b := &plb{plan: plan, awaiting: plbRest, trees: make([]plbTree, plan.trees())}
		for d := range b.trees {
			b.trees[d].place = plan.place(rank, d)
		}
		if plan.strict && plan.trees() > 1 {
			b.stages = &plbStages{reports: make([]uint8, plan.trees())}
		}
		return b
	}
}

// Root is the root of the spanning tree of the first dimension.
func (b *plb) Root() int { return b.plan.root }

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
		b.short += int32(m.B)
		b.heard(p.Rank(), from, m.A)
		b.report(p)
	case plbEnd:
		b.awaiting--
		b.serve(p)
	case plbLineSum:
		b.stages.reports[b.heard(p.Rank(), from, m.A)]++
		b.line(p)
	case plbLineMean:
		b.level(p, m.A)
	default:
		b.decided(p, m)
	}
}

func (b *plb) Arrived(p Proc, _ int) { b.serve(p) }

// report sends the sum of the own subtree up the spanning tree, or decides at its root, once the
// pause is over and all children have reported.
func (b *plb) report(p Proc) {
	if !b.due {
		return
	}
	up, below := b.span()
	if int(b.reports) < below {
		return
	}
	own := p.Load()
	if b.plan.short(p) {
		b.short++
	}
	sums := &b.own().sums
	b.sum = own + sums[0] + sums[1]
	sum := Message{Kind: plbSum, A: b.load + own, B: float64(b.short)}
	b.due, b.reports, b.load, b.short = false, 0, 0, 0
	if up >= 0 {
		p.Send(up, sum)
		return
	}
	decision := Message{Kind: plbQuiet, A: sum.A / float64(p.Procs())}
	switch {
	case sum.A == 0:
		decision.Kind = plbVain
	case sum.B > b.plan.share*float64(p.Procs()):
		decision.Kind = plbPhase
	}
	b.decided(p, decision)
}

// decided passes the outcome of a precomputation down the spanning tree and acts on it.
func (b *plb) decided(p Proc, m Message) {
	p.SetGrain(b.plan.grain(m.A, p.Load()))
	place := &b.own().place
	if place.parent < 0 {
		b.join(p, m)
		m.B = b.sum / float64(place.procs())
	}
	place.tell(p, m)
	switch m.Kind {
	case plbQuiet:
		b.turn = 0
		p.WakeAfter(b.plan.period)
	case plbVain:
		p.WakeAfter(b.plan.again)
	case plbPhase:
		p.CountPhase()
		b.settle(p, m.B)
	}
}

// join passes the outcome from the root of a tree on to the children that it has in the trees of other
// dimensions, as far as these are part of the spanning tree.
func (b *plb) join(p Proc, m Message) {
	up := int32(-1)
	for i := 1; i < len(b.trees) && up < 0; i++ {
		place := &b.after(i).place
		place.tell(p, m)
		up = place.parent
	}
}

// tell sends a message to the children.
func (place *plbPlace) tell(p Proc, m Message) {
	for i, procs := range place.below {
		if procs > 0 {
			p.Send(place.child(p.Rank(), i), m)
		}
	}
}
