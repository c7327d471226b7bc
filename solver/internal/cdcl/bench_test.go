package cdcl_test

import (
	"context"
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/gophersat"
)

// BenchmarkFamilies compares this package with gophersat: -bench 'Families/adder-16'. Some take either of them minutes.
func BenchmarkFamilies(b *testing.B) {
	for _, m := range families.Large() {
		b.Run(m.Name+"/cdcl", func(b *testing.B) {
			for b.Loop() {
				result, err := cdcl.Solve(context.Background(), m.Formula, nil)
				wants(b, m.Verdict, result.Verdict, err)
			}
		})
		b.Run(m.Name+"/gophersat", func(b *testing.B) {
			for b.Loop() {
				result, err := gophersat.Solve(context.Background(), m.Formula, nil)
				wants(b, m.Verdict, result.Verdict, err)
			}
		})
	}
}

func wants(b *testing.B, want, got cnf.Verdict, err error) {
	b.Helper()
	if err != nil || want != cnf.Unknown && got != want {
		b.Fatalf("%v, %v; want %v", got, err, want)
	}
}
