package plb

import (
	"context"
	"fmt"

	"transat/balance"
	"transat/balance/compare"
	"transat/cmd/transat/internal/reproduce"
)

// Simulations of a policy on the search tree of a formula, as a row of a paper's table has it.

// simulated is a row of a table, to be run on any tree.
type simulated struct {
	row     reproduce.TableRow // of which the numbers do not matter
	machine string             // preset
	seed    uint64
	alike   bool // like for like (alike.go), not each policy's own grain and start
}

// about describes the run for the progress bar. The seconds are for a tree of a million nodes.
func (r simulated) about() reproduce.Job {
	seconds := 0.01 + 5e-6*float64(r.row.Procs())
	if r.row.Estimate == "count" { // no element is below the grain, so the tree is split to its last node
		seconds = 0.1
	}
	return reproduce.Job{What: fmt.Sprintf("%s on a %s of %d", r.row.Policy, r.row.Topology, r.row.Procs()), Seconds: seconds}
}

// simulate runs r on a tree. watch may have observers of the run.
func simulate[E any](ctx context.Context, r simulated, tree balance.Tree[E], watch compare.Watch) (balance.Result, error) {
	setup, err := r.setup()
	if err != nil {
		return balance.Result{}, err
	}
	work, nodes, _ := tree.Subtree(tree.Root())
	watch.Limit = setup.Limit(work, nodes)
	result, err := compare.Simulate(ctx, setup, tree, watch)
	if err != nil {
		return result, fmt.Errorf("%s: %w", r.about().What, err)
	}
	return result, nil
}

// setup is the simulation of r.
func (r simulated) setup() (compare.Setup, error) {
	policy, err := balance.Choose(r.row.Policy)
	if err != nil {
		return compare.Setup{}, err
	}
	options := compare.Defaults(policy).AsPublished()
	options.Sides, options.Topology, options.Load, options.Seed = r.row.Sides, r.row.Topology, r.row.Estimate, r.seed
	if r.alike {
		options = alike(options)
	}
	if options.Machine, err = compare.ChoosePreset(r.machine); err != nil {
		return compare.Setup{}, err
	}
	setups, err := options.Setups()
	if err != nil {
		return compare.Setup{}, err
	}
	return setups[0], nil
}
