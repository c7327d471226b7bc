package solver

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func mustRecord(t testing.TB, f *Formula, rule string) *Tree {
	t.Helper()
	tree, err := Record(context.Background(), f, Options{Rule: rule})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func TestRecordedTreeOfTheWorkedExample(t *testing.T) {
	f := formula(3, []int{1, 2}, []int{1, -2}, []int{-1, 2}, []int{-1, -2, 3}, []int{-1, -2, -3})
	tree := mustRecord(t, f, "")
	children, work, found := tree.Expand(tree.Root(), nil)
	if diff := cmp.Diff([]Node{1, 2}, children); diff != "" || work != 1 || found {
		t.Errorf("expanding the root: work %d, found %v, children (-want +got):\n%s", work, found, diff)
	}
	for _, leaf := range []struct {
		node  Node
		level int
		work  int64
	}{{1, 2, 6}, {2, 1, 2}} {
		children, work, found := tree.Expand(leaf.node, nil)
		if len(children) > 0 || work != leaf.work || found {
			t.Errorf("expanding %d: work %d, found %v, children %v", leaf.node, work, found, children)
		}
		below, nodes := tree.Subtree(leaf.node)
		if tree.Level(leaf.node) != leaf.level || below != leaf.work || nodes != 1 {
			t.Errorf("node %d: level %d, subtree of work %d and %d nodes", leaf.node, tree.Level(leaf.node), below, nodes)
		}
	}
	if tree.Nodes() != 3 || tree.Work() != 9 || tree.Models() != 0 || tree.CriticalPath() != 7 {
		t.Errorf("%d nodes, work %d, %d models, critical path %d",
			tree.Nodes(), tree.Work(), tree.Models(), tree.CriticalPath())
	}
	if tree.Rule() != "lex" || tree.Hash() != f.Hash() {
		t.Errorf("rule %q, hash %x", tree.Rule(), tree.Hash())
	}
}

func TestRecordMatchesSolve(t *testing.T) {
	f := randomKSAT(3, 120, 516, 3)
	result, err := Solve(context.Background(), f, Options{})
	if err != nil {
		t.Fatal(err)
	}
	tree := mustRecord(t, f, "")
	if tree.Nodes() != result.Stats.Nodes || tree.Work() < result.Stats.Visits || tree.Models() != 0 {
		t.Errorf("%d nodes, work %d, %d models; solving took %d nodes, %d visits",
			tree.Nodes(), tree.Work(), tree.Models(), result.Stats.Nodes, result.Stats.Visits)
	}
	work, nodes, found := tree.Finish(tree.Root())
	if work != tree.Work() || nodes != tree.Nodes() || found {
		t.Errorf("finishing the root: work %d, %d nodes, found %v", work, nodes, found)
	}
}

// Recording goes on behind the first model; Finish stops at it, as Solve does.
func TestRecordedTreeOfASatisfiableFormula(t *testing.T) {
	f := randomKSAT(5, 40, 140, 3)
	result, err := Solve(context.Background(), f, Options{})
	if err != nil {
		t.Fatal(err)
	}
	tree := mustRecord(t, f, "")
	if result.Verdict != Satisfiable || tree.Models() < 2 {
		t.Fatalf("%v with %d models, want more than one", result.Verdict, tree.Models())
	}
	work, nodes, found := tree.Finish(tree.Root())
	if !found || nodes != result.Stats.Nodes || work >= tree.Work() {
		t.Errorf("finishing the root: work %d of %d, %d nodes, found %v; solving took %d nodes",
			work, tree.Work(), nodes, found, result.Stats.Nodes)
	}
}

// subtree is what a subtree looks like from outside.
type subtree struct {
	work, nodes, models int64
}

// measure walks the subtree of n by Expand alone, and compares what the tree says with what it finds.
func measure(t testing.TB, tree *Tree, n Node) subtree {
	children, work, found := tree.Expand(n, nil)
	sum := subtree{work: work, nodes: 1}
	if found {
		sum.models = 1
	}
	for _, child := range children {
		if tree.Level(child) <= tree.Level(n) {
			t.Fatalf("node %d has level %d, its child %d has %d", n, tree.Level(n), child, tree.Level(child))
		}
		below := measure(t, tree, child)
		sum.work += below.work
		sum.nodes += below.nodes
		sum.models += below.models
	}
	work, nodes := tree.Subtree(n)
	if sum.models == 0 && (work != sum.work || nodes != sum.nodes) || sum.models > 0 && work+nodes != 0 {
		t.Fatalf("node %d: subtree of work %d and %d nodes, want %v", n, work, nodes, sum)
	}
	finishWork, finishNodes, finishFound := tree.Finish(n)
	if finishFound != (sum.models > 0) {
		t.Fatalf("node %d: finish says found %v, the subtree has %d models", n, finishFound, sum.models)
	}
	if !finishFound && (finishWork != sum.work || finishNodes != sum.nodes) {
		t.Fatalf("node %d: finish says %d, %d; the subtree has %v", n, finishWork, finishNodes, sum)
	}
	return sum
}

func TestTreeIsConsistent(t *testing.T) {
	for i := range cases(t, 200) {
		rng := rand.New(rand.NewPCG(11, uint64(i)))
		tree := mustRecord(t, randomMixed(rng, 3+rng.IntN(12), 3+i%4), Rules()[i%2].Name)
		want := subtree{work: tree.Work(), nodes: tree.Nodes(), models: tree.Models()}
		if got := measure(t, tree, tree.Root()); got != want {
			t.Fatalf("tree %d: the nodes add up to %v, the tree says %v", i, got, want)
		}
	}
}

func TestRecordStopsAtTheNodeLimit(t *testing.T) {
	f := randomKSAT(3, 120, 516, 3)
	if _, err := Record(context.Background(), f, Options{MaxNodes: 690}); !errors.Is(err, ErrNodeLimit) {
		t.Errorf("the error is %v", err)
	}
	if tree, err := Record(context.Background(), f, Options{MaxNodes: 691}); err != nil || tree.Nodes() != 691 {
		t.Errorf("the error is %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Record(ctx, f, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

func TestRecordLimit(t *testing.T) {
	tests := []struct {
		name          string
		given, limit  int64
		whenExceeding error
	}{
		{"none", 0, maxTreeNodes, ErrTreeTooLarge},
		{"small", 5, 5, ErrNodeLimit},
		{"largest", maxTreeNodes, maxTreeNodes, ErrNodeLimit},
		{"too large", maxTreeNodes + 1, maxTreeNodes, ErrTreeTooLarge},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			limit, err := recordLimit(test.given)
			if limit != test.limit || !errors.Is(err, test.whenExceeding) {
				t.Errorf("limit %d, %v; want %d, %v", limit, err, test.limit, test.whenExceeding)
			}
		})
	}
}

func TestRecorderFillsSeveralBlocks(t *testing.T) {
	var r recorder
	const pairs = 100_000 // of an inner node and its first child, a leaf, all down one spine
	for range pairs {
		r.add(nodeInner, 1_000_000, 1<<40)
		r.add(nodeConflict, 1_000_000, 3)
	}
	r.add(nodeConflict, 1_000_001, 1)
	if len(r.full) < 3 {
		t.Fatalf("%d blocks are too few for the test", len(r.full))
	}
	tree, err := r.tree(treeID{})
	if err != nil {
		t.Fatal(err)
	}
	if tree.Nodes() != 2*pairs+1 || tree.Work() != pairs<<40+3*pairs+1 || tree.CriticalPath() != pairs<<40+3 {
		t.Errorf("%d nodes, work %d, critical path %d", tree.Nodes(), tree.Work(), tree.CriticalPath())
	}
}

func TestNodeEncoding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := nodeKind(rapid.IntRange(0, 2).Draw(t, "kind"))
		step := rapid.OneOf(rapid.Uint64Range(0, 300), rapid.Uint64()).Draw(t, "step")
		work := rapid.OneOf(rapid.Uint64Range(0, 300), rapid.Uint64()).Draw(t, "work")
		data := appendNode(nil, kind, step, work)
		if len(data) > maxNodeBytes || len(data) < minNodeBytes {
			t.Fatalf("%d bytes", len(data))
		}
		gotKind, gotStep, gotWork, size := decodeNode(append(data, 0xff, 0xff))
		if gotKind != kind || gotStep != step || gotWork != work || size != len(data) {
			t.Fatalf("got kind %d, step %d, work %d from %d of %d bytes", gotKind, gotStep, gotWork, size, len(data))
		}
		for cut := 1; cut < len(data); cut++ {
			if _, _, _, size := decodeNode(data[:cut]); size != 0 {
				t.Fatalf("%d of %d bytes are taken for a node", cut, len(data))
			}
		}
	})
}

