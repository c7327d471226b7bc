// Package sweep is the subcommand sweep: the runs of compare on machines of many sizes, for tables and charts of speedup
// and efficiency.
package sweep

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"transat/balance"
	"transat/balance/foreign"
	"transat/balance/topology"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/command/internal/setup"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/sweep"
)

// sweepFlags are the flags of sweep.
type sweepFlags struct {
	setup.Flags
	grids         []string
	from, to      int
	floor         float64
	limit         time.Duration
	isoefficiency float64
	plot          string
}

// defaultSweepTree is the tree if none is given: a million nodes, 250 for each of 4,096 processors.
const defaultSweepTree = "uts-t1/9"

// Command returns the subcommand.
func Command(a *cli.App) *cobra.Command {
	var flags sweepFlags
	cmd := &cobra.Command{
		Use:   "sweep [FILE|SAMPLE|-]... [flags]",
		Short: "Simulate policies on machines of growing size",
		Long: `Simulate how load-balancing policies scale: the same search trees on machines of
growing size, from 16 to 4,096 processors or any others, up to a million and beyond.
Tables show the efficiency of every policy on every size, and all numbers of each
point. Without an argument the tree is ` + defaultSweepTree + `.

` + cli.InputHelp + `
Of a sample with several formulas, numbers are means over the unsatisfiable ones.

` + cli.TreeHelp + `

With trees of growing size, --isoefficiency tells how much work it takes to keep an
efficiency on larger machines, and how fast that grows.

Sizes on which a policy is not defined are left out, with a note. A point is given up
when its efficiency is sure to be below --floor. Ctrl-C prints what is finished, with
exit code 130. A million processors take one to three gigabytes a simulation.`,
		Example: `  transat sweep uts-t1/7 --from=4 --to=64 --policy=plb,steal
  transat sweep uts-t1/7 --from=4 --to=64 --policy=steal,lade --plot=sweep.svg
  transat sweep uts-t1/5 uts-t1/7 --grids=4x4,8x8 --policy=steal --isoefficiency=0.8`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: a.CompleteTrees,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{defaultSweepTree}
			}
			s, err := input.Await(cmd.Context(), func() (*sweepRun, error) { return newSweep(a, args, &flags) })
			if err != nil {
				return err
			}
			return runSweep(a, cmd.Context(), s)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	setup.AddPolicy(a, cmd, &flags.Flags, []string{"plb", "liquid-c5", "lade", "steal"})
	f.IntVar(&flags.from, "from", 16, "`PROCESSORS` of the smallest machine; each machine has four times as many as the one before")
	f.IntVar(&flags.to, "to", 4096, "`PROCESSORS` of the largest machine")
	f.StringSliceVar(&flags.grids, "grids", nil, "`SIDES` of the machines, such as 8x8,16x8,32x32 (instead of --from and --to)")
	f.Float64Var(&flags.floor, "floor", 0.01, "give a point up when its efficiency is below this `SHARE`")
	f.DurationVar(&flags.limit, "limit", 0,
		"give a point up after this real `TIME`, such as 90s (0: never); results then depend on the computer")
	f.Float64Var(&flags.isoefficiency, "isoefficiency", 0, "tell the work that this `EFFICIENCY` takes, between 0 and 1")
	f.StringVar(&flags.plot, "plot", "", "write a picture of the efficiency to `FILE` (.svg)")
	setup.AddWithoutSize(a, cmd, &flags.Flags)
	return cmd
}

// sweepRun is a prepared sweep: the same setups on every tree.
type sweepRun struct {
	*sweepFlags
	names []string // of the trees, as they are shown
	plans []*experiment.Plan
	notes []string // what was left out
}

// newSweep checks the flags, and prepares the sweep.
func newSweep(a *cli.App, names []string, flags *sweepFlags) (*sweepRun, error) {
	if err := flags.check(); err != nil {
		return nil, err
	}
	s := &sweepRun{sweepFlags: flags}
	if err := figure.CheckName(flags.plot); flags.plot != "" && err != nil {
		return nil, cli.Misuse(fmt.Errorf("--plot=%s: %w", flags.plot, err))
	}
	if err := output.Apart("--plot", flags.plot, names...); err != nil {
		return nil, cli.Misuse(err)
	}
	sides, err := flags.sizes()
	if err != nil {
		return nil, err
	}
	setups, err := s.setups(sides)
	if err != nil {
		return nil, err
	}
	for i, name := range names {
		s.names = append(s.names, foreign.Text(name))
		if slices.Contains(names[:i], name) {
			return nil, cli.Misuse(fmt.Errorf("%s is given twice", name))
		}
		plan, err := flags.Plan(a, name, setups)
		if err != nil {
			return nil, err
		}
		plan.Patience = &experiment.Patience{Efficiency: flags.floor, Real: flags.limit}
		s.plans = append(s.plans, plan)
	}
	return s, nil
}

