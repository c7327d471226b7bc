package balance

// Precomputation based Load Balancing (PLB), for lines and for meshes of any dimension.
//
// Periodically a precomputation sums the loads up a spanning tree and sends the mean down. If some
// processor was out of work, a balancing phase follows: dimension by dimension, the last one first,
// every line of the mesh is a tree rooted in its middle, in which each link learns its exact flow
//
//	δ(v → parent) = load of the subtree of v − processors in it · mean of the line
//
//	load      9   1   0   6   4       line mean 4
//	          v → v → v ← v   v
//	δ           5   2  -2   0         from left to right, before anything has moved
//
// and then sends that much, oldest elements first, as they become available: a processor whose list
// is empty passes on what it receives. A link is done when it owes at most the slack γ·mean. The
// flows of the first dimension come from the precomputation, those of the next from sums of fresh
// loads. Flows run along a tree, so every phase ends.
//
// An element whose load is below β·mean is solved to its end instead of being split.
//
// Messages: two per link of the spanning tree and period; in a phase, two per link of each further
// dimension and one end marker per link that sends.
//
// Source: Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §3 and §5, Figure 3. The
// period is not in the paper; about half a second gives its number of phases. The element being
// worked on counts as load, and the paper does not say whether it should.

func plbSpec() Spec {
	return Spec{
		Name:     "plb",
		Title:    "precomputed flows along the lines of a mesh, when somebody is out of work",
		Source:   "Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, §3 and §5",
		Uses:     "knows sums over lines and the global mean; two messages per processor and period",
		Kinds:    []string{"mesh", "line"},
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
	plbPhase                 // down the spanning tree: A = mean load, B = mean of the line (along lines of the first stage)
	plbLineSum               // up a line: A = load
	plbLineMean              // down a line: A = mean of the line
	plbEnd                   // this link has sent all it will in this stage
)

// plb is one processor. A phase has one stage per dimension; stage s balances lines[s].
type plb struct {
	Base
	period      Ticks
	beta, gamma float64

	lines   []plbLine
	up      int   // parent in the spanning tree, -1 at its root
	below   int   // children in the spanning tree
	down    []int // those of them that are not in a line of the first stage
	reports int   // sums received from the children
	due     bool  // the period is over: the own sum is due as soon as all reports are in
	load    float64
	idle    float64

	stage    int // the stage under way; len(lines) outside a phase
	state    plbState
	slack    float64   // γ·mean
	owed     []plbDebt // what is still to be sent in this stage
	awaiting int       // links of this stage that have yet to send their end marker
}

// plbState is how far a stage has come.
type plbState uint8

const (
	plbGathering plbState = iota // sums of the line are not yet in
	plbReported                  // sent up; the mean is not yet known
	plbFlowing                   // elements move
)

func newPLB(t Topology, rank int, v Values) *plb {
	b := &plb{period: v.Seconds("period"), beta: v["beta"], gamma: v["gamma"], up: -1}
	sides := t.Sides()
	inMiddle := true // of all lines looked at so far, which are those nearer to the leaves
	for d := len(sides) - 1; d >= 0; d-- {
		line := newPLBLine(t, rank, d)
		if inMiddle {
			b.below += len(line.children)
			b.up = line.parent
			if len(b.lines) > 0 {
				for _, c := range line.children {
					b.down = append(b.down, c.rank)
				}
			}
		}
		inMiddle = inMiddle && line.parent < 0
		b.lines = append(b.lines, line)
	}
	b.stage = len(b.lines)
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
		b.lines[0].note(from, m.A)
		b.report(p)
	case plbQuiet, plbPhase:
		b.decided(p, m)
	case plbLineSum:
		for s := range b.lines {
			b.lines[s].note(from, m.A)
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
	b.lines[0].total(own)
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
	line := &b.lines[0]
	if line.parent < 0 {
		m.B = line.sum / float64(line.length)
	}
	for _, c := range line.children {
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
