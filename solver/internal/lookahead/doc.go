// Package lookahead chooses variables that split a formula into easy halves, for cube and conquer.
//
// # The idea
//
// At a node, each of the most promising variables is tried with both values: assume the literal, propagate, and measure how much
// smaller the formula has become. The best variable makes both halves small. The tries find failed literals too: if propagation
// refutes l, ¬l holds at the node.
//
//	      node              l: 40 clauses shorter, one of them binary now
//	try l ╱  ╲ try ¬l      ¬l: 25 clauses shorter
//
// This takes some ms a node, so it is for the top of a tree, whose leaves take seconds.
//
// # A worked example
//
//	l, err := lookahead.New(ctx, f)
//	l.Go(nil)           // to the root
//	c := l.Choose(ctx)  // c.Failed, in their order, and c.Branch
//	l.Go(steps)         // to the child: c.Failed and c.Branch, or its complement
//
// looker.go has the formula and unit propagation, by counting the literals that are not false in each clause, since the measure needs
// these numbers; choose.go has the measure and the choice, strength.go what literals count in both.
//
// Left out: look-ahead in two steps, and equivalent literals.
//
// Source: M. Heule, H. van Maaren, "Look-ahead based SAT solvers", Handbook of Satisfiability, 2009, chapter 5.
package lookahead
