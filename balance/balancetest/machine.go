package balancetest

import (
	"testing"

	"transat/balance"
	"transat/balance/topology"
)

// Run is what a machine is asked to do.
type Run struct {
	Topology topology.Network
	Policy   balance.Maker
	Received balance.End
	Tree     balance.Tree[Element]
	Estimate balance.Estimate
	// Grain is the share of λ(root)/n below which elements are solved to their end, until the policy
	// sets a grain of its own.
	Grain float64
	// Spread asks for one element on every processor at the start, instead of the root on processor
	// 0; a machine that cannot do that may ignore it.
	Spread bool
	Seed   uint64
}

// RunResult is what a machine reports of a run. Numbers are sums over all processors.
type RunResult struct {
	Nodes, Work    int64 // expanded nodes, and their work
	Found          bool  // a solution ended the run
	Messages, Sent int64 // control messages and elements sent
	Phases         int64 // calls of CountPhase
}

// Runner has a machine do a run, to its end. Callbacks of different processors may overlap in time.
type Runner func(Run) (RunResult, error)

// TestMachine checks that a machine keeps the contract. With -short it tries fewer sizes and seeds.
func TestMachine(t *testing.T, machine Runner) {
	s := suite{machine: machine, spine: 1 << 22, short: testing.Short()}
	for _, c := range clauses() {
		t.Run(c.name, func(t *testing.T) {
			if err := c.check(s); err != nil {
				t.Error(err)
			}
		})
	}
}

// suite is what clauses are checked with.
type suite struct {
	machine Runner
	spine   int64 // nodes after which a comb gives up
	short   bool
}

// clause is one clause of the contract. A check returns what was found wrong.
type clause struct {
	name  string
	check func(suite) error
}

func clauses() []clause {
	return []clause{
		{"StartComesFirstAndOnce", suite.startComesFirst},
		{"CallbacksNeverOverlap", suite.callbacksNeverOverlap},
		{"NowNeverGoesBack", suite.nowNeverGoesBack},
		{"IdleWheneverOutOfElements", suite.idleWheneverOut},
		{"EveryWakeAfterLeadsToOneWake", suite.everyWakeAfter},
		{"LoadWatcherIsTold", suite.loadWatcherIsTold},
		{"FaultEndsTheRun", suite.faultEndsTheRun},

		{"RankProcsNeighboursAreTheTopologys", suite.neighbours},
		{"RandDependsOnSeedAndRank", suite.random},
		{"LoadIsLenUnderCount", suite.loadIsLen},
		{"WorkingIfBusy", suite.workingIfBusy},
		{"SetGrain", suite.setGrain},
		{"CallsAreCounted", suite.callsAreCounted},

		{"MessagesReachAnyRank", suite.messagesReachAnyRank},
		{"FirstInFirstOut", suite.firstInFirstOut},
		{"EffectsHappenInCallOrder", suite.effectsInCallOrder},
		{"ShortMessageDoesNotOvertakeLongTransfer", suite.noOvertaking},

		{"TransferMovesTheOldest", suite.transfer},
		{"TransferLoadKeepsItsBounds", suite.transferLoad},
		{"TagsArriveWithTheirElements", suite.tags},

		{"EveryNodeIsExpandedOnce", suite.everyNodeOnce},
		{"SolutionEndsTheRun", suite.solutionEndsTheRun},
	}
}
