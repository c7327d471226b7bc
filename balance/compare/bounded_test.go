package compare_test

import (
	"strings"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/compare"
)

// Policies are compared with the search of one processor, and the table has the nodes of both.
func TestPoliciesOnATreeWithBounds(t *testing.T) {
	tree := &balancetest.BoundedTree{Tree: balancetest.Tree{Nodes: 40_000, Seed: 5}}
	one, err := balance.BranchAndBound(t.Context(), tree, nil)
	if err != nil {
		t.Fatal(err)
	}
	o := small(t, "steal", "none", "plb")
	o.Seeds = 2
	o.Progress = func(share float64) {
		if share > 1 {
			t.Errorf("%v of the work is done", share)
		}
	}
	table, err := compare.Policies(t.Context(), tree, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range table.Rows {
		for _, run := range row.Runs[0] {
			if run.Best != one.Value || run.Alone != one.Nodes || run.Sequential != row.Cost.Expand(one.Work, one.Nodes) || run.Bound != 0 {
				t.Errorf("%s: %+v, one processor: %+v", row.Policy, run, one)
			}
		}
		if !row.Bounded || row.Policy.String() == "none" && row.Extra != 0 {
			t.Errorf("%s: %+v", row.Policy, row.Means)
		}
	}
	var out strings.Builder
	if err := table.Write(&out); err != nil {
		t.Fatal(err)
	}
	if heading, _, _ := strings.Cut(out.String(), "\n"); !strings.HasSuffix(heading, " nodes  extra") {
		t.Errorf("the heading is %s", heading)
	}
}
