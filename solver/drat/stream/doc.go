// Package stream checks lemmas while a solver finds them, on another core if there is one. Nothing is kept of a lemma that has been
// deleted, so a search of a month can be checked in some megabytes. It shares no code with any search, and none with package drat
// but for lemmas that come with hints, [HintedLane].
//
// # A worked example
//
//	v := stream.New(formula)
//	defer v.Close()
//	lane := v.Lane()    // one for each goroutine that searches
//	lane.Begin(0)      // the whole tree is piece 0
//	lane.Add(lemma)    // a cnf.ProofWriter
//	…
//	lane.End()         // the piece is refuted
//	err := v.Conclude() // nil: the formula is unsatisfiable, and every lemma was checked
//
// # What a lemma must be
//
// A lemma must follow by reverse unit propagation (RUP): make all its literals false, apply the unit clause rule, and some clause
// loses all its literals. That is all that the engines of this module need; of DRAT, lemmas that do not follow (RAT) are refused
// here.
//
// # Pieces in any order
//
// When a worker gives the branch at the end of the decisions p₁…pₙ away, this becomes a piece with a number. Everything in the
// piece is checked with p₁…pₙ assumed, so it rests on the formula and on the piece alone, and who checks it need not know what
// others have found. A piece ends with its claim: the clause ¬p₁∨…∨¬pₙ, that is, with p₁…pₙ assumed, propagation comes to a
// conflict. The piece from which it was given away goes on as if the claim were shown already, and it becomes an obligation:
//
//	piece 0      …  lemmas  ⟨claim of 2⟩  lemmas  ⟨claim of 1⟩  lemmas  ()
//	piece 1      lemmas  its claim
//	piece 2      lemmas  ⟨claim of 3⟩  its claim
//	piece 3      lemmas  its claim
//
// A piece rests only on pieces that were given away from it, which are newer, so nothing rests on itself, in whatever order they are
// checked. [Verifier.Conclude] is content if piece 0, with nothing assumed, is refuted, and every obligation is met.
//
// # As fast as the search
//
// The lemmas of a search are its tree, depth first: a lemma begins with the decisions of the one before it, as far as they share a
// path. The checker keeps what follows from these, and adds only what is new. So it propagates at each node once, as the search
// did, and does not have to choose where to branch. A lemma which has become a unit clause is parked until that decision is taken
// back, which is when most lemmas are deleted.
//
// # Where to start reading
//
// verifier.go is what a program calls, and keeps the obligations; lane.go brings the lemmas to a goroutine; worker.go there goes
// through them. Below it, checker.go is the check of one lemma, clauses.go keeps clauses, and propagate.go applies the unit clause
// rule. hinted.go stands alone.
package stream
