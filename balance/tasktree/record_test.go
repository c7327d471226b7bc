package tasktree

import (
	"errors"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
)

// A recorded tree is the tree that was recorded, and a recorded tree of tasks is itself.
func TestRecord(t *testing.T) {
	whole := &balancetest.Tree{}
	var tree *Tree
	for _, solution := range []int64{0, 321} {
		whole = &balancetest.Tree{Nodes: 1000, Seed: 1, Solution: solution}
		var err error
		if tree, err = Record(whole, 0); err != nil {
			t.Fatal(err)
		}
		if err := balance.CheckTree(t.Context(), tree, balance.TreeSample{}); err != nil {
			t.Error(err)
		}
		if again := packed(t, tree); !same(tree, again) || tree.Level(1) != whole.Level(whole.Root())+8 {
			t.Errorf("packed and read again, it has levels %v instead of %v", again.levels, tree.levels)
		}
		work, nodes, found := whole.Finish(whole.Root())
		if w, n, f := tree.Finish(tree.Root()); w != work || n != nodes || f != found {
			t.Errorf("work %d in %d nodes, found %t; want %d, %d, %t", w, n, f, work, nodes, found)
		}
	}
	if again, err := Record(tree, tree.Nodes()); again != tree || err != nil {
		t.Errorf("a tree of tasks becomes another one: %v", err)
	}
	var large *SizeError
	if _, err := Record(whole, 5); !errors.As(err, &large) || large.Most != 5 {
		t.Errorf("with at most 5 elements: %v", err)
	}
}

// Numbers instead of ids: children come in the order in which they were added, and loads are none.
func TestAddChild(t *testing.T) {
	b := NewBuilder(Meta{})
	for i, parent := range []int{-1, 0, 0, 1, -1} {
		number, err := b.AddChild(parent, int64(i), i == 2)
		if err != nil || number != i {
			t.Fatalf("task %d: %v", number, err)
		}
	}
	for _, tc := range []struct {
		parent int
		work   int64
		want   string
	}{
		{5, 1, "task 5 has parent 5: want one that is there, or -1 for a root"},
		{-2, 1, "task 5 has parent -2: want one that is there, or -1 for a root"},
		{0, -1, "task 5 has work -1: want a decimal number of at least 0"},
		{0, 1 << 50, "task 5 has work 1125899906842624: want less than 2^50, about 10^15, counted in the last decimal"},
	} {
		if _, err := b.AddChild(tc.parent, tc.work, false); err == nil || err.Error() != tc.want {
			t.Errorf("%v, want %s", err, tc.want)
		}
	}
	if err := b.Add(Task{ID: "a", Work: "1"}); err == nil {
		t.Error("ids and numbers in one tree are no error")
	}
	tree, err := b.Tree()
	if err != nil {
		t.Fatal(err)
	}
	if got := drawn(tree); got != "· (:0 (:1 (:3) :2*) :4)" {
		t.Error(got)
	}
	if again := packed(t, tree); !same(tree, again) {
		t.Error(drawn(again))
	}
}
