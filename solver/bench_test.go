package solver

import (
	"context"
	"fmt"
	"testing"
)

// BenchmarkSolve measures nodes a second on the sizes that the papers and the peers use. The node
// limit keeps the large ones short.
func BenchmarkSolve(b *testing.B) {
	sizes := []struct{ vars, clauses int }{{200, 860}, {250, 1075}, {350, 1505}, {400, 2000}}
	for _, rule := range Rules() {
		for _, size := range sizes {
			b.Run(fmt.Sprintf("%s/%d-%d-3", rule.Name, size.vars, size.clauses), func(b *testing.B) {
				f := randomKSAT(1, size.vars, size.clauses, 3)
				nodes := int64(0)
				for b.Loop() {
					result, err := Solve(context.Background(), f, Options{Rule: rule.Name, MaxNodes: 1_000_000})
					if err != nil {
						b.Fatal(err)
					}
					nodes += result.Stats.Nodes
				}
				b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
				b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
			})
		}
	}
}
