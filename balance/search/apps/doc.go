// Package apps has eight searches as problems of package [transat/balance/search]: what its user writes, and how fast that is. Each is at
// most 60 lines; what reads its input is beside it.
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
// The first five of the searches that count, and the three that maximise, are the applications of YewPar (B. Archibald and others: YewPar:
// Skeletons for Exact Combinatorial Search, PPoPP 2020). The puzzle was an example of load balancing on SIMD machines.
//
// In the test files, each has a sequential program by hand that visits the same nodes in the same order, as a Go programmer writes
// it who wants speed. BenchmarkOneCore runs both in turn.
package apps