// check checks the flags that only sweep has.
func (x *sweepFlags) check() error {
	if err := x.Flags.Check(); err != nil {
		return err
	}
	share := func(v float64) bool { return v > 0 && v < 1 } // not so for NaN
	switch {
	case cli.Real(x.Machine.V):
		return cli.Misuse(fmt.Errorf("--machine=%s: sweep only simulates (transat compare --machine=%s --procs=N does not)", x.Machine.V,
			x.Machine.V))
	case !share(x.floor):
		return cli.Misuse(fmt.Errorf("--floor=%v: want a share above 0 and below 1", x.floor))
	case x.isoefficiency != 0 && !share(x.isoefficiency):
		return cli.Misuse(fmt.Errorf("--isoefficiency=%v: want an efficiency above 0 and below 1", x.isoefficiency))
	case x.isoefficiency != 0 && x.isoefficiency <= x.floor:
		return cli.Misuse(fmt.Errorf("--isoefficiency=%v: want one above --floor=%v", x.isoefficiency, x.floor))
	case x.limit < 0:
		return cli.Misuse(fmt.Errorf("--limit=%v: want a time that is not negative", x.limit))
	case x.from < 1 || x.to < x.from || x.to > topology.MaxProcs:
		return cli.Misuse(fmt.Errorf("--from=%d --to=%d: want 1 ≤ from ≤ to ≤ %d", x.from, x.to, topology.MaxProcs))
	}
	return nil
}

// sizes returns the machines' grids, by rising number of processors.
func (x *sweepFlags) sizes() ([]string, error) {
	var grids [][]int
	for _, text := range x.grids {
		sides, err := topology.ParseSides(text)
		if err != nil {
			return nil, cli.Misuse(fmt.Errorf("--grids: %w", err))
		}
		grids = append(grids, sides)
	}
	if len(x.grids) == 0 {
		for _, n := range sweep.Sizes(x.from, x.to) {
			grids = append(grids, sweep.Grid(n))
		}
	}
	slices.SortStableFunc(grids, func(a, b []int) int { return topology.Procs(a) - topology.Procs(b) })
	var names []string
	for i, sides := range grids {
		if i > 0 && topology.Procs(grids[i-1]) == topology.Procs(sides) {
			return nil, cli.Misuse(fmt.Errorf("--grids: %s and %s have the same number of processors",
				topology.FormatSides(grids[i-1]), topology.FormatSides(sides)))
		}
		names = append(names, topology.FormatSides(sides))
	}
	return names, nil
}

// setups returns policies × sizes, without undefined pairs.
func (s *sweepRun) setups(grids []string) ([]experiment.Setup, error) {
	note := func(text string) {
		if !slices.Contains(s.notes, text) {
			s.notes = append(s.notes, text)
		}
	}
	var all []experiment.Setup
	for _, grid := range grids {
		for _, policy := range s.Policies {
			one := s.Flags
			one.Grid.Give(grid)
			one.Policies = []string{policy}
			setups, err := one.Setups(note)
			var undefined *balance.KindError
			var missing *topology.SizeError
			var noRule *balance.NoRuleError // on a machine in lockstep
			switch {
			case err == nil:
				all = append(all, setups...)
			case errors.As(err, &undefined) || errors.As(err, &missing) || errors.As(err, &noRule):
				note(fmt.Sprintf("left out, %s on %s: %v", policy, grid, err))
			default:
				return nil, err
			}
		}
	}
	if len(all) == 0 {
		return nil, cli.Misuse(errors.New(s.notes[0]))
	}
	return all, nil
}

// run runs all plans, one after the other, and returns the finished points.
func (s *sweepRun) run(ctx context.Context, progress func(share float64, what string)) ([]sweep.Measurement, error) {
	var points []sweep.Measurement
	for i, plan := range s.plans {
		plan.Progress = func(share float64, what string) {
			progress((float64(i)+share)/float64(len(s.plans)), what)
		}
		outcome, err := plan.Run(ctx)
		points = append(points, sweep.Measurements(s.names[i], plan, outcome)...)
		if err != nil {
			return points, err
		}
	}
	return points, nil
}

// span is the smallest and the largest number of processors, for captions.
func span(points []sweep.Measurement) string {
	least, most := math.MaxInt, 0
	for _, p := range points {
		least, most = min(least, p.N()), max(most, p.N())
	}
	return strconv.Itoa(least) + " to " + strconv.Itoa(most)
}
