package experiment_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"transat/balance"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
	"transat/instances"
)

// Runs of a search by branch and bound are measured by the search of one processor, and not by their own nodes.
func TestBoundedSearchesAreComparedWithOneProcessor(t *testing.T) {
	p := plan(t, "knapsack-24", "steal", "plb", "none", "ideal")
	outcome, err := p.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	tree := outcome.Trees[0]
	if !tree.Bounded || tree.Best != 8364 || tree.Nodes != 9320 || tree.First.Nodes != 9320 {
		t.Errorf("%+v", tree)
	}
	sequential := balance.Ticks(0)
	for _, r := range outcome.Rows(p) {
		run := r.Runs[0][0]
		if sequential == 0 {
			sequential = p.Setups[0].Cost.Expand(tree.First.Work, tree.First.Nodes)
		}
		if !r.Bounded || run.Best != 8364 || run.Sequential != sequential || run.Alone != 9320 || r.Bound != 0 {
			t.Errorf("%s: %+v", r.Policy, r)
		}
		if want := float64(run.Nodes)/9320 - 1; math.Abs(r.Extra-want) > 1e-12 || r.Policy.String() == "none" && r.Extra != 0 {
			t.Errorf("%s expands %d nodes, and %v more than one processor", r.Policy, run.Nodes, r.Extra)
		}
	}
}

// A table has the nodes of searches by branch and bound.
func TestTablesOfBoundedSearches(t *testing.T) {
	headings := func(rows []experiment.Row) (all string) {
		for _, c := range experiment.Columns(rows) {
			all += c.Heading + " "
		}
		return all
	}
	if with := headings([]experiment.Row{{}, {Bounded: true}}); !strings.Contains(with, " nodes ") || !strings.Contains(with, " extra ") {
		t.Errorf("the columns are %s", with)
	}
	if without := headings([]experiment.Row{{}, {}}); strings.Contains(without, "nodes") || strings.Contains(without, "extra") {
		t.Errorf("the columns are %s", without)
	}
}

// A search by branch and bound that a program brings is one, too.
func TestBoundedSearchesOfPrograms(t *testing.T) {
	f := experiment.OfProgram("mine", balance.Tree[instances.KnapsackNode](instances.NewKnapsack(20, 3)))
	w, ok, err := experiment.Bounded(t.Context(), f)
	if err != nil || !ok || !w.Bounded || w.Nodes == 0 || w.Name != "mine" {
		t.Fatalf("%v, %v, %+v", err, ok, w.Tree)
	}
	if _, err := f.Tasks(t.Context()); !errors.Is(err, input.ErrBounded) {
		t.Errorf("it is recorded: %v", err)
	}
	found, err := input.Sample("php-5-4")
	if err != nil {
		t.Fatal(err)
	}
	if _, ok, _ := experiment.Bounded(t.Context(), found[0]); ok {
		t.Error("a formula is searched by branch and bound")
	}
}

// It takes as long to move a node as its state is long, and --node-time is the mean time of a node.
func TestBoundedSetups(t *testing.T) {
	p := plan(t, "knapsack-24", "steal")
	w, err := experiment.Load(t.Context(), p.Formulas[0], p.Trees, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := p.Setups[0]
	s.NodeTime = balance.Millisecond
	adapted := w.Adapt(s)
	if adapted.Cost.ElementBytes != s.Cost.ElementBytes+instances.KnapsackStateBytes || adapted.Cost.LevelBytes != 0 {
		t.Errorf("an element has %d bytes, and %d a level", adapted.Cost.ElementBytes, adapted.Cost.LevelBytes)
	}
	if got, want := adapted.Cost.Expand(w.First.Work, w.First.Nodes), 9320*balance.Millisecond; got < want*99/100 || got > want*101/100 {
		t.Errorf("one processor needs %d ns, want about %d", got, want)
	}
}
