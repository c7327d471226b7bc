package experiment_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/treecache"
	"transat/solver/dpll"
)

// plan crosses the policies, each on a 3x3 machine, with the formulas of a name.
func plan(t *testing.T, formulas string, policies ...string) *experiment.Plan {
	t.Helper()
	found, err := input.Finder{}.Find(formulas)
	if err != nil {
		t.Fatal(err)
	}
	p := &experiment.Plan{
		Formulas:   found,
		Trees:      &treecache.Store{Rule: "lex", Warn: func(text string) { t.Error(text) }},
		SkipModels: true,
		Threads:    2,
	}
	for _, name := range policies {
		p.Setups = append(p.Setups, setup(t, name))
	}
	return p
}

func setup(t *testing.T, name string) experiment.Setup {
	t.Helper()
	policy, err := balance.Choose(name)
	if err != nil {
		t.Fatal(err)
	}
	estimate, err := balance.ChooseEstimate(policy.Spec.Estimate)
	if err != nil {
		t.Fatal(err)
	}
	virtual, err := topology.NewGrid(policy.Spec.Kinds[0], 3, 3)
	if err != nil {
		t.Fatal(err)
	}
	physical, err := topology.NewGrid("mesh", 3, 3)
	if err != nil {
		t.Fatal(err)
	}
	return experiment.Setup{
		Policy: policy, Topology: virtual, Physical: physical, Cost: sim.CostModels()[0],
		Estimate: estimate, Grain: 0.05, Start: sim.StartRoot, Seed: 1,
	}
}

func run(t *testing.T, p *experiment.Plan) *experiment.PlanResult {
	t.Helper()
	outcome, err := p.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return outcome
}

func TestOutcomeDoesNotDependOnThreads(t *testing.T) {
	p := plan(t, "40-172-3", "plb", "steal", "none")
	p.Threads = 1
	want := run(t, p)
	p.Threads = 7
	if diff := cmp.Diff(want, run(t, p)); diff != "" {
		t.Errorf("-1 thread +7 threads:\n%s", diff)
	}
}

func TestOnlyUnsatisfiableFormulasCount(t *testing.T) {
	p := plan(t, "40-172-3", "plb", "steal")
	outcome := run(t, p)
	unsatisfiable := 0
	for i, tree := range outcome.Trees {
		if tree.LeftOut != tree.Satisfiable {
			t.Errorf("%s is satisfiable: %v, left out: %v", tree.Name, tree.Satisfiable, tree.LeftOut)
		}
		for j, results := range outcome.Results {
			if (results[i] == nil) != tree.LeftOut {
				t.Errorf("%s: result %v, left out: %v", tree.Name, results[i], tree.LeftOut)
			}
			if r := results[i]; r != nil && r.Nodes != tree.Nodes {
				t.Errorf("%s expanded %d nodes of %s, which has %d", p.Setups[j].Policy, r.Nodes, tree.Name, tree.Nodes)
			}
		}
		if !tree.LeftOut {
			unsatisfiable++
		}
	}
	if unsatisfiable == 0 || unsatisfiable == len(outcome.Trees) {
		t.Fatalf("%d of %d formulas are unsatisfiable: the sample tests nothing", unsatisfiable, len(outcome.Trees))
	}
	for _, row := range outcome.Rows(p) {
		if row.Formulas != unsatisfiable {
			t.Errorf("%s: a mean over %d formulas, want %d", row.Policy, row.Formulas, unsatisfiable)
		}
	}
	if done, all := outcome.Runs(); done != 2*unsatisfiable || all != done {
		t.Errorf("%d of %d runs, want %d of as many", done, all, 2*unsatisfiable)
	}
}

func TestSatisfiableFormulaAlone(t *testing.T) {
	p := plan(t, "queens-6", "plb")
	p.SkipModels = false
	outcome := run(t, p)
	if r := outcome.Results[0][0]; r == nil || !r.Found {
		t.Fatalf("result %v, want one that found a model", r)
	}
	if bound := outcome.Rows(p)[0].Bound; bound != 0 {
		t.Errorf("bound %v for a search that stops at a model, want 0", bound)
	}
}

// The formula has so many models that its tree cannot be recorded, and a search finds one at once.
func TestSatisfiableFormulaWithTooLargeATree(t *testing.T) {
	for _, skip := range []bool{false, true} {
		p := plan(t, "100-200-3/1", "plb", "steal")
		p.SkipModels = skip
		outcome := run(t, p)
		want := experiment.Tree{Name: "100-200-3/01", Satisfiable: true, LeftOut: skip}
		if !skip {
			want.First = firstModel(t, p)
		}
		if diff := cmp.Diff(&want, outcome.Trees[0]); diff != "" {
			t.Error(diff)
		}
		for j, results := range outcome.Results {
			if r := results[0]; !skip && (r == nil || !r.Found) || skip && r != nil {
				t.Errorf("%s: result %v, left out: %v", p.Setups[j].Policy, r, skip)
			}
		}
	}
}

