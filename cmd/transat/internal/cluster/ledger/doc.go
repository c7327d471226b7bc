// Package ledger keeps account of a search that many computers share, any of which may die. It is a state machine, without
// clock, network or file: one call follows the other.
//
// # The idea
//
// A piece is a branch of the search tree with a number. Piece 0 is the whole tree. A worker that searches a piece reports it in
// [Record]s, each in one message:
//
//	record of piece 0                         record of piece 0
//	after:  the head of the run               after:  the record on the left
//	done:   nodes, lemmas                     done:   nodes, lemmas ⟨7⟩ lemmas
//	given:  piece 7, a branch      ───────▶   closed
//	rest:   the open part of piece 0
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
// A record is true by itself: it says what was searched from a state of a piece on, and to which state that led. It names the
// first state by the hash of the record that made it. So records fit together or they do not, and it does not matter who wrote them, when,
// or how often they arrived. If a record is lost, the piece stays where it was before. Later records do not fit any
// more, and are ignored; the piece is searched again from there, with the marks that it had.
//
// The formula has no model if the records make one whole tree ([Ledger.Whole]): every piece is closed, and every piece that was given
// away has exactly one mark. The counts of each record are checked, too: a search that visits n nodes, of which l are leaves, and gives g
// branches away has n - 2l - g more nodes open at its end than at its beginning. Two records that contradict each other cannot
// both be in the tree.
//
// # Owners
//
// An [Owner] searches a piece for as long as it says that it is alive. Owners are for speed alone: with them no two workers do
// the same work. The answer does not rest on them. So they are not recorded, and a ledger that was read again has none.
//
// Start reading at [Ledger] and [Ledger.Apply]; lease.go has the owners, queue.go the waiting processors, whole.go puts the tree
// together. Left out: how records travel and where they are stored.
package ledger
