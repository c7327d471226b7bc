// Package ledger keeps the books of a search that many computers share, any of which may die. It is a state machine: it has
// no clock, no network and no file, and what happens to it is one call after the other.
//
// # The idea
//
// A piece is a branch of the search tree with a number. Piece 0 is the whole tree. Who searches a piece reports what has been done
// as a [Record], in one message:
//
//	record of piece 0                         record of piece 0
//	after:  the head of the run               after:  the record on the left
//	done:   nodes, lemmas                     done:   nodes, lemmas ⟨7⟩ lemmas
//	given:  piece 7, a branch      ───────▶   closed
//	rest:   what is left of piece 0
//	   │
//	   └──────────────────────────────────▶   record of piece 7
//	                                          after:  the record that gave it
//	                                          done:   nodes, lemmas
//	                                          closed
//
// ⟨7⟩ is a mark: there, in depth-first order, belongs all of piece 7.
//
// # Why the answer is right whatever gets lost
//
// A record is true for itself: it says what was searched from a state of a piece on, and which state that has led to. It names the
// state by the hash of the record that made it. So records fit together or they do not, and it does not matter who wrote them, when,
// or how often they arrived. A record that was lost leaves a piece where it was before. What was recorded behind it does not fit any
// more, and is passed by; the piece is searched again from there, with the marks that it had.
//
// The formula has no model if the records make one whole tree ([Ledger.Whole]): every piece is closed, and every piece that was given
// away has exactly one mark. Each record is counted through, too: a search that visits n nodes, of which l are leaves, and gives g
// branches away has n - 2l - g more nodes open at its end than at its beginning. Two records that contradict each other cannot
// both be in the tree.
//
// # Owners
//
// An [Owner] searches a piece for as long as it says that it is alive. Owners are for speed alone: they see to it that two do not do
// the same work. Nothing that is said of the tree rests on them. So they are not recorded, and a ledger that was read again has none.
//
// Start reading at [Ledger] and [Ledger.Apply]; lease.go has the owners, whole.go puts the tree together. Left out: how records
// travel and where they are kept.
package ledger
