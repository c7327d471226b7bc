package sim

import "transat/balance"

// Which processor works on which element, and when: for a drawing of the tree in the colours of its processors. Workers
// leap over whole subtrees that nothing observes (see the package comment), so while Config.Expanded observes, they take
// one element after the other. That costs time and changes nothing else.

// Expansion is a worker's work on an element.
//
//	      Begin                                         End
//	rank    ├─ take ─┬─ install ─┬──── expand ────┬─ ▒▒▒ ─┤      ▒ the balancer needs the CPU meanwhile
type Expansion[E any] struct {
	// Rank is the processor. It is -1 for a node that was expanded before the run to place the first elements: every
	// processor with an element below it has then done so for itself, and Begin and End are 0.
	Rank       int
	Begin, End balance.Ticks
	Element    E
	Received   bool // the element has come from another processor
	// Move is the last move of the element, or of one above it in the tree; 0 if moves are not told. See Timeline.Moved.
	Move int32
	// Whole says that the element, smaller than the grain, was solved to its end instead of being split.
	Whole bool
	// Interrupted says that the policy, or the budget, ended that: only the first Nodes of the subtree, depth first, were solved, and it was
	// split there.
	Interrupted bool
	Work, Nodes int64 // of the element: of all that was solved if it is Whole or a unit
	Found       bool  // with a solution, which ends the run
	// Pruned says that the element, of a balance.Bounded tree, was dropped instead: at Begin, which is also the End if it was not taken
	// from a list. In such a tree every node is an expansion of its own.
	Pruned bool
}

// begun is the expansion that a processor is at, when someone wants to know of expansions.
type begun[E any] []Expansion[E]

// watchExpansions prepares for Config.Expanded.
func (s *sim[E]) watchExpansions() {
	if s.cfg.Expanded == nil {
		return
	}
	s.begun = make(begun[E], len(s.procs))
	s.single = true
}

// note notes what a processor begins on at time t of its clock; the end is not known yet, since the balancer may delay it.
func (b begun[E]) note(p *proc[E], t balance.Ticks, x *entry[E], work, nodes int64, whole bool) {
	b[p.rank] = Expansion[E]{
		Rank: int(p.rank), Begin: p.global(t), Element: x.e, Received: x.tag&received != 0, Move: p.sim.moves.last(p.rank),
		Whole: whole, Work: work, Nodes: nodes, Found: p.solved,
	}
}

// expanded reports the expansion that a processor has just completed.
func (s *sim[E]) expanded(p *proc[E]) {
	x := &s.begun[p.rank]
	x.End = p.global(p.workEnd)
	s.cfg.Expanded(*x)
}

// expandedBefore reports a node that was expanded before the run.
func (s *sim[E]) expandedBefore(e E, work int64, found bool) {
	if s.cfg.Expanded != nil {
		s.cfg.Expanded(Expansion[E]{Rank: -1, Element: e, Work: work, Nodes: 1, Found: found})
	}
}
