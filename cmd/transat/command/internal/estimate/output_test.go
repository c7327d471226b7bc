package estimate

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/estimate"
)

// However early an estimate is stopped, what is known is said, and nothing else.
func TestEstimateThatWasStopped(t *testing.T) {
	flags := estimateFlags{rule: "lex", threads: 2, confidence: 95, seed: 1}
	for _, tc := range []struct {
		name     string
		estimate estimate.Result
		want     []string
	}{
		{
			"some nodes",
			estimate.Result{Low: 1234, High: math.Inf(1), Visited: 1234, Speed: 1000},
			[]string{"search tree (rule lex): at least 1,234 nodes", "interrupted after 1,234 nodes"},
		},
		{
			"some probes",
			estimate.Result{Nodes: 2e6, Low: 50_000, High: math.Inf(1), Visited: 60_000, Speed: 1e6},
			[]string{
				"search tree (rule lex): about 2 million nodes, as a few probes say, and at least 50,000",
				"a search of it all: 2 s on one core", "interrupted after 60,000 nodes",
			},
		},
		{
			"some samples",
			estimate.Result{Nodes: 2e6, Low: 1e6, High: 4e6, Visited: 70_000, Speed: 1e6, SpeedOfAll: 2e6, Samples: 3},
			[]string{
				"search tree (rule lex): about 2 million nodes (95 %: 1 to 4 million)",
				"a search of it all: 2 s (1 to 4 s) on one core, 1 s (500 ms to 2 s) on 2",
				"the mean of 3 estimates, 70,000 nodes visited, seed 1", "interrupted after 70,000 nodes",
			},
		},
	} {
		e := estimated{Result: tc.estimate, formula: "f", vars: 3, clauses: 4, flags: flags, stopped: "interrupted"}
		if diff := cmp.Diff(append([]string{"f: 3 variables, 4 clauses"}, tc.want...), e.lines()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
}
