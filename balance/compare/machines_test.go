package compare_test

import (
	"errors"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/compare"
	"transat/balance/sim"
)

// Every policy goes to the end on every machine that is simulated, whether its processors are alike or not: every node is expanded, and the
// processors' time is accounted for. In lockstep those run that have a rule for it. (On cores and on workers: the tests of packages cores,
// search and command.)
func TestEveryPolicyRunsOnEveryMachine(t *testing.T) {
	const nodes = 1500
	for _, machine := range compare.Presets() {
		node := max(1, machine.Cost.NodeTime)
		uneven := sim.Speeds{
			Range: [2]float64{0.5, 1.5}, Late: sim.Late{Procs: 2, At: 30 * node},
			Slow: sim.Slow{Share: 0.2, Speed: 0.1, For: 20 * node, Every: 100 * node},
		}
		for _, spec := range balance.Policies() {
			for way, speeds := range map[string]sim.Speeds{"alike": {}, "uneven": uneven} {
				if way == "uneven" && (machine.Lockstep != nil || spec.Bound) {
					continue
				}
				t.Run(machine.Cost.Name+"/"+spec.Name+"/"+way, func(t *testing.T) {
					t.Parallel()
					chosen, err := spec.Choose("")
					if err != nil {
						t.Fatal(err)
					}
					o := compare.Defaults(chosen)
					o.Machine, o.Sides, o.Speeds = machine, []int{3, 5}, speeds
					table, err := compare.Policies(t.Context(), &balancetest.Tree{Nodes: nodes, Seed: 3}, o)
					if machine.Lockstep != nil && spec.Rule == nil && spec.FrontEnd == nil {
						if noRule := (*balance.NoRuleError)(nil); !errors.As(err, &noRule) {
							t.Errorf("in lockstep without a rule: error %v", err)
						}
						return
					}
					if err != nil {
						t.Fatal(err)
					}
					r := table.Rows[0].Runs[0][0]
					if r.Nodes != nodes {
						t.Errorf("%d nodes are expanded of %d", r.Nodes, nodes)
					}
					if missing := r.Missing(sim.Parts()); missing != 0 {
						t.Errorf("%d ns of the processors' time are missing", missing)
					}
				})
			}
		}
	}
}
