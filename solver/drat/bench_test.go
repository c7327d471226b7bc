package drat_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"transat/solver"
	"transat/solver/drat"
)

// BenchmarkCheck checks the proofs that the search writes of random formulas. The metric x-solve is
// the time of checking over that of solving without a proof.
func BenchmarkCheck(b *testing.B) {
	ctx := context.Background()
	for _, shape := range [][3]int{{250, 1075, 3}, {300, 1290, 3}} {
		f := randomFormula(1, shape[0], shape[1], shape[2])
		start := time.Now()
		if _, err := solver.Solve(ctx, f, solver.Options{}); err != nil {
			b.Fatal(err)
		}
		solving := time.Since(start)
		var p drat.Proof
		result, err := solver.Solve(ctx, f, solver.Options{Proof: &p})
		if err != nil || result.Verdict != solver.Unsatisfiable {
			b.Fatal(result.Verdict, err)
		}
		for _, forward := range []bool{false, true} {
			name := map[bool]string{false: "backward", true: "forward"}[forward]
			b.Run(fmt.Sprintf("%d-%d-%d/%s", shape[0], shape[1], shape[2], name), func(b *testing.B) {
				var report drat.Report
				for b.Loop() {
					report, err = drat.Check(ctx, f, &p, drat.Options{Forward: forward})
					if err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/solving.Seconds(), "x-solve")
				b.ReportMetric(float64(report.Lemmas), "lemmas")
				b.ReportMetric(float64(report.Propagations)/float64(report.Checked), "props/check")
			})
		}
	}
}
