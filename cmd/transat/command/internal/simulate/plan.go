package simulate

import (
	"context"
	"fmt"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/timeline"
	"transat/cmd/transat/internal/treecache"
)

// maxModelNodes is the size up to which the tree of a satisfiable formula is recorded. A larger one
// is searched anew in every simulation, up to the first model.
const maxModelNodes = 10_000_000

// runPolicies runs the policies of x on the named formula, sample or tree. If the context ends the outcome
// has what was finished by then.
func runPolicies(a *cli.App, ctx context.Context, name string, x *runFlags) (*experiment.Plan, *experiment.Outcome, error) {
	if err := x.check(); err != nil {
		return nil, nil, err
	}
	setups, err := input.Await(ctx, func() ([]experiment.Setup, error) { return x.Setups(a.Line.Warn) })
	if err != nil {
		return nil, nil, err
	}
	plan, err := NewPlan(a, name, &x.SetupFlags, x.seeded(setups))
	if err != nil {
		return nil, nil, err
	}
	plan.Seeds = x.seeds
	if x.everyPolicy() {
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

// worthWaiting is the speed-up below which one of all policies is given up.
const worthWaiting = 0.1

// runPlan runs a plan behind a bar, and leaves out what was given up.
func runPlan(a *cli.App, ctx context.Context, plan *experiment.Plan) (*experiment.Outcome, error) {
	bar := a.Line.Start("starting")
	defer bar.Done()
	plan.Progress = bar.Set
	outcome, err := plan.Run(ctx)
	for _, policy := range outcome.LeaveOut(plan) {
		a.Line.Warn(fmt.Sprintf("policy %s leaves no time for work; left out", policy))
	}
	return outcome, err
}

// NewPlan makes the plan of running setups on the named formula, sample or tree.
func NewPlan(a *cli.App, name string, x *SetupFlags, setups []experiment.Setup) (*experiment.Plan, error) {
	formulas, err := a.Formulas(name, x.lenient)
	if err != nil {
		return nil, err
	}
	if formulas[0].Tree != nil && x.rule != cli.DefaultRule {
		return nil, cli.Misuse(fmt.Errorf("--rule=%s: %s has no formula to branch on", x.rule, name))
	}
	store := &treecache.Store{Cache: a.Cache(x.cache), Rule: x.rule, MaxNodes: x.maxNodes, Warn: a.Line.Warn}
	if formulas[0].Tree != nil && x.maxNodes == cli.DefaultMaxNodes {
		store.MaxNodes = 0 // its nodes are small, and the memory is the limit
	}
	skipModels := len(formulas) > 1
	if !skipModels {
		// With many formulas, it is they that share the cores.
		store.MaxModelNodes, store.Threads = maxModelNodes, x.threads
	}
	return &experiment.Plan{Setups: setups, Formulas: formulas, Trees: store, SkipModels: skipModels, Threads: x.threads}, nil
}
