// Package stream checks lemmas while a solver finds them, on another core if there is one. It forgets lemmas that are deleted, so some
// megabytes are enough to check a search of a month. It shares no code with any search, and none with package drat, except for lemmas
// with hints ([HintChecker]).
//
// # A worked example
//
//	v := stream.New(formula)
//	defer v.Close()
//	log := v.Log()    // one for each goroutine that searches
//	log.Begin(0)       // the whole tree is piece 0
//	log.Add(lemma)     // a cnf.ProofWriter
//	…
//	log.End()          // the piece is refuted
//	err := v.Conclude() // nil: the formula is unsatisfiable, and every lemma was checked
//
// # Lemmas
//
// A lemma must follow by reverse unit propagation (RUP): make all its literals false, apply the unit clause rule, and some clause loses
// all its literals. The engines of this module need no more; lemmas that are only DRAT (RAT) are refused.
//
// # Pieces in any order
//
// When a worker gives the branch below the decisions p₁…pₙ away, this becomes a piece with a number. Everything in the piece is
// checked with p₁…pₙ assumed, so it rests on the formula and on the piece alone, and can be checked without any other piece. A piece
// ends with its claim, the clause ¬p₁∨…∨¬pₙ: with p₁…pₙ assumed, propagation comes to a conflict. The piece that gave it away goes on
// as if the claim were shown already, and the claim becomes an obligation:
//
//	piece 0      …  lemmas  ⟨claim of 2⟩  lemmas  ⟨claim of 1⟩  lemmas  ()
//	piece 1      lemmas  its claim
//	piece 2      lemmas  ⟨claim of 3⟩  its claim
//	piece 3      lemmas  its claim
//
// A piece rests only on pieces that were given away from it, which are newer, so nothing rests on itself, in whatever order they are
// checked. [Verifier.Conclude] returns nil if piece 0, with nothing assumed, is refuted, and every obligation is met.
//
// # As fast as the search
//
// The lemmas of a search are its tree, depth first: a lemma begins with the decisions of the lemma before it, as far as they share a
// path. The checker keeps the consequences of these decisions, and adds only new ones. So it propagates at each node once, as the
// search did, and needs no branching rule. A lemma that has become a unit clause is parked until that decision is taken back, which is
// when most lemmas are deleted.
//
// # Where to start reading
//
// verifier.go is what a program calls, and keeps the obligations; log.go brings the lemmas to a goroutine, log_checks.go is that
// goroutine, and stretch.go the [Checker] that it uses, as a coordinator of a cluster does. Below it, checker.go is the check of one
// lemma, clauses.go keeps clauses, and propagate.go applies the unit clause rule. hinted.go stands alone.
package stream
