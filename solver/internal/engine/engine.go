// Package engine is the interface between a search and the engines that hold the nodes of its tree. An engine goes to a child and back,
// propagates, and picks the literal to branch on. The package also has code that engines share.
//
// [Engine] is the interface. Package packed has the fast engine for clauses of at most three literals, package general the one
// for all other formulas, and package rules the table of branching rules, which says which of them a formula gets.
package engine

import "transat/solver/cnf"

// Engine holds one node of the search tree at a time: the assignment, and what follows from it. It
// knows how to go to a child and back to the parent; in which order the tree is walked is up to the
// search. The engines of packages packed and general agree on every node in all that a
// Step tells and in the variable that Branch picks.
type Engine interface {
	// Reset goes to the root: it assigns and propagates the unit clauses.
	Reset() Step
	// Assume goes to the child of the current node in which l is true, and propagates. l must be
	// free, the current node must not be in conflict, and Branch must have been called on it.
	Assume(l cnf.Lit) Step
	// Undo goes to the parent of the current node, which must not be the root.
	Undo()
	// Branch returns the literal of the first child of the current node, which must not be in
	// conflict; its complement makes the second child. It returns 0 if every clause is satisfied.
	Branch() cnf.Lit
	// Looking reports whether the current node, on which Branch has been called, is a look node of the rule "weights".
	Looking() bool
	// FrozenDepth says how deep in a frozen subtree the current node lies, 0 for its root, once Branch has been
	// called on that, and less than 0 in none. A frozen subtree is one load element.
	FrozenDepth() int
	// Bytes returns how much memory the engine holds: itself and all that its slices and pointers lead to.
	Bytes() int64
	// Model sets the variables in m that are true at the current node.
	Model(m cnf.Model)
}

// Step is what propagation found at a node. It has four fields because the compiler keeps no larger
// struct in registers, and a step is made at every node.
type Step struct {
	Assigned   int   // variables assigned up to the last wave: the level of the node
	Propagated int   // variables among them that were assigned at this node
	Visits     int64 // clause visits of the waves at this node
	End        EndReason
}

// EndReason tells why propagation ended.
type EndReason uint8

// The ends of propagation.
const (
	Fixpoint    EndReason = iota // there is no unit clause any more
	Conflict                     // a clause is falsified, or two unit clauses contradict each other
	Interrupted                  // the engine's context ended; step and engine are of no use any more
)

// Work is the cost of the node: its visits, but at least 1.
func (s Step) Work() int64 { return max(1, s.Visits) }
