package tree

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/internal/frozentest"
)

func liveOf(t testing.TB, c frozentest.Case) *dpll.Live {
	t.Helper()
	live, err := dpll.NewLive(t.Context(), c.F, dpll.LiveOptions{Rule: "weights", Engine: c.Engine})
	if err != nil {
		t.Fatal(err)
	}
	return live
}

func treeOf(t testing.TB, c frozentest.Case) *Tree {
	t.Helper()
	tree, err := Record(t.Context(), c.F, Options{Rule: "weights", Engine: c.Engine})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// The same tree is recorded, searched live, and searched when every subproblem is sent to the other of two engines and
// installed there.
func TestFrozenSubtreesAreTheSameEverywhere(t *testing.T) {
	frozen, models := 0, int64(0)
	for _, c := range frozentest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			tree := treeOf(t, c)
			models += tree.Models()
			rng := rand.New(rand.NewPCG(61, 0))
			if n := sideBySide(t, c.F, liveOf(t, c), tree, rng); n != tree.Nodes() {
				t.Errorf("%d nodes live, %d recorded", n, tree.Nodes())
			}
			here, there := liveOf(t, c), liveOf(t, c)
			for list := []pairOf{{here.Root(), tree.Root()}}; len(list) > 0; {
				i := rng.IntN(len(list))
				at := list[i]
				list = slices.Delete(list, i, i+1)
				here, there = there, here
				children, work, nodes, found := here.Expand(sent(t, here, at.live), nil)
				wantChildren, wantWork, wantNodes, wantFound := tree.Expand(at.recorded, nil)
				if len(children) != len(wantChildren) || work != wantWork || nodes != wantNodes || found != wantFound {
					t.Fatalf("element %d: %d children, work %d, %d nodes, found %v; want %d, %d, %d, %v",
						at.recorded, len(children), work, nodes, found, len(wantChildren), wantWork, wantNodes, wantFound)
				}
				if nodes > 1 {
					frozen++
				}
				for i, child := range children {
					list = append(list, pairOf{child, wantChildren[i]})
				}
			}
		})
	}
	if frozen < 200 || models < 2 {
		t.Errorf("only %d frozen subtrees and %d models", frozen, models)
	}
}

// sent returns the subproblem that arrives when s is sent to live.
func sent(t testing.TB, live *dpll.Live, s dpll.Subproblem) dpll.Subproblem {
	t.Helper()
	data, err := s.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var got dpll.Subproblem
	if err := got.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	if err := live.Check(got); err != nil {
		t.Fatal(err)
	}
	return got
}

// A frozen subtree counts as many nodes as splitting it node by node visits, up to the first model.
func TestFrozenSubtreeIsItsNodes(t *testing.T) {
	for _, c := range frozentest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			tree, live := treeOf(t, c), liveOf(t, c)
			var walk func(s dpll.Subproblem, n Node)
			walk = func(s dpll.Subproblem, n Node) {
				children, work, nodes, found := tree.Expand(n, nil)
				if nodes > 1 {
					if w, k, hit := splitAll(live, s); w != work || k != nodes || hit != found {
						t.Fatalf("element %d: work %d, %d nodes, found %v; split, they are %d, %d, %v", n, work, nodes, found, w, k, hit)
					}
				}
				if len(children) == 0 {
					return
				}
				below, _, _ := live.Split(s, nil)
				for i, child := range children {
					walk(below[i], child)
				}
			}
			walk(live.Root(), tree.Root())
		})
	}
}

// splitAll splits a subproblem down to its last node, or to the first model.
func splitAll(live *dpll.Live, s dpll.Subproblem) (work, nodes int64, found bool) {
	children, work, found := live.Split(s, nil)
	nodes = 1
	for _, child := range children {
		if found {
			break
		}
		w, n, hit := splitAll(live, child)
		work, nodes, found = work+w, nodes+n, hit
	}
	return work, nodes, found
}

