// Package simplify makes a formula smaller before clause learning: [Run] returns a formula that has a model if and only
// if the original has, and [Simplified.Extend] turns a model of it into one of the original.
//
// # The idea
//
//	units         (a) makes a true everywhere
//	subsumption   (a b) makes the clause (a b c) redundant
//	strengthening (a b) turns the clause (-a b c) into (b c)
//	elimination   the resolvents of the clauses with x and those with -x replace all these clauses, if they are not many more, and x
//	              is gone; a literal whose complement does not occur (pure) is the case without resolvents
//	substitution  if a implies b and b implies a, they become one literal
//	congruence    if two gates have the same inputs, their outputs become one literal
//	sweeping      if simulation says that two gates may be equal, and a small solver that they are, they become one literal; before and
//	              between runs of learning, a model of the clauses near a variable says the same of literals
//	addition      a new variable takes the place of many clauses, such as pairwise exclusions; in the first run, if asked for
//	probing       if assuming a leads to a conflict, a is false
//	lucky values  if every variable can have the same value, that is a model
//
// Encodings of circuits have a variable for the output of every gate; elimination removes most of them.
//
// # A worked example
//
// In (x a) (x b) (-x c d), the variable x has the resolvents (a c d) and (b c d), one clause less than before. To get a
// model back, a stack stores the clauses with x: if a and b are true, x is false; otherwise x must be true, and (c d)
// holds.
//
//	simplified, err := simplify.Run(ctx, formula, simplify.Options{})
//	… // solve simplified.Formula
//	model = simplified.Extend(model)
//
// # Where to start reading
//
// simplify.go has the order of the techniques. The other files have one subject each: clauses.go (clauses in memory),
// occurrences.go (where they occur), budget.go, units.go, lucky.go, subsume.go, eliminate.go with define.go (gates that
// save resolvents), addition.go with matrix.go (new variables), substitute.go, congruence.go with gates.go, sweep.go with
// circuit.go, candidates.go and question.go, environment.go with models.go, asker.go (small solvers), merge.go, probe.go,
// extend.go (models), again.go.
//
// # Bounds
//
// All work is counted, not timed, and done in a fixed order: a formula always becomes the same one. Each technique has a
// share of Options.Work, see budget.go. The number of literals at most doubles. Memory, in bytes: 12 a clause and 8 a
// literal with their spare room, 50 a variable, and while clauses are subsumed 16 more a clause; with hints 8 more a
// clause. Every step goes to Options.Proof, additions before the deletions that rest on them. In DRAT a deletion needs no
// reason, so eliminated and pure variables need only the resolvents.
//
// Variables keep their numbers, and those that are added have higher ones, so the proof of the simplified formula continues that of the
// original. The trees of the
// papers are those of the formula as it is: only clause learning uses this package.
//
// Left out: removing blocked clauses.
//
// # Sources
//
//   - N. Eén, A. Biere, "Effective preprocessing in SAT through variable and clause elimination", SAT 2005.
//   - N. Manthey, M. Heule, A. Biere, "Automated reencoding of Boolean formulas", HVC 2012: adding variables.
//   - M. Järvisalo, M. Heule, A. Biere, "Inprocessing rules", IJCAR 2012: what deletions may do to models.
package simplify
