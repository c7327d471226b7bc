// Package balancetest is what tests of machines and policies are made of.
//
// # Machines
//
// TestMachine holds a machine to the contract in the comments of balance.Proc, balance.Policy and
// balance.Tree, one subtest a clause. A machine joins with a few lines that turn a Run into its own
// configuration:
//
//	func TestContract(t *testing.T) {
//		balancetest.TestMachine(t, func(r balancetest.Run) (balancetest.Outcome, error) {
//			result, err := mine.Run(mine.Config{Tree: r.Tree, Policy: r.Policy, …})
//			return balancetest.Outcome{Nodes: result.Nodes, …}, err
//		})
//	}
//
// The clauses assume nothing of speed, nor that the clocks of two processors agree: a run lasts until
// a clause has seen what it waits for, because the comb, the tree it runs on, grows until then.
//
// # Policies
//
// A Script is a network of processors on which nothing happens by itself: the test says when a
// message arrives or a timer goes off, and reads what the policy did. Transcript does the same for a
// readable text of commands, and fills in the effects:
//
//	kinds request nothing
//	policy steal line 2
//	idle 0
//	  0: send 1 request
//
// # Trees
//
// Tree is a synthetic workload of known size.
//
// Start reading at TestMachine, whose table lists the clauses; comb.go is the trick most of them
// use. Left out is what only some machines promise, determinism and metrics: that is for their own
// tests.
package balancetest
