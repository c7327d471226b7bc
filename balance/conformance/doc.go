// Package conformance checks a policy, in Go or as a script, on many small simulated machines: [Check] runs it on every
// topology that it is defined on, with several sizes, trees, starts and seeds, on a machine with slow links and on one of today
// whose processors are not equally fast, and [Report] has its faults.
//
//	report, err := conformance.Check(ctx, chosen)
//	for _, fault := range report.Faults {
//		fmt.Println(fault)
//	}
//
// A policy cannot break a machine, but it can break a run, or do nothing useful. These are the clauses:
//
//   - it goes on to the end, without an error of its own;
//   - every node of a tree is expanded exactly once;
//   - it sends nothing to itself, nothing to a rank that does not exist, and waits no negative time;
//   - the search ends: policies do not ask each other without bound, at one moment or for ever, and messages do
//     not multiply;
//   - no processor is left without work for good while others have elements waiting;
//   - it does not send the same request again while that is still under way;
//   - of a rule in steps, both ends of a link agree on who hears of whom;
//   - the same seed gives the same run.
//
// A [Fault] has a story: the callbacks and messages that led to it.
//
// Start reading at [Check]; recorder.go records a run, and story.go prints it. Package balancetest has the suite for
// machines.
package conformance
