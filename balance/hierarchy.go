package balance

const hierarchyEssay = `A hierarchy of processors: neighbours in rank form pairs, pairs of pairs, and so on, up to the whole
machine. The two halves of every group even out, each processor of the fuller half with its counterpart
in the other. Where the upper half is the smaller one, those of the lower half that have no counterpart
send nothing.

	level 3   0 ───────────────────────────── 4          the first rank of a group speaks for it
	level 2   0 ───────── 2         4 ─────── 6
	level 1   0 ─── 1     2 ─── 3   4 ─── 5   6 ─── 7    counterparts of 0: 1, 2 and 4

	hbm         from below: whenever the load of a group has changed by enough, its speaker tells the speaker of the next
	            larger group. That one compares its two halves. If one has more by the threshold, and by two elements,
	            half of the difference goes over, in equal parts from each processor of it to its counterpart
	multilevel  from above: every period, loads are added up to the top. There half of the difference of the two halves goes
	            over, each processor sending its part of it by its load; then the same within the halves, and so on
	            down to pairs

Orders go down the hierarchy: a speaker tells those of the halves of its group. A processor sends what
it has.

Parameters: hbm has threshold, the share of the load of a group by which its halves must differ (0.2,
from 0 to 1); change, the relative change of a load that is told (0.2, from 0 to 10); pause, the time
after a move in which a group moves nothing, so that its order can be done (0.02 s, from 1 µs to 3600
s). multilevel has period, the time from one phase to the next (0.1 s, from 1 µs to 3600 s).

Messages: hbm one a level at most for a change, and one a processor of a half for a move; multilevel
three a processor and phase. Most go between processors that are near in rank; those of high levels may
go far.

Source: Willebeek-LeMair, Reeves: Strategies for Dynamic Load Balancing on Highly Parallel Computers,
1993 (hbm; cited by Henrich and by Corradi, Leonardi and Zambonelli); Horton: A Multi-Level Diffusion
Method for Dynamic Load Balancing, 1993 (multilevel; cited by Böhm and Speckenmeyer). Not from the
sources, which we know from descriptions: groups of ranks for any network, and the pause. Differs from
multilevel's: halves do not wait until the elements of the level above have come; what is on its way
counts in the next phase.
`

func hbmSpec() Spec {
	return hierarchySpec("hbm", "hierarchy from below: halves of groups even out",
		"Willebeek-LeMair, Reeves: Strategies for Dynamic Load Balancing on Highly Parallel Computers, 1993",
		"knows loads of groups as they were last told; one message a level and change, one a processor and move",
		[]Param{
			{Name: "threshold", Title: "relative difference of two halves worth a move", Default: 0.2, Min: 0, Max: 1},
			{Name: "change", Title: "relative change of a load worth telling", Default: 0.2, Min: 0, Max: 10},
			{Name: "pause", Title: "time after a move in which a group moves nothing", Default: 0.02, Min: 1e-6, Max: 3600, Unit: "s"},
		},
		func(v Values) func(group) Policy {
			return func(g group) Policy {
				return &hbm{
					group: g, threshold: v["threshold"], change: v["change"], pause: v.Seconds("pause"), rests: make([]Ticks, g.levels+1),
				}
			}
		})
}

func multilevelSpec() Spec {
	return hierarchySpec("multilevel", "hierarchy from above: halves even out, then their halves",
		"Horton: A Multi-Level Diffusion Method for Dynamic Load Balancing, 1993",
		"knows the sums of loads of groups; three messages a processor and phase",
		[]Param{
			{Name: "period", Title: "time from one phase to the next", Default: 0.1, Min: 1e-6, Max: 3600, Unit: "s"},
		},
		func(v Values) func(group) Policy {
			return func(g group) Policy { return &multilevel{group: g, period: v.Seconds("period")} }
		})
}

func hierarchySpec(name, title, source, uses string, params []Param, maker func(Values) func(group) Policy) Spec {
	return Spec{
		Name:     name,
		Title:    title,
		Family:   familyHierarchies,
		Source:   source,
		Uses:     uses,
		Essay:    hierarchyEssay,
		Wordings: hierarchyWordings(),
		Kinds:    everyKind("mesh"),
		Anywhere: true,
		Estimate: "count",
		Received: Bottom,
		Params:   params,
		New: func(t Topology, v Values) Maker {
			made := maker(v)
			return func(rank int) Policy { return made(newGroup(rank, t.Procs())) }
		},
	}
}

