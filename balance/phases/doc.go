// Package phases replays measured loads of an iterative program under balancing policies: [Read] reads what was measured, [Replay]
// replays it, and [Describe] has statistics.
//
// # The idea
//
// An iterative program computes in phases, with a barrier after each. On every rank lie objects, and each object needs some time
// in every phase. A phase takes as long as its slowest rank, so objects are moved between phases. The time of an object in the next
// phase is not known before it; the times of the phase before are, and most programs change slowly (the principle of persistence).
// Policies see these, and are judged by the next:
//
//	phase 0            balance             phase 1            balance             phase 2
//	├──────── times 0 ────────┤ by times 0 ├──────── times 1 ────────┤ by times 1 ├───────…
//
// The runtime system vt writes these measurements, one file of JSON a rank (data.0.json, data.1.json, …), and the LB analysis framework
// LBAF reads them. So does this package; it has the statistics that LBAF prints, too.
//
// # A worked example
//
//	program := phases.HotSpot{Ranks: 8, Objects: 64, Phases: 12, Seed: 1}.Make()
//	policy, err := phases.Choose(registry, "dn")
//	run, err := phases.Replay(ctx, program, policy, setup) // where they run: a Setup
//	fmt.Println(run.Total().Imbalance)
//
// # Where to start
//
// At [Application], then read.go and json.go (files), replay.go (policies), within.go (policies that work while a phase runs) and
// repartition.go (the physical analogy with its third force, which holds objects where they are). statistics.go has LBAF's statistics,
// hotspot.go makes programs, write.go writes them as vt does.
//
// # Left out
//
// Times of communication: messages between ranks are counted, and cost nothing. Subphases. Brotli, in which vt can compress its files.
package phases
