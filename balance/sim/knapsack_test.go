package sim_test

import (
	"fmt"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/sim"
	"transat/instances"
)

// mostProfit is the largest profit, by dynamic programming over the room.
func mostProfit(k *instances.Knapsack) int64 {
	weights, profits, room := k.Items()
	best := make([]int64, room+1)
	for i, w := range weights {
		for r := room; r >= w; r-- {
			best[r] = max(best[r], best[r-w]+profits[i])
		}
	}
	return best[room]
}

// Under every policy, with every start and every kind of grain, the largest profit is found, and every node that is listed is either
// expanded or dropped, once.
func TestEveryPolicyFindsTheLargestProfit(t *testing.T) {
	balancetest.SkipShort(t)
	k := instances.NewKnapsack(24, 1)
	want := mostProfit(k)
	for number, spec := range balance.Policies() {
		for i, start := range sim.Starts() {
			if number%len(sim.Starts()) != i && !balancetest.Thorough(spec) {
				continue
			}
			t.Run(fmt.Sprint(spec.Name, "/", start), func(t *testing.T) {
				cfg := config[instances.KnapsackNode](t, k, spec.Name, 4, 4)
				cfg.Start, cfg.Bound = start, spec.Bound
				cfg.Budget, cfg.Grain = []balance.Ticks{0, balance.Second / 30, 0}[i], []float64{0, 0, 0.05}[i]
				if spec.Place != nil {
					chosen, _ := balance.Choose(spec.Name)
					cfg.Start = sim.StartFrontier
					cfg.Placement = &sim.Placement{Pieces: 2, Deal: func(loads []float64) []int {
						return spec.Place(cfg.Topology, chosen.Values, loads, 1)
					}}
				}
				listed, done := map[instances.KnapsackNode]int{k.Root(): 1}, map[instances.KnapsackNode]int{}
				var nodes, pruned int64
				cfg.Expanded = func(x sim.Expansion[instances.KnapsackNode]) {
					done[x.Element]++
					if x.Pruned {
						pruned++
						return
					}
					nodes++
					children, _, _, _ := k.Expand(x.Element, nil)
					for _, c := range children {
						listed[c]++
					}
				}
				r, err := sim.Run(t.Context(), cfg)
				if err != nil || int64(r.Best) != want {
					t.Fatalf("the largest profit is %d, want %d (%v)", r.Best, want, err)
				}
				if spec.Bound { // it tells of no expansions
					return
				}
				if r.Nodes != nodes || r.Pruned != pruned {
					t.Errorf("%d and %d nodes are expanded and dropped, the result says %d and %d", nodes, pruned, r.Nodes, r.Pruned)
				}
				for e, n := range listed { // two nodes may be equal: the same value and room, by other items
					if done[e] != n {
						t.Fatalf("%+v is listed %d times, and expanded or dropped %d times", e, n, done[e])
					}
				}
				if len(done) != len(listed) {
					t.Errorf("%d nodes, of which %d were listed", len(done), len(listed))
				}
			})
		}
	}
}
