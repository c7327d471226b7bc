package sim

import "transat/balance"

// With a grain in work, Config.Budget, a worker searches below an element, depth first, until that has taken so long; then
// the nodes that are still open become elements, all at once:
//
//	       b                  b, c, and what is below c     done within the budget
//	   ╱   │   ╲              d, e                          wait from now on, d on top
//	 c     d     e
//	╱ ╲   ╱ ╲   ╱ ╲
//
// Nobody needs to know beforehand how much there is below b. The nodes in between pass through no list, and no other
// processor can have them, but no longer than the budget lasts. When the run begins, and work is to spread, budgets are
// shorter: at most this part of the time that has passed. Small searches gain a point or more of efficiency, and large
// ones lose nothing.
const young = 32

// search solves an element, begun at time t, within the budget, and leaves the open nodes in the list, hidden. It returns the number of
// elements that it expanded, too.
func (p *proc[E]) search(t balance.Ticks, x entry[E]) (work, nodes int64, elements balance.Ticks) {
	s, m, l := p.sim, &p.sim.cfg.Cost, &p.list
	packed, budget := s.packed, min(s.cfg.Budget, t/young)
	for {
		switch {
		case x.nodes > 0 && m.Expand(work+x.work, nodes+int64(x.nodes)) <= budget:
			work, nodes, elements = work+x.work, nodes+int64(x.nodes), elements+s.elements(&x)
		case nodes > 0 && m.Expand(work, nodes) >= budget:
			l.pushHidden(x)
			return work, nodes, elements
		case x.nodes == 1: // a leaf, which takes longer than the budget
			work, nodes, elements = work+x.work, nodes+1, elements+1
		default:
			if packed != nil {
				at := number(x.e)
				e := balance.PackedElement(packed[at])
				if e.Splits() && balance.PackedElement(packed[at+1]).Size() > 0 {
					// As in sweep: a function for both would make that one 4 % slower.
					first, tag := balance.PackedElement(packed[at+1]), (e.Level()+e.Step())<<1
					l.pushHidden(entry[E]{
						e: numbered[E](at + 1 + first.Size()), tag: tag,
						work: e.Work() - e.Own() - first.Work(), nodes: e.Size() - 1 - first.Size(),
					})
					x = entry[E]{e: numbered[E](at + 1), tag: tag, work: first.Work(), nodes: first.Size()}
					work, nodes, elements = work+e.Own(), nodes+1, elements+1
					continue
				}
			}
			w, n, found := p.expand(x.e)
			work, nodes, elements = work+w, nodes+n, elements+1
			p.solved = found
			if found || w < 0 || n < 0 || uint64(work) > s.most.work || uint64(nodes) > s.most.nodes { // take refuses the last ones
				return work, nodes, elements
			}
		}
		if l.hidden == 0 {
			return work, nodes, elements
		}
		l.hidden--
		x = l.popTop()
	}
}
