// Package crew searches the tree of a formula with several processors: it brings together the workers of
// package solver and the machine of package cores.
//
// # The idea
//
// A search begins alone. Many formulas are decided within milliseconds, and the others lose nothing by it:
// only what is still open after some thousand nodes becomes the first element of a machine, whose other
// processors make a worker when they get something to search.
//
//	                              ┌─ worker 0, the one that was alone ──┐
//	worker 0: 2,000 nodes ── rest ┼─ worker 1, from its first branch on ─┼─ verdict, sums, proof
//	                              └─ …                                   ┘
//
// What can end a search is shared by all workers: one number of nodes, one amount of memory, one context. So
// are the books of package pieces, if a proof is asked for, or for the node count of a single
// worker.
//
//	result, err := crew.Search(ctx, crew.Config{
//		Formula: f, Procs: 8, Threads: 2, Layout: stealing, // steal on a clique, say
//		Keep: writeCheckpoint, KeepEvery: 30 * time.Second,
//	})
//
// # Checkpoints
//
// Kept is a search that has been stopped at a moment: what is open, what has been counted, the books. It is
// handed out while the search goes on, and once more at its end if there is no verdict; a Config with it in
// place of a whole tree goes on there, with any number of processors.
//
// Start reading at Search in search.go; alone.go is how it begins, machine.go how it goes on, branches.go
// fits a worker to the machine, budget.go shares nodes, keep.go makes checkpoints. Left out: files, flags and
// what is printed.
package crew
