// Package balance has the load-balancing policies: the rules by which the processors of a parallel
// computer share the work of a search.
//
// The open nodes of a search tree are load elements. They wait in a list on every processor; its worker
// takes them from the top, one after the other, and puts their children back. A Policy is what one
// processor does so that none runs out of work while others have plenty. It is told what happens (an
// element has arrived, a message has come, a timer has gone off), looks at its own list, and sends messages
// and elements; all through a Proc, which a machine lends to it:
//
//	type beg struct{ balance.Base }
//
//	func (beg) Idle(p balance.Proc) { // out of work: ask the first neighbour for an element
//		p.Send(p.Neighbours()[0], balance.Message{})
//	}
//
//	func (beg) Receive(p balance.Proc, from int, _ balance.Message) {
//		p.Transfer(from, 1)
//	}
//
// A policy has no clock, does not block and shares no memory, so that the same one runs on a simulated
// machine (package sim) and on any other. Machines own time, delivery, the end of the run and all
// measurements.
//
// # Where to start
//
// policy.go has Proc and Policy, steal.go a short policy, policies.go the table of all of them. A policy's
// file begins with an essay: the rule, its parameters, what it costs in messages, where it comes from.
//
//	when somebody is idle   plb.go (precomputed flows), steal.go and polling.go (requests)
//	when a load changes     dn.go, an.go, dnr.go; engage.go has what they share
//	at ticks of a timer     lade.go
//	in common steps         liquid.go, nna.go, diffusion.go, second_order.go, adf.go, alpha_splitting.go,
//	                        dimension_exchange.go: each is a Rule (rule.go), most of them a Linear one
//	                        (linear.go); lockstep.go follows a rule by messages, and package rounds
//	                        applies it to bare loads
//	before the run          physical.go (static placement, by package partition)
//	to compare with         none.go, ideal.go
//
// A new policy is one file, one line in Policies and one transcript, testdata/NAME.txt, which shows in a few
// scenes what it does; the conformance tests of package balancetest find it in the table.
//
// # Left out
//
// How elements are worked on, which of them go (the oldest first), how long anything takes, and how
// messages find their way: all that is the machine's.
package balance