const (
	hierarchyLoad  uint8 = iota // A = load of the group that the sender speaks for, of level Round, B = elements; A < 0: a question
	hierarchyOrder              // each of your group of level Round is to send A to its counterpart, B ranks away
	hierarchyPart               // the same, but the share A of its load
	hierarchyGo                 // even out within your group of level Round
)

// group is a processor's place in the hierarchy, and what it knows of the groups that it speaks for.
type group struct {
	Base
	rank, procs int
	levels      int       // of the groups that it speaks for: 0 if it is the second of a pair
	upper       []float64 // by level, from 1: the load of the upper half of the group, as last told
	counts      []float64 // and its elements
}

func newGroup(rank, procs int) group {
	g := group{rank: rank, procs: procs}
	for g.speaksFor(g.levels + 1) {
		g.levels++
	}
	g.upper, g.counts = make([]float64, g.levels+1), make([]float64, g.levels+1)
	return g
}

// speaksFor reports whether there is a group of a level whose first rank this is, and that is larger than that of the level below.
func (g *group) speaksFor(level int) bool {
	return g.rank%(1<<level) == 0 && 1<<(level-1) < g.procs
}

// has reports whether the group of a level has an upper half.
func (g *group) has(level int) bool { return g.rank+1<<(level-1) < g.procs }

// members is the number of processors in the group of a level that begins with a rank.
func (g *group) members(first, level int) int { return max(0, min(1<<level, g.procs-first)) }

// speaker is the rank that speaks for the next larger group.
func (g *group) speaker() int { return g.rank - 1<<g.levels }

// load is the load of the group of a level, as far as it is known.
func (g *group) load(p Proc, level int) float64 {
	sum := TotalLoad(p)
	for l := 1; l <= level; l++ {
		sum += g.upper[l]
	}
	return sum
}

// count is the number of its elements.
func (g *group) count(p Proc, level int) float64 {
	sum := elements(p)
	for l := 1; l <= level; l++ {
		sum += g.counts[l]
	}
	return sum
}

// element is the mean load of one.
func (g *group) element(p Proc, level int) float64 {
	return g.load(p, level) / max(1, g.count(p, level))
}

// report is the message that tells the speaker of the next larger group what this one has.
func (g *group) report(p Proc) Message {
	return Message{Kind: hierarchyLoad, Round: uint32(g.levels), A: g.load(p, g.levels), B: g.count(p, g.levels)}
}

// note takes over what the upper half of a group has reported.
func (g *group) note(m Message) { g.upper[m.Round+1], g.counts[m.Round+1] = m.A, m.B }

// ask sends a message to the speakers of the upper halves of all groups up to a level, with the level of each, and returns to how many.
func (g *group) ask(p Proc, level int, m Message) int {
	asked := 0
	for l := level; l > 0; l-- {
		if g.has(l) {
			asked++
			m.Round = uint32(l - 1)
			p.Send(g.rank+1<<(l-1), m)
		}
	}
	return asked
}

// spread hands an order on to the speakers of all smaller groups.
func (g *group) spread(p Proc, m Message) { g.ask(p, int(m.Round), m) }

// obey sends load to the counterpart, if there is one.
func (g *group) obey(p Proc, amount, away float64) {
	to := g.rank + int(away)
	if to < 0 || to >= g.procs || p.Len() == 0 {
		return
	}
	half := MeanLoad(p) / 2
	if amount < half {
		// a part of an element: with the probability that makes the mean right
		if p.Rand().Float64() >= amount/(2*half) {
			return
		}
		amount = 2 * half
	}
	p.TransferLoad(to, amount-half, amount+half)
}

// hbm is one processor of the hierarchy from below.
type hbm struct {
	group
	threshold, change float64
	pause             Ticks
	told              float64
	rests             []Ticks // by level: until when the group moves nothing
}

func (h *hbm) Start(p Proc) { h.LoadChanged(p) }

func (h *hbm) Idle(p Proc) { h.LoadChanged(p) }

func (h *hbm) Wake(p Proc) { h.LoadChanged(p) }

func (h *hbm) Arrived(p Proc, _ int) { h.LoadChanged(p) }

// LoadChanged implements LoadWatcher.
func (h *hbm) LoadChanged(p Proc) {
	for level := 1; level <= h.levels; level++ {
		h.compare(p, level)
	}
	load := h.load(p, h.levels)
	change := max(load-h.told, h.told-load)
	if h.rank > 0 && change > 0 && (load == 0 || change > h.change*h.told) {
		h.told = load
		p.Send(h.speaker(), h.report(p))
	}
}

