// Package cores runs a search on the cores of this computer, under the policies of package [transat/balance]: [New]
// makes a machine, and [Machine.Run] runs it.
//
// Every processor is a goroutine with a [Search] and an instance of the policy. The caller passes the function that
// makes a search, the elements to search, and the topology:
//
//	m, err := cores.New(cores.Config[Branch]{
//		Topology: clique, Policy: maker, Estimate: count,
//		Search:   func(rank int) (cores.Search[Branch], error) { return newWorker(formula) },
//		Level:    Branch.Level,
//		Elements: []Branch{root},
//	})
//	result, err := m.Run(ctx)
//
// # Safe points
//
// A processor searches for about 0.3 ms, and then passes a safe point: it reads its mailbox and its timers, calls its
// policy, and moves elements. Between safe points it communicates with none of the others, takes no lock, and does not
// read the clock. So a single processor is as fast as a plain search.
//
//	        0.3 ms              0.3 ms
//	├─────── search ───────┤·├─ search ─┤···├──────── search ─────── …
//	                        ↑            ↑
//	                    safe point    the element is done, or mail has come: the policy decides
//
// A policy sees two kinds of elements waiting: those that the processor has received and not begun, and
// the open branches of the search under way, which the search gives away if asked. The shallowest, which
// are usually the largest, lie at the bottom and go first. So no processor starves behind an element that
// is larger than it looked.
//
// A branch of a few nodes costs more to send than to search. So a branch is waiting only if it is still
// open at a second safe point: the search of its sibling has then taken 0.3 ms or more, which says more
// about its size than any estimate. And, as everywhere, its load must be at least the grain.
//
// # Processors and threads
//
// At most [Config].Threads processors run at a time. There may be more processors than that, to see what a
// policy does with 64 of them on two cores: they take turns of some milliseconds, first come first
// served. A processor without work waits for mail or its next timer, and takes no thread.
//
// A policy was made for a certain machine: it acts every tenth of a second because a node of the search took
// 5 ms there. Its time is scaled ([Config].TimeScale), so that it acts every second safe point here.
//
// # Stopping
//
// [Machine.Snapshot] returns all open work as elements, at any time, also after a run that was cancelled. A later run,
// on any number of processors, can continue from it.
//
// # Which policy
//
// steal, on any topology, since its victims are anywhere. Where nothing disturbs the cores, it keeps 99.9 %
// of 2, 97.6 % of 16 and 90 % of 64 searching, on a tree of two million nodes of a microsecond each.
// steal-half, random-polling and round-robin do as well within a percent, and send more. Policies that act
// periodically keep 88 to 95 % of 16. The command needs no such computer, since its time is virtual:
//
//	go test ./balance/cores -run TestCoresAreUsed -v
//
// # Where to start
//
// Start reading at [Machine] in machine.go, then proc.go, the life of a processor. policy_proc.go is what its policy
// sees of it, list.go which elements wait. mailbox.go and slots.go are where goroutines meet. timers.go has
// the time of a policy, best.go the solutions, snapshot.go what is open in a run under way. elsewhere.go makes
// a machine a part of a larger one, whose other processors live in other processes. walk.go makes a [Search] of any
// [balance.Tree].
//
// # Left out
//
// What a search is (that is the caller's), proofs and files.
package cores
