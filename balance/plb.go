package balance

const plbEssay = `Precomputation based Load Balancing (PLB), for trees, and for grids as products of trees.

Periodically a precomputation sums the loads up a spanning tree and sends the mean down. If some processor
was out of work, a balancing phase follows, in which each link of a tree learns its exact flow

	δ(v → parent) = load of the subtree of v − processors in it · mean of the tree

	load      9   1   0   6   4       mean 4; the root is in the middle
	          v → v → v ← v   v
	δ           5   2  -2   0         from left to right, before anything has moved

and then sends that much, oldest elements first and one in a message, as they become available: a
processor whose list is empty passes on what it receives. A link is done when it owes at most the
slack γ·mean of its tree. Flows run along a tree, so every phase ends.

On a grid, a phase balances the lines of one dimension after the other: first the rows of a mesh, and then its
columns. A line is a tree rooted in its middle. A processor whose row is done reports its load up its
column; the mean comes down, every link learns its flow, and loads move as they did along the rows. No processor
waits for rows other than its own and those of its column.

	8 0 0      3 3 2      1 1 1
	0 0 0  →   0 0 0  →   1 1 1
	0 0 0      0 0 0      1 1 0

On a hypercube the lines are pairs. A torus is treated as the mesh in it, since a ring is no tree: the
wrap-around links stay unused.

An element whose load is below β·mean is solved to its end instead of being split.

Parameters: period, the pause between two precomputations (1.5 s, from 1 µs to 3600 s); again, how much
of that passes after a phase, or when one is idle and none has anything to give (0.2, from 0.01
to 100); beta, β, the grain as a share of the mean load (0.05, from 0 to 100); gamma, γ, what a link may
go on owing, as a share of the mean of its tree (0.5, from 0 to 100). And three that leave the paper. Two say
otherwise what begins a phase: few, the number of waiting elements below which a processor counts as short of work (0, from 0 to 1000;
0: only one that has nothing at all to do, as in §5; 1: an empty list, though it still works on its last element); share,
the share of all processors of which more must be short of work (0, from 0 to 0.5; 0: one will do). One changes the
grain: own, 1 to take β of the own load where that is less than the mean (0 or 1; 0 as in §5). It helps where the estimate
says little about size, for then an element below β·mean may be a large part of the tree.

Messages: two per link of the spanning tree and precomputation; in a phase, one per element, one end
marker per link that sends, and two more per link for each dimension after the first.

Source: Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §3 (trees) and §5 (grids), Figure
3. What the paper leaves open was chosen so that its Tables 2 and 3 come out: period and again are fitted;
a load is that of the list, without the element being worked on (§5 has it so), and the list is kept in
order of load; rows and columns count as a phase each, or there would be half as many on a mesh as in the paper; the
slack is a share of the tree's own mean (the λ̄ of §3, where there is one tree); the search begins in the middle, at
the roots of the trees. Other readings, with their numbers, are in tried.md.

Differs from the paper: the machine announces the end of the run, which the precomputation finds in §5. And an element
with the largest load of all, 1, is never solved to its end. Estimate (b) calls every element 1; where lists
are longer than 1/β, a processor that has received a tenth of the tree would search it alone, and on a line of 256
some do: idle times become forty times the paper's, which cannot have been so.
`

func plbSpec() Spec {
	return Spec{
		Name:     "plb",
		Title:    "precomputed flows along trees and lines when a processor is out of work",
		Family:   familyFlows,
		Source:   "Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §3 and §5",
		Uses:     "knows sums over subtrees and the global mean; two messages per processor and period",
		Essay:    plbEssay,
		Wordings: plbWordings(),
		Kinds:    []string{"mesh", "line", "tree", "hypercube", "torus", "ring"},
		Estimate: "alpha",
		Received: InOrder,
		Params: []Param{
			{Name: "period", Title: "pause between two precomputations", Default: 1.5, Min: 1e-6, Max: 3600, Unit: "s"},
			{Name: "again", Title: "pause after a phase, as a share of the period", Default: 0.2, Min: 0.01, Max: 100},
			{Name: "beta", Title: "grain, β: elements below this share of the mean load are not split", Default: 0.05, Min: 0, Max: 100},
			{Name: "gamma", Title: "slack, γ: what a link may go on owing, as a share of its tree's mean load", Default: 0.5, Min: 0, Max: 100},
			{
				Name: "few", Title: "waiting elements below which a processor is short of work; 0: it has nothing at all to do",
				Default: 0, Min: 0, Max: 1000,
			},
			{Name: "share", Title: "share of all processors of which more must be short of work", Default: 0, Min: 0, Max: 0.5},
			{
				Name: "own", Title: "1 to take β of the own load where that is less than the mean, 0 to take β of the mean everywhere",
				Default: 0, Min: 0, Max: 1,
			},
		},
		New: func(t Topology, v Values) Maker { return newPLBPlan(t, v).maker() },
	}
}

const (
	plbSum      uint8 = iota // up the spanning tree: A = load, B = processors that are short of work
	plbQuiet                 // down the spanning tree: A = mean load; too few are short of work
	plbVain                  // down the spanning tree: all lists are empty
	plbPhase                 // down the spanning tree: A = mean load, B = mean of the own tree (along the trees of the first dimension)
	plbEnd                   // this link has sent all it will in this phase
	plbLineSum               // up a tree of a later dimension of the same phase: A = load of the subtree
	plbLineMean              // down it: A = mean of the tree
)

const plbRest = -1

// plb is one processor.
type plb struct {
	Base
	plan *plbPlan

	turn     uint8     // the dimension that the phase under way balances
	due      bool      // the pause is over: the own sum is due as soon as all reports are in
	awaiting int8      // links that have yet to send their end marker in this dimension; plbRest: no phase, or it is between dimensions
	reports  uint8     // sums received from the children in the spanning tree
	short    int32     // processors in the children's subtrees there that are short of work
	load     float64   // of these subtrees
	sum      float64   // load of the own subtree in the tree of the dimension, as last reported
	trees    []plbTree // by dimension

	slack float64           // γ·mean of the own tree
	owed  [plbLinks]float64 // the load still to be sent in this dimension over each link; 0: none, or no more

	later *plbLater // of the dimensions after the first; nil where there is a single one
}

// maker makes the policy of each processor.
func (plan *plbPlan) maker() Maker {
	return func(rank int) Policy {
		b := &plb{plan: plan, awaiting: plbRest, trees: make([]plbTree, plan.trees())}
		for d := range b.trees {
			b.trees[d].place = plan.place(rank, d)
		}
		if plan.trees() > 1 {
			b.later = &plbLater{reports: make([]uint8, plan.trees())}
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
		b.later.reports[b.heard(p.Rank(), from, m.A)]++
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
		place := &b.trees[i].place
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
