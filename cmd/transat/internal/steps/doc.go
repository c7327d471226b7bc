// Package ownership says who did what of a search tree: which processor expanded each node and when, where the load estimate was
// wrong, and what the formula is at a node.
//
// # A worked example
//
//	tree, err := ownership.Grow(ctx, recorded, formula, 5000)       // the nodes, without a run
//	run, result, err := tree.Run(ctx, setup, compare.Watch{})       // who expanded them under a policy
//	fmt.Println(run.Of[3].Owner, run.Of[3].End)                     // node 3: by whom, until when
//	state := ownership.At(tree.Clauses, tree.Decisions(3))          // its assignment, and the clauses left
//
//	        0           a node is its place in preorder, as in a recorded tree: the first child of an inner node
//	      ┌─┴─┐         follows it, and the second one begins where the first one's subtree ends
//	    ¹1   ²4
//	  ┌──┴┐             run.Of[1].Owner is 1, run.Of[4].Owner 2: processor 2 has got node 4 from elsewhere
//	 ¹2  ¹3
//
// # Where to start
//
// At [Grow] in tree.go and [Tree.Run] in run.go, then estimate.go, which holds the estimate against the truth. assignment.go
// propagates units by the definition, clause by clause, for a single node: it has nothing in common with the engines that it is
// tested against.
//
// # Left out
//
// Large trees: all is kept, some hundred bytes a node. Machines in lockstep, and the policy ideal, which have no one who owns a node.
package steps