// compare evens out the two halves of a group if they differ by enough.
func (h *hbm) compare(p Proc, level int) {
	if !h.has(level) || p.Now() < h.rests[level] {
		return
	}
	first := h.rank + 1<<(level-1)
	left, right := h.members(h.rank, level-1), h.members(first, level-1)
	lower, upper := h.load(p, level-1), h.upper[level]
	over := lower - (lower+upper)*float64(left)/float64(left+right) // what goes up
	amount := max(over, -over)
	if amount < h.element(p, level) || amount <= h.threshold*(lower+upper)/2 {
		return
	}
	h.rests[level] = p.Now() + h.pause
	p.WakeAfter(h.pause)
	p.CountPhase()
	each, away := amount/float64(right), float64(int(1)<<(level-1))
	h.upper[level] += over
	if over > 0 {
		m := Message{Kind: hierarchyOrder, Round: uint32(level - 1), A: each, B: away}
		h.spread(p, m)
		h.obey(p, each, away)
		return
	}
	p.Send(first, Message{Kind: hierarchyOrder, Round: uint32(level - 1), A: each, B: -away})
}

func (h *hbm) Receive(p Proc, from int, m Message) {
	switch m.Kind {
	case hierarchyLoad:
		h.note(m)
		h.LoadChanged(p)
	case hierarchyOrder:
		h.spread(p, m)
		h.obey(p, m.A, m.B)
		h.LoadChanged(p)
	}
}

// multilevel is one processor of the hierarchy from above.
type multilevel struct {
	group
	period  Ticks
	missing int // loads of this phase that are still to come
}

func (h *multilevel) Start(p Proc) {
	if h.rank == 0 && h.levels > 0 {
		p.WakeAfter(h.period)
	}
}

// Wake begins a phase, on processor 0.
func (h *multilevel) Wake(p Proc) { h.gather(p, h.levels) }

// gather asks for the loads of the upper halves of all groups up to a level.
func (h *multilevel) gather(p Proc, level int) {
	h.missing = h.ask(p, level, Message{Kind: hierarchyLoad, A: -1})
	h.gathered(p)
}

// gathered goes on once all loads have come.
func (h *multilevel) gathered(p Proc) {
	switch {
	case h.missing > 0:
	case h.rank > 0:
		p.Send(h.speaker(), h.report(p))
	default:
		if h.count(p, h.levels) > 1 {
			p.CountPhase()
			h.even(p, h.levels)
		}
		p.WakeAfter(h.period)
	}
}

// even evens out the halves of the group of a level, then those of its halves.
func (h *multilevel) even(p Proc, level int) {
	for ; level > 0; level-- {
		first := h.rank + 1<<(level-1)
		if !h.has(level) {
			continue
		}
		left, right := h.members(h.rank, level-1), h.members(first, level-1)
		lower, upper := h.load(p, level-1), h.upper[level]
		over := lower - (lower+upper)*float64(left)/float64(left+right)
		away := float64(int(1) << (level - 1))
		switch {
		case over >= h.element(p, level) && over > 0:
			m := Message{Kind: hierarchyPart, Round: uint32(level - 1), A: over / lower, B: away}
			h.spread(p, m)
			h.obey(p, over/lower*TotalLoad(p), away)
			for l := 1; l < level; l++ {
				h.upper[l] -= over / lower * h.upper[l]
			}
		case over <= -h.element(p, level) && over < 0:
			p.Send(first, Message{Kind: hierarchyPart, Round: uint32(level - 1), A: -over / upper, B: -away})
		}
		p.Send(first, Message{Kind: hierarchyGo, Round: uint32(level - 1)})
	}
}

func (h *multilevel) Receive(p Proc, from int, m Message) {
	switch m.Kind {
	case hierarchyLoad:
		if m.A < 0 {
			h.gather(p, int(m.Round))
			return
		}
		h.note(m)
		h.missing--
		h.gathered(p)
	case hierarchyPart:
		h.spread(p, m)
		h.obey(p, m.A*TotalLoad(p), m.B)
		for l := 1; l <= int(m.Round); l++ {
			h.upper[l] -= m.A * h.upper[l]
		}
	case hierarchyGo:
		h.even(p, int(m.Round))
	}
}
