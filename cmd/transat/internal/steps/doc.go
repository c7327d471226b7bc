// Package steps follows a small search node by node, and tells it step by step: which processor expands which node of the tree and when,
// which one asks another for work, and what is sent.
//
//	   0           0   step 7 of 81: 1 asked 0 for work
//	 ┌─┴─┐         1   works on node 2
//	 0   1
//	┌┴┐ ┌┴┐        a node is drawn as the processor that has expanded it, ○ waits in a list,
//	○ 0 · ·        and · is not yet known
//
// # A worked example
//
//	tree, err := steps.Grow(ctx, recorded, formula, steps.MostNodes) // the nodes, without a run
//	story, err := steps.Tell(ctx, "php-5-4", tree, setup)            // a run under a policy, in words
//	fmt.Println(story.Run.Of[3].Owner, story.Run.Of[3].End)          // node 3: the processor that expanded it, and when
//	state := steps.At(tree.Clauses, tree.Decisions(3))               // its assignment, and the clauses that are not satisfied
//
// A node is its place in preorder, as in a recorded tree: the first child of an inner node follows it, and the second one begins where the
// subtree of the first ends.
//
// # Where to start reading
//
// At [Grow] in tree.go (nodes), [Tree.Run] in run.go (owners) and [Tell] in story.go (words). estimate.go compares the load estimate with
// the true work; assignment.go propagates units by the definition, clause by clause, and shares no code with the engines that it is
// tested against. A [Story] can be printed as a text ([Story.Write] in text.go), stepped through in a terminal ([Play] in screen.go), and
// written as a page ([Story.HTML]) or a picture ([Story.SVG]). layout.go gives every node its place, the same for all of these; draw.go
// draws in letters.
//
// # Left out
//
// Large trees: all nodes are kept, at some hundred bytes each. Machines in lockstep and the policy ideal have no processor that owns a
// node.
package steps
