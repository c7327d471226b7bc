package simulate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/terminal"
	"transat/cmd/transat/internal/timeline"
)

// compare --watch: the runs are simulated first, behind the usual bar, and then played.

const watchHelp = `--watch plays the runs in the terminal, side by side on one simulated clock: each
processor is a cell, the darker the more elements wait there, and orange without work.
Space pauses, the arrow keys step, + and - change the speed, ? shows all keys; q goes on
to the table. Without a terminal, it prints six moments.`

func addWatchFlag(cmd *cobra.Command, x *runFlags) {
	cmd.Flags().BoolVar(&x.watch, "watch", false, "play the runs in the terminal, then print the table")
}

// checkWatch refuses runs that cannot be played.
func (x *runFlags) checkWatch() error {
	switch {
	case !x.watch:
		return nil
	case cli.Real(x.Machine.V):
		return cli.Misuse(fmt.Errorf("--watch with --machine=%s: only simulations can be played", x.Machine.V))
	case x.Style.ForPrograms():
		return cli.Misuse(errors.New("--watch is for people, and --format for a program: want one of the two"))
	case x.timeline.file != "" || x.timeline.picture != "":
		return cli.Misuse(errors.New("--watch with --timeline or --picture: want one of them"))
	}
	return nil
}

// watchers are recorders of all setups of a plan that have events.
func watchers(name string, x *runFlags, plan *experiment.Plan) ([]*timeline.Recorder, error) {
	if len(plan.Formulas) > 1 || x.seeds > 1 {
		return nil, cli.Misuse(fmt.Errorf("--watch: want one formula and one seed, not all of %s", name))
	}
	all := make([]*timeline.Recorder, len(plan.Setups))
	some := false
	for j := range plan.Setups {
		if plan.Setups[j].HasTimeline() {
			all[j], some = timeline.Watch(), true
		}
	}
	if !some {
		return nil, cli.Misuse(fmt.Errorf("--watch: nothing of %s on %s can be played", plan.Setups[0].Policy, plan.Setups[0].Cost.Name))
	}
	return all, nil
}

const framesPerSecond = 30

// play shows the runs that have ended.
func play(a *cli.App, ctx context.Context, recorders []*timeline.Recorder) error {
	var all []timeline.SampleSeries
	for _, r := range recorders {
		if looks, ok := r.Looks(); ok {
			all = append(all, looks)
		}
	}
	if len(all) == 0 {
		return nil // all were given up
	}
	console, err := terminal.OpenConsole(a.In, a.Out.W)
	if errors.Is(err, terminal.ErrNoConsole) {
		return timeline.Stills(a.Out, timeline.New(all, terminal.NoPaint), cmp.Or(a.Screen.Columns, stillColumns))
	}
	if err != nil {
		return err
	}
	defer console.Close()
	ticker := time.NewTicker(time.Second / framesPerSecond)
	defer ticker.Stop()
	return timeline.Play(ctx, console, timeline.New(all, terminal.PaintHere()), ticker.C)
}

const stillColumns = 100
