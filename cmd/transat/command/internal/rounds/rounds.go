// Package rounds is the subcommand rounds: policies share out loads on a machine in lockstep, without a search, and tables and a
// chart say how even the loads are after each step.
package rounds

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"transat/balance"
	"transat/balance/rounds"
	"transat/balance/script"
	"transat/balance/topology"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/suggest"
)

// roundsFlags are the flags of rounds.
type roundsFlags struct {
	policies       []string
	topology, grid string
	distribution   string
	real           bool
	until          string
	steps, threads int
	plot           string
	seed           uint64
	style          report.Style
}

// Command returns the subcommand.
func Command(a *cli.App) *cobra.Command {
	flags := roundsFlags{}
	cmd := &cobra.Command{
		Use: "rounds [flags]", Aliases: []string{"lab"},
		Short: "Balance bare loads in lockstep",
		Long: `Balance bare loads, without a search behind them: all processors look at the loads
of their neighbours at the same instant, and then all move load at once, step after
step. A table shows how far the loads are from balance over time, for each policy.

This is for policies that work in synchronous steps. Loads are whole numbers of
elements unless --real is given. --distribution says how they lie at the start:
` + distributionHelp() + `
  FILE           numbers, separated by white space or commas; - is standard input

Balanced means that no two loads differ by more than 1 for each dimension of the
network (--real: by a millionth of the mean), shared that every processor has load.`,
		Example: `  transat rounds --policy=liquid-c5,nna-sync --grid=8x8
  transat rounds --policy=diffusion,adf --grid=9x9 --real --format=csv
  transat rounds --policy=nna-sync,diffusion --grid=8x8 --plot=sigma.svg`,
		Args: cli.Between(0, 0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			bench, err := input.Await(cmd.Context(), func() (*bench, error) { return newBench(a, &flags) })
			if err != nil {
				return err
			}
			return runBench(a, cmd.Context(), bench)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	cli.AddPolicies(cmd, &flags.policies, []string{"liquid-c5", "nna-sync", "diffusion"},
		"policies, as `NAME`, FILE.star or NAME:PARAMETER=VALUE")
	f.StringVar(&flags.topology, "topology", "torus", "`NAME` of the network")
	f.StringVar(&flags.grid, "grid", "32x32", "`SIDES` of the network; those that are no grids have as many processors")
	f.StringVar(&flags.distribution, "distribution", "point:5", "`LOADS` at the start")
	f.BoolVar(&flags.real, "real", false, "loads can be divided at will")
	f.StringVar(&flags.until, "until", untilBalanced, "`GOAL` at which a policy stops: balanced, shared or never")
	f.IntVar(&flags.steps, "steps", 100_000, "stop after this many steps at the latest")
	f.StringVar(&flags.plot, "plot", "", "write a picture of σ over time to `FILE` (.svg)")
	f.Uint64Var(&flags.seed, "seed", 1, "seed of all random choices")
	f.IntVar(&flags.threads, "threads", runtime.GOMAXPROCS(0), "policies at the same time; the results do not depend on it")
	a.AddStyleFlags(cmd, &flags.style)
	a.CompletePolicies(cmd, func() []cli.Choice {
		return cli.PolicyChoices(slices.DeleteFunc(a.Policies.Specs(), func(p balance.Spec) bool { return p.Rule == nil }))
	})
	cli.CompleteWith(cmd, "topology", cli.TopologyNames)
	cli.CompleteWith(cmd, "until", goals)
	return cmd
}

// The goals of --until.
const (
	untilBalanced = "balanced"
	untilShared   = "shared"
	untilNever    = "never"
)

func goals() []string { return []string{untilBalanced, untilShared, untilNever} }

// distributionHelp lists the distributions, one a line.
func distributionHelp() string {
	var lines []string
	for _, d := range rounds.Distributions() {
		lines = append(lines, fmt.Sprintf("  %-14s %s", d, d.Title))
	}
	return strings.Join(lines, "\n")
}

// newBench looks at everything that the flags ask for.
func newBench(a *cli.App, flags *roundsFlags) (*bench, error) {
	b := &bench{roundsFlags: flags}
	switch {
	case flags.steps < 1:
		return nil, cli.Misuse(fmt.Errorf("--steps=%d: want at least 1", flags.steps))
	case flags.threads < 1:
		return nil, cli.Misuse(fmt.Errorf("--threads=%d: want at least 1", flags.threads))
	case len(flags.policies) == 0:
		return nil, cli.Misuse(errors.New("--policy: want at least one policy (transat list policies shows all)"))
	case !cli.Known(flags.until, goals()):
		return nil, cli.Misuse(suggest.Unknown("goal", flags.until, goals(), "balanced, shared or never"))
	case !cli.Known(flags.topology, cli.TopologyNames()):
		return nil, cli.Misuse(suggest.Unknown("topology", flags.topology, cli.TopologyNames(), cli.ListHint("topology")))
	}
	if err := figure.CheckName(flags.plot); flags.plot != "" && err != nil {
		return nil, cli.Misuse(fmt.Errorf("--plot=%s: %w", flags.plot, err))
	}
	sides, err := topology.ParseSides(flags.grid)
	if err != nil {
		return nil, cli.Misuse(fmt.Errorf("--grid: %w", err))
	}
	if b.network, err = topology.New(flags.topology, sides...); err != nil {
		return nil, cli.Misuse(err)
	}
	var wrong *rounds.LoadsError
	b.distribution, err = rounds.ChooseDistribution(flags.distribution, func(name string) (io.ReadCloser, error) { return openLoads(a, name) })
	switch {
	case errors.As(err, &wrong):
		return nil, err
	case err != nil:
		return nil, cli.Misuse(err)
	}
	if err := b.prepare(a.Policies); err != nil {
		return nil, err
	}
	if long := long(b.network.Procs(), b.steps); long != "" {
		a.Line.Warn(long)
	}
	return b, nil
}

// procTime is about what a processor takes in a step, of the slower policies.
const procTime = 60 * time.Nanosecond

// long says how long steps may take, if that is more than a minute.
func long(procs, steps int) string {
	most := time.Duration(float64(procs) * float64(steps) * float64(procTime))
	if most < time.Minute {
		return ""
	}
	return fmt.Sprintf("%s steps of %s processors may take about %.0f minutes for a policy (fewer: --steps=%d, --until=shared, or "+
		"--grid=32x32; Ctrl-C prints what is done)", humanize.Comma(int64(steps)), humanize.Comma(int64(procs)), most.Minutes(),
		max(1, int(10*time.Second/(time.Duration(procs)*procTime))))
}

// openLoads opens a file of loads.
func openLoads(a *cli.App, name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(a.In), nil
	}
	return os.Open(name)
}

// prepare makes a machine for every policy, or says why there is none.
func (b *bench) prepare(policies balance.Registry) error {
	loads, err := b.distribution.Loads(b.network.Procs(), !b.real, b.seed)
	if err != nil {
		return cli.Misuse(err)
	}
	for _, name := range b.policies {
		policy, err := policies.Choose(strings.TrimSpace(name))
		if err != nil {
			return cli.UnknownName(err)
		}
		m, err := rounds.New(rounds.Setup{Network: b.network, Policy: policy, Loads: loads, Whole: !b.real})
		var none *balance.NoRuleError
		if errors.As(err, &none) {
			return cli.Misuse(fmt.Errorf("%w; these do: %s", err, strings.Join(cli.StepPolicies(policies), ", ")))
		}
		if inScript := (*script.Error)(nil); errors.As(err, &inScript) {
			return err
		}
		if err != nil {
			return cli.Misuse(err)
		}
		b.runs = append(b.runs, &benchRun{policy: policy.String(), machine: m, steps: b.steps})
	}
	return nil
}

// runBench runs all policies, and prints what they came to, as far as they did.
func runBench(a *cli.App, ctx context.Context, b *bench) error {
	var plot *output.File
	if b.plot != "" {
		var err error
		if plot, err = output.Create(b.plot); err != nil {
			return err
		}
		defer plot.Discard()
	}
	bar := a.Line.Start("balancing")
	stopped := b.run(ctx, bar.Set)
	bar.Done()
	if stopped != nil && !errors.Is(stopped, context.Canceled) {
		return stopped
	}
	if err := report.WriteSheets(a.Out, b.caption(), b.tables(), b.style); err != nil {
		return err
	}
	if plot != nil {
		if err := figure.Write(plot, b.chart()); err != nil {
			return err
		}
		if err := plot.Commit(); err != nil {
			return err
		}
	}
	if stopped != nil {
		return cli.With(cli.Interrupted, errors.New("interrupted"))
	}
	return nil
}
