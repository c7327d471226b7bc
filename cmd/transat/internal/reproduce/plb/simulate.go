package plb

import (
	"context"
	"fmt"

	"transat/balance"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/cmd/transat/internal/paper"
	"transat/cmd/transat/internal/reproduce"
)

// Simulations of a policy on the search tree of a formula, as a row of a paper's table has it.

// firstGrain is the share of λ(root)/n below which elements are not split until a policy says otherwise.
const firstGrain = 0.05

// patientFor is how many times the sequential time a simulation may take before it is given up.
const patientFor = 10

// simulated says what a row of a table is: everything but the tree.
type simulated struct {
	row     paper.Row // of which the numbers do not matter
	machine string    // preset
	seed    uint64
}

// about describes the run for the progress bar. The seconds are those for a tree of a million nodes.
func (r simulated) about() reproduce.Job {
	seconds := 0.01 + 5e-6*float64(r.row.Procs())
	if r.row.Estimate == "count" { // for want of a finer estimate, the tree is split to its last node
		seconds = 0.1
	}
	return reproduce.Job{What: fmt.Sprintf("%s on a %s of %d", r.row.Policy, r.row.Topology, r.row.Procs()), Seconds: seconds}
}

// simulate runs r on a tree. watch, if not nil, may add what watches the run.
func simulate[E any](ctx context.Context, r simulated, tree balance.Tree[E], watch func(*sim.Config[E])) (sim.Result, error) {
	cfg, err := config(r, tree)
	if err != nil {
		return sim.Result{}, err
	}
	if watch != nil {
		watch(&cfg)
	}
	if work, nodes, _ := tree.Subtree(tree.Root()); work > 0 {
		cfg.Limit = patientFor*cfg.Machine.Expand(work, nodes) + balance.Second
	}
	result, err := sim.Run(ctx, cfg)
	if err != nil {
		return result, fmt.Errorf("%s: %w", r.about().What, err)
	}
	return result, nil
}

// config is the simulation of r on a tree.
func config[E any](r simulated, tree balance.Tree[E]) (cfg sim.Config[E], err error) {
	policy, err := balance.Choose(r.row.Policy)
	if err != nil {
		return cfg, err
	}
	cfg = sim.Config[E]{
		Tree: tree, Received: policy.Spec.Received, Grain: firstGrain, Start: sim.StartRoot, Seed: r.seed,
	}
	if cfg.Machine, err = sim.ChooseMachine(r.machine); err != nil {
		return cfg, err
	}
	if cfg.Estimate, err = balance.ChooseEstimate(r.row.Estimate); err != nil {
		return cfg, err
	}
	if cfg.Physical, err = topology.NewGrid("mesh", r.row.Sides...); err != nil {
		return cfg, err
	}
	if cfg.Topology, err = topology.New(r.row.Topology, r.row.Sides...); err != nil {
		return cfg, err
	}
	cfg.Policy, err = policy.For(cfg.Topology)
	return cfg, err
}
