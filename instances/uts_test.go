package instances

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func uts(t testing.TB, name string) *UTS {
	t.Helper()
	set, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return set.Instances[0].Tree
}

// TestUTSFirstNodes compares states and numbers of children with those of the benchmark's own program.
func TestUTSFirstNodes(t *testing.T) {
	type node struct {
		State    string
		Rand     uint32
		Children int
	}
	for _, c := range []struct {
		tree  string
		first []node // the root, and its first children
	}{
		{"uts-t1", []node{
			{"c6988ab70cc9559ae4d6cba254e29a845a85f86b", 1518729323, 5},
			{"2fb3131030280c1617a81d6a49c1e29effb19645", 2142344773, 27},
			{"4a8304c7c88f903ac06b01b07c7b2590e9397b5b", 1765374811, 7},
		}},
		{"uts-t3", []node{{"a11dabbcec7aab309c890ab3dbc256eaeb582782", 1800939394, 2000}}},
		{"uts-t5", []node{{"dc17227f8924044a827dea5fbb982ded4d106317", 1292919575, 4}}},
	} {
		tree := uts(t, c.tree)
		nodes, _, _, _ := tree.Expand(tree.Root(), []UTSNode{tree.Root()})
		var got []node
		for _, e := range nodes[:len(c.first)] {
			children, _, _, _ := tree.Expand(e, nil)
			got = append(got, node{hex.EncodeToString(e.state[:]), uint32(e.uniform() * (1 << 31)), len(children)})
		}
		if diff := cmp.Diff(c.first, got); diff != "" {
			t.Errorf("%s: -want +got:\n%s", c.tree, diff)
		}
	}
}

func TestUTSNumberOfChildren(t *testing.T) {
	const most = math.MaxInt32 // of 31 bits
	for _, c := range []struct {
		tree  string
		depth int32
		rand  uint32
		want  int
	}{
		{"uts-t2", 0, most, 100}, // the law says 139
		{"uts-t2", 0, 0, 0},
		{"uts-t2", 16, 1<<30 + 9, 1}, // mean 1: half of all nodes have none
		{"uts-t2", 16, 1<<30 - 9, 0},
		{"uts-t2", 81, most, 0},
		{"uts-t1/9", 8, most, 96},
		{"uts-t1/9", 9, most, 0},
		{"uts-t1", 9, most, 96},
		{"uts-t1", 10, most, 0},
		{"uts-t3", 0, most, 2000},
		{"uts-t3", 1, 268167020, 8}, // 0.124875·2³¹ is half more
		{"uts-t3", 1, 268167021, 0},
		{"uts-t4", 7, most, 82}, // mean 3.375
		{"uts-t4", 8, most, 0},
		{"uts-t4", 8, 0, 4},
	} {
		e := UTSNode{depth: c.depth}
		binary.BigEndian.PutUint32(e.state[16:], 1<<31|c.rand) // the first bit does not count
		if got := uts(t, c.tree).children(e); got != c.want {
			t.Errorf("%s, depth %d, %d of 2³¹: %d children, want %d", c.tree, c.depth, c.rand, got, c.want)
		}
	}
}

