package program

import (
	"context"
	"errors"
	"fmt"
	"time"

	"transat/balance/search"
	"transat/cmd/transat/command/internal/cli"
)

// local searches on this computer.
func (j *job[E]) local(ctx context.Context) error {
	o := search.Options{
		Procs: j.threads, Policy: j.policy, Policies: j.policies(), Load: j.load, Seed: j.seed, Ordered: j.ordered,
		Checkpoint: j.checkpoint, CheckpointEvery: j.checkpointEvery,
	}
	if !j.quiet && j.line.Bars() {
		bar := j.line.Start(j.Name)
		defer bar.Done()
		o.Every, o.Progress = 200*time.Millisecond, func(p search.Progress) {
			what := cli.Grouped(p.Nodes) + " nodes"
			if p.HasValue {
				what += fmt.Sprintf(", best %d", p.Value)
			}
			bar.Set(p.Closed, what)
		}
	}
	search := map[search.Mode]func(context.Context, search.Problem[E], search.Options) (search.Result[E], error){
		search.ModeCount: search.Count[E], search.ModeFind: search.Find[E], search.ModeMaximise: search.Maximise[E],
	}[j.Mode]
	if search == nil {
		return fmt.Errorf("there is no mode %d", j.Mode)
	}
	r, err := search(ctx, j.problem, o)
	if err != nil && (ctx.Err() == nil || !errors.Is(err, context.Cause(ctx))) {
		return cli.UnknownName(err)
	}
	if err != nil && j.checkpoint != "" {
		j.line.Say(fmt.Sprintf("%s: the same command goes on from %s", j.Name, cli.ShellWord(j.checkpoint)))
	}
	return j.print(answer[E]{
		found: r.Found, node: r.Node, value: r.Value, solutions: r.Solutions, nodes: r.Nodes, pruned: r.Pruned, whole: err == nil,
	})
}
