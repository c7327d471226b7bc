package recording

import (
	"testing"

	"transat/balance"
	"transat/balance/compare"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
	"transat/solver/tree"
)

// What recording costs, beside the run that is not watched. The tree is that of 250-1075-3/4, on 1,024 processors.
func BenchmarkRecord(b *testing.B) {
	formulas, err := input.Sample("250-1075-3/4")
	if err != nil {
		b.Fatal(err)
	}
	formula, err := formulas[0].Read(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	tree, err := tree.Record(b.Context(), formula, tree.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range []string{"plb", "lade", "steal", "liquid-c5"} {
		policy, err := balance.Choose(name)
		if err != nil {
			b.Fatal(err)
		}
		setups, err := compare.Defaults(policy).Setups()
		if err != nil {
			b.Fatal(err)
		}
		s := setups[0]
		about := experiment.Recording{
			Setup: s, Nodes: tree.Nodes(), Expected: s.Cost.Expand(tree.Work(), tree.Nodes()) / balance.Ticks(s.Topology.Procs()),
		}
		for _, watched := range []string{"alone", "recorded"} {
			b.Run(name+"/"+watched, func(b *testing.B) {
				for b.Loop() {
					var watch compare.Watch
					recorder := New(Options{})
					if watched == "recorded" {
						recorder.Begin(about, &watch, func(err error) { b.Fatal(err) })
					}
					result, err := compare.Simulate(b.Context(), s, tree, watch)
					if err != nil {
						b.Fatal(err)
					}
					if watched == "recorded" {
						if err := recorder.End(result); err != nil {
							b.Fatal(err)
						}
						b.ReportMetric(float64(recorder.Run().Parcels), "parcels")
					}
				}
			})
		}
	}
}
