package sim

import "transat/balance"

// Branch and bound. Each processor has an incumbent of its own, the best value that it has heard of, and prunes by that. Values travel
// by messages; see news.go. What a processor knows depends on the time. So nothing is looked ahead at: nodes are expanded one by one,
// at their times, also those below an element that is solved to its end, or searched within a budget:
//
//	         b                   b is taken from the list, and expanded
//	     ╱   │   ╲               c is next: has a better value come while b was expanded?
//	   c     d     e             d and e wait, hidden from all others, until the budget is used up, the policy interrupts the search,
//	  ╱ ╲                        or they are next
//
// An element that is taken from the list and dropped costs TakeTime: its bound came with it, so there is nothing to install. One that is
// dropped where it is listed, or below an element, has passed through no list, and costs nothing: its bound is part of the work of its
// parent. Nodes that are expanded to place the first elements prune nothing. A processor then begins with the best value of the
// nodes above its own elements, which it has expanded for itself.

// bounding is what a run with a balance.Bounded tree has besides. It is nil for other trees.
type bounding[E any] struct {
	tree balance.Bounded[E]
	best balance.Incumbent // of all
	at   []search          // by rank
	news []value           // all that were told, by their number
	next []int             // scratch space of passOn

	told, pruned int64 // messages, and elements
}

// search is where a processor is in its element.
type search struct {
	best     balance.Incumbent // that it has heard of
	value    balance.Incumbent // of the node in work
	left     balance.Ticks     // of the budget: when it is used up, the open nodes become elements
	level    int32             // of the node in work
	children int32             // of the node in work, on top of the other hidden ones
	whole    bool              // the element is being solved to its end
	found    bool              // the last node had a better value, of which the others have to be told
}

// bounds prepares for a tree with bounds.
func (s *sim[E]) bounds() {
	tree, ok := s.cfg.Tree.(balance.Bounded[E])
	if !ok {
		return
	}
	s.bounded = &bounding[E]{tree: tree, best: balance.NoIncumbent, at: make([]search, len(s.procs))}
	for i := range s.bounded.at {
		s.bounded.at[i].best = balance.NoIncumbent
	}
	s.blind, s.units, s.surveyor = true, false, nil
}

// valueOf is the value of a node that is expanded before the run.
func (b *bounding[E]) valueOf(e E) balance.Incumbent {
	if b == nil {
		return balance.NoIncumbent
	}
	v := balance.ValueOf(b.tree, e)
	b.best = max(b.best, v)
	return v
}

// begins has a processor begin with a value that it has found above its elements.
func (b *bounding[E]) begins(rank int, v balance.Incumbent) {
	if b != nil {
		b.at[rank].best = max(b.at[rank].best, v)
	}
}

// drops reports whether a processor drops an element.
func (b *bounding[E]) drops(p *proc[E], e E) bool {
	if !b.at[p.rank].best.Drops(b.tree.Bound(e)) {
		return false
	}
	b.pruned++
	return true
}

// dropTaken ends a processor's work on an element that it has just taken at time t.
func (p *proc[E]) dropTaken(t balance.Ticks, x *entry[E]) {
	s := p.sim
	b := &s.bounded.at[p.rank]
	*b = search{best: b.best, value: balance.NoIncumbent, level: x.level(), found: b.found}
	if s.begun != nil {
		s.begun.note(p, t, x, 0, 0, false)
		s.begun[p.rank].Pruned = true
	}
}

// dropHere drops an element that has passed through no list.
func (p *proc[E]) dropHere(e E) {
	if s := p.sim; s.cfg.Expanded != nil {
		now := p.global(p.workEnd)
		s.cfg.Expanded(Expansion[E]{Rank: int(p.rank), Begin: now, End: now, Element: e, Move: s.moves.last(p.rank), Pruned: true})
	}
}

// openSearch begins the search below an element that has been taken at time t.
func (p *proc[E]) openSearch(t balance.Ticks, x *entry[E], whole bool) (work, nodes int64) {
	s := p.sim
	b := &s.bounded.at[p.rank]
	switch budget := s.cfg.Budget; {
	case budget > 0:
		b.left, b.whole = min(budget, t/young), false
	case whole:
		b.left, b.whole = latest, true
	default:
		b.left, b.whole = 0, false
	}
	return p.expandNode(x)
}

// expandNode begins to expand a node, and puts its children on top of the list, hidden.
func (p *proc[E]) expandNode(x *entry[E]) (work, nodes int64) {
	s := p.sim
	b := &s.bounded.at[p.rank]
	hidden := p.list.hidden
	work, nodes, p.solved = p.expand(x.e)
	if nodes != 1 {
		s.refuse("Expand", "it expands %d nodes: want 1 in a tree with bounds", nodes)
	}
	b.value, b.level, b.children = balance.ValueOf(s.bounded.tree, x.e), x.level(), p.list.hidden-hidden
	b.left -= s.cfg.Cost.Expand(work, nodes)
	return work, nodes
}

// completeNode ends the work on a node. It reports whether a worker has begun on the next one below the same element; otherwise the work
// on that is over, too, and what was found has yet to be told.
func (p *proc[E]) completeNode() (more bool) {
	s := p.sim
	b := &s.bounded.at[p.rank]
	if b.found = b.value > b.best; b.found {
		b.best = b.value
		s.bounded.best = max(s.bounded.best, b.best)
	}
	p.dropChildren(b.children)
	if p.solved || b.left <= 0 || !p.searchOn() {
		return false
	}
	p.tellFound()
	return true
}

// tellFound tells the others of the value that the last node had, if it was a better one, and the run goes on. The worker has the next
// node by now, and loses the time for it there.
func (p *proc[E]) tellFound() {
	b := &p.sim.bounded.at[p.rank]
	if b.found && !p.sim.finished {
		p.find(b.best)
	}
	b.found = false
}

// dropChildren drops those of the children of the node in work, on top of the list, that are hopeless.
func (p *proc[E]) dropChildren(children int32) {
	s, l := p.sim, &p.list
	kept := l.n - children
	for i := kept; i < l.n; i++ {
		x := *l.at(i)
		if s.bounded.drops(p, x.e) {
			p.dropHere(x.e)
			continue
		}
		*l.at(kept) = x
		kept++
	}
	l.hidden -= l.n - kept
	l.n = kept
}

// searchOn begins on the next node below the element; it reports false if there is none.
func (p *proc[E]) searchOn() bool {
	s, m, l := p.sim, &p.sim.cfg.Cost, &p.list
	for l.hidden > 0 {
		l.hidden--
		x := l.popTop()
		if s.bounded.drops(p, x.e) {
			p.dropHere(x.e)
			continue
		}
		begin := p.workEnd
		work, nodes := p.expandNode(&x)
		p.workEnd += m.Expand(work, nodes)
		if uint64(work) > s.most.work || p.workEnd > latest {
			s.tooMuch(work, nodes)
		}
		s.total.work += work
		s.total.nodes += nodes
		if s.begun != nil {
			s.begun.note(p, begin, &x, work, nodes, false)
		}
		return true
	}
	return false
}

// interruptSearch is Interrupt, in a tree with bounds.
func (p *proc[E]) interruptSearch() bool {
	s, l := p.sim, &p.list
	b := &s.bounded.at[p.rank]
	if !p.busy || !b.whole {
		return false
	}
	open := l.hidden - b.children
	b.left, b.whole, p.level = 0, false, b.level
	for i := l.n - l.hidden; i < l.n-b.children; i++ {
		p.load += s.weight(l.at(i).level())
	}
	l.hidden = b.children
	s.alive += int64(open)
	return open > 0
}
