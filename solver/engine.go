package solver

import (
	"context"

	"transat/solver/cnf"
)

// engine holds one node of the search tree at a time: the assignment, and what follows from it. It
// knows how to go to a child and back to the parent; in which order the tree is walked is up to the
// search. There are two engines, packed and general, and they agree on every node in all that a
// step tells and in the variable that branch picks.
type engine interface {
	// reset goes to the root: it assigns and propagates the unit clauses.
	reset() step
	// assume goes to the child of the current node in which l is true, and propagates. l must be
	// free, the current node must not be in conflict, and branch must have been called on it.
	assume(l Lit) step
	// undo goes to the parent of the current node, which must not be the root.
	undo()
	// branch returns the literal of the first child of the current node, which must not be in
	// conflict; its complement makes the second child. It returns 0 if every clause is satisfied.
	branch() Lit
	// looking reports whether the current node, on which branch has been called, is a look node of the rule "weights".
	looking() bool
	// frozenDepth says how deep in a frozen subtree the current node lies, see frozen.go: 0 for its root, once branch has been
	// called on that, and less than 0 in none.
	frozenDepth() int
	// model makes those variables of m true that are true at the current node.
	model(m Model)
}

// step is what propagation found at a node. It has four fields because the compiler keeps no larger
// struct in registers, and a step is made at every node.
type step struct {
	assigned   int   // variables assigned up to the last wave: the level of the node
	propagated int   // those of them that were assigned at this node
	visits     int64 // clause visits of the waves at this node
	end        propagationEnd
}

// propagationEnd tells why propagation ended.
type propagationEnd uint8

const (
	endFixpoint  propagationEnd = iota // there is no unit clause any more
	endConflict                        // a clause is falsified, or two unit clauses contradict each other
	endInterrupt                       // the engine's context ended; step and engine are of no use any more
)

// work is the cost of the node: its visits, but at least 1.
func (s step) work() int64 { return max(1, s.visits) }

// newEngine returns the fastest engine that can hold p, which is a function of p alone. Large formulas
// take seconds to set up and to propagate; when ctx ends meanwhile, newEngine returns its error, and
// the engine interrupts its work.
func newEngine(ctx context.Context, p *cnf.Problem, rule Rule) (engine, error) {
	switch {
	case packable(p) && rule.weights:
		return newWeighted(p.Sorted(), rule), nil
	case packable(p):
		return newPacked(p, rule), nil
	}
	if rule.weights && weighable(p) {
		return newWeightedGeneral(ctx, p.Sorted(), rule)
	}
	return newGeneral(ctx, p, rule)
}
