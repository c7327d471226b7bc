package compare_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/balance/topology"
)

func choose(t *testing.T, names ...string) []balance.Chosen {
	t.Helper()
	var all []balance.Chosen
	for _, name := range names {
		c, err := balance.Choose(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	return all
}

func small(t *testing.T, names ...string) compare.Options {
	t.Helper()
	o := compare.Defaults(choose(t, names...)...)
	o.Sides = []int{4, 4}
	return o
}

func tree() *balancetest.Tree { return &balancetest.Tree{Nodes: 5000, Seed: 1} }

// What a row says is what the simulation of that policy alone comes to, seed by seed, on any number of threads.
func TestPoliciesMakesARowForEachPolicy(t *testing.T) {
	o := small(t, "steal", "none", "plb")
	o.Seeds, o.Threads = 3, 2
	shares := []float64{0}
	o.Progress = func(share float64) { shares = append(shares, share) }
	table, err := compare.Policies(t.Context(), tree(), o)
	if err != nil {
		t.Fatal(err)
	}
	setups, err := o.Setups()
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Rows) != len(setups) {
		t.Fatalf("%d rows for %d policies", len(table.Rows), len(setups))
	}
	for i, row := range table.Rows {
		var want []float64
		for seed := range uint64(3) {
			s := setups[i]
			s.Seed = 1 + seed
			r, err := compare.Simulate(t.Context(), s, tree(), compare.Watch{})
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, r.Seconds())
		}
		if diff := cmp.Diff(want, row.Times); diff != "" || row.Policy.String() != setups[i].Policy.String() || row.Seeds != 3 {
			t.Errorf("%v (-want +got):\n%s", row.Policy, diff)
		}
	}
	if best := table.Rows[0].Reference; best != "steal" && best != "plb" {
		t.Errorf("rows are compared with %q", best)
	}
	if !slices.IsSorted(shares) || shares[len(shares)-1] > 1 {
		t.Errorf("progress: %v", shares)
	}
}

func TestPoliciesOnAMachineInLockstep(t *testing.T) {
	o := small(t, "liquid-c5", "nna-sync")
	var err error
	if o.Machine, err = compare.ChoosePreset("maspar-mp1"); err != nil {
		t.Fatal(err)
	}
	table, err := compare.Policies(t.Context(), tree(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range table.Rows {
		if row.Time <= 0 || row.Estimate.Name != "count" || row.Physical.Kind() != "torus" {
			t.Errorf("%+v", row)
		}
	}
	o.Policies = choose(t, "steal")
	var noRule *balance.NoRuleError
	if _, err := compare.Policies(t.Context(), tree(), o); !errors.As(err, &noRule) {
		t.Errorf("error %v", err)
	}
}

func TestPoliciesWhereTheyAreNotDefined(t *testing.T) {
	for _, c := range []struct {
		name            string
		policies, extra []string
		topology        string
		want            []string // policy and topology
		warnings        string
		err             any
	}{
		{name: "each its own", policies: []string{"plb", "liquid-c5"}, want: []string{"plb mesh", "liquid-c5 torus"}},
		{
			name: "one runs elsewhere", policies: []string{"steal", "liquid-c5"}, topology: "mesh",
			want:     []string{"steal mesh", "liquid-c5 torus"},
			warnings: "policy liquid-c5 is not defined on a mesh: its dimensions are no rings; it runs on: torus, ring, hypercube; using torus",
		},
		{
			name: "an optional one is left out", policies: []string{"steal"}, extra: []string{"liquid-c5"}, topology: "mesh",
			want:     []string{"steal mesh"},
			warnings: "policy liquid-c5 is not defined on a mesh: its dimensions are no rings; it runs on: torus, ring, hypercube; left out",
		},
		{name: "none is defined", policies: []string{"liquid-c5"}, topology: "mesh", err: new(*balance.KindError)},
		{
			name: "no optional one is", extra: []string{"liquid-c5"}, topology: "mesh", err: new(*balance.KindError),
			warnings: "policy liquid-c5 is not defined on a mesh: its dimensions are no rings; it runs on: torus, ring, hypercube; left out",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := small(t, c.policies...)
			o.Optional, o.Topology = choose(t, c.extra...), c.topology
			var warnings []string
			o.Warn = func(text string) { warnings = append(warnings, text) }
			setups, err := o.Setups()
			if c.err == nil && err != nil || c.err != nil && !errors.As(err, c.err) {
				t.Fatalf("error %v", err)
			}
			var got []string
			for _, s := range setups {
				got = append(got, s.Policy.Spec.Name+" "+s.Topology.Kind())
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if diff := cmp.Diff(c.warnings, strings.Join(warnings, "\n")); diff != "" {
				t.Errorf("warnings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPoliciesStop(t *testing.T) {
	t.Run("with the context", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if table, err := compare.Policies(ctx, tree(), small(t, "steal")); !errors.Is(err, context.Canceled) || len(table.Rows) > 0 {
			t.Errorf("error %v, %d rows", err, len(table.Rows))
		}
	})
	t.Run("with a restless policy", func(t *testing.T) {
		var restless *sim.RestlessError
		_, err := compare.Policies(t.Context(), tree(), small(t, "liquid-c1:period=1e-06"))
		if !errors.As(err, &restless) || !strings.HasPrefix(err.Error(), "policy liquid-c1:period=1e-06: ") {
			t.Errorf("error %v", err)
		}
	})
	t.Run("without policies", func(t *testing.T) {
		if _, err := compare.Policies(t.Context(), tree(), small(t)); err == nil {
			t.Error("no error")
		}
	})
	t.Run("with a machine that is not there", func(t *testing.T) {
		o := small(t, "steal")
		o.Topology, o.Sides = "hypercube", []int{3, 3}
		var size *topology.SizeError
		if _, err := compare.Policies(t.Context(), tree(), o); !errors.As(err, &size) {
			t.Errorf("error %v", err)
		}
	})
}

// A simulation is given up after a multiple of the sequential time.
func TestPoliciesGivesUpWhoLeavesNoTimeForWork(t *testing.T) {
	flood := balance.Spec{
		Name: "flood", Kinds: []string{"mesh"}, Estimate: "count",
		New: func(balance.Topology, balance.Values) balance.Maker {
			return func(int) balance.Policy { return flooding{} }
		},
	}
	policy, err := flood.Choose("")
	if err != nil {
		t.Fatal(err)
	}
	o := small(t)
	o.Sides, o.Policies = []int{1, 2}, []balance.Chosen{policy}
	if _, err := compare.Policies(t.Context(), &balancetest.Tree{Nodes: 20, Seed: 1}, o); !errors.Is(err, sim.ErrLimit) {
		t.Errorf("error %v", err)
	}
}

// flooding has its processor do nothing but send messages.
type flooding struct{ balance.Base }

func (flooding) Start(p balance.Proc) { p.Send(1-p.Rank(), balance.Message{}) }

func (flooding) Receive(p balance.Proc, from int, _ balance.Message) {
	p.Send(from, balance.Message{})
	p.Send(from, balance.Message{})
}
