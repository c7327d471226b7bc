package simulate

import (
	"context"
	"fmt"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/timeline"
)

// runPolicies runs the policies of x on the named formula, sample or tree. If the context ends, the outcome has the runs that were
// finished before.
func runPolicies(a *cli.App, ctx context.Context, name string, x *runFlags) (*experiment.Plan, *experiment.PlanResult, error) {
	if err := x.check(); err != nil {
		return nil, nil, err
	}
	setups, err := input.Await(ctx, func() ([]experiment.Setup, error) { return x.Setups(a.Line.Warn) })
	if err != nil {
		return nil, nil, err
	}
	plan, err := x.Plan(a, name, x.seeded(setups))
	if err != nil {
		return nil, nil, err
	}
	plan.Seeds = x.seeds
	if x.EveryPolicy() {
		plan.Patience = &experiment.Patience{Efficiency: worthWaiting / float64(setups[0].Physical.Procs())}
	}
	recorders, err := recorders(a, name, x, plan)
	if err != nil {
		return nil, nil, err
	}
	defer discard(recorders)
	plan.Recorders = timeline.ForPlan(recorders)
	cameras, err := x.cameras(a, name, plan)
	if err != nil {
		return nil, nil, err
	}
	outcome, err := runPlan(a, ctx, plan)
	if x.watch && err == nil {
		err = play(a, ctx, recorders)
	}
	if lost := finish(a, &x.timeline, recorders); lost != nil && err == nil {
		err = lost
	}
	if lost := cameras.write(a, name, x, plan, outcome); lost != nil && err == nil {
		err = lost
	}
	tell(a, recorders)
	return plan, outcome, err
}

// worthWaiting is the speed-up below which a policy is given up if all policies are compared.
const worthWaiting = 0.1

// runPlan runs a plan behind a bar, and leaves out runs that were given up.
func runPlan(a *cli.App, ctx context.Context, plan *experiment.Plan) (*experiment.PlanResult, error) {
	bar := a.Line.Start("starting")
	defer bar.Done()
	plan.Progress = bar.Set
	outcome, err := plan.Run(ctx)
	for _, policy := range outcome.LeaveOut(plan) {
		a.Line.Warn(fmt.Sprintf("policy %s leaves no time for work; left out", policy))
	}
	return outcome, err
}
