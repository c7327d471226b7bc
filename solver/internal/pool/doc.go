// Package pool searches the tree of a formula with several workers: it brings together the workers of
// package dpll and the machine of package cores.
//
// # The idea
//
// A search begins with one worker. Many formulas are decided within milliseconds, and the others lose nothing by it:
// only what is still open after some thousand nodes becomes the first element of a machine. Its other
// processors make a worker when they get something to search.
//
//	                              ┌─ worker 0, which was alone ──────────┐
//	worker 0: 2,000 nodes ── rest ┼─ worker 1, from its first branch on ─┼─ verdict, sums, proof
//	                              └─ …                                   ┘
//
// The workers share all limits: one number of nodes, one amount of memory, one context. If a proof is asked for, or the node count
// of a single worker, they also share a ledger of package pieces.
//
//	result, err := pool.Search(ctx, pool.Config{
//		Formula: f, Procs: 8, Threads: 2, Layout: stealing, // steal on a clique, say
//		Save: writeCheckpoint, SaveEvery: 30 * time.Second,
//	})
//
// # Checkpoints
//
// A Snapshot is what a stopped search has open, what it has counted, and its books. Config.Save gets one
// from time to time, and one at the end if there is no verdict. A Config with the snapshot's branches in place of the whole tree
// goes on there, with any number of processors.
//
// Start reading at Search in search.go; alone.go is how it begins, machine.go how it goes on, worker.go
// fits a worker to the machine, budget.go shares nodes, snapshot.go makes checkpoints, verify.go has lemmas checked. Left out: files,
// flags and output.
package pool
