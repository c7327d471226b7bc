package sim

import (
	"fmt"
	"os"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
)

// underLoad runs a policy on 10x10 processors, of the Meiko if not said otherwise, with the load of a configuration that
// has the time to be measured.
func underLoad(t *testing.T, policy string, cfg DynamicConfig) DynamicResult {
	t.Helper()
	mesh, maker, spec := picked(t, policy, 10, 10)
	if cfg.Cost.Name == "" {
		cfg.Cost = meiko(t)
	}
	cfg.Topology, cfg.Physical, cfg.Policy, cfg.Received, cfg.Seed = mesh, mesh, maker, spec.Received, 7
	cfg.Load.Mean, cfg.Load.Imbalance, cfg.Load.Step = 20, 0.5, 1
	return runDynamic(t, cfg)
}

// pace is a load that changes by that share of the mean a second.
func pace(dynamicity, dispersion float64) DynamicConfig {
	interval := balance.Ticks(float64(balance.Second) / 20 / dynamicity)
	return DynamicConfig{
		Load:   DynamicLoad{Dynamicity: dynamicity, Dispersion: dispersion},
		WarmUp: 100 * interval, Duration: 300 * interval, Sample: interval,
	}
}

// At every pace, loads are about as even as with the best of the policies of Corradi, Leonardi and Zambonelli, and more even where they
// change slowly; where they change fast, that costs less.
func TestAdaptiveIsEvenAtEveryPace(t *testing.T) {
	balancetest.SkipShort(t)
	for i, c := range []struct{ dynamicity, dispersion float64 }{{0.1, 0.3}, {0.1, 0.7}, {1, 0.3}, {1, 0.7}, {5, 0.3}, {5, 0.7}} {
		if os.Getenv("TRANSAT_TEST_MORE") == "" && i%2 == 0 {
			continue
		}
		t.Run(fmt.Sprintf("%v/%v", c.dynamicity, c.dispersion), func(t *testing.T) {
			got := underLoad(t, "adaptive", pace(c.dynamicity, c.dispersion))
			for _, policy := range []string{"dn", "an", "an-2", "dnr"} {
				other := underLoad(t, policy, pace(c.dynamicity, c.dispersion))
				if got.Imbalance > 1.1*other.Imbalance || c.dynamicity < 1 && got.Imbalance >= other.Imbalance {
					t.Errorf("σ %.3f, and %.3f with %s", got.Imbalance, other.Imbalance, policy)
				}
				if c.dynamicity == 5 && got.Overhead > 0.7*other.Overhead {
					t.Errorf("overhead %.3f, and %.3f with %s", got.Overhead, other.Overhead, policy)
				}
			}
		})
	}
}

// Loads that do not change come to rest, more even than any domain of neighbours makes them.
func TestAdaptiveComesToRest(t *testing.T) {
	r := underLoad(t, "adaptive", DynamicConfig{
		Load:   DynamicLoad{Dispersion: 0.7},
		WarmUp: 20 * balance.Second, Duration: 20 * balance.Second, Sample: balance.Second,
	})
	if r.Sent > 0 || r.Messages > 0 || r.Imbalance > 0.05 {
		t.Errorf("%d elements and %d messages sent at rest, σ %.3f", r.Sent, r.Messages, r.Imbalance)
	}
}

// Elements of unequal loads are evened out by their loads.
func TestAdaptiveEvensOutUnequalLoads(t *testing.T) {
	balancetest.SkipShort(t)
	cfg := pace(0.1, 0.3)
	cfg.Load.Unequal = 0.9
	got := underLoad(t, "adaptive", cfg)
	for _, policy := range []string{"dn", "an", "an-2", "dnr"} {
		if other := underLoad(t, policy, cfg); got.Imbalance > other.Imbalance {
			t.Errorf("σ %.3f, and %.3f with %s", got.Imbalance, other.Imbalance, policy)
		}
	}
}

// Where a message takes as much of a processor as an element, there are fewer of both.
func TestAdaptiveReckonsWithMessages(t *testing.T) {
	cfg := pace(3, 0.3)
	var err error
	if cfg.Cost, err = ChooseCostModel("gcel-ppbb"); err != nil {
		t.Fatal(err)
	}
	got, other := underLoad(t, "adaptive", cfg), underLoad(t, "dn", cfg)
	if got.Imbalance > other.Imbalance || got.Overhead > 1.2*other.Overhead {
		t.Errorf("σ %.3f and overhead %.3f, and %.3f and %.3f with dn", got.Imbalance, got.Overhead, other.Imbalance, other.Overhead)
	}
}
