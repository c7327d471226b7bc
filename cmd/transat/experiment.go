package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"transat/balance"
	"transat/cmd/transat/internal/exit"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/trees"
	"transat/instances"
	"transat/solver"
)

// maxModelNodes is the size up to which the tree of a satisfiable formula is recorded. A larger one
// is searched anew in every simulation, up to the first model.
const maxModelNodes = 10_000_000

// experiment runs the policies of x on the named formula, sample or tree. If the context ends the outcome
// has what was finished by then.
func (a *app) experiment(ctx context.Context, name string, x *experimentFlags) (*experiment.Plan, *experiment.Outcome, error) {
	setups, err := x.setups(a.line.Warn)
	if err != nil {
		return nil, nil, err
	}
	plan, err := a.plan(name, x, setups)
	if err != nil {
		return nil, nil, err
	}
	bar := a.line.Start("starting")
	defer bar.Done()
	plan.Progress = bar.Set
	outcome, err := plan.Run(ctx)
	return plan, outcome, err
}

// plan makes the plan of running setups on the named formula, sample or tree.
func (a *app) plan(name string, x *experimentFlags, setups []experiment.Setup) (*experiment.Plan, error) {
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
	return &experiment.Plan{Setups: setups, Formulas: formulas, Trees: store, SkipModels: skipModels, Threads: x.threads}, nil
}

// cache returns the folder of recorded trees that --cache or the environment names, or nil.
func (a *app) cache(flag string) *solver.Cache {
	dir := flag
	if dir == "" {
		dir = os.Getenv("TRANSAT_CACHE")
	}
	switch dir {
	case "off":
		return nil
	case "":
		var err error
		if dir, err = solver.DefaultCacheDir(); err != nil {
			a.line.Warn(fmt.Sprintf("search trees are not kept: %v (--cache=DIR names a folder for them)", err))
			return nil
		}
	}
	return &solver.Cache{Dir: dir}
}

// printExperiment prints the rows of an experiment, and says why if that is not all of them.
func (a *app) printExperiment(name string, x *experimentFlags, plan *experiment.Plan, outcome *experiment.Outcome, err error) error {
	stopped := errors.Is(err, context.Canceled)
	if err != nil && !stopped {
		return err
	}
	rows := outcome.Rows(plan)
	if len(rows) > 0 {
		table := report.Table[experiment.Row]{
			Caption: caption(name, plan, outcome, rows),
			Columns: experiment.Columns(),
			Rows:    rows,
			Notes:   slices.Concat(experiment.Legend(), experiment.Distances(rows), []string{grainNote(x)}),
		}
		if err := table.Write(a.out, x.format); err != nil {
			return err
		}
	}
	switch {
	case stopped:
		done, all := outcome.Runs()
		return exit.With(exit.Interrupted, fmt.Errorf("interrupted after %d of %d runs", done, all))
	case len(rows) == 0:
		return fmt.Errorf("%s: none of its %d formulas is unsatisfiable", name, len(plan.Formulas))
	}
	return nil
}

// caption says what was simulated, and on what.
func caption(name string, plan *experiment.Plan, outcome *experiment.Outcome, rows []experiment.Row) []string {
	row := rows[0] // what is said of it is true of all
	machine := fmt.Sprintf("machine %s, %v, %s, seed %d", row.Machine.Name, row.Physical, experiment.Starts(rows), row.Seed)
	rule := plan.Trees.Rule
	if len(plan.Formulas) > 1 {
		return []string{
			fmt.Sprintf("%s: means (time ± standard deviation) over %d unsatisfiable formulas of %d (rule %s)", name, row.Formulas, len(plan.Formulas), rule),
			fmt.Sprintf("%s; mean sequential time %s", machine, secondsText(row.Sequential)),
		}
	}
	tree := outcome.Trees[0]
	if plan.Formulas[0].Tree != nil {
		return []string{
			fmt.Sprintf("%s: a tree of %s nodes, %.3g ms each (%d units of work), sequential time %s", tree.Name, grouped(tree.Nodes),
				float64(row.Machine.Expand(instances.UTSWork, 1))/float64(balance.Millisecond), instances.UTSWork, secondsText(row.Sequential)),
			boundText(machine, row),
		}
	}
	if tree.Satisfiable {
		size := "a tree too large to record"
		if tree.Nodes > 0 {
			size = fmt.Sprintf("a tree of %s nodes", grouped(tree.Nodes))
		}
		return []string{
			fmt.Sprintf("%s: satisfiable, %s (rule %s)", tree.Name, size, rule),
			machine + "; a run ends at the first model that is found",
		}
	}
	return []string{
		fmt.Sprintf("%s: unsatisfiable, a tree of %s nodes (rule %s), sequential time %s",
			tree.Name, grouped(tree.Nodes), rule, secondsText(row.Sequential)),
		boundText(machine, row),
	}
}

// boundText says what the machine is, and what it cannot do.
func boundText(machine string, row experiment.Row) string {
	return fmt.Sprintf("%s; no policy can be faster than %s", machine, secondsText(row.Bound))
}

func grainNote(x *experimentFlags) string {
	if inLockstep(x.machine) {
		return "lockstep: idle includes waiting for the longest node of a step; balancing steps count as messages; every element is split"
	}
	return fmt.Sprintf("grain: an element below %v · λ(root)/n is not split, unless the policy sets another grain", x.grain)
}
