// Package balancetest is what tests of machines and policies are made of.
//
// # Machines
//
// [TestMachine] holds a machine to the contract in the comments of [balance.Proc], [balance.Policy] and
// [balance.Tree], one subtest a clause. A machine joins with a few lines that turn a [Run] into its own
// configuration:
//
//	func TestContract(t *testing.T) {
//		balancetest.TestMachine(t, func(r balancetest.Run) (balancetest.Outcome, error) {
//			result, err := mine.Run(mine.Config{Tree: r.Tree, Policy: r.Policy, …})
//			return balancetest.Outcome{Nodes: result.Nodes, …}, err
//		})
//	}
//
// The clauses assume nothing of speed, nor that the clocks of two processors agree. A run lasts until
// its clause has seen what it waits for, because the tree it runs on, the comb, grows until then.
//
// # Policies
//
// A [Script] is a network of processors on which nothing happens by itself: the test says when a
// message arrives or a timer goes off, and reads what the policy did. [Transcript] does the same for a
// readable text of commands, and fills in the effects:
//
//	kinds request nothing
//	policy steal line 2
//	idle 0
//	  0: send 1 request
//
// The transcripts of the policies lie in the folder testdata of package balance; go test ./balance -update
// writes their effects.
//
// # Trees
//
// [Tree] is a synthetic workload of known size.
//
// # Where to start
//
// At [TestMachine], whose table lists the clauses; comb.go is the trick that most of them use. What only
// some machines promise, such as determinism and measures, is left out: that is for their own tests.
package balancetest
