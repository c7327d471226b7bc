package experiment

import (
	"context"
	"errors"

	"transat/balance/sim"
	"transat/balance/simd"
	"transat/instances"
)

// run runs the simulation of setup j on formula i on the machine that the setup asks for.
func run[E any](ctx context.Context, r *runner, i, j int, cfg sim.Config[E]) (sim.Result, error) {
	s := r.Setups[j]
	if s.Lockstep == nil {
		return record(ctx, r, i, j, cfg)
	}
	cost := *s.Lockstep
	if r.Formulas[i].Tree != nil {
		cost.ElementBytes = utsHeaderBytes + instances.UTSStateBytes
	}
	result, err := simd.Run(ctx, simd.Config[E]{
		Tree: cfg.Tree, Network: s.Topology, Policy: s.Policy, Cost: cost,
		Limit: cfg.Limit, Progress: cfg.Progress,
	})
	if errors.Is(err, simd.ErrLimit) {
		err = sim.ErrLimit
	}
	return inStep(result), err
}

// utsHeaderBytes is what an element of a UTS has besides the state of its node.
const utsHeaderBytes = 8

// inStep puts what a search in lockstep came to in the words of the other machines. Who waits for the longest
// node of a step is idle; everybody takes part in every balancing step.
func inStep(r simd.Result) sim.Result {
	return sim.Result{
		Procs: r.Procs, Time: r.Time, Found: r.Found,
		Work: r.Work, Nodes: r.Nodes, Sequential: r.Sequential,
		Messages: r.Told, Sent: r.Sent, Hops: r.Told + r.Sent, Phases: int64(r.Procs) * int64(r.Balances),
		Busy: r.Busy, Message: r.Balance + r.Control, Idle: r.Idle + r.Wait,
	}
}

// LockstepMachine is as much of a machine in lockstep as all machines have.
func LockstepMachine(c simd.CostModel) sim.Machine {
	return sim.Machine{Name: c.Name, Title: c.Title, Source: c.Source, WorkTime: c.WorkTime, NodeTime: c.NodeTime}
}
