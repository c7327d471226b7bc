package balancetest

import (
	"context"

	"transat/balance/sim"
)

// simulated is the simulated machine as a Runner.
func simulated(r Run) (RunResult, error) {
	physical, err := Mesh(r.Topology)
	if err != nil {
		return RunResult{}, err
	}
	start := sim.StartRoot
	if r.Spread {
		start = sim.StartSpread
	}
	result, err := sim.Run(context.Background(), sim.Config[Element]{
		Tree: r.Tree, Topology: r.Topology, Physical: physical, Cost: sim.CostModels()[0],
		Policy: r.Policy, Received: r.Received, Estimate: r.Estimate, Grain: r.Grain, Start: start, Seed: r.Seed,
	})
	return RunResult{
		Nodes: result.Nodes, Work: result.Work, Found: result.Found,
		Messages: result.Messages, Sent: result.Sent, Phases: result.Phases,
	}, err
}
