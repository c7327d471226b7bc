package balance_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
)

// bentBounds is a tree with bounds that breaks a promise.
type bentBounds struct {
	balancetest.BoundedTree
	bound func(e balancetest.BoundedElement) int64
	value func(e balancetest.BoundedElement) (int64, bool)
}

func (b *bentBounds) Bound(e balancetest.BoundedElement) int64 {
	if b.bound != nil {
		return b.bound(e)
	}
	return b.BoundedTree.Bound(e)
}

func (b *bentBounds) Value(e balancetest.BoundedElement) (int64, bool) {
	if b.value != nil {
		return b.value(e)
	}
	return b.BoundedTree.Value(e)
}

func TestCheckTreeLooksAtBounds(t *testing.T) {
	type element = balancetest.BoundedElement
	calls := int64(0)
	for _, c := range []struct {
		name, method, says string
		tree               bentBounds
	}{
		{"sound", "", "", bentBounds{}},
		{"bound below a value", "Bound", "its value is", bentBounds{bound: func(e element) int64 { return e.Nodes % 50 }}},
		{"bound differs", "Bound", "when it is called again", bentBounds{bound: func(element) int64 { calls++; return 1000 + calls }}},
		{"bound panics", "Bound", "it panics: oops", bentBounds{bound: func(element) int64 { panic("oops") }}},
		{"value differs", "Value", "when it is called again", bentBounds{value: func(element) (int64, bool) { calls++; return -calls, true }}},
		{"value is the least", "Value", "least 64-bit number", bentBounds{value: func(element) (int64, bool) { return -1 << 63, true }}},
		{"units", "Expand", "want 1 in a tree with bounds", bentBounds{BoundedTree: balancetest.BoundedTree{Tree: balancetest.Tree{Unit: 9}}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.tree.Tree.Nodes, c.tree.Tree.Seed = 300, 4
			err := balance.CheckTree(t.Context(), &c.tree, balance.TreeSample{Goroutines: 1})
			var broken *balance.TreeError
			switch found := errors.As(err, &broken); {
			case c.method == "" && err != nil:
				t.Error(err)
			case c.method != "" && (!found || broken.Method != c.method || broken.Path == nil || !strings.Contains(err.Error(), c.says)):
				t.Errorf("error %v, want %s with %q", err, c.method, c.says)
			}
		})
	}
}

// One processor finds the largest value, and expands fewer nodes than there are.
func TestBranchAndBound(t *testing.T) {
	for seed := range uint64(30) {
		tree := &balancetest.BoundedTree{Tree: balancetest.Tree{Nodes: 2000, Seed: seed}}
		r, err := balance.BranchAndBound(t.Context(), tree, nil)
		if err != nil || int64(r.Value) != tree.Best() || r.Pruned == 0 || r.Nodes+r.Pruned > 2000 {
			t.Errorf("%v, %+v, want %d", err, r, tree.Best())
		}
	}
}

func TestBranchAndBoundStopsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	tree := &bentBounds{bound: func(balancetest.BoundedElement) int64 { return 1 << 40 }} // nothing is dropped
	tree.Tree.Nodes = 1 << 50
	last := int64(-1)
	r, err := balance.BranchAndBound(ctx, tree, func(nodes int64) {
		if nodes <= last {
			t.Errorf("%d nodes, and then %d", last, nodes)
		}
		if last = nodes; nodes > 20_000 {
			cancel(why)
		}
	})
	if !errors.Is(err, why) || r.Nodes < last || r.Nodes > 100_000 {
		t.Errorf("%v, %+v", err, r)
	}
}
