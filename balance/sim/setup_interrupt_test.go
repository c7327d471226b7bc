package sim

import (
	"context"
	"errors"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
)

// stopping counts, and ends a context at the first of what is counted.
type stopping struct {
	stop  context.CancelFunc
	count int
}

func (s *stopping) tick() {
	s.count++
	s.stop()
}

// starter is a policy whose Start counts.
type starter struct {
	balance.Base
	*stopping
}

func (s starter) Start(balance.Proc) { s.tick() }

// expander is a tree whose Expand counts.
type expander struct {
	*balancetest.Tree
	*stopping
}

func (x expander) Expand(e balancetest.Element, dst []balancetest.Element) ([]balancetest.Element, int64, int64, bool) {
	x.tick()
	return x.Tree.Expand(e, dst)
}

// Whatever a run is at while it is set up, it ends soon after its context, not after the last of all processors.
func TestSettingUpStopsWithTheContext(t *testing.T) {
	balancetest.SkipShort(t)
	const soon = 1 << 13
	for name, policies := range map[string]func(s *stopping) balance.Maker{
		"policies are made": func(s *stopping) balance.Maker {
			return func(int) balance.Policy { s.tick(); return balance.Base{} }
		},
		"policies start": func(s *stopping) balance.Maker {
			return func(int) balance.Policy { return starter{stopping: s} }
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			cfg := config(t, "none", "mesh", []int{160, 160}, &balancetest.Tree{Nodes: 1000, Seed: 1})
			s := &stopping{stop: cancel}
			cfg.Policy = policies(s)
			if _, err := Run(ctx, cfg); !errors.Is(err, context.Canceled) || s.count > soon {
				t.Errorf("error %v after %d of %d", err, s.count, cfg.Topology.Procs())
			}
		})
	}
	for start, placement := range map[Start]*Placement{
		StartSpread:   nil,
		StartFrontier: {Pieces: 2, Deal: func(loads []float64) []int { return make([]int, len(loads)) }},
	} {
		t.Run(string(start), func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			s := &stopping{stop: cancel}
			plain := config(t, "none", "mesh", []int{160, 160}, nil)
			cfg := Config[balancetest.Element]{
				Tree:     expander{&balancetest.Tree{Nodes: 100_000, Seed: 1}, s},
				Topology: plain.Topology, Physical: plain.Physical, Cost: plain.Cost, Policy: plain.Policy,
				Estimate: plain.Estimate, Start: start, Placement: placement,
			}
			if _, err := Run(ctx, cfg); !errors.Is(err, context.Canceled) || s.count > soon {
				t.Errorf("error %v after %d nodes, for %d processors", err, s.count, cfg.Topology.Procs())
			}
		})
	}
	t.Run("dynamic load", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cfg := dynamicConfig(t, "none", 100, 100)
		s := &stopping{stop: cancel}
		cfg.Policy = func(int) balance.Policy { return starter{stopping: s} }
		if _, err := RunDynamic(ctx, cfg); !errors.Is(err, context.Canceled) || s.count > soon {
			t.Errorf("error %v after %d of %d", err, s.count, cfg.Topology.Procs())
		}
	})
}
