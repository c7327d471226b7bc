package stream_test

import (
	"context"
	"testing"

	"transat/solver/dpll"
	"transat/solver/drat/stream"
	"transat/solver/internal/solvertest"
)

// BenchmarkSearch compares a search with the same search whose lemmas are checked. User CPU tells what checking costs; the time
// itself, what is left of it with a second core.
func BenchmarkSearch(b *testing.B) {
	f := solvertest.RandomKSAT(3, 300, 1290, 3)
	for _, rule := range []string{"lex", "boehm", "weights"} {
		b.Run(rule+"/search", func(b *testing.B) {
			for b.Loop() {
				if _, err := dpll.Solve(context.Background(), f, dpll.Options{Rule: rule}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(rule+"/verified", func(b *testing.B) {
			for b.Loop() {
				v := stream.New(f)
				log := v.Log()
				if err := log.Begin(0); err != nil {
					b.Fatal(err)
				}
				if _, err := dpll.Solve(context.Background(), f, dpll.Options{Rule: rule, Proof: log}); err != nil {
					b.Fatal(err)
				}
				if err := log.End(); err != nil {
					b.Fatal(err)
				}
				if err := v.Conclude(); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(v.Lemmas()), "lemmas/op")
				v.Close()
			}
		})
	}
}
