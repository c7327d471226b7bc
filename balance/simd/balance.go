package simd

import (
	"math"

	"transat/balance"
	"transat/balance/topology"
)

// balancer does the balancing steps of a search. There is one that asks the rule of every processor, a
// faster one for the Liquid model, and one for a front end.
type balancer interface {
	// step does one step and adds what it did, and took, to the result.
	step(r *Result)
}

// newBalancer makes the balancer of a policy, or says why it does not run on the network.
func newBalancer[E any](cfg *Config[E], l *lists[E]) (balancer, error) {
	if cfg.Policy.Spec.FrontEnd != nil {
		_, err := cfg.Policy.For(cfg.Network)
		return newMatcher(cfg, l), err
	}
	rule, err := cfg.Policy.Rules(cfg.Network)
	if err != nil {
		return nil, err
	}
	rules := make([]balance.Rule, cfg.Network.Procs())
	for rank := range rules {
		rules[rank] = rule(rank)
	}
	byteTime := cfg.Cost.byteTime(cfg.Network)
	m := mover[E]{
		lists: l, received: cfg.Policy.Spec.Received, ruleTime: cfg.Cost.RuleTime,
		shift: cfg.Cost.ShiftTime + balance.Ticks(cfg.Cost.ElementBytes)*byteTime,
		tell:  loadBytes * byteTime,
	}
	for substep := range rules[0].Substeps() {
		m.substeps = append(m.substeps, newWiring(cfg.Network, rules, substep))
	}
	if liquid, ok := rules[0].(*balance.Liquid); ok {
		return newShifter(m, liquid.Condition(), rules), nil
	}
	return newAsker(m, rules), nil
}

// mover has what balancers have in common.
type mover[E any] struct {
	lists    *lists[E]
	received balance.End
	substeps []wiring
	moving   []E // elements that have been taken out of one list, and are not yet in the other

	ruleTime balance.Ticks
	shift    balance.Ticks // one element of every processor in one direction
	tell     balance.Ticks // one load of every processor in one direction
}

// count closes a substep in which elements were sent, by that many instructions.
func (m *mover[E]) count(r *Result, w *wiring, sent, shifts int64) {
	time := m.ruleTime + balance.Ticks(w.heard)*m.tell + balance.Ticks(shifts)*m.shift
	r.Time += time
	r.Balance += balance.Ticks(r.Procs) * time
	r.Messages += w.told
	r.Sent += sent
	r.Shifts += shifts
}

// wiring is what a machine in which all wires of a direction are used at once has to know of the links
// of a substep.
type wiring struct {
	direction []int32 // of every link, those of rank 0 first
	count     int     // of directions
	heard     int     // of them those in which loads are told
	told      int64   // loads told, all processors together
}

func newWiring(network topology.Network, rules []balance.Rule, substep int) wiring {
	w := wiring{}
	var hears []bool // per direction
	for rank, rule := range rules {
		for i, link := range rule.Links(substep) {
			d := direction(network, rank, link.To, i)
			for len(hears) <= d {
				hears = append(hears, false)
			}
			w.direction = append(w.direction, int32(d))
			if link.Hears {
				hears[d] = true
				w.told++
			}
		}
	}
	w.count = len(hears)
	for _, h := range hears {
		if h {
			w.heard++
		}
	}
	return w
}

// direction numbers the direction of a link: two for each dimension of a grid, and one if both lead to the same
// processor, as in a dimension of two on a torus or a hypercube. On other networks, the i-th links of all processors make
// up a direction.
func direction(network topology.Network, rank, to, i int) int {
	for d := range network.Sides() {
		for j, by := range [2]int{1, -1} {
			at, ok := network.Step(rank, d, by)
			switch {
			case !ok || at != to:
			case network.Kind() == "hypercube":
				return 2 * d
			default:
				return 2*d + j
			}
		}
	}
	return i
}

// asker asks every processor's rule.
type asker[E any] struct {
	mover[E]
	rules   []balance.Rule
	number  int       // of the step, from 0
	before  []int32   // loads at the beginning of the substep
	heard   []float64 // loads of the neighbours of one processor
	send    []float64 // what it sends to them
	most    []int32   // per direction, the largest number of elements that a processor sends
	parcels []parcel
}

// parcel is what a processor sends over a link.
type parcel struct {
	to       int32
	elements int32
}

func newAsker[E any](m mover[E], rules []balance.Rule) *asker[E] {
	a := &asker[E]{mover: m, rules: rules, before: make([]int32, len(rules))}
	links, directions := 0, 0
	for substep, w := range m.substeps {
		directions = max(directions, w.count)
		for _, rule := range rules {
			links = max(links, len(rule.Links(substep)))
		}
	}
	a.heard, a.send, a.most = make([]float64, links), make([]float64, links), make([]int32, directions)
	return a
}

func (a *asker[E]) step(r *Result) {
	for substep := range a.substeps {
		w := &a.substeps[substep]
		copy(a.before, a.lists.loads)
		clear(a.most)
		a.moving, a.parcels = a.moving[:0], a.parcels[:0]
		directions := w.direction
		for rank, rule := range a.rules {
			links := rule.Links(substep)
			a.takeOut(rank, rule, substep, links, directions)
			directions = directions[len(links):]
		}
		a.putIn()
		shifts := int64(0)
		for _, most := range a.most {
			shifts += int64(most)
		}
		a.count(r, w, int64(len(a.moving)), shifts)
	}
	a.number++
	r.Balances++
}

// takeOut takes out of the list of one processor what it sends.
func (a *asker[E]) takeOut(rank int, rule balance.Rule, substep int, links []balance.Link, directions []int32) {
	heard, send := a.heard[:len(links)], a.send[:len(links)]
	for i, link := range links {
		heard[i] = math.NaN() // a rule that uses what it does not hear gives itself away
		if link.Hears {
			heard[i] = float64(a.before[link.To])
		}
	}
	rule.Flow(a.number, substep, float64(a.before[rank]), heard, true, send)
	all := 0
	for i, amount := range send {
		elements := int32(amount)
		if elements == 0 {
			continue
		}
		all += int(elements)
		a.parcels = append(a.parcels, parcel{int32(links[i].To), elements})
		a.most[directions[i]] = max(a.most[directions[i]], elements)
	}
	if all > 0 {
		a.moving = a.lists.send(int32(rank), all, a.moving)
	}
}

// putIn puts everything that was taken out where it goes.
func (a *asker[E]) putIn() {
	moving := a.moving
	for _, p := range a.parcels {
		a.lists.receive(p.to, a.received, moving[:p.elements])
		moving = moving[p.elements:]
	}
}
