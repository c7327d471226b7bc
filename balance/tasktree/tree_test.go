package tasktree

import (
	"testing"

	"transat/balance"
)

// build is a tree of tasks, without an error.
func build(t testing.TB, meta Meta, tasks ...Task) *Tree {
	t.Helper()
	b := NewBuilder(meta)
	for _, x := range tasks {
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

func TestTreesKeepTheirPromises(t *testing.T) {
	small := []Task{
		{ID: "e", Parent: "c", Work: "3"},
		{ID: "c", Parent: "a", Work: "1", Solution: true},
		{ID: "b", Parent: "a", Work: "2"},
		{ID: "d", Parent: "a", Work: "0.25"},
		{ID: "a", Work: "3e0"},
	}
	for name, tree := range map[string]*Tree{
		"one":   build(t, Meta{}, Task{ID: "a", Work: "1"}),
		"bag":   build(t, Meta{}, Task{ID: "a", Work: "1"}, Task{ID: "b", Work: "0.5", Load: 3}, Task{ID: "c", Work: "0"}),
		"small": build(t, Meta{}, small...),
		"first": build(t, Meta{First: true}, append(small[2:], Task{ID: "f", Parent: "b", Work: "1", Solution: true})...),
	} {
		t.Run(name, func(t *testing.T) {
			t.Log(tree)
			if err := balance.CheckTree(t.Context(), tree, balance.TreeSample{}); err != nil {
				t.Error(err)
			}
		})
	}
	tree := build(t, Meta{Unit: "seconds"}, small...)
	work, nodes := tree.CriticalPath()
	if got := tree.Text(tree.Work()); got != "9.25" || tree.Text(work) != "7" || nodes != 3 || tree.Digits() != 2 || tree.Solutions() != 1 {
		t.Errorf("work %s, critical path %s in %d nodes, %d digits", got, tree.Text(work), nodes, tree.Digits())
	}
	var ids string
	for n := range Node(5) {
		ids += tree.ID(n)
	}
	if ids != "acebd" {
		t.Errorf("in preorder: %s", ids)
	}
}
