// Package apps has eight searches as problems of package [transat/balance/search]: what its user writes, and how fast that is. Each is
// at most 60 lines; what reads its input is beside it.
//
//	Queens      counts the ways to place n queens on a board                 no input
//	Semigroups  counts numerical semigroups by their genus                   no input
//	UTS         counts the nodes of an unbalanced tree of package instances  the name of a tree
//	Puzzle      solves the 15-puzzle in the fewest moves (find)              a board
//	Subgraph    finds a graph in another one (find)                          two graphs in DIMACS form
//	Clique      finds a largest clique (maximise)                            a graph in DIMACS form
//	Knapsack    packs the most valuable items (maximise)                     a file of profits and weights
//	Tour        visits cities on the shortest tour (maximise)                a file of TSPLIB, such as gr17.tsp
//
// All but the puzzle are applications of YewPar (B. Archibald and others: YewPar: Skeletons for Exact Combinatorial Search, PPoPP
// 2020). The puzzle has been an example for load balancing on SIMD computers.
//
// Package run, below, is a program of them:
//
//	go run transat/balance/search/apps/run clique hamming8-4
//
// The source is best read from queens.go, the shortest. finish.go has what makes searches fast whose nodes take a few nanoseconds.
//
// In the test files, each has a sequential program by hand that visits the same nodes in the same order, as a Go programmer writes
// it who wants speed. BenchmarkOneCore runs both in turn.
package apps
