package drat_test

import (
	"context"
	"testing"
	"time"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/drat"
)

// BenchmarkCheck checks the proofs that the search writes of two random formulas; the tree of the larger
// has 1.4 million nodes. The metric x-solve is the time of a check over that of solving without a
// proof, the quicker of two runs.
func BenchmarkCheck(b *testing.B) {
	for _, c := range []struct {
		name string
		f    *cnf.Formula
	}{
		{"250-1075-3", randomFormula(1, 250, 1075, 3)},
		{"300-1290-3", randomFormula(3, 300, 1290, 3)},
	} {
		solving := min(solvingTime(b, c.f), solvingTime(b, c.f))
		p := solved(b, c.f, "")
		for _, direction := range []struct {
			name    string
			forward bool
		}{{"backward", false}, {"forward", true}} {
			b.Run(c.name+"/"+direction.name, func(b *testing.B) {
				opt := drat.Options{Forward: direction.forward}
				var report drat.Report
				for b.Loop() {
					var err error
					if report, err = drat.Check(context.Background(), c.f, p, opt); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/solving.Seconds(), "x-solve")
				b.ReportMetric(float64(report.Lemmas), "lemmas")
				b.ReportMetric(float64(report.Propagations)/float64(report.Checked), "propagations/check")
			})
		}
	}
}

func solvingTime(b *testing.B, f *cnf.Formula) time.Duration {
	start := time.Now()
	if _, err := dpll.Solve(context.Background(), f, dpll.Options{}); err != nil {
		b.Fatal(err)
	}
	return time.Since(start)
}
