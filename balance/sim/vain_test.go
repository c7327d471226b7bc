package sim

import (
	"os"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
)

// Where elements last for seconds and a try for microseconds, idle processors ask ever more slowly: not a million times.
func TestVainTriesBecomeRarer(t *testing.T) {
	balancetest.SkipShort(t)
	policies := []string{"steal", "adaptive", "steal-half", "random-polling", "round-robin", "global-round-robin"}
	if os.Getenv("TRANSAT_TEST_MORE") == "" {
		policies = policies[:2]
	}
	for _, policy := range policies {
		cfg := config(t, policy, "", []int{2, 2}, &balancetest.Tree{Nodes: 3, Seed: 1})
		cfg.Cost.WorkTime, cfg.Cost.NodeTime = 100*balance.Millisecond, 10*balance.Second
		cfg.Cost.MessageCPU, cfg.Cost.LinkTime, cfg.Cost.ByteTime = 1000, 1000, 1
		r, _ := run(t, cfg)
		if each := r.Messages / int64(r.Procs); each > 400_000 || each < 2*manyTries {
			t.Errorf("%s: %d messages for each processor in %v", policy, each, r.Time)
		}
	}
}

const manyTries = 1000 // as the policies have it