func treeBytes(t testing.TB, tree *Tree) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := tree.write(&buf); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func TestTreeFileHoldsTheTree(t *testing.T) {
	for i := range cases(t, 100) {
		rng := rand.New(rand.NewPCG(12, uint64(i)))
		tree := mustRecord(t, randomMixed(rng, 3+rng.IntN(12), 3+i%4), Rules()[i%2].Name)
		got, err := readTree(treeBytes(t, tree))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tree, got, cmp.AllowUnexported(Tree{}, treeID{}, treeNode{})); diff != "" {
			t.Fatalf("tree %d (-written +read):\n%s", i, diff)
		}
	}
}

func TestTreeFileIsSmall(t *testing.T) {
	tree := mustRecord(t, randomKSAT(1, 200, 860, 3), "boehm")
	perNode := float64(len(treeBytes(t, tree))) / float64(tree.Nodes())
	if perNode > 3 {
		t.Errorf("%.2f bytes a node, want at most 3", perNode)
	}
}

func FuzzReadTree(f *testing.F) {
	for seed := range uint64(4) {
		tree := mustRecord(f, randomKSAT(seed, 20, 80, 3), "")
		f.Add(treeBytes(f, tree))
	}
	f.Add([]byte(treeMagic))
	f.Fuzz(func(t *testing.T, data []byte) {
		data = withChecksum(data) // or nothing would get past it
		tree, err := readTree(data)
		if err != nil {
			return
		}
		again, err := readTree(treeBytes(t, tree))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tree, again, cmp.AllowUnexported(Tree{}, treeID{}, treeNode{})); diff != "" {
			t.Fatalf("writing and reading again changes the tree:\n%s", diff)
		}
		measure(t, tree, tree.Root())
		tree.CriticalPath()
	})
}

