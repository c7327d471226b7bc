// Package cnf holds formulas in conjunctive normal form: [NewFormula] makes one, [Formula.AddInts] or [Formula.Add]
// adds a clause. It also has literals, models, verdicts, and the interfaces of proof writers. It imports only the
// standard library, so that a reader of files needs no solver.
//
// # A worked example
//
// The formula (1 ∨ ¬2) ∧ (2) over two variables, and a check of its model:
//
//	f := cnf.NewFormula(2)
//	f.Add(cnf.Pos(1), cnf.Neg(2))
//	f.Add(cnf.Pos(2)) // or err := f.AddInts(2)
//	err := f.Check(cnf.Model{false, true, true}) // index 0 is unused
//
// # Where to start reading
//
// [Lit] describes the encoding of a literal, [Formula] that of clauses. [Normalise] turns a formula into a [Problem],
// the form that search engines work on. A solver writes its proof to a [ProofWriter]. limits.go has the limits and the
// errors beyond them, literal_error.go the errors of wrong literals.
package cnf
