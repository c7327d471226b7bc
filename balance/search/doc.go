// Package search runs a tree search of your own on all cores, under any policy of [transat/balance].
//
// A problem is a root and the children of a node; E is the type of nodes:
//
//	type queens struct{ n int }                                  // all ways to place n queens
//
//	func (q queens) Root() board                                 { return board{} }
//	func (q queens) Children(b board, dst []board) []board       { … return append(dst, …) }
//	func (q queens) Solution(b board) bool                       { return b.row == q.n }
//
//	result, err := search.Count(ctx, queens{12}, search.Options{})
//	fmt.Println(result.Solutions, "ways,", result.Nodes, "nodes")
//
// [Count] visits all nodes, [Fold] adds up what they come to, [Find] looks for a solution, and [Maximise] for the best one by branch
// and bound. A problem may have more methods, such as a bound or a faster way to search small subtrees: see problem.go. [Check] tells on a
// sample whether it keeps what they promise; begin with that.
//
// Nodes are visited depth first from a stack. The policy, [DefaultPolicy] if nothing else is said, decides which processor gets some of
// the nodes that are left for later; the machine is that of package [transat/balance/cores]. [Record] gives the tree for a file or a
// simulation, and [Compare] the table of policies.
//
// The source is best read in this order: problem.go, run.go (options, results, modes), walk.go and modes.go (the search of one processor),
// incumbent.go (the best solution), then fold.go, checkpoint.go, tree.go and check.go.
package search
