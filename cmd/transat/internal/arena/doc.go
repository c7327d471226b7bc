// Package arena scores load-balancing policies on sealed cases.
//
//	plan := arena.Options{Policies: chosen, References: references, Seed: 1, Cases: arena.Cases, Threads: 2}
//	cases, err := arena.Play(ctx, plan)
//	scores := arena.Scores(cases, chosen) // chosen[0] is scores[0].Mean points behind the best known
//
// A [Sealed] case is a tree, a machine and a start. All of it is drawn when it is needed, from a seed and the texts of the scripts:
//
//	tree       random, structured, UTS, branch and bound; one kind after the other, other numbers each time
//	machine    a preset whose times are each up to twice as long or half as long; a mesh, torus or ring of any shape
//	start      one, some or all processors have an element, and which ones is drawn by lot
//
// So nobody knows the cases while a script is written, and any change to it changes them. A rank tells nothing of where the work
// begins. There is no time of this computer in a score.
//
// All policies of a case are run like for like, as package compare has it, with one seed. The best of a few reference policies is the best
// known; the regret is how many points of efficiency a policy is behind it. A policy that refuses a machine, or is given up, counts
// as one processor that does all the work, so there is nothing to gain by refusing.
//
// Read case.go first, then trees.go, and score.go. losses.go says why a policy loses, in the words of package explain. Left out:
// machines in lockstep, dynamic loads, and machines of more than a few hundred processors, which would take longer.
package arena
