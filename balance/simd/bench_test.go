package simd

import (
	"context"
	"testing"

	"transat/balance/balancetest"
)

// BenchmarkSearch is a search on 16,384 processors. Mprocs/s are million processors a second, each with one
// expansion and one balancing step; busy is the share of them that had an element.
func BenchmarkSearch(b *testing.B) {
	for _, name := range []string{"liquid-c2", "liquid-c5", "nna-sync", "nna-async"} {
		b.Run(name, func(b *testing.B) {
			cfg := Config[element]{
				Tree: &balancetest.Tree{Nodes: 1_000_000}, Network: network(b, "torus", 128, 128), Policy: choose(b, name), Cost: unitCost(),
			}
			var r Result
			for b.Loop() {
				var err error
				if r, err = Run(context.Background(), cfg); err != nil {
					b.Fatal(err)
				}
			}
			visits := float64(r.Steps) * float64(r.Procs)
			b.ReportMetric(visits*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mprocs/s")
			b.ReportMetric(float64(r.Nodes)/visits, "busy")
		})
	}
}
