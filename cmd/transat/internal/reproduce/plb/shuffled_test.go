package plb

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/cmd/transat/internal/reproduce"
	"transat/instances"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/tree"
)

// satisfiableTree is a formula with models, and its whole tree.
func satisfiableTree(t *testing.T) (*cnf.Formula, *tree.Tree) {
	t.Helper()
	f, err := instances.Sample{Vars: 100, Clauses: 430, K: 3}.Formula(1)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := tree.Record(t.Context(), f, tree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if tree.Models() == 0 {
		t.Fatal("want a formula with models")
	}
	return f, tree
}

// walk searches a tree depth first, node by node.
func walk(t balance.Tree[tree.Node], n tree.Node) (work, nodes int64, found bool) {
	children, work, nodes, found := t.Expand(n, nil)
	for _, c := range children {
		if found {
			break
		}
		w, k, hit := walk(t, c)
		work, nodes, found = work+w, nodes+k, hit
	}
	return work, nodes, found
}

func TestShuffledFinishesAsItExpands(t *testing.T) {
	_, recorded := satisfiableTree(t)
	first := map[int64]bool{}
	for order := range uint64(20) {
		s := shuffled{recorded, order}
		for _, n := range []tree.Node{0, 1, 2, tree.Node(recorded.Nodes() / 2)} {
			w, k, found := walk(s, n)
			work, nodes, hit := s.Finish(n)
			if w != work || k != nodes || found != hit {
				t.Errorf("order %d, node %d: finished %d work, %d nodes, %v; expanded %d, %d, %v", order, n, work, nodes, hit, w, k, found)
			}
		}
		_, nodes, found := s.Finish(0)
		first[nodes] = true
		if !found {
			t.Errorf("order %d: no model", order)
		}
	}
	if len(first) < 10 {
		t.Errorf("20 orders come to a model after %d different numbers of nodes", len(first))
	}
}

// all counts the nodes of a tree, and their work, past all models.
func all(t balance.Tree[tree.Node]) [2]int64 {
	var sum [2]int64
	for waiting := []tree.Node{t.Root()}; len(waiting) > 0; {
		n := waiting[len(waiting)-1]
		children, work, nodes, _ := t.Expand(n, waiting[:len(waiting)-1])
		waiting, sum[0], sum[1] = children, sum[0]+nodes, sum[1]+work
	}
	return sum
}

func TestShuffledHasTheSameNodes(t *testing.T) {
	_, recorded := satisfiableTree(t)
	if diff := cmp.Diff(all(recorded), all(shuffled{recorded, 7})); diff != "" {
		t.Errorf("-tree +shuffled:\n%s", diff)
	}
}

func TestTossIsFair(t *testing.T) {
	for seed := range uint64(4) {
		heads := 0
		for i := range uint64(10_000) {
			if toss(seed, i) {
				heads++
			}
		}
		if heads < 4800 || heads > 5200 {
			t.Errorf("seed %d: %d heads of 10,000", seed, heads)
		}
	}
}

// A recorded tree with models is simulated as a solver that searches it: event for event, to the same model.
func TestSatisfiableReplayEqualsLiveSolving(t *testing.T) {
	f, tree := satisfiableTree(t)
	live, err := dpll.NewLive(t.Context(), f, dpll.LiveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range speedupPlan(&reproduce.Session{Quick: true}) {
		for _, sides := range [][]int{{1, 2}, {4, 4}} {
			t.Run(fmt.Sprint(s.policy, sides), func(t *testing.T) {
				row := unmeasured(reproduce.TableRow{Sides: sides, Policy: s.policy, Topology: s.topology, Estimate: s.estimate})
				r := simulated{row: row, machine: s.machine, seed: 1}
				var replayed, solved []sim.Event
				a, err := simulate(t.Context(), r, tree, compare.Watch{Trace: func(e sim.Event) { replayed = append(replayed, e) }})
				if err != nil {
					t.Fatal(err)
				}
				b, err := simulate(t.Context(), r, live, compare.Watch{Trace: func(e sim.Event) { solved = append(solved, e) }})
				if err != nil {
					t.Fatal(err)
				}
				a.Events, b.Events = 0, 0 // what the simulation has looked at may differ
				if diff := cmp.Diff(a, b); diff != "" || !a.Found {
					t.Errorf("found %v; -replayed +solved:\n%s", a.Found, diff)
				}
				if diff := cmp.Diff(replayed, solved); diff != "" {
					t.Errorf("-replayed +solved:\n%s", diff)
				}
			})
		}
	}
}