// firstModel is what a solver does that searches the first formula of a plan alone.
func firstModel(t *testing.T, p *experiment.Plan) experiment.Path {
	t.Helper()
	f, err := p.Formulas[0].Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	live, err := dpll.NewLive(t.Context(), f, dpll.LiveOptions{Rule: p.Trees.Rule})
	if err != nil {
		t.Fatal(err)
	}
	work, nodes, found := live.Finish(live.Root())
	if !found {
		t.Fatalf("%s has no model", p.Formulas[0].Name)
	}
	return experiment.Path{Work: work, Nodes: nodes}
}

// The speed-up of a search that stops at a model is over a sequential one that does so, too. It may be more
// than the number of processors.
func TestSpeedupToTheFirstModel(t *testing.T) {
	for _, name := range []string{"queens-6", "100-200-3/1", "100-400-3/5"} {
		p := plan(t, name, "plb", "steal", "none", "ideal")
		p.SkipModels = false
		p.Trees.MaxModelNodes = 10_000
		outcome := run(t, p)
		first := firstModel(t, p)
		if diff := cmp.Diff(first, outcome.Trees[0].First); diff != "" {
			t.Errorf("%s: -solver +outcome:\n%s", name, diff)
		}
		sequential := float64(p.Setups[0].Cost.Expand(first.Work, first.Nodes)) / float64(balance.Second)
		for _, row := range outcome.Rows(p) {
			if !row.Found || !near(row.Sequential, sequential) || !near(row.Speedup, sequential/row.Time) ||
				!near(row.Efficiency, sequential/row.Time/9) {
				t.Errorf("%s, %v: sequential time %v, speed-up %v; want %v, %v", name, row.Policy, row.Sequential, row.Speedup, sequential,
					sequential/row.Time)
			}
		}
	}
}

// What the paper's Table 2 shows for large trees begins to show on a small one: PLB keeps nearly all
// processors busy, with few balancing phases and few subproblems sent; and the others balance too.
func TestPLBSection6KeepsProcessorsBusy(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: records a tree of 300,000 nodes")
	}
	p := plan(t, "250-1075-3/4", "plb", "liquid-c5", "lade", "steal", "none")
	for i := range p.Setups {
		s := &p.Setups[i]
		var err error
		if s.Topology, err = topology.NewGrid(s.Topology.Kind(), 4, 8); err != nil {
			t.Fatal(err)
		}
		if s.Physical, err = topology.NewGrid("mesh", 4, 8); err != nil {
			t.Fatal(err)
		}
	}
	rows := run(t, p).Rows(p)
	for _, row := range rows[:4] {
		if row.Efficiency < 0.8 {
			t.Errorf("%s has an efficiency of %.3f", row.Policy, row.Efficiency)
		}
	}
	plb, none := rows[0], rows[4]
	if plb.Efficiency < 0.9 || plb.Number("send") > 100 || plb.Number("bal") > 100 {
		t.Errorf("plb: efficiency %.3f, %.0f phases, %.0f sent", plb.Efficiency, plb.Number("bal"), plb.Number("send"))
	}
	if none.Efficiency > 1.0/32 || none.Number("send") > 0 {
		t.Errorf("none: efficiency %.3f, %.0f sent", none.Efficiency, none.Number("send"))
	}
}

// On this machine every element that is sent takes a day to install.
func TestEndlessSimulationIsGivenUp(t *testing.T) {
	p := plan(t, "100-480-3/1", "steal")
	p.Setups[0].Cost.InstallTime = 86400 * balance.Second
	_, err := p.Run(t.Context())
	if err == nil || !strings.Contains(err.Error(), "steal takes more than") {
		t.Errorf("error %v, want one that says steal takes too long", err)
	}
}

func TestProgressEndsAtTheWhole(t *testing.T) {
	p := plan(t, "40-172-3", "plb", "steal")
	last := 0.0
	p.Progress = func(share float64, what string) {
		if share < last-1e-9 {
			t.Errorf("%s: %v after %v", what, share, last)
		}
		last = share
	}
	run(t, p)
	if last < 1-1e-9 || last > 1+1e-9 {
		t.Errorf("the last share is %v, want 1", last)
	}
}

func TestInterruptedOutcomeHasWhatWasFinished(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	p := plan(t, "php-5-4", "plb", "steal", "none")
	p.Threads = 1
	p.Progress = func(share float64, _ string) {
		if share > 0.6 { // the tree is known, and one of three runs is over
			cancel()
		}
	}
	outcome, err := p.Run(ctx)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if done, all := outcome.Runs(); done != 1 || all != 3 {
		t.Errorf("%d of %d runs, want 1 of 3", done, all)
	}
	if rows := outcome.Rows(p); len(rows) != 1 || rows[0].Formulas != 1 {
		t.Errorf("rows %v, want one", rows)
	}
}

func TestErrorEndsThePlan(t *testing.T) {
	p := plan(t, "40-172-3", "plb")
	p.Trees.MaxNodes = 2
	if _, err := p.Run(t.Context()); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the node limit", err)
	}
}

func TestPanicInAPolicyIsAnError(t *testing.T) {
	p := plan(t, "php-5-4", "none")
	p.Setups[0].Policy.Spec.New = func(balance.Topology, balance.Values) balance.Maker { panic("oops") }
	if _, err := p.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "internal error: oops") {
		t.Errorf("error %v, want an internal error", err)
	}
}
