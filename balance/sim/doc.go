// Package sim simulates a message-passing computer, event by event: [Run] searches a tree on it under a policy, and
// [balance.Result] says how long that took and where the time went.
//
// # A worked example
//
// The caller chooses a tree, a topology, a policy, a cost model ([CostModel]) and a seed. [Run] returns when the
// simulated computer has expanded the whole tree, or found a solution:
//
//	result, err := sim.Run(ctx, sim.Config[tree.Node]{
//		Tree: recorded, Topology: mesh, Physical: mesh, Cost: gcel,
//		Policy: maker, Estimate: alpha, Seed: 1,
//	})
//	fmt.Printf("%.1f s, efficiency %.1f %%\n", result.Seconds(), 100*result.Efficiency())
//
// Time is counted in integer nanoseconds and events are totally ordered, so a run is a function of
// its [Config]: the same bytes come out every time, on every computer.
//
// # The idea: only what others can see is an event
//
// Expanding a node concerns no other processor, until a policy asks for the load of its processor, or the processor
// runs out of elements. So nodes are not events. When a policy reads its load or its elements, its worker catches up
// with all nodes since then in one go (proc.advance). A message that only brings the policy a number costs the worker
// CPU time, which is recorded for later (late.go).
//
// A recorded tree knows the work of a subtree, so the simulation passes over whole subtrees that are not read while
// they are worked on. There is a lower bound for the time at which a processor can run out of elements; the simulation
// checks it then (checks). If the tree has no such bounds, or the policy wants every change of its load
// ([balance.LoadWatcher], and not a patient one: patient.go), it visits every node. The results are the same: a test compares them
// event for event.
//
// The other events, which [balance.Result] counts, are parcels that come over a link, timers, and processors that run out of
// elements. At any one time, nodes are completed first; then messages arrive and timers go off, in the order in which
// they were sent and set; and last come the processors that run out, by rank.
//
// # Load that comes and goes
//
// [RunDynamic] simulates the same machine with another workload: items that are created and destroyed as prescribed,
// and share the CPU of their processor; see dynamic.go.
//
// # Where to start
//
// At [Run] in run.go, then proc.go, the worker of a processor, and policy_proc.go, the view of its policy. late.go decides
// when a worker catches up, queue.go holds the events, and network.go moves the messages. start.go and frontier.go
// place the first elements, and ideal.go has the bound for all policies. timeline.go and expansion.go report the run to
// observers. Files that begin with dynamic have the other workload.
//
// # Left out
//
// Reading the formula is left out, and so are the messages at the end of the search: the time for its announcement is
// added.
package sim
