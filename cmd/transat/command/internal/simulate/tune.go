package simulate

import (
	"context"
	"errors"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/report"
)

// tune runs the policies of a plan at their best, and returns the rows and the table of both. The rows of the plan are in its order.
func tune(a *cli.App, ctx context.Context, x *runFlags, plan *experiment.Plan, outcome *experiment.PlanResult,
	rows []experiment.Row,
) ([]experiment.Row, *report.Table[experiment.TunedRow], error) {
	if rows[0].Lockstep != nil {
		return nil, nil, cli.Misuse(errors.New("--tune: a machine in lockstep has no periods, and splits every element"))
	}
	bar := a.Line.Start("tuning")
	defer bar.Done()
	tuner := experiment.Tuner{Store: plan.Trees, Threads: x.Threads, Progress: bar.Set}
	tuned, err := tuner.Tune(ctx, experiment.Setups(rows), outcome.Trees)
	if err != nil {
		return nil, nil, err
	}
	again := *plan
	again.Setups, again.Recorders, again.Progress = nil, nil, bar.Set
	for _, t := range tuned {
		again.Setups = append(again.Setups, x.seeded([]experiment.Setup{t.Best})...)
	}
	found, err := again.Run(ctx)
	if err != nil {
		return nil, nil, err
	}
	best := found.Rows(&again)
	if len(best) != len(rows) { // some have no result
		return nil, nil, nil
	}
	table := experiment.TunedTable(tuned, rows, best)
	for _, t := range outcome.Trees {
		if t != nil && t.Satisfiable && !t.LeftOut {
			table.Notes = append(table.Notes,
				"A run on a satisfiable formula ends at the first model that is found: its efficiency is luck as well, and tuning goes by whole trees.")
			break
		}
	}
	return best, &table, nil
}
