package sim_test

import (
	"fmt"
	"os"
	"testing"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/instances/instancetest"
	"transat/solver/tree"
)

// Every policy balances a real tree on every topology on which it is defined, with every load estimate:
// processors together are faster than one. One that starves the others for ever, or floods the machine
// with messages, runs into a limit on simulated time. Cliques are the hardest: what is divided among all
// neighbours makes no element, and what is told goes to all. Every topology is large with one of the estimates,
// and small with the other.
func TestNoPolicyStarvesAnybodyOnARealTree(t *testing.T) {
	side, faster := 8, balance.Ticks(2)
	switch {
	case testing.Short():
		side, faster = 4, 4
	case os.Getenv("TRANSAT_TEST_MORE") == "":
		side = 4
	}
	tree, err := tree.Record(t.Context(), instancetest.Formula(t, "150-645-3/1"), tree.Options{})
	if err != nil {
		t.Fatal(err)
	}
	alone, err := sim.Run(t.Context(), config(t, tree, "none", 1, 1))
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range balance.Policies() {
		if spec.Bound || spec.Place != nil || spec.Name == "none" {
			continue
		}
		for i, kind := range spec.Kinds {
			for j, e := range balance.Estimates() {
				side, thorough := side, balancetest.Thorough(spec)
				if !thorough && (i+j)%len(balance.Estimates()) > 0 { // each network with one of the estimates
					continue
				}
				if (i+j)%2 == 0 || !thorough && kind == "clique" {
					if testing.Short() {
						continue
					}
					side = 4
				}
				t.Run(fmt.Sprint(spec.Name, "/", kind, "/", e.Name), func(t *testing.T) {
					t.Parallel()
					cfg := config(t, tree, spec.Name, side, side)
					cfg.Topology, cfg.Policy = networkOf(t, spec.Name, kind, side, side)
					cfg.Limit = alone.Time / faster
					var err error
					if cfg.Estimate, err = balance.ChooseEstimate(e.Name); err != nil {
						t.Fatal(err)
					}
					if e.Measured {
						cfg.Tree = weighed{tree}
					}
					if r, err := sim.Run(t.Context(), cfg); err != nil {
						t.Errorf("%v: not %d times as fast as one processor; %d of %d nodes expanded", err, faster, r.Nodes, tree.Nodes())
					}
				})
			}
		}
	}
}

// weighed is a recorded tree whose loads are the works of subtrees.
type weighed struct{ balance.Tree[tree.Node] }

// Load implements balance.Loader.
func (t weighed) Load(n tree.Node) float64 {
	work, _, _ := t.Subtree(n)
	return float64(work)
}

// networkOf is a network of the given kind, and the policy there. It skips the test if there is none.
func networkOf(t *testing.T, policy, kind string, sides ...int) (topology.Network, balance.Maker) {
	t.Helper()
	chosen, err := balance.Choose(policy)
	if err != nil {
		t.Fatal(err)
	}
	network, err := topology.New(kind, sides...)
	if err != nil {
		t.Skip(err)
	}
	maker, err := chosen.For(network)
	if err != nil {
		t.Skip(err)
	}
	return network, maker
}
