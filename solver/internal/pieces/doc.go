// Package pieces keeps account of a search that several workers share: which part of the tree lies
// where in which other part, how many nodes each has, and where its part of the proof is.
//
// # The idea
//
// A branch that a worker gives away is a piece with a number of its own. In the piece that it was given
// away from, the worker leaves a mark at the place where, depth first, it belongs. So the pieces make a tree, and
// following it depth first from piece 0 (dpll.DepthFirst) goes through the whole search in the order in which a single
// worker would have done it:
//
//	piece 0   lemmas  ⟨2⟩  lemmas  ⟨1⟩  lemmas          written by worker 0
//	piece 1   lemmas                                    written by worker 1
//	piece 2   lemmas  ⟨3⟩  lemmas                       begun by worker 1
//	piece 3   lemmas                                    written by worker 0
//
// A proof needs that order, since a lemma rests on those before it; and the order tells how many nodes
// a single worker would have visited before it came to a model.
//
// # Spools
//
// A worker writes its lemmas, whatever piece they belong to, one behind the other to a file of its own, its
// spool, in the format of the proof. Lemmas are the same bytes wherever they lie. The Ledger knows which
// extents of which spool belong to a piece, so WriteProof only copies:
//
//	ledger := pieces.New()
//	err := ledger.Spool(folder, dimacs.ProofText, nil)
//	writer, err := ledger.Writer() // for each worker
//	w, err := dpll.NewWorker(ctx, f, dpll.WorkerOptions{Pieces: writer, Proof: writer.Proof()})
//	writer.Follow(w)
//	…                                   // search
//	err = ledger.Sync()
//	err = ledger.WriteProof(file)
//
// Start reading at Ledger, then Writer. Left out: when to write checkpoints, and how; Books is what they store.
package pieces
