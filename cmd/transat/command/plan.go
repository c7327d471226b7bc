package command

import (
	"context"
	"fmt"

	"transat/cmd/transat/internal/exit"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/runs"
	"transat/cmd/transat/internal/trees"
)

// maxModelNodes is the size up to which the tree of a satisfiable formula is recorded. A larger one
// is searched anew in every simulation, up to the first model.
const maxModelNodes = 10_000_000

// runPolicies runs the policies of x on the named formula, sample or tree. If the context ends the outcome
// has what was finished by then.
func (a *app) runPolicies(ctx context.Context, name string, x *runFlags) (*runs.Plan, *runs.Outcome, error) {
	if err := x.check(); err != nil {
		return nil, nil, err
	}
	setups, err := input.Await(ctx, func() ([]runs.Setup, error) { return x.setups(a.line.Warn) })
	if err != nil {
		return nil, nil, err
	}
	plan, err := a.plan(name, &x.setupFlags, x.seeded(setups))
	if err != nil {
		return nil, nil, err
	}
	plan.Seeds = x.seeds
	if x.everyPolicy() {
		plan.Patience = &runs.Patience{Efficiency: worthWaiting / float64(setups[0].Physical.Procs())}
	}
	if plan.Recorders, err = a.recorders(name, x, plan); err != nil {
		return nil, nil, err
	}
	defer discard(plan.Recorders)
	outcome, err := a.run(ctx, plan)
	if lost := a.finish(&x.timeline, plan.Recorders); lost != nil && err == nil {
		err = lost
	}
	a.tell(plan.Recorders)
	return plan, outcome, err
}

// worthWaiting is the speed-up below which one of all policies is given up.
const worthWaiting = 0.1

// run runs a plan behind a bar, and leaves out what was given up.
func (a *app) run(ctx context.Context, plan *runs.Plan) (*runs.Outcome, error) {
	bar := a.line.Start("starting")
	defer bar.Done()
	plan.Progress = bar.Set
	outcome, err := plan.Run(ctx)
	for _, policy := range outcome.LeaveOut(plan) {
		a.line.Warn(fmt.Sprintf("policy %s leaves no time for work; left out", policy))
	}
	return outcome, err
}

// plan makes the plan of running setups on the named formula, sample or tree.
func (a *app) plan(name string, x *setupFlags, setups []runs.Setup) (*runs.Plan, error) {
	formulas, err := a.formulas(name, x.lenient)
	if err != nil {
		return nil, err
	}
	if formulas[0].Tree != nil && x.rule != defaultRule {
		return nil, exit.Misuse(fmt.Errorf("--rule=%s: %s has no formula to branch on", x.rule, name))
	}
	store := &trees.Store{Cache: a.cache(x.cache), Rule: x.rule, MaxNodes: x.maxNodes, Warn: a.line.Warn}
	if formulas[0].Tree != nil && x.maxNodes == defaultMaxNodes {
		store.MaxNodes = 0 // its nodes are small, and the memory is the limit
	}
	skipModels := len(formulas) > 1
	if !skipModels {
		// With many formulas, it is they that share the cores.
		store.MaxModelNodes, store.Threads = maxModelNodes, x.threads
	}
	return &runs.Plan{Setups: setups, Formulas: formulas, Trees: store, SkipModels: skipModels, Threads: x.threads}, nil
}
