package sim

import (
	"context"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
)

// Passing messages on takes so long here that two processors which ask without end leave those between
// them and processor 0 no time to work.
func TestGlobalRoundRobinDrownsNobody(t *testing.T) {
	cfg := config(t, "global-round-robin", "line", []int{4}, &balancetest.Tree{Nodes: 753, Seed: 148})
	cfg.Start = StartSpread
	cfg.Estimate = estimate(t, "alpha")
	cfg.Cost = CostModel{
		Name: "slow routers", WorkTime: 3619, TakeTime: 249, InstallTime: 38_092,
		MessageCPU: 13_398, ElementCPU: 25, RouteCPU: 283_047, LinkTime: 10_037, ElementBytes: 16, LevelBytes: 2,
	}
	cfg.Limit = 10 * balance.Second
	if _, err := Run(context.Background(), cfg); err != nil {
		t.Error(err)
	}
}
