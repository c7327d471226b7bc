package dpll_test

import (
	"context"
	"testing"

	"transat/solver/dpll"
	"transat/solver/internal/rules"
	"transat/solver/internal/solvertest"
)

func BenchmarkSolve(b *testing.B) {
	for _, rule := range rules.All() {
		for _, class := range solvertest.Classes() {
			b.Run(rule.Name+"/"+class.String(), func(b *testing.B) {
				f := class.Formula()
				nodes := int64(0)
				for b.Loop() {
					result, err := dpll.Solve(context.Background(), f, dpll.Options{Rule: rule.Name, MaxNodes: solvertest.BenchmarkNodes})
					if err != nil {
						b.Fatal(err)
					}
					nodes += result.Stats.Nodes
				}
				solvertest.ReportNodes(b, nodes)
			})
		}
	}
}
