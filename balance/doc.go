// Package balance has load-balancing policies: the rules by which the processors of a parallel computer share the work
// of a search. [Choose] finds one by its name, and [Policies] lists them; a machine such as [transat/balance/sim] runs
// it.
//
// # The idea
//
// The open nodes of a search tree are load elements. They wait in a list on every processor. Its worker takes them from
// the top, one after the other, and puts their children back. A [Policy] decides for one processor when to send
// messages and elements, so that none runs out of work while others have plenty. Its methods are called when an element
// arrives, a message comes, or a timer goes off. It reads its own list and sends through a [Proc], which a machine
// lends to it.
//
// A policy has no clock, does not block and shares no memory. So the same one runs on a simulated machine
// ([transat/balance/sim]), on the cores of this computer ([transat/balance/cores]) and on any other.
//
// # A worked example
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
// # Where to start
//
// policy.go has [Proc] and [Policy], steal.go a short policy, policies.go the table of all of them.
// A policy's file begins with an essay: the rule, its parameters, what it costs in messages, where it
// comes from.
//
//	when a processor is idle  plb.go (precomputed flows), steal.go and polling.go (requests)
//	when a load changes       dn.go, an.go, dnr.go; engage.go has what they share
//	at ticks of a timer       lade.go
//	as the load demands       adaptive.go (asks anybody, or evens out loads)
//	in common steps           liquid.go, nna.go, diffusion.go, second_order.go, adf.go, alpha_splitting.go,
//	                          dimension_exchange.go: each is a Rule (rule.go), most of them a Linear one
//	                          (linear.go). lockstep.go follows a rule by messages; packages
//	                          rounds and simd apply it in lockstep
//	before the run            physical.go (static placement, by package partition)
//	to compare with           none.go, ideal.go
//
// A new policy is one file and one line in [Policies]. A transcript, testdata/NAME.txt, may show its effects in a few
// scenes. The conformance tests of package [transat/balance/balancetest] find it in the table. A [Registry] also
// takes policies from other packages, and scripts ([transat/balance/script]).
//
// # Left out
//
// The machine decides how elements are worked on, which of them go (the oldest first), how long everything takes, how
// messages find their way and when the run ends, and it measures.
package balance
