package sim

import (
	"fmt"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
)

// The event-driven policies: with messages that cost next to nothing no processor waits for long, so none
// starves below a threshold or by old news; and telling does not become a storm: it takes a few messages
// a node and member of the domain.
func TestEventDrivenPoliciesFeedEverybody(t *testing.T) {
	balancetest.SkipShort(t)
	for _, c := range []struct {
		policy, estimate string
		members          int64 // in the largest domain
	}{
		{"dn", "count", 4},
		{"an", "count", 4},
		{"an-2", "count", 12},
		{"dnr", "count", 4},
		{"dn", "alpha", 4},
		{"an", "alpha", 4},
		{"an-2", "alpha", 12},
		{"dnr", "alpha", 4},
		{"dn:change=5", "count", 4}, // then next to nothing is told but that there is no load left
		{"an:change=5", "count", 4},
	} {
		t.Run(c.policy+" "+c.estimate, func(t *testing.T) {
			cfg := config(t, c.policy, "mesh", []int{6, 6}, &balancetest.Tree{Nodes: 20_000, Seed: 4})
			cfg.Cost = CostModel{Name: "quick", WorkTime: 10 * balance.Microsecond, LinkTime: balance.Microsecond}
			cfg.Estimate = estimate(t, c.estimate)
			r, _ := run(t, cfg)
			if e := r.Efficiency(); e < 0.92 {
				t.Errorf("efficiency %.3f, want at least 0.92", e)
			}
			if most := r.Nodes * c.members; r.Messages > most {
				t.Errorf("%d messages for %d nodes, want at most %d", r.Messages, r.Nodes, most)
			}
		})
	}
}

// Masters that need each other's members do not race for ever without moving anything: on these loads,
// where next to nothing changes, two of them did, with thousands of messages a second.
func TestMastersDoNotRaceForEver(t *testing.T) {
	for _, c := range []struct {
		policy string
		seed   uint64
	}{
		{"an", 15},
		{"an-2", 7},
		{"an-2", 8},
	} {
		t.Run(fmt.Sprintf("%s, seed %d", c.policy, c.seed), func(t *testing.T) {
			cfg := dynamicConfig(t, c.policy, 10, 10)
			cfg.Seed = c.seed
			cfg.Load.Dynamicity, cfg.Load.Dispersion = 0.001, 0.3
			cfg.WarmUp, cfg.Duration = 5*balance.Second, 10*balance.Second
			r := runDynamic(t, cfg)
			if r.Messages > 500 {
				t.Errorf("%d messages in 10 s for %d migrations, want at most 500", r.Messages, r.Sent)
			}
		})
	}
}
