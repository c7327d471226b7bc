package tree

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/internal/rules"
	"transat/solver/internal/solvertest"
)

func TestRecordedTreeOfTheWorkedExample(t *testing.T) {
	f := solvertest.Formula(3, []int{1, 2}, []int{1, -2}, []int{-1, 2}, []int{-1, -2, 3}, []int{-1, -2, -3})
	tree := mustRecord(t, f, "")
	children, work, _, found := tree.Expand(tree.Root(), nil)
	if diff := cmp.Diff([]Node{1, 2}, children); diff != "" || work != 1 || found {
		t.Errorf("expanding the root: work %d, found %v, children (-want +got):\n%s", work, found, diff)
	}
	for _, leaf := range []struct {
		node     Node
		assigned int
		work     int64
	}{{1, 2, 6}, {2, 1, 2}} {
		children, work, _, found := tree.Expand(leaf.node, nil)
		if len(children) > 0 || work != leaf.work || found {
			t.Errorf("expanding %d: work %d, found %v, children %v", leaf.node, work, found, children)
		}
		below, nodes, _ := tree.Subtree(leaf.node)
		if tree.Level(leaf.node) != 1 || tree.Assigned(leaf.node) != leaf.assigned || below != leaf.work || nodes != 1 {
			t.Errorf("node %d: level %d, %d assigned, subtree of work %d and %d nodes", leaf.node, tree.Level(leaf.node),
				tree.Assigned(leaf.node), below, nodes)
		}
	}
	path, length := tree.CriticalPath()
	if tree.Nodes() != 3 || tree.Work() != 9 || tree.Models() != 0 || path != 7 || length != 2 {
		t.Errorf("%d nodes, work %d, %d models, critical path of work %d and %d nodes",
			tree.Nodes(), tree.Work(), tree.Models(), path, length)
	}
	if tree.Rule() != "lex" || tree.Hash() != f.Hash() {
		t.Errorf("rule %q, hash %x", tree.Rule(), tree.Hash())
	}
}

// Recording goes on behind the first model; Finish stops at it, as Solve does.
func TestRecordedTreeOfASatisfiableFormula(t *testing.T) {
	f := solvertest.RandomKSAT(5, 40, 140, 3)
	result, err := dpll.Solve(context.Background(), f, dpll.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tree := mustRecord(t, f, "")
	if result.Verdict != cnf.Satisfiable || tree.Models() < 2 {
		t.Fatalf("%v with %d models, want more than one", result.Verdict, tree.Models())
	}
	work, nodes, found := tree.Finish(tree.Root())
	if !found || nodes != result.Stats.Nodes || work >= tree.Work() {
		t.Errorf("finishing the root: work %d of %d, %d nodes, found %v; solving took %d nodes",
			work, tree.Work(), nodes, found, result.Stats.Nodes)
	}
}

// subtree is the work and the size of a subtree.
type subtree struct {
	work, nodes, elements, models int64
}

// measure walks the subtree of n by Expand alone, and compares the results with the tree's own.
func measure(t testing.TB, tree *Tree, n Node) subtree {
	children, work, nodes, found := tree.Expand(n, nil)
	sum := subtree{work: work, nodes: nodes, elements: 1}
	if found {
		sum.models = 1
	}
	surveyed, known, surveyedWork, surveyedNodes, surveyedFound := tree.Survey(n, nil, nil)
	same := surveyedWork == work && surveyedNodes == nodes && surveyedFound == found
	if !same || !slices.Equal(surveyed, children) || len(known) != len(children) {
		t.Fatalf("node %d: Expand says %v, %d, %d, %v; Survey %v, %d, %d, %v", n, children, work, nodes, found,
			surveyed, surveyedWork, surveyedNodes, surveyedFound)
	}
	for i, child := range children {
		work, nodes, _ := tree.Subtree(child)
		if want := [3]int64{int64(tree.Level(child)), work, nodes}; known[i] != want {
			t.Fatalf("child %d of node %d has level, work and nodes %v; Survey says %v", child, n, want, known[i])
		}
		if tree.Level(child) <= tree.Level(n) {
			t.Fatalf("node %d has level %d, its child %d has %d", n, tree.Level(n), child, tree.Level(child))
		}
		below := measure(t, tree, child)
		sum.work += below.work
		sum.nodes += below.nodes
		sum.elements += below.elements
		sum.models += below.models
	}
	work, nodes, elements := tree.Subtree(n)
	if sum.models == 0 && (work != sum.work || nodes != sum.nodes || elements != sum.elements) ||
		sum.models > 0 && work+nodes+elements != 0 {
		t.Fatalf("node %d: subtree of work %d, %d nodes and %d elements, want %v", n, work, nodes, elements, sum)
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
	for i := range solvertest.Cases(t, 200) {
		rng := rand.New(rand.NewPCG(11, uint64(i)))
		tree := mustRecord(t, solvertest.RandomMixed(rng, 3+rng.IntN(12), 3+i%4), rules.All()[i%3].Name)
		want := subtree{work: tree.Work(), nodes: tree.Nodes(), elements: tree.Elements(), models: tree.Models()}
		if got := measure(t, tree, tree.Root()); got != want {
			t.Fatalf("tree %d: the nodes add up to %v, the tree says %v", i, got, want)
		}
	}
}
