package balancetest

import (
	"testing"

	"pgregory.net/rapid"
)

// The tree has as many nodes as it says, numbered depth first, and Subtree is the work of every
// subtree.
func TestTreeIsAsLargeAsItSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := &Tree{Nodes: rapid.Int64Range(1, 300).Draw(t, "nodes"), Seed: rapid.Uint64().Draw(t, "seed")}
		next := int64(1)
		var walk func(e Element, depth int32) int64
		walk = func(e Element, depth int32) int64 {
			if e.First != next || e.Depth != depth {
				t.Fatalf("node %d at depth %d has number %d and depth %d", next, depth, e.First, e.Depth)
			}
			next++
			children, work, one, found := tree.Expand(e, nil)
			if found || one != 1 || work < NodeWork || work > NodeWork*3/2 {
				t.Fatalf("node %d takes work %d; found: %v", e.First, work, found)
			}
			for _, c := range children {
				work += walk(c, depth+1)
			}
			if all, nodes, elements := tree.Subtree(e); all != work || nodes != e.Nodes || elements != e.Nodes {
				t.Fatalf("Subtree(node %d): work %d and %d nodes, want %d and %d", e.First, all, nodes, work, e.Nodes)
			}
			if all, nodes, _ := tree.Finish(e); all != work || nodes != e.Nodes {
				t.Fatalf("Finish(node %d): work %d and %d nodes, want %d and %d", e.First, all, nodes, work, e.Nodes)
			}
			return work
		}
		walk(tree.Root(), 0)
		if next-1 != tree.Nodes {
			t.Fatalf("%d nodes", next-1)
		}
	})
}

func TestTreeFinishStopsAtTheSolution(t *testing.T) {
	tree := &Tree{Nodes: 1000, Seed: 1, Solution: 321}
	if _, nodes, found := tree.Finish(tree.Root()); nodes != 321 || !found {
		t.Errorf("found: %v after %d nodes, want 321", found, nodes)
	}
	if work, nodes, _ := tree.Subtree(tree.Root()); work != 0 || nodes != 0 {
		t.Errorf("the subtree with the solution has work %d and %d nodes, want 0", work, nodes)
	}
	tree.Blind = true
	if work, nodes, _ := tree.Subtree(Element{Nodes: 5, First: 400}); work != 0 || nodes != 0 {
		t.Errorf("a subtree of a blind tree has work %d and %d nodes, want 0", work, nodes)
	}
}
