// Package simplify makes a formula smaller before clause learning: [Run] returns a formula that has a model if and only if the first one has, and [Simplified.Extend]
// makes a model of the one a model of the other.
//
// # The idea
//
//	units         (a) makes a true everywhere
//	subsumption   with (a b), the clause (a b c) says nothing
//	strengthening with (a b), the clause (-a b c) says no more than (b c)
//	elimination   all that x is good for are the resolvents of the clauses with x and those with -x: if they are not more, they take
//	              their place, and x is gone; a literal whose complement does not occur (pure) is the case without resolvents
//	probing       if making a true leads to a conflict, a is false
//
// Encodings of circuits are full of variables that say only what some gate puts out; elimination takes most of them away.
//
// # A worked example
//
// Of (x a) (x b) (-x c d), the variable x has the resolvents (a c d) and (b c d), which is one clause less. To get a model back, the clauses with x are put on a
// stack: if a and b are true, x is false; otherwise x must be true, and (c d) holds.
//
//	simplified, err := simplify.Run(ctx, formula, simplify.Options{})
//	… // solve simplified.Formula
//	model = simplified.Extend(model)
//
// # Where to start reading
//
// simplify.go has the order in which things are done. One file each: clauses.go (clauses and where they occur), units.go, subsume.go,
// eliminate.go, probe.go, extend.go (models).
//
// # Bounds
//
// Everything is counted, nothing timed, and done in a fixed order: the same formula always becomes the same one. Options.Work bounds the literals looked at; clauses never become more, and
// literals at most twice as many. Every step goes to Options.Proof, additions before the deletions that rest on them. In DRAT, deleting needs no reason, so eliminated
// and pure variables need no more than the resolvents.
//
// Variables keep their numbers, so a proof of what is left is the rest of the proof of the whole. Papers' trees are those of the formula as it is: nothing but clause learning uses this package.
//
// Left out: equivalent literals are not substituted (elimination finds most), blocked clauses are not removed, and gates are not recognised.
//
// # Sources
//
//   - N. Eén, A. Biere, "Effective preprocessing in SAT through variable and clause elimination", SAT 2005: all but probing.
//   - M. Järvisalo, M. Heule, A. Biere, "Inprocessing rules", IJCAR 2012: what deletions may do to models.
package simplify
