package dpll_test

import (
	"context"
	"io"
	"testing"

	"transat/dimacs"
	"transat/instances"
	"transat/solver/dpll"
)

// BenchmarkHints compares proofs with and without hints, without the disk: time of a search under the rule "weights".
func BenchmarkHints(b *testing.B) {
	sample, index, err := instances.ParseSample("250-1065-3/1")
	if err != nil {
		b.Fatal(err)
	}
	f, err := sample.Formula(index)
	if err != nil {
		b.Fatal(err)
	}
	run := func(b *testing.B, options func() dpll.Options) {
		for b.Loop() {
			opt := options()
			opt.Rule = "weights"
			if _, err := dpll.Solve(context.Background(), f, opt); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("none", func(b *testing.B) { run(b, func() dpll.Options { return dpll.Options{} }) })
	b.Run("drat", func(b *testing.B) {
		run(b, func() dpll.Options { return dpll.Options{Proof: dimacs.NewProofWriter(io.Discard, dimacs.ProofText)} })
	})
	b.Run("lrat", func(b *testing.B) {
		run(b, func() dpll.Options {
			return dpll.Options{Hints: dimacs.NewHintWriter(io.Discard, dimacs.ProofLRAT, f.Len())}
		})
	})
	b.Run("lrat-binary", func(b *testing.B) {
		run(b, func() dpll.Options {
			return dpll.Options{Hints: dimacs.NewHintWriter(io.Discard, dimacs.ProofLRATBinary, f.Len())}
		})
	})
}
