package program

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/network"
	"transat/solver/cnf"
)

// patience is how long a worker waits for a run that does not answer.
const patience = 10 * time.Minute

// work joins a run.
func (j *job[E]) work(ctx context.Context) error {
	p, err := newProblem(j.problem, j.Mode, j.Fold)
	if err != nil {
		return err
	}
	o := cluster.WorkOptions{
		Access: j.access, Run: j.run, Version: cluster.Version(), Procs: j.threads, Patience: patience, Log: j.say, Problem: p,
	}
	o.URL = j.join
	end, err := network.Work(ctx, o)
	switch {
	case err != nil && ctx.Err() != nil && errors.Is(err, context.Cause(ctx)):
		j.say("left before joining a run")
		return cli.Interrupted
	case err != nil:
		return err
	case end.End == nil:
		j.say("left; " + cli.Grouped(end.Nodes) + " nodes visited")
		return cli.Interrupted
	}
	j.say(fmt.Sprintf("the run has ended: %s; %s nodes visited here", end.End.Verdict, cli.Grouped(end.Nodes)))
	return nil
}

// say tells the user what happens; stdout has results only.
func (j *job[E]) say(text string) {
	if !j.quiet {
		j.line.Say(j.Name + ": " + text)
	}
}

// lead leads a run.
func (j *job[E]) lead(ctx context.Context) error {
	p, err := newProblem(j.problem, j.Mode, j.Fold)
	if err != nil {
		return err
	}
	o, err := j.options(p)
	if err != nil {
		return err
	}
	if bar := j.line.Start(j.Name); !j.quiet {
		defer bar.Done()
		o.Progress = func(p cluster.Progress) {
			bar.Set(p.Closed, fmt.Sprintf("%s nodes, %s", cli.Grouped(p.Before+p.Nodes), cli.Counted(p.Workers, "worker")))
		}
	}
	run, err := network.Open(ctx, nil, o)
	if err != nil {
		return stopped(ctx, err, "before the run began")
	}
	defer run.Close()
	j.say("run " + run.Name() + "; other computers join with: " + j.joinLine(run))
	result, err := run.Lead(ctx)
	where := "--cluster"
	if j.cluster != here {
		where += "=" + j.cluster
	}
	goesOn := j.commandLine(append(j.kept(where), "--resume="+run.Name())...) + " goes on"
	if err != nil {
		return fmt.Errorf("%w; %s", err, goesOn)
	}
	t := result.Totals
	a := answer[E]{solutions: t.Solutions, nodes: t.Stats.Nodes, pruned: t.Pruned, whole: result.Verdict != cnf.Unknown}
	if j.Fold != nil {
		if a.sum, err = j.Fold.Total(sums(t.Sums), j.ordered); err != nil {
			return err
		}
	}
	if result.Node != nil {
		if a.node, err = p.node(result.Node); err != nil {
			return err
		}
		a.found = true
	}
	if t.Best != nil {
		a.value = t.Best.Value
	}
	code := j.print(a)
	switch {
	case !a.whole:
		j.say(fmt.Sprintf("run %s is kept, with %.1f %% of the tree closed; %s", run.Name(), 100*t.Closed, goesOn))
		return code
	case code != nil:
		return fmt.Errorf("the answer cannot be printed, so the run stays: %w; %s", code, goesOn)
	}
	note := cli.Counted(t.Pieces, "piece") + ", " + cli.Counted(t.Records, "record") + ", " + cli.Counted(result.Workers, "worker")
	if j.verify > 0 {
		note += fmt.Sprintf(", %d of the records searched again", result.Recounted)
	}
	if result.Moved > 0 {
		note += ", " + cli.Counted(result.Moved, "piece") + " went from worker to worker"
	}
	j.say(note)
	if err := run.Remove(context.WithoutCancel(ctx)); err != nil {
		j.line.Say(fmt.Sprintf("%s: what is left of run %s: %v", j.Name, run.Name(), err))
	}
	return nil
}

// kept are the flags with which a run goes on, after others.
func (j *job[E]) kept(flags ...string) []string {
	if j.ordered {
		flags = append(flags, "--ordered")
	}
	if j.verify > 0 {
		flags = append(flags, "--verify="+j.verify.String())
	}
	return flags
}

func sums(all []json.RawMessage) (texts [][]byte) {
	for _, sum := range all {
		texts = append(texts, sum)
	}
	return texts
}

// options are those of the run.
func (j *job[E]) options(p cluster.Problem) (cluster.Options, error) {
	o := cluster.Options{
		Access: j.access, Listen: j.listen, Run: j.resume, Version: cluster.Version(),
		Name: strings.Join(append([]string{j.Name}, j.args...), " "), Problem: p, Procs: j.threads, Lease: j.lease,
		Ordered: j.ordered, Verify: j.verify > 0, Share: float64(j.verify),
		Cut: j.checkpointEvery, Log: j.say, Warn: func(err error) { j.line.Say(j.Name + ": warning: " + err.Error()) },
	}
	if j.cluster != here {
		o.URL = j.cluster
	} else if _, _, err := cluster.ListenAddress(j.listen); err != nil && j.listen != "" {
		return o, cli.Misuse(fmt.Errorf("--listen=%s: %w", j.listen, err))
	}
	if j.policy == "" || j.resume != "" {
		return o, nil
	}
	o.Plan = &cluster.Plan{Policy: j.policy}
	chosen, err := j.policies().Choose(j.policy)
	if err != nil {
		return o, cli.UnknownName(err)
	}
	if chosen.Spec.Anywhere { // as on the cores of one computer
		o.Plan.Topology = "clique"
	}
	if err = o.Plan.Pack(); err == nil {
		err = o.Plan.Check()
	}
	return o, err
}

// joinLine is the command with which another computer joins. The token of somebody's own server is not told.
func (j *job[E]) joinLine(run cluster.Run) string {
	token, args := run.Join()
	line := j.commandLine(args[1:]...)
	if j.cluster != here {
		return fmt.Sprintf("%s (and %s, --nats-creds … as here)", line, cluster.TokenVariable)
	}
	return cluster.TokenVariable + "=" + token + " " + line
}

// commandLine is a command line of this program, with its arguments.
func (j *job[E]) commandLine(more ...string) string {
	words := []string{j.Name}
	for _, word := range append(j.args[:len(j.args):len(j.args)], more...) {
		words = append(words, cli.ShellWord(word))
	}
	return strings.Join(words, " ")
}
