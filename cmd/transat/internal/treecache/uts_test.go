package treecache_test

import (
	"strings"
	"testing"

	"transat/instances"
)

func TestUTSHeedsTheNodeLimit(t *testing.T) {
	set, err := instances.Open("uts-default")
	if err != nil {
		t.Fatal(err)
	}
	tree := set.Instances[0].Tree
	s, warnings := store("")
	for _, limit := range []int64{0, tree.Nodes()} {
		s.MaxNodes = limit
		record, err := s.UTS(t.Context(), tree, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, nodes, _ := record.Subtree(record.Root()); nodes != tree.Nodes() {
			t.Errorf("limit %d: %d nodes, want %d", limit, nodes, tree.Nodes())
		}
	}
	s.MaxNodes = tree.Nodes() - 1
	want := "uts-default: the search tree has more than 1731 nodes (--max-nodes=N allows more, at about 4 bytes of memory each)"
	if _, err := s.UTS(t.Context(), tree, nil); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
	cut := tree.Cut(5)
	s.MaxNodes = 100
	if _, err := s.UTS(t.Context(), cut, nil); err == nil ||
		!strings.HasPrefix(err.Error(), "uts-default/5: the search tree has more than 100 nodes") {
		t.Errorf("a tree that is cut: error %v", err)
	}
	if len(*warnings) > 0 {
		t.Errorf("warnings %q", *warnings)
	}
}
