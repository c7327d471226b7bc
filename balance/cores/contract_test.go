package cores

import (
	"fmt"
	"testing"

	"transat/balance/balancetest"
)

// TestContract holds the machine to the contract of balance.Proc and balance.Policy, with processors that
// take turns and with some that run at the same time.
func TestContract(t *testing.T) {
	balancetest.SkipShort(t)
	for _, threads := range []int{1, 3} {
		t.Run(fmt.Sprint("threads=", threads), func(t *testing.T) {
			balancetest.TestMachine(t, func(r balancetest.Run) (balancetest.RunResult, error) {
				return outcome(t, threads, r)
			})
		})
	}
}

// outcome runs r with a safe point after every node, so that a policy that watches its load is told of
// every node.
func outcome(t *testing.T, threads int, r balancetest.Run) (balancetest.RunResult, error) {
	cfg, walks := walking(r.Tree)
	cfg.Topology, cfg.Policy, cfg.Received = r.Topology, r.Policy, r.Received
	cfg.Estimate, cfg.Grain, cfg.Seed = r.Estimate, r.Grain, r.Seed
	cfg.Threads, cfg.TimeScale, cfg.Quantum = threads, 20_000, 1
	m, err := New(cfg)
	if err != nil {
		return balancetest.RunResult{}, err
	}
	result, err := guarded(t, m)
	return balancetest.RunResult{
		Nodes: result.Nodes, Work: walks.work(), Found: result.Found,
		Messages: result.Messages, Sent: result.Sent, Phases: result.Phases,
	}, err
}
