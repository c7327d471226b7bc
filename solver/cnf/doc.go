// Package cnf holds formulas in conjunctive normal form and what is said about them: literals, clauses, models,
// verdicts, and the writers that take down proofs. It imports nothing but the standard library, so that a reader of
// files needs no solver.
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
// [Lit] is how a literal is encoded, [Formula] how clauses lie in memory. [Normalise] brings a formula into the form that
// search engines work on, a [Problem]. [ProofWriter] is what a solver tells its proof to. Limits and the errors for
// formulas beyond them are in limits.go, and literals that are none in literal_error.go.
package cnf
