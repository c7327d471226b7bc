package steps

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/tasktree"
	"transat/cmd/transat/internal/terminal"
)

// tasks is a tree of tasks with any number of children, and two roots:
//
//	          0
//	      ┌───┴───┐
//	      1       7
//	┌──┬──┴──┐    │
//	2  3     5    8
//	   │     │
//	   4     6
func tasks(t *testing.T, meta tasktree.Meta) *tasktree.Tree {
	t.Helper()
	b := tasktree.NewBuilder(meta)
	for _, x := range []tasktree.Task{
		{ID: "a", Work: "1"},
		{ID: "b", Parent: "a", Work: "2"},
		{ID: "c", Parent: "a", Work: "0"},
		{ID: "d", Parent: "c", Work: "60"},
		{ID: "e", Parent: "a", Work: "3"},
		{ID: "f", Parent: "e", Work: "1", Solution: true},
		{ID: "g", Work: "1"},
		{ID: "h", Parent: "g", Work: "100"},
	} {
		if err := b.Add(x); err != nil {
			t.Fatal(err)
		}
	}
	tree, err := b.Tree()
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// A tree of tasks has the shape, works and names of its file.
func TestGrowTasks(t *testing.T) {
	tree, err := GrowTasks(tasks(t, tasktree.Meta{Unit: "seconds"}), MostNodes)
	if err != nil {
		t.Fatal(err)
	}
	children := [][]int{{1, 7}, {2, 3, 5}, nil, {4}, nil, {6}, nil, {8}, nil}
	for i, want := range children {
		if diff := cmp.Diff(want, tree.Children(i)); diff != "" {
			t.Errorf("children of %d (-want +got):\n%s", i, diff)
		}
	}
	if n := tree.Nodes[1]; n.Name != "a" || n.Below != 67 || n.Size != 6 || n.Kind != Inner || tree.Nodes[6].Kind != Solution || tree.Nodes[2].Kind != Leaf {
		t.Errorf("node 1 is %+v", n)
	}
	if _, err := GrowTasks(tasks(t, tasktree.Meta{}), 7); err == nil || !strings.Contains(err.Error(), "8 nodes") {
		t.Errorf("a tree of 8 tasks, with at most 7: %v", err)
	}
}

// The walk through a tree of tasks tells its branches, names and times, draws nodes with any number of children, and judges an estimate
// by all siblings: measured loads are never wrong.
func TestWalkOfTasks(t *testing.T) {
	tree, err := GrowTasks(tasks(t, tasktree.Meta{Unit: "seconds"}), MostNodes)
	if err != nil {
		t.Fatal(err)
	}
	made := setup(t, "dn", 0, "root", 1, 2).ForTasks(balance.Second, 168, 8)
	s, err := Tell(t.Context(), "x", tree, made)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := s.Write(&text, 80, terminal.NoPaint); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"x: 8 nodes", "node 1 (a): 3 branches, 2, 3 and 5", "(c", ": one branch, 4", "(b): no branches", ": a solution", "all 8 nodes are done; after 1",
		"1.00 s   0 expanded node 1", "┼", "│",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is not in\n%s", want, text.String())
		}
	}
	sum, wrong := 0.0, balance.Ticks(0)
	for _, i := range tree.Children(1) {
		sum += s.Run.Of[i].ShareExpected
		wrong += s.Run.Of[i].Astray
	}
	if sum < 0.999 || sum > 1.001 || wrong == 0 {
		t.Errorf("by the levels, three siblings have shares that come to %v, and %d ns are astray", sum, wrong)
	}
	made.Estimate, err = balance.ChooseEstimate("measured")
	if err != nil {
		t.Fatal(err)
	}
	run, _, err := tree.Run(t.Context(), made, compare.Watch{})
	if err != nil {
		t.Fatal(err)
	}
	if wrong := run.Wrong(10, false); len(wrong) > 0 && run.Of[wrong[0]].Astray > balance.Millisecond {
		t.Errorf("measured loads are wrong at %v by %d ns", wrong, run.Of[wrong[0]].Astray)
	}
}
