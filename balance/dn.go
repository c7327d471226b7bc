package balance

const dnEssay = `Direct neighbour (dn): whenever its own load changes, or a neighbour tells its load, a processor
looks at its least loaded neighbour, and balances with it if the neighbour has sufficiently less.

	load   9     2     4        9 > 2 by more than 20 % of 9:
	       A ——→ B     C        half of the difference, 3 elements, goes from A to B
	       6     5     4        6 > 5 does not, nor does 5 > 4

	the own load has changed, or a neighbour has told its load
	  → the least loaded neighbour, by the load it has told, has less by more than the threshold: ask it
	  → it grants, with its present load: if it still has less by that much, send half of the difference

How processors tell each other their loads and agree to take part in an action is in engage.go.
A static load comes to rest: in the end no two neighbours differ by more than the threshold, or an
element, and the change that was not worth telling.

Parameters: threshold, the share of the own load by which a neighbour must have less (0.2, from 0 to
1); change, the relative change of the own load worth telling (0.1, from 0 to 10).

Messages: one a neighbour and change worth telling; two an action, besides the elements; two for every
refused question, and a third when the processor that has refused is free.

Source: Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications,
1999, §2.2 and §3.1; the threshold is that of §4.1.

Differs from the paper: there, a message of one neighbour triggers an action with that neighbour alone;
here a processor looks at the least loaded of all.
`

func dnSpec() Spec {
	return Spec{
		Name:     "dn",
		Title:    "direct neighbour: changed loads even out with the least loaded neighbour",
		Family:   familyOthers,
		Source:   "Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications, 1999, §3.1",
		Uses:     "knows what neighbours last told of their load; a message a neighbour and change, two to five an action",
		Essay:    dnEssay,
		Wordings: engagedWordings(),
		Kinds:    everyKind("mesh"),
		Anywhere: true,
		Estimate: "count",
		Received: Bottom,
		Params:   engageParams(),
		New: func(t Topology, v Values) Maker {
			return func(rank int) Policy { return newDN(t, rank, v) }
		},
	}
}

// engageParams are the parameters that the event-driven policies have in common.
func engageParams() []Param {
	return []Param{
		{Name: "threshold", Title: "relative difference of loads worth an action", Default: 0.2, Min: 0, Max: 1},
		{Name: "change", Title: "relative change of the own load worth telling", Default: 0.1, Min: 0, Max: 10},
	}
}

type dn struct {
	engaged
	asked int // the member asked last
}

func newDN(t Topology, rank int, v Values) *dn {
	d := &dn{engaged: newEngaged(t.Neighbours(rank), v)}
	d.decide = d.ask
	return d
}

func (d *dn) Arrived(p Proc, _ int) { d.finish(p) }

func (d *dn) Receive(p Proc, from int, m Message) {
	switch m.Kind {
	case engageLoad, engageFree:
		d.hear(from, m)
		d.decide(p)
	case engageAsk:
		if d.bound {
			d.refuse(p, from)
		} else {
			d.grant(p, from)
		}
	case engageGrant:
		d.hear(from, m)
		d.send(p, from)
	case engageRefuse:
		d.away[d.asked] = true
		d.finish(p)
	case engageNothing:
		d.finish(p)
	}
}

// ask asks the least loaded neighbour if there is something to send to it.
func (d *dn) ask(p Proc) {
	if d.bound {
		return
	}
	if i := d.least(p.Rank()); i >= 0 && d.surplus(p, d.loads[i]) > 0 {
		d.bound, d.asked = true, i
		p.Send(d.ranks[i], Message{Kind: engageAsk})
	}
}

// surplus is what should go to a processor with the given load.
func (d *dn) surplus(p Proc, other float64) float64 {
	load := TotalLoad(p)
	difference := load - other
	if difference <= d.threshold*load {
		return 0
	}
	return worth(difference/2, load, MeanLoad(p), other)
}

// send moves half of the difference to the neighbour asked, which has granted it and told its load.
func (d *dn) send(p Proc, to int) {
	sent := move(p, to, d.surplus(p, d.loads[d.asked]))
	if sent > 0 {
		p.CountPhase()
	}
	d.loads[d.asked] += sent
	d.finish(p)
}

// finish ends the part in an action, which counts as a change of the load.
func (d *dn) finish(p Proc) {
	d.release(p)
	d.LoadChanged(p)
}
