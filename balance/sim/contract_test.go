package sim

import (
	"context"
	"os"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
)

// TestContract holds every preset to the contract of balance.Proc and balance.Policy, and a machine
// on which every number of the cost model matters.
func TestContract(t *testing.T) {
	slow := CostModels()[0]
	slow.Name, slow.RouteCPU, slow.ByteTime = "slow", balance.Millisecond, 100*balance.Microsecond
	quick, err := ChooseCostModel("ideal")
	if err != nil {
		t.Fatal(err)
	}
	// Without any cost of a message, processors that steal ask each other without end.
	quick.Name, quick.LinkTime = "quick", 10*balance.Microsecond
	models := []CostModel{slow, quick, CostModels()[0]}
	switch {
	case testing.Short():
		models = models[:1]
	case os.Getenv("TRANSAT_TEST_MORE") == "":
		models = models[:2]
	}
	for _, m := range models {
		t.Run(m.Name, func(t *testing.T) {
			balancetest.TestMachine(t, func(r balancetest.Run) (balancetest.RunResult, error) {
				return outcome(m, r)
			})
		})
	}
}

func outcome(m CostModel, r balancetest.Run) (balancetest.RunResult, error) {
	return outcomeOf(m, Speeds{}, 0, r)
}

// outcomeOf is outcome with processors of some speeds, and pauses.
func outcomeOf(m CostModel, speeds Speeds, pause balance.Ticks, r balancetest.Run) (balancetest.RunResult, error) {
	start := StartRoot
	physical, err := balancetest.Mesh(r.Topology)
	if err != nil {
		return balancetest.RunResult{}, err
	}
	if r.Spread {
		start = StartSpread
	}
	result, err := Run(context.Background(), Config[balancetest.Element]{
		Tree: r.Tree, Topology: r.Topology, Physical: physical, Cost: m,
		Policy: r.Policy, Received: r.Received, Estimate: r.Estimate, Grain: r.Grain, Start: start, Seed: r.Seed,
		Speeds: speeds, Pause: pause,
	})
	return balancetest.RunResult{
		Nodes: result.Nodes, Work: result.Work, Found: result.Found,
		Messages: result.Messages, Sent: result.Sent, Phases: result.Phases,
	}, err
}
