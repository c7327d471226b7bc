package steps

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/instances/instancetest"
	"transat/solver/cnf"
	"transat/solver/tree"
)

func grow(t *testing.T, name, rule string) (*Tree, *cnf.Formula) {
	t.Helper()
	f := instancetest.Formula(t, name)
	recorded, err := tree.Record(t.Context(), f, tree.Options{Rule: rule})
	if err != nil {
		t.Fatal(err)
	}
	grown, err := Grow(t.Context(), recorded, f, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	return grown, f
}

func setup(t *testing.T, policy string, grain float64, start sim.Start, sides ...int) compare.Setup {
	t.Helper()
	chosen, err := balance.Choose(policy)
	if err != nil {
		t.Fatal(err)
	}
	mesh, err := topology.NewGrid("mesh", sides...)
	if err != nil {
		t.Fatal(err)
	}
	network, err := topology.New(chosen.Spec.Kinds[0], sides...)
	if err != nil {
		t.Fatal(err)
	}
	estimate, err := balance.ChooseEstimate("alpha")
	if err != nil {
		t.Fatal(err)
	}
	return compare.Setup{
		Policy: chosen, Topology: network, Physical: mesh, Cost: sim.CostModels()[0], Estimate: estimate,
		Grain: grain, Start: start, Seed: 1,
	}
}

// A node's assignment, worked out from the definition, has the level that the engines found, and ends as they say.
func TestAssignmentsAreThoseOfTheEngines(t *testing.T) {
	for _, c := range []struct{ name, rule string }{
		{"php-5-4", "lex"}, {"60-258-3/1", "lex"}, {"60-200-3/2", "lex"}, {"30-300-4/1", "lex"}, {"120-516-3/3", "weights"},
	} {
		t.Run(c.name+"/"+c.rule, func(t *testing.T) {
			tree, f := grow(t, c.name, c.rule)
			kinds := map[NodeKind]int{}
			for i := range tree.Nodes {
				if i > 150 && i%37 != 0 {
					continue
				}
				n := &tree.Nodes[i]
				kinds[n.Kind]++
				s := At(tree.Clauses, tree.Decisions(i))
				if s.Level != int(n.Assigned) || s.Conflict() != (n.Kind == Conflict) {
					t.Fatalf("node %d, %v at level %d, after %v: got level %d, clause %d falsified, variable %d contradicted",
						i, n.Kind, n.Assigned, tree.Decisions(i), s.Level, s.Falsified, s.Contradiction)
				}
				if model := len(s.Left) == 0; n.Kind == Model != model {
					t.Fatalf("node %d, %v: %d clauses are left", i, n.Kind, len(s.Left))
				}
				checkReasons(t, tree, s)
				if n.Kind == Model {
					m := make(cnf.Model, f.Vars()+1)
					for _, a := range s.Assigned {
						m[a.Lit.Var()] = !a.Lit.Negative()
					}
					if err := f.Check(m); err != nil {
						t.Fatal(err)
					}
				}
			}
			if kinds[Inner] == 0 || kinds[Conflict]+kinds[Frozen] == 0 {
				t.Errorf("the sample has no use: %v", kinds)
			}
		})
	}
}

// checkReasons checks that every literal which was no decision was the last free one of its reason.
func checkReasons(t *testing.T, tree *Tree, s *Assignment) {
	t.Helper()
	value := map[cnf.Lit]bool{}
	for _, a := range s.Assigned {
		if value[a.Lit] || value[a.Lit.Not()] {
			t.Fatalf("%v is assigned twice", a.Lit)
		}
		if a.Reason >= 0 {
			for _, l := range tree.Clauses[a.Reason] {
				if l != a.Lit && !value[l.Not()] {
					t.Fatalf("%v has the reason %v, in which %v was free", a.Lit, tree.Clauses[a.Reason], l)
				}
			}
		}
		value[a.Lit] = true
	}
}

func TestGrowKnowsSubtrees(t *testing.T) {
	f := instancetest.Formula(t, "60-258-3/1")
	recorded, err := tree.Record(t.Context(), f, tree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	grown, err := Grow(t.Context(), recorded, nil, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range grown.Nodes {
		work, nodes, elements := recorded.Subtree(tree.Node(i))
		got := [3]int64{n.Below, n.Size, int64(n.End) - int64(i)}
		if diff := cmp.Diff([3]int64{work, nodes, elements}, got); diff != "" {
			t.Fatalf("node %d:\n%s", i, diff)
		}
		if n.Parent >= 0 {
			if up := grown.Nodes[n.Parent]; int(up.First) != i && int(up.Last) != i {
				t.Fatalf("node %d is no child of %d", i, n.Parent)
			}
		}
	}
	var tooLarge *SizeError
	if _, err := Grow(t.Context(), recorded, f, 10); !errors.As(err, &tooLarge) || tooLarge.Elements != recorded.Elements() {
		t.Errorf("a limit of 10 nodes: %v", err)
	}
}

// Who watches sees the same run, and every node has an owner, begins after its parent is done and lies within the run.
func TestRunsAreThoseOfTheCommand(t *testing.T) {
	grown, formula := grow(t, "100-480-3/1", "lex")
	recorded, err := tree.Record(t.Context(), formula, tree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, policy := range []string{"steal", "plb", "lade", "none", "physical"} {
		for _, grain := range []float64{0, 0.5} {
			for _, start := range sim.Starts() {
				t.Run(fmt.Sprint(policy, grain, start), func(t *testing.T) {
					s := setup(t, policy, grain, start, 2, 3)
					want, err := compare.Simulate(t.Context(), s, recorded, compare.Watch{})
					if err != nil {
						t.Fatal(err)
					}
					run, got, err := grown.Run(t.Context(), s, compare.Watch{})
					if err != nil {
						t.Fatal(err)
					}
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("-command +watched:\n%s", diff)
					}
					checkRun(t, run, got)
				})
			}
		}
	}
}

func checkRun(t *testing.T, run *Run, result balance.Result) {
	t.Helper()
	work, received := int64(0), int64(0)
	for i := range run.Of {
		d, n := &run.Of[i], &run.Tree.Nodes[i]
		if d.Owner == Unexpanded {
			if !result.Found {
				t.Fatalf("node %d is not expanded", i)
			}
			continue
		}
		work += n.Work
		if d.Received {
			received++
		}
		if int(d.Owner) >= run.Procs || d.Begin > d.End || d.End > run.End || d.Head != int32(i) && d.Owner != run.Of[d.Head].Owner {
			t.Fatalf("node %d: %+v", i, d)
		}
		if up := n.Parent; up >= 0 && d.Begin < run.Of[up].End {
			t.Fatalf("node %d begins at %d, its parent %d ends at %d", i, d.Begin, up, run.Of[up].End)
		}
	}
	if !result.Found && (work != result.Work || run.End > result.Time) {
		t.Errorf("work %d until %d, want %d until %d", work, run.End, result.Work, result.Time)
	}
	if received > result.Sent || received == 0 && result.Sent > 0 && !result.Found {
		t.Errorf("%d nodes were received, %d sent", received, result.Sent)
	}
}

func TestRunsThatEndWithASolution(t *testing.T) {
	tree, _ := grow(t, "60-200-3/2", "lex")
	run, result, err := tree.Run(t.Context(), setup(t, "steal", 0.5, sim.StartRoot, 2, 2), compare.Watch{})
	if err != nil {
		t.Fatal(err)
	}
	checkRun(t, run, result)
	models, unseen := 0, 0
	for i := range run.Of {
		switch {
		case run.Of[i].Owner == Unexpanded:
			unseen++
		case tree.Nodes[i].Kind == Model:
			models++
		}
	}
	if !result.Found || models != 1 || unseen == 0 {
		t.Errorf("found: %v, %d models seen, %d nodes not", result.Found, models, unseen)
	}
}

// Over all nodes the scaled estimates are right, and what is listed as wrong is.
func TestEstimatesAreJudged(t *testing.T) {
	tree, _ := grow(t, "100-480-3/1", "lex")
	run, _, err := tree.Run(t.Context(), setup(t, "steal", 0, sim.StartRoot, 2, 3), compare.Watch{})
	if err != nil {
		t.Fatal(err)
	}
	expected, truth := 0.0, 0.0
	for i := range run.Of {
		expected += float64(run.Of[i].Expected)
		truth += float64(run.Of[i].True)
	}
	if ratio := expected / truth; ratio < 0.9999 || ratio > 1.0001 {
		t.Errorf("expected over true is %v over all nodes", ratio)
	}
	if want := balance.Ticks(float64(run.Of[0].Load) * run.Scale); run.Of[0].Expected != want {
		t.Errorf("the root is expected to take %d, want %d", run.Of[0].Expected, want)
	}
	// By the tree's own figures: what a node and its sibling take, and what the estimate says of them.
	sibling := func(i int) int {
		up := tree.Nodes[i].Parent
		if up < 0 {
			return -1
		}
		return int(tree.Nodes[up].First) + int(tree.Nodes[up].Last) - i
	}
	astray := func(i int) (share, time float64) {
		other := sibling(i)
		if other <= 0 {
			return 0, 0
		}
		mine, its := float64(run.Of[i].True), float64(run.Of[other].True)
		said := run.Of[i].Load / (run.Of[i].Load + run.Of[other].Load)
		return mine / (mine + its), mine - said*(mine+its) // above 0 if there is more to do than the estimate says
	}
	for i := range run.Of {
		d := &run.Of[i]
		share, time := astray(i)
		if math.Abs(d.ShareTrue-share) > 1e-9 || math.Abs(float64(d.Astray)-math.Abs(time)) > 1 {
			t.Fatalf("node %d: a share of %v, %d astray; want %v, %v", i, d.ShareTrue, d.Astray, share, time)
		}
		if other := sibling(i); other > 0 && math.Abs(d.ShareExpected+run.Of[other].ShareExpected-1) > 1e-9 {
			t.Fatalf("node %d: its share is expected to be %v, that of its sibling %v", i, d.ShareExpected, run.Of[other].ShareExpected)
		}
	}
	for _, received := range []bool{false, true} {
		worst := run.Wrong(10, received)
		if len(worst) != 10 {
			t.Fatalf("%d nodes, want 10", len(worst))
		}
		listed := map[int]bool{}
		for i, node := range worst {
			listed[node] = true
			_, more := astray(node)
			if received && !run.Of[node].Received || !received && more <= 0 || i > 0 && run.Of[node].Astray > run.Of[worst[i-1]].Astray {
				t.Errorf("node %d is listed at place %d", node, i)
			}
		}
		for i := range run.Of {
			_, more := astray(i)
			if !listed[i] && int(run.Of[i].Head) == i && (received && run.Of[i].Received || !received && more > 0) &&
				run.Of[i].Astray > run.Of[worst[9]].Astray {
				t.Errorf("node %d is not listed", i)
			}
		}
	}
}

// An estimate that takes all nodes for equal expects half of the work in each branch.
func TestCountExpectsHalves(t *testing.T) {
	tree, _ := grow(t, "php-5-4", "lex")
	count := setup(t, "steal", 0, sim.StartRoot, 2, 2)
	var err error
	if count.Estimate, err = balance.ChooseEstimate("count"); err != nil {
		t.Fatal(err)
	}
	run, _, err := tree.Run(t.Context(), count, compare.Watch{})
	if err != nil {
		t.Fatal(err)
	}
	forks := 0
	for i := range tree.Nodes {
		n := &tree.Nodes[i]
		if n.First == 0 || n.Last == 0 {
			continue
		}
		forks++
		if a, b := &run.Of[n.First], &run.Of[n.Last]; a.ShareExpected != 0.5 || b.ShareExpected != 0.5 || a.Astray != b.Astray {
			t.Errorf("at node %d: %+v and %+v", i, a, b)
		}
	}
	if forks < 5 {
		t.Errorf("only %d forks", forks)
	}
}

func TestRunsWithoutOwnersAreRefused(t *testing.T) {
	tree, _ := grow(t, "php-5-4", "lex")
	s := setup(t, "steal", 0, sim.StartRoot, 2, 2)
	ideal, err := balance.Choose("ideal")
	if err != nil {
		t.Fatal(err)
	}
	s.Policy = ideal
	if _, _, err := tree.Run(t.Context(), s, compare.Watch{}); err == nil {
		t.Error("ideal has owners")
	}
}
