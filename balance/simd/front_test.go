package simd

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/balance"
	"transat/balance/balancetest"
)

// frontEnds are the policies of a front end, with every trigger.
func frontEnds(t rapid.TB) []balance.Chosen {
	var all []balance.Chosen
	for _, name := range []string{"gp", "ngp"} {
		for _, params := range []string{
			"", ":transfers=3", ":trigger=0:x=0.5", ":trigger=0:x=1:transfers=1000", ":trigger=1:x=0.6", ":trigger=1:transfers=100", ":x=0",
		} {
			all = append(all, choose(t, name+params))
		}
	}
	return all
}

// Three processors, static trigger with x = 1, so whenever one is idle. The oldest element on the left, in brackets the one that is
// expanded:
//
//	step  processor 0    1    2    longest   and then
//	1     [0]                      10+100    the root has five children, the first on top: 0 gives 5, the oldest, to 1
//	2     4 3 2 [1]      [5]       5+100     1 and 2 are idle, 0 gives 4 to 1; the only donor gives once a matching
//	3     3 [2]          [4]       4+100     0 keeps its last
//	4     [3]                      3+100
func TestFrontEndByHand(t *testing.T) {
	for _, policy := range []string{"gp:trigger=0:x=1", "ngp:trigger=0:x=1"} {
		got, err := Run(t.Context(), Config[int]{
			Tree: star{1, 2, 3, 4, 5}, Network: network(t, "line", 3), Policy: choose(t, policy), Cost: unitCost(),
		})
		if err != nil {
			t.Fatal(err)
		}
		const look, matching = 20, 2*2*4*1e6 + 2*4*1e6 + 800 + 100*1e6 // two prefix sums of ⌈log₂ 3⌉ words, two words, an element
		want := Result{
			Steps: 4, IdleSteps: 4*3 - 6, Balances: 2, Shifts: 2,
			Result: balance.Result{
				Procs: 3, Time: 110 + 105 + 104 + 103 + 4*7 + 3*look + 2*matching,
				Work: 25, Nodes: 6, Sequential: 25 + 6*100, Sent: 2, Messages: 2, Hops: 4, Phases: 2 * 3,
				Busy: 625, Wait: 4 + 2, Idle: 2*110 + 105 + 104 + 2*103, Message: 4 * 3 * 7, Balance: 3 * (3*look + 2*matching),
			},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", policy, diff)
		}
	}
}

// However many processors there are, each node is expanded once; of one processor nothing moves.
func TestFrontEndsOnAllSizes(t *testing.T) {
	for _, policy := range frontEnds(t) {
		for _, procs := range []int{1, 2, 3, 5, 7, 8, 33} {
			tree := &once{Tree: &balancetest.Tree{Nodes: 500, Seed: uint64(procs)}, expanded: make([]int, 500)}
			cfg := Config[element]{Tree: tree, Network: network(t, "ring", procs), Policy: policy, Cost: CostModels()[0]}
			r, err := Run(t.Context(), cfg)
			if err != nil || r.Nodes != 500 || (r.Sent > 0) != (procs > 1) {
				t.Errorf("%v on %d: %v, %+v", policy, procs, err, r)
			}
			for node, times := range tree.expanded {
				if times != 1 {
					t.Fatalf("%v on %d: node %d is expanded %d times", policy, procs, node, times)
				}
			}
			cfg.Tree = tree.Tree
			if again, err := Run(t.Context(), cfg); err != nil || again != r {
				t.Errorf("%v on %d, again: %v, %+v and then %+v", policy, procs, err, r, again)
			}
		}
	}
}
