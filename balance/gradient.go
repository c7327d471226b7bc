package balance

const gradientEssay = `The gradient model: light processors pull work towards them. Each processor is light, moderate or heavy,
by two marks. Its proximity is a guess of how far the nearest light one is:

	proximity = 0                                      if it is light
	          = 1 + the least proximity of a neighbour   otherwise, at most diameter + 1: none is light

	elements     0   3   1   9   2        light below 1, heavy above 2
	proximity    0   1   2   3   4
	                     ←── 9            the heavy one sends an element down, and the next one passes it on

Whenever its proximity changes, a processor tells its neighbours. A heavy one that has a neighbour with
less proximity sends its oldest element there. So proximities make slopes, and elements go down them,
hop by hop, without an address, until a light processor is reached. If a proximity is diameter + 1 the
machine is saturated, and nothing moves.

A proximity is old by the time it is heard: elements may run after a light processor that is light no
longer. An element stays where its processor is not heavy by it, though a light one may be near.

Parameters: low, a processor with fewer elements is light (1, from 0 to 1000000); high, one with more is
heavy (2, from 0 to 1000000). The element in work counts.

Messages: one a neighbour and change of the own proximity, besides the elements.

Source: Lin, Keller: The Gradient Model Load Balancing Method, 1987 (first 1984); cited by both Böhm and
Speckenmeyer and Corradi, Leonardi and Zambonelli. We read pages on the model in Lin's thesis
(University of Utah), and not the paper. Differs from it: there an element under way goes on until it is
at an idle processor, also past moderate ones. Not from the source: that an element is sent whenever
load, own proximity or that of a neighbour has changed, one at a time.
`

func gradientSpec() Spec {
	return Spec{
		Name:     "gradient",
		Title:    "gradient model: elements go down towards light processors",
		Family:   familyPassing,
		Source:   "Lin, Keller: The Gradient Model Load Balancing Method, 1987",
		Uses:     "knows how far its neighbours take the nearest light processor to be; one message a neighbour and change",
		Essay:    gradientEssay,
		Wordings: gradientWordings(),
		Kinds:    everyKind("torus"),
		Anywhere: true,
		Estimate: "count",
		Received: Bottom,
		Params: []Param{
			{Name: "low", Title: "a processor with fewer elements is light", Default: 1, Min: 0, Max: 1e6},
			{Name: "high", Title: "a processor with more elements is heavy", Default: 2, Min: 0, Max: 1e6},
		},
		Refuses: func(_ Topology, v Values) string {
			if v["low"] > v["high"] {
				return "low must not be above high"
			}
			return ""
		},
		New: func(t Topology, v Values) Maker {
			rule := &gradientRule{low: v["low"], high: v["high"], none: int32(diameter(t)) + 1}
			return func(rank int) Policy { return &gradient{rule: rule, near: make([]int32, len(t.Neighbours(rank)))} }
		},
	}
}

// gradientRule is shared by all processors.
type gradientRule struct {
	low, high float64
	none      int32 // the proximity that says that no processor is light
}

// gradient is one processor.
type gradient struct {
	Base
	rule *gradientRule
	near []int32 // proximity of each neighbour, as last told; all begin as light
	told int32   // the own one; all begin as light
}

func (g *gradient) Start(p Proc) { g.look(p) }

func (g *gradient) Idle(p Proc) { g.look(p) }

// LoadChanged implements LoadWatcher.
func (g *gradient) LoadChanged(p Proc) { g.look(p) }

func (g *gradient) Arrived(p Proc, _ int) { g.look(p) }

func (g *gradient) Receive(p Proc, from int, m Message) {
	for i, n := range p.Neighbours() {
		if n == from {
			g.near[i] = int32(m.A)
		}
	}
	g.look(p)
}

// look tells the own proximity if it has changed, and sends an element down the slope if the load is heavy.
func (g *gradient) look(p Proc) {
	neighbours := p.Neighbours()
	if len(neighbours) == 0 {
		return
	}
	least := 0
	for i, near := range g.near {
		if near < g.near[least] {
			least = i
		}
	}
	count, own := elements(p), int32(0)
	if count >= g.rule.low && count > 0 {
		own = min(g.near[least]+1, g.rule.none)
	}
	if count > g.rule.high && own < g.rule.none && p.Transfer(neighbours[least], 1) > 0 {
		p.CountPhase()
	}
	if own != g.told {
		g.told = own
		for _, n := range neighbours {
			p.Send(n, Message{A: float64(own)})
		}
	}
}
