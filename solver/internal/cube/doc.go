// Package cube decides a formula in two steps: the branching rule of Davis-Putnam search splits it, down to a
// certain grain, and clause learning (package cdcl) solves the open nodes, under all balancers.
//
// # The idea
//
// A path of decisions in the search tree is a cube: literals under which the formula is still to be
// decided. Splitting is good high up in the tree, where there is little to learn and both values have to be tried;
// learning is good where the same conflicts come again and again. So
//
//	           ●                 inner nodes: the branching rule
//	      1 ╱     ╲ ¬1
//	    ●           ●
//	2 ╱   ╲ ¬2     ╱ ╲
//	□       ✕    …    …          ✕ refuted by propagation, □ a cube: for clause learning
//
// Processors send each other nodes of this tree, so policies see the same as in a search without cubes.
//
// A cube that has spent its budget of conflicts, or for which idle cores wait, becomes an inner node. The child keeps what it has
// learned there, and the splitter "learning" has no other source for its branches.
//
// # Processes
//
// Solvers run in processes of their own, one for each thread, so that their memory goes back to the system when a search is stopped.
// A process is this program started again (Config.Command). A child gets the
// formula once, then one cube after the other, and keeps its learned clauses. It is killed when
// it is not needed any more, and ends by itself when its standard input ends, for example because its parent has died.
//
// Start reading at Run in run.go; search.go is the search of a processor, grain.go says which nodes are
// cubes and which are too hard, split.go splits nodes, leaf.go solves cubes, conquered.go has another program do so, child.go and
// serve.go are the two ends of the pipe, proof.go says why the lemmas of all children, in any order, are one proof, and write.go
// writes cubes instead of solving them. costs.go tells how far a run has come.
//
// # Short lemmas
//
// Children pass short lemmas on to each other while they work (exchange.go): from the child that has learned one to the parent, which
// writes it to the proof, and then to the others. Under Verify they come with the answer, when the child has checked them, and the
// others take them as shown.
//
// Source: M. Heule, O. Kullmann, S. Wieringa, A. Biere, "Cube and Conquer: Guiding CDCL SAT Solvers by
// Lookaheads", 2011.
package cube