// TestUTSSizes searches whole trees, and compares nodes, leaves and depth with the published numbers: trees of about 4
// million nodes, with -short only the smallest, with -recompute all.
func TestUTSSizes(t *testing.T) {
	for _, tree := range utsTrees() {
		limit := int64(5_000_000)
		switch {
		case testing.Short():
			limit = 10_000
		case few():
			limit = 2_000_000
		}
		if tree.Nodes() > limit && !*recompute {
			continue
		}
		t.Run(tree.Name(), func(t *testing.T) {
			t.Parallel()
			record, err := tree.Record(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			work, nodes, _ := record.Subtree(record.Root())
			if nodes != tree.Nodes() || work != UTSWork*nodes {
				t.Errorf("%d nodes and %d work, want %d and %d", nodes, work, tree.Nodes(), UTSWork*tree.Nodes())
			}
		})
	}
}

// TestUTSRecordIsTheTree walks both side by side.
func TestUTSRecordIsTheTree(t *testing.T) {
	tree := uts(t, "uts-default")
	record, err := tree.Record(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	visited, longest := int64(0), 0
	var walk func(UTSNode, UTSPlace)
	walk = func(e UTSNode, p UTSPlace) {
		visited++
		longest = max(longest, tree.Level(e)+1)
		children, work, one, found := tree.Expand(e, nil)
		places, recorded, recordedOne, recordedFound := record.Expand(p, nil)
		if len(children) != len(places) || work != recorded || one != 1 || recordedOne != 1 ||
			found || recordedFound || tree.Level(e) != record.Level(p) {
			t.Fatalf("node %v: %d children and work %d at level %d; the record has %d, %d and %d",
				p, len(children), work, tree.Level(e), len(places), recorded, record.Level(p))
		}
		surveyed, known, _, _, _ := record.Survey(p, nil, nil)
		if !slices.Equal(surveyed, places) || len(known) != len(places) {
			t.Fatalf("node %v: children %v; surveyed, %v and %v", p, places, surveyed, known)
		}
		for i, child := range places {
			below, count, _ := record.Subtree(child)
			if want := [3]int64{int64(record.Level(child)), below, count}; known[i] != want {
				t.Fatalf("node %v: child %v has level, work and nodes %v; surveyed, %v", p, child, want, known[i])
			}
		}
		all, nodes, _ := tree.Finish(e)
		for _, count := range []func(UTSPlace) (int64, int64, int64){record.Subtree, func(p UTSPlace) (int64, int64, int64) {
			work, nodes, _ := record.Finish(p)
			return work, nodes, nodes
		}} {
			if w, n, elements := count(p); w != all || n != nodes || elements != nodes {
				t.Fatalf("node %v: %d work in %d nodes below it; the record has %d in %d", p, all, nodes, w, n)
			}
		}
		for i := range children {
			walk(children[i], places[i])
		}
	}
	walk(tree.Root(), record.Root())
	path, length := record.CriticalPath()
	if visited != tree.Nodes() || UTSWork*int64(longest) != path || int64(longest) != length {
		t.Errorf("%d nodes, longest path of %d; published are %d and %d, of work %d", visited, longest, tree.Nodes(), length, path)
	}
	if work, nodes, elements := tree.Subtree(tree.Root()); work != 0 || nodes != 0 || elements != 0 {
		t.Errorf("a tree that is not recorded knows of %d work and %d nodes", work, nodes)
	}
}

// TestUTSCut compares the sizes of cut trees with those of the levels of the whole tree.
func TestUTSCut(t *testing.T) {
	whole := uts(t, "uts-default")
	full, err := whole.Record(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	nodes := map[int32]int64{} // per depth, no deeper
	for stack := []UTSPlace{full.Root()}; len(stack) > 0; {
		e := stack[len(stack)-1]
		stack, _, _, _ = full.Expand(e, stack[:len(stack)-1])
		for d := e.depth; d <= 6; d++ {
			nodes[d]++
		}
	}
	for depth := int32(1); depth <= 7; depth++ {
		cut := whole.Cut(depth)
		record, err := cut.Record(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		want := nodes[min(depth, 6)]
		_, got, _ := record.Subtree(record.Root())
		_, longest := record.CriticalPath()
		_, finished, _ := cut.Finish(cut.Root())
		if got != want || finished != want || longest != int64(min(depth, 6))+1 {
			t.Errorf("%s: %d nodes recorded, %d finished, longest path of %d; the whole tree has %d up to depth %d",
				cut.Name(), got, finished, longest, want, depth)
		}
	}
}

func TestUTSRecordSaysThatATreeIsAnother(t *testing.T) {
	for _, size := range []utsSize{{1731, 1050, 6}, {1733, 1050, 6}, {1732, 1051, 6}, {1732, 1050, 7}} {
		tree := uts(t, "uts-default")
		tree.size = size
		if _, err := tree.Record(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "published are") {
			t.Errorf("%v: error %v, want one that says the tree is not as published", size, err)
		}
	}
}

func TestUTSRecordEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	seen := int64(0)
	_, err := uts(t, "uts-t1").Record(ctx, func(nodes int64) {
		seen = nodes
		if nodes > 0 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || seen == 0 || seen > 1_000_000 {
		t.Errorf("error %v after %d nodes, want %v after few", err, seen, context.Canceled)
	}
}

func TestUTSExpandAllocatesNothing(t *testing.T) {
	tree := uts(t, "uts-t3")
	children := make([]UTSNode, 0, 2000)
	if n := testing.AllocsPerRun(10, func() { tree.Expand(tree.Root(), children) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestUTSHasNoFormula(t *testing.T) {
	set, err := Open("uts-t1")
	if err != nil {
		t.Fatal(err)
	}
	if f, err := set.Instances[0].Formula(); !errors.Is(err, ErrNoFormula) {
		t.Errorf("formula %v, error %v, want %v", f, err, ErrNoFormula)
	}
}

func BenchmarkUTS(b *testing.B) {
	for _, name := range []string{"uts-t1", "uts-t3", "uts-t5"} {
		tree := uts(b, name)
		b.Run("search/"+name, func(b *testing.B) {
			for b.Loop() {
				tree.Finish(tree.Root())
			}
			b.ReportMetric(float64(tree.Nodes())*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
		b.Run("record/"+name, func(b *testing.B) {
			for b.Loop() {
				if _, err := tree.Record(b.Context(), nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(tree.Nodes())*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}
