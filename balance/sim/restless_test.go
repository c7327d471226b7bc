package sim

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"transat/balance"
	"transat/balance/balancetest"
)

// clockwork wakes up in every period, and does nothing.
func clockwork(period balance.Ticks) balance.Maker {
	return func(int) balance.Policy { return ticking{tick: func(p balance.Proc) { p.WakeAfter(period) }} }
}

// A policy that wakes up at the same instant for ever, or so often that simulated time hardly passes, is an error: a
// run of it would take days.
func TestRestlessPoliciesAreGivenUp(t *testing.T) {
	link := CostModels()[0].transfer(balance.MessageBytes)
	for _, c := range []struct {
		name     string
		sides    []int
		period   balance.Ticks
		restless bool
	}{
		{"at one instant", []int{2, 2}, 0, true},
		{"every nanosecond", []int{2, 2}, 1, true},
		{"every microsecond", []int{8, 8}, balance.Microsecond, true},
		{"a little too often", []int{2, 2}, link/mostTimers - 100, true},
		{"just not too often", []int{2, 2}, link/mostTimers + 100, false},
		{"a single processor", []int{1}, balance.Millisecond, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			cfg := config(t, "none", "mesh", c.sides, &balancetest.Tree{Nodes: 40, Seed: 1})
			cfg.Policy = clockwork(c.period)
			_, err := Run(t.Context(), cfg)
			var restless *RestlessError
			if errors.As(err, &restless) != c.restless || err != nil && !c.restless {
				t.Fatalf("error %v", err)
			}
			if c.restless && (restless.Interval > c.period || restless.Least < c.period) {
				t.Errorf("%v: the period is %v", err, time.Duration(c.period))
			}
		})
	}
}

// The command line that led to this.
func TestLiquidWithAPeriodOfAMicrosecond(t *testing.T) {
	cfg := config(t, "liquid-c1:period=1e-06", "torus", []int{2, 2, 2}, &balancetest.Tree{Nodes: 201, Seed: 1})
	var restless *RestlessError
	if r, err := Run(t.Context(), cfg); !errors.As(err, &restless) {
		t.Errorf("error %v after %v", err, r.Time)
	}
	cfg.Cost = cluster() // where messages are quick enough for it
	cfg.Limit = balance.Second / 10
	if os.Getenv("TRANSAT_TEST_MORE") != "" {
		cfg.Limit = balance.Second
	}
	if _, err := Run(t.Context(), cfg); errors.As(err, &restless) {
		t.Error(err)
	}
}

func TestRestlessPoliciesUnderDynamicLoad(t *testing.T) {
	cfg := dynamicConfig(t, "none", 4, 4)
	cfg.Policy = clockwork(0)
	var restless *RestlessError
	if _, err := RunDynamic(context.Background(), cfg); !errors.As(err, &restless) {
		t.Errorf("error %v", err)
	}
}

// The average is taken over 64 times that a message takes on a link, and begins anew with the next 64: bursts before count no more.
func TestRestlessnessIsCountedAnew(t *testing.T) {
	const link, procs = 1000, 2
	cost := CostModel{Name: "here", LinkTime: link}
	w := timers{}
	for _, c := range []struct {
		name  string
		more  int64 // timers
		now   balance.Ticks
		error bool
	}{
		{"too few to tell", procs*mostTimers*restlessSpan - 1, 1, false},
		{"just often enough", 1, restlessSpan * link, false},
		{"a burst", procs * mostTimers, restlessSpan*link + 1, false},
		{"too often", procs * mostTimers * restlessSpan, 2*restlessSpan*link - 1, true},
	} {
		w.count += c.more
		if err := w.check(c.now, procs, &cost); (err != nil) != c.error {
			t.Errorf("%s: error %v", c.name, err)
		}
	}
}
