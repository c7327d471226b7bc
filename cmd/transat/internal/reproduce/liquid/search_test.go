package liquid

import (
	"testing"

	"transat/balance"
	"transat/balance/simd"
	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/reproducetest"
)

func TestLiquidSection5Searches(t *testing.T) {
	reproducetest.Long(t)
	r := reproducetest.Found(t, searchItem())
	for _, tc := range []struct {
		section, words string
		want           reproduce.Verdict
	}{
		{"§5", "faster than C0 to C2", reproduce.Holds},
		{"§5", "very efficient", reproduce.HoldsPartly}, // on the largest tree
		{"§5", "outperform NNA, with a balancing step", reproduce.HoldsPartly},
		{"§5", "are average", reproduce.HoldsPartly}, // not C0 on the larger tree of UTS
		{"§5", "outperform NNA, each with", reproduce.Holds},
		{"§6", "run time, with a balancing step", reproduce.HoldsPartly},
		{"§6", "run time, each with", reproduce.Holds},
	} {
		t.Run(tc.section+" "+tc.words, func(t *testing.T) { reproducetest.WantClaim(t, r, tc.section, tc.words, tc.want) })
	}
}

// Verdicts on how many processors are supplied follow the numbers.
func TestSuppliedClaimsCanFail(t *testing.T) {
	tree := func(sharing, balancing int64) (rows []searchRow) {
		for i, policy := range searchPolicies() {
			nodes := []int64{sharing, balancing}[min(i/3, 1)]
			rows = append(rows, searchRow{searchCase{policy, 1, 1}, "tree", simd.Result{Result: balance.Result{Procs: 10, Nodes: nodes}, Steps: 10}})
		}
		return rows
	}
	for _, tc := range []struct {
		name  string
		claim reproduce.Claim
		want  string
	}{
		{"average", averageClaim(tree(30, 60)), "holds"},
		{"few", averageClaim(tree(10, 60)), "does not hold"},
		{"many", averageClaim(tree(50, 60)), "does not hold"},
		{"very efficient", efficientClaim(tree(30, 50)), "holds"},
		{"less", efficientClaim(tree(30, 49)), "does not hold"},
	} {
		reproducetest.WantVerdict(t, tc.name, tc.claim, tc.want)
	}
}

// What a row would be with other nodes is what the machine makes of such nodes.
func TestSearchesWithOtherNodes(t *testing.T) {
	maspar, err := simd.ChooseCostModel("maspar-mp1")
	if err != nil {
		t.Fatal(err)
	}
	record, err := recordUTS(t.Context(), "uts-t1l/6")
	if err != nil {
		t.Fatal(err)
	}
	plan := searchPlan{cost: maspar, side: 8}
	search := func(cost simd.CostModel) searchRow {
		r, err := searched(t.Context(), plan, searchCase{"nna-sync", 1, 4}, "uts-t1l/6", cost, record)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	row := search(plan.fine())
	other := plan.fine()
	other.NodeTime += 3 * balance.Millisecond
	want := search(other)
	if got := row.with(row.nodeTime() + 3*balance.Millisecond); got != want || got == row {
		t.Errorf("%+v, want %+v", got, want)
	}
}
