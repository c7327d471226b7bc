package balance

import "slices"

const gossipEssay = `Gossip: who has little work says so to a few others at random, who pass it on to a few others, and so
on; then who has much sends to those that it has heard of, at random, the more often the less they have.
No processor knows everything, and none is asked.

	every period
	  0    processors add up their loads along a tree: all know the mean
	  1    a processor below the mean tells a few others its load, who pass on all that they know, for so many rounds
	  2    after half of a period, a processor above the mean sends elements, one after the other, until
	       it is at the mean: each to one that it knows, with a probability in proportion to what that lacks

	lacks   A 6   B 3   C 1       A gets an element with 6/10, B with 3/10, C with 1/10;
	                              what it gets no longer counts as lacking

The policies of parallel runtimes balance so between the phases of a program, whose objects have
measured times.

Parameters: fanout, others told in a round (2, from 1 to 64); rounds (5, from 1 to 16); period, the time
from one gossip to the next (0.1 s, from 1 µs to 3600 s).

Messages: two a processor and period for the mean, fanout to the power of rounds for each processor
below the mean at most; each has one load. A processor passes each load on once.

Source: Menon, Kalé: A Distributed Dynamic Load Balancer for Iterative Applications (GrapevineLB), 2013;
Lifflander and others: Optimizing Distributed Load Balancing for Workloads with Time-Varying Imbalance
(TemperedLB), 2021. We read the program of the first one, DistributedLB in Charm++, and not the papers.
Differs from it: a message has one load, and not a list of all that is known; the periods; elements go,
oldest first, while that brings the sender nearer to the mean, where there the smallest go, none that would
bring the sender below the mean or the receiver above it; probabilities go by what is lacking after
elements that were sent, and there by what was lacking at first. One pass, where TemperedLB tries several
and takes the best.
`

func gossipSpec() Spec {
	return Spec{
		Name:     "gossip",
		Title:    "gossip: rumours tell the overloaded where load is lacking",
		Family:   familyOthers,
		Source:   "Menon, Kalé: A Distributed Dynamic Load Balancer for Iterative Applications (GrapevineLB), 2013",
		Uses:     "knows the mean and what it has heard of others; a message for each load, round and processor told",
		Essay:    gossipEssay,
		Wordings: gossipWordings(),
		Kinds:    everyKind("mesh"),
		Anywhere: true,
		Estimate: "count",
		Received: Bottom,
		Params: []Param{
			{Name: "fanout", Title: "others told in a round", Default: 2, Min: 1, Max: 64},
			{Name: "rounds", Title: "of passing on", Default: 5, Min: 1, Max: 16},
			{Name: "period", Title: "time from one gossip to the next", Default: 0.1, Min: 1e-6, Max: 3600, Unit: "s"},
		},
		New: func(t Topology, v Values) Maker {
			rule := &gossipRule{fanout: int(v["fanout"]), rounds: uint32(v["rounds"]), period: v.Seconds("period")}
			return func(rank int) Policy { return &gossip{rule: rule, group: newGroup(rank, t.Procs())} }
		},
	}
}

const (
	gossipSum  uint8 = iota // A = load of the group of level Round
	gossipMean              // A = the mean, to the group of level Round
	gossipTell              // processor B has the load A; round Round
	gossipAsk               // add up your group of level Round
)

type gossipRule struct {
	fanout int
	rounds uint32
	period Ticks
}

// rumour is what a processor has heard.
type rumour struct {
	rank int
	load float64
}

// gossip is one processor. Sums go along the hierarchy of hierarchy.go.
type gossip struct {
	group
	rule    *gossipRule
	missing int
	mean    float64
	heard   []rumour
	acts    Ticks // when it sends; 0 if it has, or has nothing to send
	begins  Ticks // processor 0: when the next gossip begins
}

func (g *gossip) Start(p Proc) {
	if g.rank == 0 && g.levels > 0 {
		g.begins = p.Now() + g.rule.period
		p.WakeAfter(g.rule.period)
	}
}

func (g *gossip) Wake(p Proc) {
	if g.acts > 0 && p.Now() >= g.acts {
		g.acts = 0
		g.act(p)
	}
	if g.begins > 0 && p.Now() >= g.begins {
		g.begins = 0
		g.gather(p, g.levels)
	}
}

// gather asks for the loads of the upper halves of all groups up to a level. Rumours may come before the mean: they are of the new gossip.
func (g *gossip) gather(p Proc, level int) {
	g.heard = g.heard[:0]
	g.missing = g.ask(p, level, Message{Kind: gossipAsk})
	g.gathered(p)
}

func (g *gossip) gathered(p Proc) {
	switch {
	case g.missing > 0:
	case g.rank > 0:
		p.Send(g.speaker(), Message{Kind: gossipSum, Round: uint32(g.levels), A: g.load(p, g.levels)})
	default:
		g.begins = p.Now() + g.rule.period
		p.WakeAfter(g.rule.period)
		m := Message{Kind: gossipMean, Round: uint32(g.levels), A: g.load(p, g.levels) / float64(g.procs)}
		if m.A > 0 {
			g.begin(p, m)
		}
	}
}

// begin begins a gossip: the mean is known.
func (g *gossip) begin(p Proc, m Message) {
	g.spread(p, m)
	g.mean = m.A
	switch load := TotalLoad(p); {
	case load < g.mean:
		g.tell(p, rumour{g.rank, load}, 1)
	case load > g.mean && p.Len() > 0:
		wait := g.rule.period / 2
		g.acts = p.Now() + wait
		p.WakeAfter(wait)
	}
}

// tell tells others what a processor has.
func (g *gossip) tell(p Proc, r rumour, round uint32) {
	for range min(g.rule.fanout, g.procs-1) {
		p.Send(randomOther(p), Message{Kind: gossipTell, Round: round, A: r.load, B: float64(r.rank)})
	}
}

func (g *gossip) Receive(p Proc, from int, m Message) {
	switch m.Kind {
	case gossipAsk:
		g.gather(p, int(m.Round))
	case gossipSum:
		g.upper[m.Round+1] = m.A
		g.missing--
		g.gathered(p)
	case gossipMean:
		g.begin(p, m)
	case gossipTell:
		g.hear(p, rumour{int(m.B), m.A}, m.Round)
	}
}

// hear passes on what is new.
func (g *gossip) hear(p Proc, r rumour, round uint32) {
	if r.rank == g.rank || slices.ContainsFunc(g.heard, func(h rumour) bool { return h.rank == r.rank }) {
		return
	}
	g.heard = append(g.heard, r)
	if round < g.rule.rounds {
		g.tell(p, r, round+1)
	}
}

// act sends what is above the mean.
func (g *gossip) act(p Proc) {
	moved := false
	for p.Len() > 0 && TotalLoad(p)-g.mean >= MeanLoad(p)/2 {
		i := g.pick(p)
		if i < 0 {
			break
		}
		load := MeanLoad(p)
		if p.Transfer(g.heard[i].rank, 1) == 0 {
			break
		}
		g.heard[i].load += load
		moved = true
	}
	if moved {
		p.CountPhase()
	}
}

// pick draws one of those that lack something, by how much; -1 if there is none.
func (g *gossip) pick(p Proc) int {
	lacks := 0.0
	for _, r := range g.heard {
		lacks += max(0, g.mean-r.load)
	}
	if lacks == 0 {
		return -1
	}
	lot := p.Rand().Float64() * lacks
	for i, r := range g.heard {
		if lot -= max(0, g.mean-r.load); lot < 0 {
			return i
		}
	}
	return -1
}
