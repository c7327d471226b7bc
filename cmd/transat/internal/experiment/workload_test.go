package experiment_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/cmd/transat/internal/experiment"
	"transat/instances"
)

func TestTreeWithoutAFormula(t *testing.T) {
	p := plan(t, "uts-default", "plb", "steal", "none", "ideal")
	last := 0.0
	p.Progress = func(share float64, _ string) { last = share }
	outcome := run(t, p)
	want := &experiment.Tree{
		Name: "uts-default", Nodes: 1732, TotalWork: 1732 * instances.UTSWork, Elements: 1732,
		CriticalPath: experiment.Path{Work: 7 * instances.UTSWork, Nodes: 7},
	}
	if diff := cmp.Diff(want, outcome.Trees[0]); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	m := p.Setups[0].Cost
	perNode := float64(m.WorkTime*instances.UTSWork+m.NodeTime) / float64(balance.Second)
	for _, row := range outcome.Rows(p) {
		if row.Nodes != 1732 || !near(row.Sequential, 1732*perNode) || !near(row.Bound, 1732*perNode/9) || row.Time < row.Bound {
			t.Errorf("%v: %v nodes, sequential time %v, bound %v, time %v", row.Policy, row.Nodes, row.Sequential, row.Bound, row.Time)
		}
	}
	if !near(last, 1) {
		t.Errorf("the last share is %v, want 1", last)
	}
}

func near(a, b float64) bool { return a > b-1e-6 && a < b+1e-6 }

// An element is sent with the state of its node, and with no assignment.
func TestUTSElementsHaveOneSize(t *testing.T) {
	timeWith := func(name string, elementBytes, levelBytes int) balance.Ticks {
		p := plan(t, name, "steal")
		p.Setups[0].Cost.ElementBytes = elementBytes
		p.Setups[0].Cost.LevelBytes = levelBytes
		return run(t, p).Results[0][0].Time
	}
	if a, b := timeWith("uts-default", 16, 0), timeWith("uts-default", 16, 100_000); a != b {
		t.Errorf("%v ns, but with bytes for each assigned variable %v ns", a, b)
	}
	if a, b := timeWith("uts-default", 16, 0), timeWith("uts-default", 100_000, 0); a >= b {
		t.Errorf("%v ns, with larger elements %v ns", a, b)
	}
	if a, b := timeWith("php-5-4", 16, 0), timeWith("php-5-4", 16, 1000); a >= b {
		t.Errorf("a formula: %v ns, with bytes for each assigned variable %v ns", a, b)
	}
}
