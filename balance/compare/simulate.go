package compare

import (
	"context"
	"errors"
	"math"

	"transat/balance"
	"transat/balance/sim"
	"transat/balance/simd"
)

// Watch is what may look on while a simulation runs, and end it.
type Watch struct {
	Limit    balance.Ticks         // simulated time after which the run is given up with sim.ErrLimit; 0 is none
	Progress func(work int64)      // if not nil, is called now and then with the work done so far
	Timeline *sim.Timeline         // as in sim.Config; not for machines in lockstep
	Trace    func(event sim.Event) // likewise
}

// Simulate runs s on a tree. The time of a search in lockstep is split as that of the others, by [sim.Parts].
func Simulate[E any](ctx context.Context, s Setup, tree balance.Tree[E], watch Watch) (balance.Result, error) {
	if s.Lockstep != nil {
		result, err := simd.Run(ctx, simd.Config[E]{
			Tree: tree, Network: s.Topology, Policy: s.Policy, Cost: *s.Lockstep,
			Limit: watch.Limit, Progress: watch.Progress,
		})
		if errors.Is(err, simd.ErrLimit) {
			err = sim.ErrLimit
		}
		return inStep(result.Result), err
	}
	cfg, err := Configure(s, tree, watch)
	if err != nil {
		return balance.Result{}, err
	}
	return sim.Run(ctx, cfg)
}

// Configure returns the configuration with which [Simulate] runs s on a tree, for callers that want to add to it. The machine must
// not be one in lockstep. The error is that of a policy which is not defined on the topology.
func Configure[E any](s Setup, tree balance.Tree[E], watch Watch) (sim.Config[E], error) {
	maker, err := s.Policy.For(s.Topology)
	if err != nil {
		return sim.Config[E]{}, err
	}
	start, placement := s.Placement()
	return sim.Config[E]{
		Tree:     tree,
		Topology: s.Topology,
		Physical: s.Physical,
		Cost:     s.Cost,
		Alone:    s.alone,
		Policy:   maker,
		Bound:    s.Policy.Spec.Bound,
		Received: s.Policy.Spec.Received,
		Estimate: s.Estimate,
		Grain:    s.Grain,
		Budget:   s.Budget,
		Start:    start,
		Deal:     s.Deal,

		Placement: placement,
		Speeds:    s.Speeds,
		Pause:     s.Pause,
		Seed:      s.Seed,

		Limit: watch.Limit, Progress: watch.Progress, Timeline: watch.Timeline, Trace: watch.Trace,
	}, nil
}

// Beside returns the result of a run on a tree with bounds beside the search of one processor: of that are its sequential time, and the
// nodes to which those of the run are compared.
func (s Setup) Beside(r balance.Result, one balance.Optimum) balance.Result {
	r.Sequential, r.Alone = s.OneProcessor(one.Work, one.Nodes), one.Nodes
	return r
}

// inStep puts what a search in lockstep came to in the parts of sim.Parts: balancing steps are messages, and who waits for the longest
// node of a step is idle.
func inStep(r balance.Result) balance.Result {
	r.Message, r.Balance = r.Message+r.Balance, 0
	r.Idle, r.Wait = r.Idle+r.Wait, 0
	return r
}

// Limit returns the simulated time after which a search of a tree with that much work in that many nodes is usually
// given up: [Patience] times the sequential time. It is 0, no limit, if that is too long to tell, or if work is 0,
// not known.
func (s Setup) Limit(work, nodes int64) balance.Ticks {
	m := &s.Cost
	if work == 0 || float64(work)*float64(m.WorkTime)+float64(nodes)*float64(m.NodeTime) > math.MaxInt64/2/Patience {
		return 0
	}
	return Patience*m.Expand(work, nodes) + balance.Second
}
