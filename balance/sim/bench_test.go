package sim

import (
	"context"
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
				cfg := config(b, spec.Name, "", sides, &balancetest.Tree{Nodes: 1_000_000, Seed: 1})
				var nodes, events int64
				for b.Loop() {
					r, err := Run(context.Background(), cfg)
					if err != nil {
						b.Fatal(err)
					}
					nodes += r.Nodes
					events += r.Events
				}
				b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
				b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
			})
		}
	}
}
