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
// A cube that has spent its budget of conflicts, or for which idle cores wait, becomes an inner node. The solver keeps what it has
// learned there, and the splitter "learning" has no other source for its branches.
//
// Start reading at Run in run.go; search.go is the search of a processor, course.go what it goes by, grain.go which nodes are
// cubes and which are too hard, split.go splits nodes, solver.go has goroutines solve cubes, one for each thread, leaf.go solves one,
// conquered.go has another program do so, proof.go says why the lemmas of all solvers, in any order, are one proof, and write.go
// writes cubes instead of solving them. costs.go tells how far a run has come.
//
// # Short lemmas
//
// Solvers pass short lemmas on to each other while they work (exchange.go). The one that has learned them writes them to the proof first.
// Under Verify it passes them on with its answer, when they are checked, and the others take them as shown.
//
// Source: M. Heule, O. Kullmann, S. Wieringa, A. Biere, "Cube and Conquer: Guiding CDCL SAT Solvers by
// Lookaheads", 2011.
package cube