// What a file with a right checksum can still get wrong.
func TestTreeBuilderRefuses(t *testing.T) {
	node := appendNode
	inner := slices.Clip(node(nil, nodeInner, 1, 1))
	tests := []struct {
		name  string
		nodes []byte
		count int64
		want  string
	}{
		{"nothing", nil, 1, "nodes are missing"},
		{"a child missing", node(inner, nodeConflict, 1, 1), 2, "nodes are missing"},
		{"two roots", node(node(nil, nodeConflict, 1, 1), nodeConflict, 1, 1), 2, "there are nodes behind the end of the tree"},
		{"no such kind", []byte{0xff, 1, 1}, 1, "a node is cut short or malformed"},
		{"step without end", []byte{escaped, 0x80}, 1, "a node is cut short or malformed"},
		{"level too large", node(inner, nodeConflict, maxLevel, 1), 3, "node 1 has a level above 536870911"},
		{"step too large", node(inner, nodeConflict, 1<<63, 1), 3, "node 1 has a level above 536870911"},
		{"work too large", node(inner, nodeConflict, 1, 1<<63-1), 3, "the work up to node 1 exceeds 64 bits"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newTreeBuilder(treeID{}, test.count)
			err := b.read(test.nodes)
			if err == nil {
				_, err = b.finish()
			}
			if err == nil || err.Error() != test.want {
				t.Errorf("the error is %v, want %s", err, test.want)
			}
		})
	}
}
