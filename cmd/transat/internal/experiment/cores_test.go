package experiment_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

// coresPlan runs policies with two threads on a grid of such sides, each on the first network on which it is
// defined. Those that are defined on none are left out.
func coresPlan(t *testing.T, formula string, sides []int, policies ...string) *experiment.CoresPlan {
	t.Helper()
	found, err := input.Finder{}.Find(formula)
	if err != nil {
		t.Fatal(err)
	}
	p := &experiment.CoresPlan{Formula: found[0], Rule: "lex", Threads: 2, Rounds: 1}
	for _, name := range policies {
		if s, ok := coresSetup(t, name, sides); ok {
			p.Setups = append(p.Setups, s)
		}
	}
	return p
}

// coresSetup is that of a policy on the first network on which it is defined, if there is one.
func coresSetup(t *testing.T, name string, sides []int) (experiment.Setup, bool) {
	t.Helper()
	policy, err := balance.Choose(name)
	if err != nil {
		t.Fatal(err)
	}
	estimate, err := balance.ChooseEstimate(policy.Spec.Estimate)
	if err != nil {
		t.Fatal(err)
	}
	grid, err := topology.NewGrid("mesh", sides...)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range policy.Spec.Kinds {
		network, err := topology.New(kind, sides...)
		if err != nil {
			continue
		}
		if _, err := policy.For(network); err == nil {
			return experiment.Setup{
				Policy: policy, Topology: network, Physical: grid, Cost: sim.CostModel{Name: "cores"},
				Estimate: estimate, Grain: 0.05, Start: sim.StartRoot, Seed: 1,
			}, true
		}
	}
	return experiment.Setup{}, false
}

func runOnCores(t *testing.T, p *experiment.CoresPlan) *experiment.CoresOutcome {
	t.Helper()
	outcome, err := p.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return outcome
}

// livePolicies are those that can run on cores.
func livePolicies() []string {
	var names []string
	for _, s := range balance.Policies() {
		if !s.Bound && s.Place == nil {
			names = append(names, s.Name)
		}
	}
	return names
}

func TestEveryPolicyVisitsEveryNodeOnceOnCores(t *testing.T) {
	for i, sides := range [][]int{{1, 1}, {1, 2}, {3, 3}} {
		if testing.Short() && sides[0] == sides[1] {
			continue
		}
		for j, name := range []string{"150-645-3/1", "php-5-4", "uts-default"} {
			if os.Getenv("TRANSAT_TEST_MORE") == "" && (i+j)%3 != 1 {
				continue
			}
			t.Run(fmt.Sprint(name, sides), func(t *testing.T) {
				p := coresPlan(t, name, sides, livePolicies()...)
				want := nodes(t, p.Formula)
				outcome := runOnCores(t, p)
				rows := outcome.Rows(p)
				if len(rows) < len(p.Setups) || len(rows) < 15 {
					t.Fatalf("%d rows of %d setups", len(rows), len(p.Setups))
				}
				for _, row := range rows {
					if row.Nodes != float64(want) || row.Found {
						t.Errorf("%s: %v nodes, found %v; want %d nodes", row.Policy, row.Nodes, row.Found, want)
					}
				}
				if alone := outcome.Alone; len(alone) != 2 || alone[0].Nodes != want || alone[0].Procs != 1 {
					t.Errorf("runs with one processor: %+v", alone)
				}
			})
		}
	}
}

// nodes is the size of a tree.
func nodes(t *testing.T, f input.Formula) int64 {
	t.Helper()
	if f.Tree != nil {
		return f.Tree.Nodes()
	}
	formula, err := f.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	result, err := dpll.Solve(t.Context(), formula, dpll.Options{Rule: "lex"})
	if err != nil || result.Verdict != cnf.Unsatisfiable {
		t.Fatal(result.Verdict, err)
	}
	return result.Stats.Nodes
}

func TestEveryPolicyFindsAModelOnCores(t *testing.T) {
	p := coresPlan(t, "150-600-3/1", []int{2, 2}, livePolicies()...)
	for _, row := range runOnCores(t, p).Rows(p) {
		if !row.Found || row.Nodes < 1 {
			t.Errorf("%s: found %v after %v nodes", row.Policy, row.Found, row.Nodes)
		}
	}
}

func TestRoundsOnCores(t *testing.T) {
	p := coresPlan(t, "60-258-3/1", []int{1, 2}, "steal", "none")
	p.Rounds = 3
	var shares []float64
	p.Progress = func(share float64, _ string) { shares = append(shares, share) }
	outcome := runOnCores(t, p)
	if len(outcome.Alone) != 4 {
		t.Errorf("%d runs with one processor, want one before each round and one at last", len(outcome.Alone))
	}
	rows := outcome.Rows(p)
	for _, row := range rows {
		best := slices.Min(row.Times)
		if len(row.Times) != 3 || row.Least != best || row.Time != row.Median || row.Sequential != outcome.Sequential() {
			t.Errorf("%s: %+v", row.Policy, row)
		}
	}
	if done, all := outcome.Runs(p); done != 6 || all != 6 {
		t.Errorf("%d of %d runs are finished, want 6 of 6", done, all)
	}
	if !slices.IsSorted(shares) || !near(shares[len(shares)-1], 1) {
		t.Errorf("progress goes %v", shares)
	}
}

// What is finished when the user has enough is shown, over the rounds that all policies have.
func TestCoresInterrupted(t *testing.T) {
	for _, tc := range []struct {
		name string
		done float64 // of the expected time, in runs with one processor: one before a round, and half for each policy
		want []int
	}{
		{"at the beginning", 0, nil},
		{"after one processor", 1, nil},
		{"after the first policy", 1.5, []int{1}},
		{"after a round", 2, []int{1, 1}},
		{"in the next round", 3.5, []int{1, 1}},
		{"after two rounds", 4, []int{2, 2}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := coresPlan(t, "60-258-3/1", []int{1, 2}, "steal", "none")
			p.Rounds = 3
			const all = 4 + 3*2*0.5
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			stop := func(share float64) {
				if share > tc.done/all-1e-9 {
					cancel()
				}
			}
			stop(0)
			p.Progress = func(share float64, _ string) { stop(share) }
			outcome, err := p.Run(ctx)
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("the error is %v", err)
			}
			var got []int
			for _, row := range outcome.Rows(p) {
				got = append(got, len(row.Times))
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("rounds of each row (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCoresErrors(t *testing.T) {
	unknown := coresPlan(t, "60-258-3/1", []int{1, 2}, "steal")
	unknown.Rule = "nosuch"
	if _, err := unknown.Run(t.Context()); err == nil {
		t.Error("an unknown rule is no error")
	}
	negative := coresPlan(t, "60-258-3/1", []int{1, 2}, "steal")
	negative.TimeScale = -1
	if _, err := negative.Run(t.Context()); err == nil {
		t.Error("time that runs backward is no error")
	}
	bipartite := coresPlan(t, "60-258-3/1", []int{1, 2}, "steal")
	bipartite.Setups[0].Policy, _ = balance.Choose("adf")
	var undefined *balance.KindError
	if _, err := bipartite.Run(t.Context()); !errors.As(err, &undefined) {
		t.Errorf("the error of a policy on a network on which it is not defined is %v", err)
	}
}
