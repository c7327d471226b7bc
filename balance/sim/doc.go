// Package sim is a machine that is simulated: a message-passing computer on which policies move the
// elements of a tree about, event by event.
//
// # A worked example
//
// The caller chooses a tree, a topology, a policy, a cost model ([CostModel]) and a seed. [Run] returns
// when the simulated computer has expanded the whole tree, or found a solution, and says how long
// that took and where the time went:
//
//	result, err := sim.Run(ctx, sim.Config[solver.Node]{
//		Tree: tree, Topology: mesh, Physical: mesh, Cost: gcel,
//		Policy: maker, Estimate: alpha, Seed: 1,
//	})
//	fmt.Printf("%.1f s, efficiency %.1f %%\n", result.Seconds(), 100*result.Efficiency())
//
// Time is counted in integer nanoseconds and events are totally ordered, so a run is a function of
// its [Config]: the same bytes come out every time, on every computer.
//
// # The idea: only what others can see is an event
//
// Expanding a node concerns no other processor, until a policy asks what its processor has, or the processor
// runs out of elements. So nodes are not events. A worker is brought up to date when its policy looks at its
// load or its elements, in one go over all that was done since (proc.advance). A message that only tells the
// policy a number costs the worker CPU time, which is noted for later (late.go).
//
// A recorded tree knows how much work lies in a subtree, so subtrees that nothing observes are passed over whole
// into them while they are worked on. The time at which a processor can run out of elements has a lower
// bound, at which it is looked at (checks). Where the tree knows no bounds, or the policy wants to hear of
// every change ([balance.LoadWatcher]), every node is looked at. The results do not depend on it: a test
// compares them event for event.
//
// Events, as [Result] counts them, are what remains: parcels that have come over a link, timers, and
// processors that have run out. At any one time, nodes are completed first; then messages arrive and timers
// go off, in the order in which they were sent and set; and last the processors that have run out are told,
// by rank.
//
// # Load that comes and goes
//
// [RunDynamic] is the same machine with another workload: no tree, but items that are created and
// destroyed as prescribed, and that share the CPU of the processor they are on; dynamic.go says more.
//
// # Where to start
//
// At [Run] in run.go, then proc.go, the worker of a processor, and policy_proc.go, what a policy sees of it.
// late.go says when a worker is looked at, queue.go holds the events, and network.go moves the messages.
// start.go and frontier.go place the first elements, and ideal.go has the bound that all policies are
// measured by. timeline.go lets others watch, and expansion.go tells them who works on which element. Files
// that begin with dynamic are the other workload.
//
// # Left out
//
// Reading the formula, and the end of the search as messages: its announcement is added to the time.
package sim
