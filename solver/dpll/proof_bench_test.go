package dpll_test

import (
	"context"
	"io"
	"testing"

	"transat/dimacs"
	"transat/instances"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

// BenchmarkProof solves the same formula without a proof and with one in each format, without the time
// of the disk. Its tree has 0.8 million nodes.
func BenchmarkProof(b *testing.B) {
	f, err := instances.Sample{Vars: 300, Clauses: 1290, K: 3}.Formula(5)
	if err != nil {
		b.Fatal(err)
	}
	for _, format := range []dimacs.ProofFormat{"", dimacs.ProofText, dimacs.ProofBinary} {
		name := string(format)
		if name == "" {
			name = "none"
		}
		b.Run(name, func(b *testing.B) {
			var opt dpll.Options
			var steps *dimacs.DRATWriter
			if format != "" {
				steps = dimacs.NewDRATWriter(io.Discard, format)
				opt.Proof = steps
			}
			nodes := int64(0)
			for b.Loop() {
				result, err := dpll.Solve(context.Background(), f, opt)
				if err != nil || result.Verdict != cnf.Unsatisfiable {
					b.Fatal(result.Verdict, err)
				}
				nodes += result.Stats.Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}
