package papers_test

import (
	"context"
	"io"
	"os"
	"testing"

	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/papers"
)

// What an experiment has when it is interrupted can be printed, and has no verdicts.
func TestInterruptedExperimentsKeepTheirRows(t *testing.T) {
	jobs := map[string]int{ // after which some row is finished; the other experiments would take seconds
		"plb/table1": 1, "plb/trees": 1, "plb/branching": 20, "plb/speedups": 40, "liquid/fig5": 20, "liquid/fig7": 70, "liquid/theory": 20,
		"adf/convergence": 20, "diffusive/fig11-12": 80, "physical/mu": 10,
	}
	if os.Getenv("TRANSAT_TEST_MORE") == "" {
		delete(jobs, "diffusive/fig11-12") // these take longest
		delete(jobs, "physical/mu")
	}
	for _, item := range papers.Items() {
		if jobs[item.Name] == 0 || testing.Short() && item.Name != "liquid/fig5" {
			continue
		}
		t.Run(item.Name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			done := 0
			plan := &reproduce.Plan{Items: []reproduce.Item{item}, Quick: true, Seed: 1, Threads: 1, Progress: func(float64, string) {
				if done++; done == jobs[item.Name] {
					cancel()
				}
			}}
			results, err := plan.Run(ctx)
			if err != context.Canceled {
				t.Errorf("the error is %v", err)
			}
			r := results[0]
			if r == nil || !r.Unfinished || len(r.Tables) == 0 {
				t.Fatalf("no rows were kept: %+v", r)
			}
			if len(r.Claims) > 0 || len(r.Figures) > 0 {
				t.Errorf("%d claims and %d figures", len(r.Claims), len(r.Figures))
			}
			for _, sheet := range r.Tables {
				if sheet.Rows() == 0 {
					t.Errorf("table %s is empty", sheet.Key)
				}
			}
			found := reproduce.ItemResults{{Item: item, Result: r, Quick: true, Seed: 1}}
			for _, format := range report.Formats() {
				if err := found.Write(io.Discard, report.Plain(report.Format(format))); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
