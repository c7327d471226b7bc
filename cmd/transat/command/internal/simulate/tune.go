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
	var names []string
	most := int64(0)
	for i, f := range plan.Formulas {
		names = append(names, f.Name)
		if t := outcome.Trees[i]; t != nil {
			most = max(most, t.Nodes)
		}
	}
	tuner := experiment.Tuner{Store: plan.Trees, Threads: x.Threads, Progress: bar.Set}
	tuned, err := tuner.Tune(ctx, experiment.Setups(rows), names, most)
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
	return best, &table, nil
}
