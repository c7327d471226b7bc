// Package pieces keeps the books of a search whose parts several workers do: which part of the tree lies
// where in which other part, how many nodes each has, and where its part of the proof is.
//
// # The idea
//
// A branch that a worker gives away is a piece with a number of its own. In the piece that it was given
// away from, it leaves a mark at the place where, depth first, it belongs. So the pieces make a tree, and
// following it depth first from piece 0 goes through the whole search in the order in which a single
// worker would have done it:
//
//	piece 0   lemmas  ⟨2⟩  lemmas  ⟨1⟩  lemmas          written by worker 0
//	piece 1   lemmas                                    written by worker 1
//	piece 2   lemmas  ⟨3⟩  lemmas                       begun by worker 1
//	piece 3   lemmas                                    written by worker 0
//
// That order is what a proof needs, in which a lemma rests on those before it; and it tells how many nodes
// a single worker would have visited before it came to a model.
//
// # Spools
//
// A worker writes its lemmas, whatever piece they belong to, one behind the other to a file of its own, its
// spool, in the format of the proof. Lemmas are the same bytes wherever they lie. The Ledger knows which
// extents of which spool belong to a piece, so that WriteProof only copies:
//
//	ledger := pieces.New()
//	err := ledger.Spool(folder, dimacs.ProofText, nil)
//	scribe, err := ledger.Scribe() // for each worker
//	w, err := dpll.NewWorker(ctx, f, dpll.WorkerOptions{Pieces: scribe, Proof: scribe.Proof()})
//	scribe.Follow(w)
//	…                                   // search
//	err = ledger.Sync()
//	err = ledger.WriteProof(file)
//
// Start reading at Ledger, then Scribe. Left out: when to write what, and checkpoints, to which Books lends
// what there is to be kept.
package pieces
