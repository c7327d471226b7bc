package command

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"transat/balance/sim"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/calibrate"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/suggest"
	"transat/cmd/transat/internal/treecache"
)

// calibrateFlags are the flags of calibrate.
type calibrateFlags struct {
	search, quick    bool
	formulas, budget int
	seed             uint64
	cache            string
	samples          []string
	threads          int
	style            report.Style
}

func calibrateCommand(a *cli.App) *cobra.Command {
	flags := calibrateFlags{}
	cmd := &cobra.Command{
		Use:   "calibrate [FIT]... [flags]",
		Short: "Judge the machine presets that were fitted to a paper, or fit them again",
		Long: `Show how the machine presets that were fitted to the tables of a paper come out: every
row of the tables beside ours, whether it was used by the fit or held out, and which
numbers are farther from the paper's than they should be. FIT is plb (gcel-1024,
Tables 2 and 3) or lade (gcel-ppbb, Table 4); without one, both are shown. Before them
come the two times of a processor that follow from the paper's sequential times. A third,
plb-strict, fits all costs and what begins a phase to Tables 2 and 3, by the time that is
lost and not by efficiencies; it is a trial, and no preset has its values.

--search repeats the fits: from neutral values, it varies one parameter after the other,
on a part of the formulas and on the rows that are used, and then judges what it found
on all rows. It keeps the search trees of these formulas in memory, up to 4 GB.

With --quick, that takes half a minute; without, on all 86 formulas, some minutes, and
--search half an hour. Search trees that are not in the cache take two seconds more each.
The examples are of other, small samples, whose numbers mean nothing but come at once.
Ctrl-C prints what is known so far, with exit code 130.`,
		Example: `  transat calibrate --quick --samples=130-650-3,150-750-3 lade
  transat calibrate --search --quick --samples=130-650-3,150-750-3 lade`,
		Args:      cobra.ArbitraryArgs,
		ValidArgs: fitNames(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := flags.check(); err != nil {
				return err
			}
			fits, err := chooseFits(args)
			if err != nil {
				return err
			}
			return runCalibration(a, cmd.Context(), fits, &flags)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&flags.search, "search", false, "repeat the fits instead of judging the presets alone")
	f.BoolVar(&flags.quick, "quick", false, "few formulas, and a search that is far from its end: seconds instead of minutes")
	f.IntVar(&flags.formulas, "formulas", 0, fmt.Sprintf("`NUMBER` of formulas of each sample, with trees of all sizes (0: all, or %d with --search)", searchFormulas))
	f.IntVar(&flags.budget, "evaluations", 0, fmt.Sprintf("`NUMBER` after which a search is ended (0: %d)", searchBudget))
	f.Uint64Var(&flags.seed, "seed", 1, "seed of all random choices")
	f.StringVar(&flags.cache, "cache", "", "folder `DIR` for search trees, or off (default: TRANSAT_CACHE, or the user's cache folder)")
	f.IntVar(&flags.threads, "threads", runtime.GOMAXPROCS(0), "simulations at the same time; the results do not depend on it")
	a.AddStyleFlags(cmd, &flags.style)
	f.StringSliceVar(&flags.samples, "samples", nil, "two `SAMPLES` in place of 350-1505-3 and 400-2000-3, to try the command out")
	return cmd
}

// The sizes of a search, and those with --quick.
const (
	searchFormulas      = 8
	searchBudget        = 150
	quickFormulas       = 3
	quickSearchFormulas = 2
	quickSearchBudget   = 6
)

// check looks at the flags, and fills in what was left to others.
func (x *calibrateFlags) check() error {
	switch {
	case x.formulas < 0:
		return cli.Misuse(fmt.Errorf("--formulas=%d: want a number that is not negative", x.formulas))
	case x.budget < 0:
		return cli.Misuse(fmt.Errorf("--evaluations=%d: want a number that is not negative", x.budget))
	case x.budget > 0 && !x.search:
		return cli.Misuse(fmt.Errorf("--evaluations=%d: only --search has evaluations", x.budget))
	case x.threads < 1:
		return cli.Misuse(fmt.Errorf("--threads=%d: want at least 1", x.threads))
	case len(x.samples) != 0 && len(x.samples) != 2:
		return cli.Misuse(fmt.Errorf("--samples: want two, got %d", len(x.samples)))
	}
	formulas, budget := 0, 0
	switch {
	case x.search && x.quick:
		formulas, budget = quickSearchFormulas, quickSearchBudget
	case x.search:
		formulas, budget = searchFormulas, searchBudget
	case x.quick:
		formulas = quickFormulas
	}
	if x.formulas == 0 {
		x.formulas = formulas
	}
	if x.budget == 0 {
		x.budget = budget
	}
	return nil
}

func fitNames() []string {
	var names []string
	for _, f := range calibrate.Fits() {
		names = append(names, f.Name)
	}
	return names
}

// chooseFits returns the fits of the given names, or all but those that are done only by name.
func chooseFits(names []string) ([]calibrate.Fit, error) {
	all := calibrate.Fits()
	if len(names) == 0 {
		return slices.DeleteFunc(all, func(f calibrate.Fit) bool { return f.ByName }), nil
	}
	var fits []calibrate.Fit
	for _, name := range names {
		i := slices.Index(fitNames(), name)
		if i < 0 {
			return nil, cli.Misuse(suggest.Unknown("fit", name, fitNames(), strings.Join(fitNames(), ", ")))
		}
		fits = append(fits, all[i])
	}
	return fits, nil
}

// runCalibration judges or repeats fits, and prints what was found, as far as it is known.
func runCalibration(a *cli.App, ctx context.Context, fits []calibrate.Fit, flags *calibrateFlags) error {
	sheets, failed := runFits(a, ctx, fits, flags)
	stopped := errors.Is(failed, context.Canceled)
	if failed != nil && !stopped {
		return failed
	}
	if len(sheets) > 0 {
		if err := report.WriteSheets(a.Out, calibrateCaption(flags), sheets, flags.style); err != nil {
			return err
		}
	}
	switch {
	case stopped && len(sheets) == 0:
		return cli.With(cli.Interrupted, errors.New("interrupted before anything was finished"))
	case stopped:
		return cli.With(cli.Interrupted, errors.New("interrupted: means are over the formulas that were finished"))
	}
	return nil
}

func calibrateCaption(flags *calibrateFlags) []string {
	formulas := "all unsatisfiable formulas"
	if flags.formulas > 0 {
		formulas = fmt.Sprintf("%d unsatisfiable formulas, chosen by the size of their trees,", flags.formulas)
	}
	samples := reproduce.Sample350 + " and " + reproduce.Sample400
	if len(flags.samples) > 0 {
		samples = fmt.Sprintf("%s and %s, in place of the paper's %s", flags.samples[0], flags.samples[1], samples)
	}
	return []string{
		"Böhm, Speckenmeyer: Precomputation based Load Balancing, 1996, Tables 2 to 4, and ours",
		fmt.Sprintf("samples %s", samples),
		fmt.Sprintf("means over %s of each sample, seed %d", formulas, flags.seed),
	}
}

// runFits computes everything behind a progress bar.
func runFits(a *cli.App, ctx context.Context, fits []calibrate.Fit, flags *calibrateFlags) ([]report.Sheet, error) {
	bar := a.Line.Start("starting")
	defer bar.Done()
	bench := &calibrate.Bench{
		Trees: &treecache.Store{
			Cache: a.Cache(flags.cache), Rule: cli.DefaultRule, MaxNodes: cli.DefaultMaxNodes, Warn: a.Line.Warn, Threads: flags.threads,
		},
		Formulas: flags.formulas, Seed: flags.seed, Threads: flags.threads,
	}
	if len(flags.samples) > 0 {
		bench.Instead = map[string]string{reproduce.Sample350: flags.samples[0], reproduce.Sample400: flags.samples[1]}
	}
	if flags.quick {
		bench.MaxSeeds = 1
	}
	parts := float64(1 + len(fits))
	part := func(i int) func(float64, string) {
		return func(share float64, what string) { bar.Set((float64(i)+share)/parts, what) }
	}
	bench.Progress = part(0)
	times, err := bench.Times(ctx)
	if err != nil {
		return nil, err
	}
	bench.Trees.Hold = flags.search // those of the formulas that are used from here on
	sheets := times.Sheets(sim.CostModels()[0])
	for i, fit := range fits {
		result, err := runFit(ctx, bench, fit, flags, part(i+1))
		if result != nil {
			sheets = append(sheets, result.Sheets()...)
		}
		if err != nil {
			return sheets, err
		}
	}
	return sheets, nil
}

// runFit judges a preset, or repeats its fit.
func runFit(ctx context.Context, bench *calibrate.Bench, fit calibrate.Fit, flags *calibrateFlags, tell func(float64, string)) (*calibrate.Report, error) {
	bench.Progress = tell
	if !flags.search {
		return bench.Check(ctx, fit)
	}
	bench.Progress = nil
	tell(0, fit.Name+": judging the preset")
	return bench.Repeat(ctx, fit, flags.budget, func(evaluations int, best float64) {
		tell(float64(evaluations)/float64(flags.budget), fmt.Sprintf("%s: %d evaluations, objective %.3f", fit.Name, evaluations, best))
	})
}
