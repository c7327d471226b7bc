package balance

const gradientEssay = `The gradient model: light processors pull work towards them. Each processor is light, moderate or heavy,
by two marks. Its proximity is a guess of how far the nearest light one is:

	proximity = 0                                      if it is light
	          = 1 + the least proximity of a neighbour   otherwise, at most diameter + 1: none is light

	elements     0   3   1   9   2        light below 1, heavy above 2
	proximity    0   1   2   3   4
	             ←── 3   ←── 9            heavy ones send an element down

Every period, a processor looks at its proximity, and tells its neighbours if it has changed; one that
has become light tells so at once. A heavy one whose proximity is below diameter + 1 sends its oldest
element to the neighbour with the least. So proximities make slopes, and elements go down them, hop by
hop, without an address, until a light processor is reached. A proximity of diameter + 1 says that the
machine is saturated, and nothing moves.

A proximity is old by the time it is heard: elements may run after a light processor that is light no
longer. An element stays where its processor is not heavy by it, though a light one may be near.

Parameters: low, a processor with fewer elements is light (1, from 0 to 1000000); high, one with more is
heavy (2, from 0 to 1000000); period, the time from one look to the next (0.01 s, from 1 µs to 3600 s). The
element in work counts.

Messages: one a neighbour and look at which the own proximity has changed, besides the elements. Without
the period, each change would lead to others at once, and proximities that rise, hop by hop, when the
last light processor is gone, would take most of the time.

Source: Lin, Keller: The Gradient Model Load Balancing Method, 1987 (first 1984); cited by both Böhm and
Speckenmeyer and Corradi, Leonardi and Zambonelli. We read pages on the model in Lin's thesis
(University of Utah), and not the paper. Differs from it: there an element under way goes on until it is
at an idle processor, also past moderate ones. Not from the source: the length of the period, one element
in each, and what counts as light and heavy.
`

func gradientSpec() Spec {
	return Spec{
		Name:     "gradient",
		Title:    "gradient model: elements go down towards light processors",
		Family:   familyPassing,
		Source:   "Lin, Keller: The Gradient Model Load Balancing Method, 1987",
		Uses:     "knows how far its neighbours take the nearest light processor to be; one message a neighbour and change a period",
		Essay:    gradientEssay,
		Wordings: gradientWordings(),
		Kinds:    everyKind("torus"),
		Anywhere: true,
		Estimate: "count",
		Received: Bottom,
		Params: []Param{
			{Name: "low", Title: "a processor with fewer elements is light", Default: 1, Min: 0, Max: 1e6},
			{Name: "high", Title: "a processor with more elements is heavy", Default: 2, Min: 0, Max: 1e6},
			{Name: "period", Title: "time from one look at the own load to the next", Default: 0.01, Min: 1e-6, Max: 3600, Unit: "s"},
		},
		Refuses: func(_ Topology, v Values) string {
			if v["low"] > v["high"] {
				return "low must not be above high"
			}
			return ""
		},
		New: func(t Topology, v Values) Maker {
			rule := &gradientRule{low: v["low"], high: v["high"], period: v.Seconds("period"), none: int32(diameter(t)) + 1}
			return func(rank int) Policy { return &gradient{rule: rule, near: make([]int32, len(t.Neighbours(rank)))} }
		},
	}
}

// gradientRule is shared by all processors.
type gradientRule struct {
	low, high float64
	period    Ticks
	none      int32 // the proximity that says that no processor is light
}

// gradient is one processor.
type gradient struct {
	Base
	rule *gradientRule
	near []int32 // proximity of each neighbour, as last told; all begin as light
	told int32   // the own one; all begin as light
}

// Start begins the looks, each processor at a time of its own.
func (g *gradient) Start(p Proc) {
	if len(g.near) > 0 {
		p.WakeAfter(Ticks(p.Rand().Float64() * float64(g.rule.period)))
	}
}

// Wake looks at the own load.
func (g *gradient) Wake(p Proc) {
	p.WakeAfter(g.rule.period)
	least := 0
	for i, near := range g.near {
		if near < g.near[least] {
			least = i
		}
	}
	own := int32(0)
	if !g.light(p) {
		own = min(g.near[least]+1, g.rule.none)
	}
	if own < g.rule.none && elements(p) > g.rule.high && p.Transfer(p.Neighbours()[least], 1) > 0 {
		p.CountPhase()
	}
	g.tell(p, own)
}

func (g *gradient) Idle(p Proc) { g.LoadChanged(p) }

// LoadChanged implements LoadWatcher.
func (g *gradient) LoadChanged(p Proc) {
	if g.light(p) {
		g.tell(p, 0)
	}
}

func (g *gradient) Receive(p Proc, from int, m Message) {
	for i, n := range p.Neighbours() {
		if n == from {
			g.near[i] = int32(m.A)
		}
	}
}

func (g *gradient) light(p Proc) bool { return elements(p) < g.rule.low || elements(p) == 0 }

// tell tells the neighbours the own proximity, if it has changed.
func (g *gradient) tell(p Proc, own int32) {
	if own == g.told {
		return
	}
	g.told = own
	for _, n := range p.Neighbours() {
		p.Send(n, Message{A: float64(own)})
	}
}
