package balance

import "slices"

const cwnEssay = `Contracting within a neighbourhood: balance where work begins. Every new element walks at once to the
least loaded neighbour, from there to its least loaded neighbour, and so on, until it comes to a
processor that has no more than all its neighbours; at least so many hops as the parameter horizon says,
at most radius. There it stays for good (cwn).

	load    7     4     2     3
	new ○ ——→ ——→ ——→ □           three hops to a local minimum, where it stays

The adaptive way (acwn) saves messages. While all neighbours have enough, a new element stays at home;
and when a neighbour runs low, a processor sends it one more element, although that has come to rest.

A processor tells its neighbours its load when it has changed by more than a fraction, and when it falls
to 0; and it adds what it has sent to the load that it knows of the receiver.

Parameters: radius, hops at most (5, from 1 to 64); horizon, hops at least (1 for cwn, 0 for acwn, from
0 to 64); change, the relative change of the own load worth telling (0.1, from 0 to 10); acwn also has
enough, the elements of which a neighbour has enough (2, from 0 to 1000000).

Messages: one a neighbour and change worth telling, besides the elements, which are sent once for every
hop.

Source: Kalé: Comparing the Performance of Two Dynamic Load Distribution Methods (cwn), 1988, cited by
Corradi, Leonardi and Zambonelli; Shu, Kalé: A Dynamic Scheduling Strategy for the Chare-Kernel System
(acwn), 1989. Both known to us from their abstracts and from descriptions. Not from the sources: a
machine sends the oldest element of a list. So the oldest one, usually the largest, walks in the place of
the new one: one for each that is new. What acwn takes for enough; loads that are told apart from
elements, where there they travel with other messages.
`

func cwnSpec() Spec {
	return newCWNSpec("cwn", "contracting: new elements walk to a local minimum",
		"Kalé: Comparing the Performance of Two Dynamic Load Distribution Methods, 1988", 1)
}

func acwnSpec() Spec {
	s := newCWNSpec("acwn", "adaptive contracting: only if neighbours have too little",
		"Shu, Kalé: A Dynamic Scheduling Strategy for the Chare-Kernel System, 1989", 0)
	s.Params = append(s.Params, Param{Name: "enough", Title: "elements of which a neighbour has enough", Default: 2, Min: 0, Max: 1e6})
	return s
}

func newCWNSpec(name, title, source string, horizon float64) Spec {
	return Spec{
		Name:     name,
		Title:    title,
		Family:   familyPassing,
		Source:   source,
		Uses:     "knows what neighbours last told of their load; one message a neighbour and change",
		Essay:    cwnEssay,
		Wordings: loadWordings("new elements walk on to where there is less"),
		Kinds:    everyKind("torus"),
		Anywhere: true,
		Estimate: "count",
		Received: Bottom,
		Params: []Param{
			{Name: "radius", Title: "hops of a new element at most", Default: 5, Min: 1, Max: 64},
			{Name: "horizon", Title: "hops of a new element at least", Default: horizon, Min: 0, Max: 64},
			{Name: "change", Title: "relative change of the own load worth telling", Default: 0.1, Min: 0, Max: 10},
		},
		New: func(t Topology, v Values) Maker {
			enough, adaptive := v["enough"]
			return func(rank int) Policy {
				return &cwn{
					domain: newDomain(t.Neighbours(rank), v["change"]), radius: int(v["radius"]), horizon: int(v["horizon"]),
					adaptive: adaptive, enough: enough,
				}
			}
		},
	}
}

// cwn is one processor.
type cwn struct {
	Base
	domain
	radius, horizon int
	adaptive        bool
	enough          float64
	had             int // waiting elements when it last looked
}

func (c *cwn) Start(p Proc) {
	c.had = 0
	c.LoadChanged(p)
}

func (c *cwn) Idle(p Proc) { c.LoadChanged(p) }

func (c *cwn) Receive(p Proc, from int, m Message) {
	c.hear(from, m)
	if c.adaptive && c.lacks(p, slices.Index(c.ranks, from)) {
		c.refill(p, from)
	}
}

// LoadChanged implements LoadWatcher.
func (c *cwn) LoadChanged(p Proc) {
	for range p.Len() - c.had {
		c.walk(p, 0)
	}
	c.look(p)
}

// Arrived lets elements walk on that have not come to their place.
func (c *cwn) Arrived(p Proc, _ int) {
	if hops := int(p.Tag()); hops < c.radius {
		c.walk(p, hops)
	}
	c.look(p)
}

// look remembers what is there, and tells it.
func (c *cwn) look(p Proc) {
	c.had = p.Len()
	c.tell(p)
}

// walk sends an element that has made so many hops one farther, if it is to go on.
func (c *cwn) walk(p Proc, hops int) {
	i := c.least(-1)
	if i < 0 || p.Len() == 0 {
		return
	}
	switch less := c.loads[i] < TotalLoad(p)-MeanLoad(p); {
	case c.adaptive && !c.lacks(p, i) && hops >= c.horizon:
		return // all have enough
	case hops >= c.horizon && !less:
		return // a local minimum
	}
	c.send(p, i, hops+1)
}

// lacks reports whether a neighbour has too few elements, by its load and the mean load of one.
func (c *cwn) lacks(p Proc, i int) bool {
	element := c.grains[i]
	if element == 0 {
		element = MeanLoad(p)
	}
	return c.loads[i] == 0 && c.enough > 0 || c.loads[i] < c.enough*element
}

// refill sends an element to a neighbour that has run low.
func (c *cwn) refill(p Proc, to int) {
	if i := c.least(-1); i >= 0 && c.ranks[i] == to && c.loads[i] < TotalLoad(p)-MeanLoad(p) {
		c.send(p, i, c.radius)
		c.look(p)
	}
}

// send moves the oldest element to a neighbour.
func (c *cwn) send(p Proc, i, hops int) {
	p.SetTag(uint8(hops))
	load := MeanLoad(p)
	if p.Transfer(c.ranks[i], 1) > 0 {
		c.loads[i] += load
		p.CountPhase()
	}
}
