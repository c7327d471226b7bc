package tree

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/dpll"
	"transat/solver/internal/rules"
	"transat/solver/internal/solvertest"
)

func fileOf(t testing.TB, tree *Tree) []byte {
	t.Helper()
	var buf bytes.Buffer
	if err := tree.write(&buf); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func TestTreeFileHoldsTheTree(t *testing.T) {
	for i := range solvertest.Cases(t, 100) {
		rng := rand.New(rand.NewPCG(12, uint64(i)))
		tree := mustRecord(t, solvertest.RandomMixed(rng, 3+rng.IntN(12), 3+i%4), rules.All()[i%3].Name)
		got, err := read(fileOf(t, tree))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tree, got, cmp.AllowUnexported(Tree{}, identity{}, nodeData{})); diff != "" {
			t.Fatalf("tree %d (-written +read):\n%s", i, diff)
		}
	}
}

// Version 1, for trees of all rules, had no frozen subtrees as elements.
func TestTreeFileOfAnEarlierVersion(t *testing.T) {
	data := fileOf(t, mustRecord(t, solvertest.RandomKSAT(1, 90, 400, 3), "weights"))
	data[len(magic)] = 1
	if _, err := read(withChecksum(data)); err == nil || err.Error() != "the file has format version 1, not 4" {
		t.Errorf("the error is %v", err)
	}
}

func TestTreeFileIsSmall(t *testing.T) {
	tree := mustRecord(t, solvertest.RandomKSAT(1, 200, 860, 3), "boehm")
	perNode := float64(len(fileOf(t, tree))) / float64(tree.Nodes())
	if perNode > 3 {
		t.Errorf("%.2f bytes a node, want at most 3", perNode)
	}
}

func FuzzReadTree(f *testing.F) {
	for seed := range uint64(4) {
		tree := mustRecord(f, solvertest.RandomKSAT(seed, 20, 80, 3), "")
		f.Add(fileOf(f, tree))
		f.Add(fileOf(f, mustRecord(f, solvertest.RandomKSAT(seed, 90, 400, 3), "weights")))
	}
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, data []byte) {
		data = withChecksum(data) // otherwise the checksum would stop everything
		tree, err := read(data)
		if err != nil {
			return
		}
		again, err := read(fileOf(t, tree))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tree, again, cmp.AllowUnexported(Tree{}, identity{}, nodeData{})); diff != "" {
			t.Fatalf("writing and reading again changes the tree:\n%s", diff)
		}
		measure(t, tree, tree.Root())
		tree.CriticalPath()
	})
}

// Faults of files whose checksum is right.
func TestTreeBuilderRefuses(t *testing.T) {
	node := appendNode
	inner := slices.Clip(node(nil, dpll.Inner, 1, 1))
	tests := []struct {
		name  string
		nodes []byte
		count int64
		want  string
	}{
		{"nothing", nil, 1, "nodes are missing"},
		{"a child missing", node(inner, dpll.ConflictLeaf, 1, 1), 2, "nodes are missing"},
		{"two roots", node(node(nil, dpll.ConflictLeaf, 1, 1), dpll.ConflictLeaf, 1, 1), 2, "there are nodes behind the end of the tree"},
		{"no such kind", []byte{0xff, 1, 1}, 1, "a node is cut short or malformed"},
		{"frozen without nodes", []byte{escapedFrozen, 1, 9}, 1, "a node is cut short or malformed"},
		{"frozen, but one node", []byte{escapedFrozen, 1, 9, 1 << 1}, 1, "a node is cut short or malformed"},
		{"frozen nodes without work", []byte{escapedFrozen, 1, 9, 10 << 1}, 1, "a node is cut short or malformed"},
		{"step without end", []byte{escaped, 0x80}, 1, "a node is cut short or malformed"},
		{"no step", node(inner, dpll.ConflictLeaf, 0, 1), 3, "node 1 has the level of its parent"},
		{
			"no step among many", node(node(inner, dpll.ConflictLeaf, 1, 1), dpll.ConflictLeaf, 0, 1), 3,
			"node 2 has the level of its parent",
		},
		{"level too large", node(inner, dpll.ConflictLeaf, maxLevel, 1), 3, "node 1 has a level above 8388607"},
		{"step too large", node(inner, dpll.ConflictLeaf, 1<<63, 1), 3, "node 1 has a level above 8388607"},
		{"work too large", node(inner, dpll.ConflictLeaf, 1, 1<<63-1), 3, "the work up to node 1 exceeds 1125899906842623"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := newBuilder(identity{}, test.count)
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

// randomElements returns the elements of a random tree in preorder: mostly short ones, and some of every other kind.
func randomElements(rng *rand.Rand) (all []element) {
	open := 1 // subtrees still to come
	for ; open > 0; open-- {
		e := element{kind: dpll.ConflictLeaf, step: 1 + rng.Uint64N(20), work: rng.Uint64N(300), nodes: 1}
		switch odd := rng.IntN(60); {
		case odd < 30 && len(all) < 200:
			e.kind = dpll.Inner
			open += 2
		case odd == 31:
			e.kind = dpll.ModelLeaf
		case odd == 32 && len(all) > 100:
			e.nodes, e.work = 2+rng.Uint64N(50), 100+rng.Uint64N(100)
		}
		switch rng.IntN(40) {
		case 0:
			e.step += rng.Uint64N(1 << 16)
		case 1:
			e.work += rng.Uint64N(1 << rng.IntN(40))
		}
		all = append(all, e)
	}
	return all
}

// Elements read in one loop make the same tree as elements read one by one.
func TestReadingMostElementsAtOnce(t *testing.T) {
	for i := range solvertest.Cases(t, 2000) {
		all := randomElements(rand.New(rand.NewPCG(71, uint64(i))))
		one, whole := newBuilder(identity{}, int64(len(all))), newBuilder(identity{}, int64(len(all)))
		var data []byte
		for _, e := range all {
			data = appendElement(data, e)
			if err := one.add(e); err != nil {
				t.Fatal(err)
			}
		}
		if err := whole.read(data); err != nil {
			t.Fatalf("tree %d: %v", i, err)
		}
		want, err := one.finish()
		if err != nil {
			t.Fatal(err)
		}
		got, err := whole.finish()
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(Tree{}, identity{}, nodeData{})); err != nil || diff != "" {
			t.Fatalf("tree %d: error %v (-one by one +read):\n%s", i, err, diff)
		}
	}
}
