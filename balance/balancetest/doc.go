// Package balancetest tests machines and policies: [TestMachine] tests a machine, [Transcript] a policy.
//
// # Machines
//
// [TestMachine] tests a machine against the contract in the comments of [balance.Proc], [balance.Policy] and
// [balance.Tree], one subtest a clause. A machine joins with a few lines that turn a [Run] into its own configuration:
//
//	func TestContract(t *testing.T) {
//		balancetest.TestMachine(t, func(r balancetest.Run) (balancetest.RunResult, error) {
//			result, err := mine.Run(mine.Config{Tree: r.Tree, Policy: r.Policy, …})
//			return balancetest.RunResult{Nodes: result.Nodes, …}, err
//		})
//	}
//
// The clauses assume nothing about speed, nor that the clocks of two processors agree. A run lasts until its clause has
// seen the event that it waits for, because its tree, the comb, grows until then.
//
// # Policies
//
// A [Script] is a network of processors without events of its own: the test delivers messages and fires timers, and
// reads the effects of the policy. [Transcript] does the same for a text of commands, and adds the effects:
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
// At [TestMachine], whose table lists the clauses; most of them use the tree of comb.go. Promises that only some
// machines make, such as determinism and measures, are left to their own tests.
package balancetest
