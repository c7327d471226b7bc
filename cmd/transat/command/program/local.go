package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"transat/balance"
	"transat/balance/search"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/output"
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
	sum, r, err := j.search(ctx, o)
	if err != nil && (ctx.Err() == nil || !errors.Is(err, context.Cause(ctx))) {
		return cli.UnknownName(err)
	}
	if err != nil && j.checkpoint != "" {
		j.line.Say(fmt.Sprintf("%s: the same command goes on from %s", j.Name, cli.ShellWord(j.checkpoint)))
	}
	return j.print(answer[E]{
		found: r.Found, node: r.Node, value: r.Value, solutions: r.Solutions, sum: sum, nodes: r.Nodes, pruned: r.Pruned, whole: err == nil,
	})
}

// search searches as the mode says.
func (j *job[E]) search(ctx context.Context, o search.Options) (sum any, r search.Result[E], err error) {
	switch j.Mode {
	case search.ModeCount:
		r, err = search.Count(ctx, j.problem, o)
	case search.ModeFind:
		r, err = search.Find(ctx, j.problem, o)
	case search.ModeMaximise:
		r, err = search.Maximise(ctx, j.problem, o)
	case search.ModeFold:
		if j.Fold == nil {
			return nil, r, errors.New("the program says no Fold, which is what its mode adds up")
		}
		return j.Fold.Search(ctx, j.problem, o)
	default:
		err = fmt.Errorf("there is no mode %d", j.Mode)
	}
	return nil, r, err
}

// check looks at a sample of the problem.
func (j *job[E]) check(ctx context.Context) error {
	if err := search.Check(ctx, j.problem, balance.TreeSample{Seed: j.seed}); err != nil {
		return stopped(ctx, err, "before the sample was looked at")
	}
	_, err := fmt.Fprintln(j.out, "the methods of the problem keep their promises on a sample")
	return err
}

// stopped is an error that says that Ctrl-C or --time-limit has ended the program, and when, if that is the reason of err; else err.
func stopped(ctx context.Context, err error, when string) error {
	if ctx.Err() == nil || !errors.Is(err, context.Cause(ctx)) && !errors.Is(err, ctx.Err()) {
		return err
	}
	return cli.With(cli.Interrupted, errors.New("interrupted "+when))
}

// keep writes the tree that one core goes through.
func (j *job[E]) keep(ctx context.Context) error {
	if err := output.Try(j.record); err != nil {
		return err
	}
	tree, err := search.Record(ctx, j.problem, search.Recording{First: j.Mode == search.ModeFind})
	if err != nil {
		return stopped(ctx, err, "before the tree was whole, so there is no file of it")
	}
	if err = output.WriteFile(j.record, func(w io.Writer) error { _, err := tree.WriteTo(w); return err }); err != nil {
		return err
	}
	j.say(fmt.Sprintf("%s has %s nodes; see: transat compare %s", j.record, cli.Grouped(tree.Nodes()), cli.ShellWord(j.record)))
	return nil
}