// An inner node of a frozen subtree can be sent too, and Expand finishes it.
func TestExpandFinishesWhatIsInsideAFrozenSubtree(t *testing.T) {
	c := frozentest.Cases()[3]
	live, other := liveOf(t, c), liveOf(t, c)
	inside, _, _ := live.Split(live.Root(), nil)
	for _, s := range inside {
		children, work, nodes, found := other.Expand(sent(t, other, s), nil)
		wantWork, wantNodes, wantFound := live.Finish(s)
		if len(children) > 0 || work != wantWork || nodes != wantNodes || found != wantFound || nodes < 3 {
			t.Errorf("%d children, work %d, %d nodes, found %v; want 0, %d, %d, %v",
				len(children), work, nodes, found, wantWork, wantNodes, wantFound)
		}
	}
}

// A tree with frozen subtrees is the tree of the search, however many threads record it, and in its file.
func TestRecordFreezes(t *testing.T) {
	for _, c := range frozentest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			want := treeOf(t, c)
			if want.Elements() >= want.Nodes() {
				t.Fatalf("%d nodes in %d elements", want.Nodes(), want.Elements())
			}
			result, err := dpll.Solve(t.Context(), c.F, dpll.Options{Rule: "weights", Engine: c.Engine})
			if err != nil {
				t.Fatal(err)
			}
			work, nodes, found := want.Finish(0)
			if nodes != result.Stats.Nodes || found != (result.Verdict == cnf.Satisfiable) || work < result.Stats.Visits {
				t.Errorf("to finish the tree takes %d nodes and work %d, found %v; the search is %v after %+v",
					nodes, work, found, result.Verdict, result.Stats)
			}
			measure(t, want, want.Root())
			again, err := read(fileOf(t, want))
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]*Tree{"read": again}
			for _, threads := range []int{2, 5} {
				opt := Options{Rule: "weights", Engine: c.Engine, Threads: threads, MaxNodes: want.Elements()}
				tree, err := Record(t.Context(), c.F, opt)
				if err != nil {
					t.Fatal(err)
				}
				got[fmt.Sprint(threads, " threads")] = tree
				opt.MaxNodes--
				if _, err := Record(t.Context(), c.F, opt); err != dpll.ErrNodeLimit && want.Elements() > 1 {
					t.Errorf("%d threads, with one element less allowed: error %v", threads, err)
				}
			}
			for how, tree := range got {
				if diff := cmp.Diff(want, tree, cmp.AllowUnexported(Tree{}, identity{}, nodeData{})); diff != "" {
					t.Errorf("-recorded +%s:\n%s", how, diff)
				}
			}
		})
	}
}

// The critical path passes a frozen subtree as a whole.
func TestCriticalPathThroughAFrozenSubtree(t *testing.T) {
	var data []byte
	for _, e := range []element{
		{dpll.Inner, 0, 20, 1},
		{dpll.ConflictLeaf, 1, 10, 1},
		{dpll.Inner, 2, 5, 1},
		{dpll.ConflictLeaf, 1, 11, 7},
		{dpll.ModelLeaf, 1, 9, 3},
	} {
		data = appendElement(data, e)
	}
	tree, err := assemble(identity{rule: "weights"}, 5, [][]byte{data})
	if err != nil {
		t.Fatal(err)
	}
	work, nodes := tree.CriticalPath()
	if work != 36 || nodes != 9 || tree.Nodes() != 13 || tree.Work() != 55 || tree.Models() != 1 {
		t.Errorf("path of work %d and %d nodes; %d nodes, work %d, %d models", work, nodes, tree.Nodes(), tree.Work(), tree.Models())
	}
	if work, nodes, found := tree.Finish(2); work != 25 || nodes != 11 || !found {
		t.Errorf("finishing 2: work %d, %d nodes, found %v", work, nodes, found)
	}
	if work, nodes, elements := tree.Subtree(3); work != 11 || nodes != 7 || elements != 1 {
		t.Errorf("subtree of 3: work %d, %d nodes, %d elements", work, nodes, elements)
	}
}
