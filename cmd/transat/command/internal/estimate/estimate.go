// Package estimate is the subcommand estimate: the size of the search tree of a formula, and the time that a search of it takes. A
// [Forecast] estimates the rest of a search that is under way.
package estimate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/process"
	"transat/cmd/transat/internal/report"
	"transat/solver"
	"transat/solver/estimate"
)

// estimateFlags are the flags of estimate.
type estimateFlags struct {
	rule       string
	timeLimit  time.Duration
	maxNodes   int64
	threads    int
	seed       uint64
	confidence float64 // in percent
	style      report.Style
	lenient    bool
	engine     string
	cube       cubeFlags
}

// Command returns the subcommand.
func Command(a *cli.App) *cobra.Command {
	flags := estimateFlags{}
	cmd := &cobra.Command{
		Use:   "estimate FILE|SAMPLE|- [flags]",
		Short: "Say how large a search tree is, and how long its search will take",
		Long: `Say how many nodes the Davis-Putnam search tree of a formula has, and how long its
search takes on this computer, without searching it: subtrees are drawn at random,
the larger the likelier, and searched to their ends. A tree that is small enough is
searched as a whole, and the answer is exact. A satisfiable formula's tree is taken
as a whole, too; a search that stops at the first model may end much earlier.
Ctrl-C prints the estimate so far. The times are for this computer under its present
load; if other programs are at work, a line says so.

With --engine=cube it says what solve --engine=cube will cost: CPU time, conflicts and
cubes, of the split that solve would choose and of two others. It begins as solve does,
and then draws cubes of what is left and solves them on one core. If there are few, it
solves all, as a run on one core does. Else the costs of a run differ, since it learns
other clauses: by a factor of two, or three where there are many symmetries.
--time-limit is of CPU time then, a minute unless it is given: two thirds for solve's choice.
A FILE with cubes (iCNF) is estimated with these, and needs no --engine, as with
--cube-list.

` + cli.InputHelp,
		Example: `  transat estimate 200-860-3/1
  transat estimate --engine=cube --time-limit=2s 80-344-3/1
  transat estimate --rule=boehm --max-nodes=10000 --format=json 200-860-3/1`,
		Args:              cli.Between(1, 1, "one FILE, SAMPLE or -"),
		ValidArgsFunction: cli.CompleteInput,
		RunE: func(cmd *cobra.Command, args []string) error {
			given := cmd.Flags().Changed
			if !given("engine") && !given("max-nodes") && !given("threads") && (given("cube-list") || input.HasCubes(args[0])) {
				flags.engine = cubeEngine
			}
			if err := flags.check(given); err != nil {
				return err
			}
			if flags.engine == cubeEngine {
				return estimateCubes(a, cmd.Context(), args[0], flags)
			}
			return estimateTree(a, cmd.Context(), args[0], flags)
		},
	}
	f := cmd.Flags()
	f.StringVar(&flags.rule, "rule", cli.AutoRule, "branching rule; auto: solve's choice")
	addCubeFlags(cmd, &flags)
	flags.timeLimit = treeTime
	f.Var((*cli.Seconds)(&flags.timeLimit), "time-limit", "about how long the estimate may take; of cubes, a minute unless it is given")
	f.Int64Var(&flags.maxNodes, "max-nodes", 0, "about how many nodes each thread visits, whatever the time (0: what the time allows)")
	f.IntVarP(&flags.threads, "threads", "j", runtime.GOMAXPROCS(0), "threads that take samples")
	f.Uint64Var(&flags.seed, "seed", 1, "seed of the samples")
	f.Float64Var(&flags.confidence, "confidence", 95, "percent of all intervals that are to hold the true size")
	f.BoolVar(&flags.lenient, "lenient", false, "take a file whose number of clauses is not the declared one")
	a.AddStyleFlags(cmd, &flags.style)
	cli.CompleteWith(cmd, "rule", cli.RuleNames)
	return cmd
}

func (f *estimateFlags) check(given func(string) bool) error {
	if err := f.checkCubes(given); err != nil {
		return cli.Misuse(err)
	}
	switch {
	case f.timeLimit <= 0:
		return cli.Misuse(fmt.Errorf("--time-limit=%v: want a time above 0, such as 2s", f.timeLimit))
	case f.maxNodes < 0:
		return cli.Misuse(fmt.Errorf("--max-nodes=%d: want a number that is not negative", f.maxNodes))
	case f.threads < 1:
		return cli.Misuse(fmt.Errorf("--threads=%d: want at least 1", f.threads))
	case !(f.confidence > 0 && f.confidence < 100):
		return cli.Misuse(fmt.Errorf("--confidence=%v: want a percentage between 0 and 100, such as 95", f.confidence))
	}
	return cli.CheckRuleOrAuto(f.rule)
}

// errNoEstimate ends an estimate that takes far longer than its limit.
var errNoEstimate = errors.New("no estimate in time")

// estimateTree prints how large the tree of the named formula is.
func estimateTree(a *cli.App, ctx context.Context, name string, flags estimateFlags) error {
	formula, err := a.OneFormula(name, flags.lenient)
	if err != nil {
		return err
	}
	f, err := formula.Read(ctx)
	if err != nil {
		return err
	}
	if flags.rule == cli.AutoRule {
		flags.rule, _ = solver.ChooseRule(f)
	}
	const grace = 4 // the limit is approximate
	if flags.maxNodes == 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, grace*flags.timeLimit+time.Second, errNoEstimate)
		defer cancel()
	}
	bar := a.Line.Start("estimating " + formula.Name)
	defer bar.Done()
	began, others := time.Now(), process.Start()
	result := estimated{formula: formula.Name, vars: f.Vars(), clauses: f.Len(), flags: flags}
	result.Result, err = estimate.Size(ctx, f, estimate.Options{
		Rule:       flags.rule,
		MaxNodes:   flags.maxNodes,
		Time:       flags.timeLimit,
		Clock:      func() time.Duration { return time.Since(began) },
		Threads:    flags.threads,
		Seed:       flags.seed,
		Confidence: flags.confidence / 100,
	})
	bar.Done()
	cores := 1.0
	if result.SpeedOfAll > 0 { // one thread works alone for about an eighth of the time, then all together
		cores = (1 + 7*float64(min(flags.threads, runtime.NumCPU()))) / 8
	}
	result.others = others.Note(time.Duration(cores * float64(time.Since(began))))
	if err == nil {
		return printEstimate(a, result)
	}
	if ctx.Err() == nil {
		return err
	}
	result.stopped = "interrupted"
	if late := errors.Is(context.Cause(ctx), errNoEstimate); late {
		result.stopped = "stopped"
		err = fmt.Errorf("%s: the ways down the tree are so long that nothing more can be said about it in %v (a longer --time-limit may do)",
			formula.Name, flags.timeLimit)
	} else if result.Low > 0 {
		err = cli.Interrupted // the output says so
	}
	if result.Low > 0 {
		err = cmp.Or(printEstimate(a, result), err)
	}
	return err
}
