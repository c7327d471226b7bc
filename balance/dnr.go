package balance

import "slices"

const dnrEssay = `Direct neighbour repeated (dnr): as dn, but the load does not stop at the neighbour. A processor that
gets elements passes as many on to its own least loaded neighbour, if that has less load, and so on,
down to a local minimum of the load.

	load   9     5     4     2     3
	       A ask→B     C     D     E        half of the difference of A and B, 2 elements, goes to B;
	       A ——2→B ——2→C ——2→D     E        B passes 2 on to C, and C to D, which has the least load
	load   7     5     4     4     3        of its neighbourhood

A and B agree as in dn; C and D are not asked. They may take part in other actions meanwhile, and have
another load than they have told: dnr overreacts when loads change fast, as the paper says of it.

A processor passes elements on to a neighbour that has told less load than its own, and less than the
sender took its load to be. That second bound falls with every step, so elements do not go round in
circles. They do not go straight back, nor to a neighbour that has refused, since it takes part in an action.

Parameters: threshold and change as in dn; forward, the share of the two loads by which the next processor
must have less for elements to be passed on (0, from 0 to 1). The paper passes on without inhibition, and
has tested a threshold. With chain=1, the threshold decides on the first and the last processor of the way,
another reading of the paper (dnr_chain.go).

Messages: as in dn; one with every move, which says how much comes; and one whenever a processor passes
elements on, which tells the processor before it that they are gone.

Source: Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications,
1999, §3.4; the threshold for passing on is in §4.2.2. Not from the paper: that C and D are not asked,
these messages, and the bound that keeps elements from going in circles. tried.md compares the readings.
`

func dnrSpec() Spec {
	return Spec{
		Name:     "dnr",
		Title:    "direct neighbour repeated: as dn, but load goes on to a local minimum",
		Family:   familyOthers,
		Source:   "Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications, 1999, §3.4",
		Uses:     "knows what neighbours last told of their load; messages as dn, and one with every move",
		Essay:    dnrEssay,
		Wordings: engagedWordings(),
		Kinds:    everyKind("mesh"),
		Anywhere: true,
		Estimate: "count",
		Received: Bottom,
		Params: append(engageParams(),
			Param{Name: "forward", Title: "relative difference of loads worth passing elements on", Default: 0, Min: 0, Max: 1},
			Param{
				Name: "chain", Title: "1 to hold the threshold against the end of the way, 0 against the first neighbour",
				Default: 0, Min: 0, Max: 1,
			}),
		New: func(t Topology, v Values) Maker {
			return func(rank int) Policy {
				if v["chain"] > 0 {
					return newDNRChain(t, rank, v)
				}
				d := newDN(t, rank, v)
				return &dnr{dn: d, forward: v["forward"], coming: make([]Message, len(d.ranks))}
			}
		},
	}
}

type dnr struct {
	*dn
	forward float64
	coming  []Message // per neighbour, what it has last said of elements to come
}

func (d *dnr) Receive(p Proc, from int, m Message) {
	switch m.Kind {
	case engageGrant:
		d.hear(from, m)
		if amount := d.surplus(p, m.A); amount > 0 {
			d.announce(p, engageBring, d.asked, amount)
		}
		d.send(p, from)
	case engageBring, engagePass:
		d.coming[slices.Index(d.ranks, from)] = m
	default:
		d.dn.Receive(p, from, m)
	}
}

// announce tells a neighbour how much load comes.
func (d *dnr) announce(p Proc, kind uint8, to int, amount float64) {
	p.Send(d.ranks[to], Message{Kind: kind, A: amount, B: d.loads[to]})
}

func (d *dnr) Arrived(p Proc, from int) {
	m := d.coming[slices.Index(d.ranks, from)]
	d.pass(p, from, m)
	if m.Kind == engagePass {
		d.LoadChanged(p)
	} else {
		d.finish(p)
	}
}

// pass passes on as much as has come, if a neighbour has less, and an element fits in.
func (d *dnr) pass(p Proc, from int, m Message) {
	limit := (1 - d.forward) * min(m.B, TotalLoad(p))
	i := d.least(from)
	if i < 0 || d.loads[i] >= limit || p.Len() == 0 || m.A < MeanLoad(p) {
		return
	}
	d.announce(p, engagePass, i, m.A)
	d.loads[i] += p.TransferLoad(d.ranks[i], m.A, m.A)
	p.Send(from, loadMessage(p, engageLoad)) // who takes the elements to be here
}
