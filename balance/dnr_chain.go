package balance

// Direct neighbour repeated, read in another way (dnr:chain=1): the threshold is held against the end of the way.
//
//	load   10     9     8     7     no two neighbours differ by more than 20 %, so dnr rests
//	       A ask→ B ask→ C ask→ D   A and D do: D grants, and half of the difference of A and B,
//	       A ————————1————————→ D   an element, goes from A to D
//	load   9      9     8     8
//
// The paper lets nodes on the way forward what they wait for, says that their chain is one domain, "dynamically
// determined" (§3.4), and gives the threshold as a share "of the domain load" (§4.1). In dnr the first two neighbours
// decide by the threshold if there is an action at all, and no threshold counts afterwards. Here a processor
// asks its least loaded neighbour as soon as it is worth moving an element there. Whoever is asked and has told of a
// less loaded neighbour passes the question on; the last one answers. With forward, the neighbour must have less by
// that share.
//
// Elements go from the first to the last at once. Those between are asked nothing, and bound to nothing.

// engageAsk has more to say here: A is the number of the steps that the question has gone, B who asked.

// longestChain bounds the way of a question, which may go in circles if loads change meanwhile.
const longestChain = 32

type dnrChain struct {
	*dn
	forward float64
}

func newDNRChain(t Topology, rank int, v Values) *dnrChain {
	d := &dnrChain{newDN(t, rank, v), v["forward"]}
	d.decide = d.ask
	return d
}

func (d *dnrChain) Receive(p Proc, from int, m Message) {
	switch m.Kind {
	case engageLoad, engageFree:
		d.hear(from, m)
		d.ask(p)
	case engageAsk:
		d.answer(p, from, m)
	case engageGrant:
		d.sendTo(p, from, m.A)
	case engageRefuse, engageNothing:
		// No news: a processor that refused says when it is free.
		d.release(p)
		d.tell(p)
	}
}

// ask sends a question down the way, if it is worth moving something to the next.
func (d *dnrChain) ask(p Proc) {
	load := TotalLoad(p)
	if d.bound {
		return
	}
	if i := d.least(p.Rank()); i >= 0 && worth((load-d.loads[i])/2, load, MeanLoad(p), d.loads[i]) > 0 {
		d.bound, d.asked = true, i
		p.Send(d.ranks[i], Message{Kind: engageAsk, B: float64(p.Rank())})
	}
}

// answer passes a question on, or answers it.
func (d *dnrChain) answer(p Proc, from int, m Message) {
	first := int(m.B)
	i := d.least(from)
	switch {
	case i >= 0 && d.loads[i] < (1-d.forward)*TotalLoad(p) && d.ranks[i] != first && m.A < longestChain:
		p.Send(d.ranks[i], Message{Kind: engageAsk, A: m.A + 1, B: m.B})
	case d.bound:
		d.refuse(p, first)
	default:
		d.grant(p, first)
	}
}

// sendTo sends to the end of the way, which has granted it and told its load, what dn would send to the neighbour
// asked, and not more than half of the difference to the end.
func (d *dnrChain) sendTo(p Proc, end int, other float64) {
	load := TotalLoad(p)
	amount := 0.0
	if difference := load - other; difference > d.threshold*load {
		amount = worth(min(difference, load-d.loads[d.asked])/2, load, MeanLoad(p), other)
	}
	if move(p, end, amount) == 0 {
		d.release(p)
		d.tell(p)
		return
	}
	p.CountPhase()
	d.finish(p)
}
