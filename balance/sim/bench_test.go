package sim

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
)

// BenchmarkRun simulates every policy that acts while the machine runs on a tree of a million nodes.
func BenchmarkRun(b *testing.B) {
	for _, spec := range balance.Policies() {
		if spec.Bound || spec.Place != nil {
			continue
		}
		for _, sides := range [][]int{{8, 8}, {32, 32}} {
			b.Run(fmt.Sprintf("%s/%dx%d", spec.Name, sides[0], sides[1]), func(b *testing.B) {
				measure(b, config(b, spec.Name, "", sides, &balancetest.Tree{Nodes: 1_000_000, Seed: 1}))
			})
		}
	}
}

// BenchmarkScale simulates the first quarter of a second of machines with a hundred nodes a processor: all of them have
// work.
func BenchmarkScale(b *testing.B) {
	for _, policy := range []string{"lade", "plb", "steal"} {
		for _, side := range []int{16, 64, 256, 1024} {
			b.Run(fmt.Sprintf("%s/%dx%d", policy, side, side), func(b *testing.B) {
				measure(b, large(b, policy, side, 100, balance.Second/4))
			})
		}
	}
}

// BenchmarkSetup sets up a machine of a million processors, of which one has work for a moment.
func BenchmarkSetup(b *testing.B) {
	for _, policy := range []string{"lade", "plb", "steal", "random-polling", "liquid-c5", "diffusion", "none"} {
		b.Run(policy, func(b *testing.B) {
			cfg := large(b, policy, 1024, 1, 1)
			cfg.Start = StartRoot
			measure(b, cfg)
		})
	}
}

// measure reports the speed of a run.
func measure[E any](b *testing.B, cfg Config[E]) {
	b.ReportAllocs()
	var nodes, events int64
	for b.Loop() {
		r, err := Run(context.Background(), cfg)
		if err != nil && !errors.Is(err, ErrLimit) {
			b.Fatal(err)
		}
		nodes += r.Nodes
		events += r.Events
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
	b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
}
