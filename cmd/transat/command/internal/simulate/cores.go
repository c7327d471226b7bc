package simulate

import (
	"context"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"transat/balance/sim"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/experiment"
)

// The cores of this computer as a machine next to the simulated ones: its flags, checks and plan for simulate and compare.

const (
	defaultRounds = 3
	maxRounds     = 10_000
)

const coresHelp = `--machine=cores runs the policies for real, on -j cores of this computer, with as many
processors as threads, or more (--procs, --grid), which then take turns. A formula is
solved anew in every run. Every policy runs --repeat times, and the sequential time is
the best of the runs with one processor that are made between them. Real times are never
the same twice: look at the least and the most, too. A line says so if others were at work
on this computer.`

// coresFlags are flags for runs on cores.
type coresFlags struct {
	repeat    int
	timeScale float64
}

const maxTimeScale = 1e9

func addCoresFlags(cmd *cobra.Command, x *coresFlags) {
	f := cmd.Flags()
	f.IntVar(&x.repeat, "repeat", defaultRounds, "on cores or workers, run every policy so `MANY` times, with seeds from --seed on")
	f.Float64Var(&x.timeScale, "time-scale", 0, "on cores or workers, `SECONDS` that pass for a policy in a real one (0: as many as suit)")
}

// checkCores checks the flags of simulate and compare for runs on cores, and refuses flags for simulations; or the other way
// round.
func (x *runFlags) checkCores() error {
	if !cli.Real(x.Machine.V) {
		return x.refuse([]refusal{
			{"repeat", "a simulation comes out the same again (--seeds=N runs it with others)"},
			{"time-scale", "only the time of real runs can be scaled"},
			{"workers", "--machine=workers has some"},
			{"cluster", "--machine=workers uses it"},
		})
	}
	if err := x.workers.check(x); err != nil {
		return err
	}
	if x.Start.V == string(sim.StartSpread) {
		return x.refuse([]refusal{{"start", "a search on " + x.Machine.V + " starts on one processor"}})
	}
	if x.Given("budget") {
		return x.refuse([]refusal{{"budget", "parts of an element are given away while it is searched, so there is no grain in work"}})
	}
	if x.tune {
		return x.refuse([]refusal{{"tune", "only simulations are tuned"}})
	}
	timeline, recorded := "only simulations have a timeline", "no tree is recorded on "+x.Machine.V
	err := x.refuse([]refusal{
		{"seeds", "runs on " + x.Machine.V + " are repeated with --repeat, each with the next seed"},
		{"element-bytes", "messages take the time that they take"},
		{"timeline", timeline},
		{"timeline-from", timeline},
		{"timeline-to", timeline},
		{"timeline-procs", timeline},
		{"max-nodes", recorded},
		{"cache", recorded},
	})
	switch {
	case err != nil:
		return err
	case x.cores.repeat < 1 || x.cores.repeat > maxRounds:
		return cli.Misuse(fmt.Errorf("--repeat=%d: want 1 to %d", x.cores.repeat, maxRounds))
	case !(x.cores.timeScale >= 0 && x.cores.timeScale <= maxTimeScale): // so for NaN
		return cli.Misuse(fmt.Errorf("--time-scale=%v: want a number from 0 to %v", x.cores.timeScale, float64(maxTimeScale)))
	}
	return nil
}

// refusal is a flag without a meaning on a machine.
type refusal struct{ flag, why string }

// refuse returns an error if one of the flags was given.
func (x *runFlags) refuse(refusals []refusal) error {
	for _, r := range refusals {
		if x.Given(r.flag) {
			return cli.Misuse(fmt.Errorf("--%s with --machine=%s: %s", r.flag, x.Machine.V, r.why))
		}
	}
	return nil
}

// compareOnCores runs the policies on the named formula or tree, and prints how well they do.
func compareOnCores(a *cli.App, ctx context.Context, name string, x *runFlags) error {
	plan, err := coresPlan(a, ctx, name, x)
	if err != nil {
		return err
	}
	bar := a.Line.Start("starting")
	plan.Progress = bar.Set
	outcome, err := plan.Run(ctx)
	bar.Done()
	return printCores(a, x, plan, outcome, err)
}

// coresPlan makes the plan of running all policies on cores.
func coresPlan(a *cli.App, ctx context.Context, name string, x *runFlags) (*experiment.CoresPlan, error) {
	if err := x.check(); err != nil {
		return nil, err
	}
	if x.Machine.V == cli.WorkersMachine {
		var err error
		if x.workers.network, err = a.Networked(ctx); err != nil {
			return nil, err
		}
	}
	x.SizeOr(x.Threads)
	setups, err := x.Setups(a.Line.Warn)
	if err != nil {
		return nil, err
	}
	formulas, err := x.Formulas(a, name)
	switch {
	case err != nil:
		return nil, err
	case len(formulas) > 1:
		return nil, cli.Misuse(fmt.Errorf("%s is a sample of %d formulas: choose one for --machine=%s, such as %s",
			name, len(formulas), x.Machine.V, formulas[0].Name))
	}
	if x.Given("node-time") && !formulas[0].HasTasks() {
		return nil, cli.Misuse(fmt.Errorf("--node-time with --machine=%s: the nodes of %s take the time that they take", x.Machine.V, name))
	}
	for _, flag := range []string{"computer", "speeds", "stragglers", "late"} {
		if x.Given(flag) {
			return nil, cli.Misuse(fmt.Errorf("--%s with --machine=%s: its processors are as fast as they are", flag, x.Machine.V))
		}
	}
	plan := &experiment.CoresPlan{
		Setups: setups, Formula: formulas[0], Rule: x.Rule.V,
		Threads: x.Threads, TimeScale: x.cores.timeScale, Rounds: x.cores.repeat,
	}
	here := plan.Threads // on this computer
	if x.Machine.V == cli.WorkersMachine {
		if here, err = x.workers.engage(a, plan); err != nil {
			return nil, err
		}
	}
	if have := runtime.GOMAXPROCS(0); here > have {
		a.Line.Warn(fmt.Sprintf("%s share %s", cli.Counted(here, "thread"), cli.Counted(have, "core")))
	}
	return plan, nil
}
