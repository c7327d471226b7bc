package balance

// Direct neighbour repeated (dnr): as dn, but the load does not stop at the neighbour. A processor
// that is asked passes the question on to its own least loaded neighbour as long as that has less
// load than it has itself, down to a processor from which nothing leads further down. That one grants,
// and the load goes to it in a single move.
//
//	load   9     5     4     2     3
//	       A ask→B ask→C ask→D     E
//	       A ←———— grant 2 ——D              D has the least load of its neighbourhood
//	       A ———— 3 elements→D              from A to D, routed by the machine
//
// Only the two ends take part in the action: B and C take no load and stay free. One that takes part
// in another action when the question comes refuses, in the name of all behind it; its load is about
// to change. The question carries what its sender takes the receiver's load to be, and goes on
// only to less than that: otherwise loads that nobody knows exactly could lead it round in a circle.
//
// Parameters: threshold and change as in dn; forward, the share of its own load by which the next must
// have less for a question to be passed on (0, from 0 to 1). The paper passes on without inhibition,
// and has tested a threshold.
//
// Messages: as in dn, and one for every processor on the way.
//
// Source: Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications,
// 1999, §3.4; the threshold for passing on is in §4.2.2.
//
// Differs from the paper: there the processors on the way pass the load itself on; here it is the
// question, so that the sender knows the load at the end of the way and can keep the roles.

func dnrSpec() Spec {
	return Spec{
		Name:     "dnr",
		Title:    "direct neighbour repeated: as dn, but load goes on to a local minimum",
		Source:   "Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications, 1999, §3.4",
		Uses:     "knows what neighbours last told of their load; messages as dn, and one for every processor on the way",
		Kinds:    everyKind("mesh"),
		Estimate: "count",
		Received: Bottom,
		Params: append(engageParams(),
			Param{Name: "forward", Title: "relative difference of loads worth passing a question on", Default: 0, Min: 0, Max: 1}),
		New: func(t Topology, v Values) Maker {
			return func(rank int) Policy { return &dnr{dn: newDN(t, rank, v), forward: v["forward"]} }
		},
	}
}

type dnr struct {
	*dn
	forward float64
}

func (d *dnr) Receive(p Proc, from int, m Message) {
	if m.Kind == engageAsk {
		d.reached(p, m)
		return
	}
	d.dn.Receive(p, from, m)
}

// reached handles a question of processor m.B: it is passed on, or its way ends here.
func (d *dnr) reached(p Proc, m Message) {
	asker := int(m.B)
	if d.bound {
		d.refuse(p, asker)
		return
	}
	limit := min(m.A, (1-d.forward)*loadOf(p))
	if i := d.least(asker); i >= 0 && d.loads[i] < limit {
		p.Send(d.ranks[i], Message{Kind: engageAsk, A: d.loads[i], B: m.B})
		return
	}
	d.grant(p, asker)
}
