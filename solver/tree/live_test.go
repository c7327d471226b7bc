package tree

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/internal/engine"
	"transat/solver/internal/engine/general"
	"transat/solver/internal/rules"
	"transat/solver/internal/solvertest"
)

func mustLive(t testing.TB, f *cnf.Formula, rule string) *dpll.Live {
	t.Helper()
	live, err := dpll.NewLive(context.Background(), f, dpll.LiveOptions{Rule: rule})
	if err != nil {
		t.Fatal(err)
	}
	return live
}

// generalLive returns the tree under a counting rule, with the general engine.
func generalLive(t testing.TB, f *cnf.Formula, rule string) *dpll.Live {
	t.Helper()
	minWeight := map[string]int{"lex": 1, "boehm": 2}[rule]
	engines := func(ctx context.Context, p *cnf.Problem) (engine.Engine, error) {
		return general.New(ctx, p, minWeight)
	}
	live, err := dpll.NewLive(t.Context(), f, dpll.LiveOptions{Rule: rule, Engine: engines})
	if err != nil {
		t.Fatal(err)
	}
	return live
}

// pairOf is a node in a live and in a recorded tree.
type pairOf struct {
	live     dpll.Subproblem
	recorded Node
}

// sideBySide expands a live and a recorded tree together, in an order that rng chooses, and compares their answers. It
// finishes some of the subtrees instead. It returns the number of nodes.
func sideBySide(t testing.TB, f *cnf.Formula, live *dpll.Live, tree *Tree, rng *rand.Rand) int64 {
	t.Helper()
	nodes := int64(0)
	list := []pairOf{{live.Root(), tree.Root()}}
	for len(list) > 0 {
		i := len(list) - 1
		if rng.IntN(3) == 0 {
			i = rng.IntN(len(list))
		}
		at := list[i]
		list[i] = list[len(list)-1]
		list = list[:len(list)-1]

		if got, want := live.Level(at.live), tree.Level(at.recorded); got != want {
			t.Fatalf("node %d: level %d, want %d", at.recorded, got, want)
		}
		if got, want := at.live.Assigned(), tree.Assigned(at.recorded); got != want {
			t.Fatalf("node %d: %d assigned, want %d", at.recorded, got, want)
		}
		if rng.IntN(20) == 0 {
			work, n, found := live.Finish(at.live)
			wantWork, wantNodes, wantFound := tree.Finish(at.recorded)
			if work != wantWork || n != wantNodes || found != wantFound {
				t.Fatalf("finishing node %d: work %d, %d nodes, found %v; want %d, %d, %v",
					at.recorded, work, n, found, wantWork, wantNodes, wantFound)
			}
			if !found {
				nodes += n
				continue
			}
		}
		children, work, n, found := live.Expand(at.live, nil)
		wantChildren, wantWork, wantNodes, wantFound := tree.Expand(at.recorded, nil)
		if len(children) != len(wantChildren) || work != wantWork || n != wantNodes || found != wantFound {
			t.Fatalf("expanding node %d: %d children, work %d, %d nodes, found %v; want %d, %d, %d, %v",
				at.recorded, len(children), work, n, found, len(wantChildren), wantWork, wantNodes, wantFound)
		}
		if found {
			if err := f.Check(live.Model()); err != nil {
				t.Fatal(err)
			}
		}
		for j, child := range children {
			if got, want := live.Level(child), at.live.Assigned()+1; got != want {
				t.Fatalf("child %d of node %d has level %d, want one more than are assigned at its parent: %d", j, at.recorded, got, want)
			}
			list = append(list, pairOf{child, wantChildren[j]})
		}
		nodes += n
	}
	return nodes
}

func TestLiveTreeIsTheRecordedTree(t *testing.T) {
	formulas := []*cnf.Formula{
		solvertest.Formula(0), solvertest.Formula(0, []int{}),
		solvertest.Formula(2, []int{1}, []int{-1}), solvertest.Formula(2, []int{1}, []int{-1, 2}),
		solvertest.RandomKSAT(3, 120, 516, 3), solvertest.RandomKSAT(5, 40, 140, 3),
	}
	for i := range solvertest.Cases(t, 150) {
		rng := rand.New(rand.NewPCG(21, uint64(i)))
		formulas = append(formulas, solvertest.RandomMixed(rng, 3+rng.IntN(11), 3+i%6))
	}
	for i, f := range formulas {
		for _, rule := range rules.All() {
			rng := rand.New(rand.NewPCG(22, uint64(i)))
			tree := mustRecord(t, f, rule.Name)
			if n := sideBySide(t, f, mustLive(t, f, rule.Name), tree, rng); n != tree.Nodes() {
				t.Fatalf("formula %d, rule %s: %d nodes, want %d", i, rule.Name, n, tree.Nodes())
			}
			if rule.Name != "lex" && rule.Name != "boehm" {
				continue
			}
			with := generalLive(t, f, rule.Name)
			if n := sideBySide(t, f, with, tree, rng); n != tree.Nodes() {
				t.Fatalf("formula %d, rule %s, general engine: %d nodes, want %d", i, rule.Name, n, tree.Nodes())
			}
		}
	}
}

// A subproblem can be encoded, sent, and continued elsewhere: each node is expanded by another Live than the one that
// found it.
func TestSubproblemGoesOnElsewhere(t *testing.T) {
	f := solvertest.RandomKSAT(3, 100, 430, 3)
	tree := mustRecord(t, f, "")
	here, there := mustLive(t, f, ""), generalLive(t, f, "lex")
	list := []pairOf{{here.Root(), tree.Root()}}
	for len(list) > 0 {
		at := list[0]
		list = list[1:]
		data, err := at.live.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var sent dpll.Subproblem
		if err := sent.UnmarshalBinary(data); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(at.live, sent); diff != "" {
			t.Fatalf("subproblem (-sent +received):\n%s", diff)
		}
		here, there = there, here
		if err := here.Check(sent); err != nil {
			t.Fatal(err)
		}
		children, work, _, _ := here.Expand(sent, nil)
		wantChildren, wantWork, _, _ := tree.Expand(at.recorded, nil)
		if work != wantWork || len(children) != len(wantChildren) {
			t.Fatalf("node %d: work %d and %d children, want %d and %d",
				at.recorded, work, len(children), wantWork, len(wantChildren))
		}
		for i, child := range children {
			list = append(list, pairOf{child, wantChildren[i]})
		}
	}
}
