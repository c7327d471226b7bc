package command

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/reproduce/papers"
	"transat/cmd/transat/internal/treecache"
	"transat/cmd/transat/internal/web/replay"
)

// reproduceFlags are the flags of reproduce.
type reproduceFlags struct {
	list, quick bool
	out, cache  string
	seed        uint64
	threads     int
	style       report.Style
	line        string // the command line, for the report
}

func reproduceCommand(a *cli.App) *cobra.Command {
	flags := reproduceFlags{}
	cmd := &cobra.Command{
		Use:   "reproduce [ITEM…] [flags]",
		Short: "Do the papers' experiments again",
		Long: `Do the experiments of the papers again: tables with the paper's number beside ours,
and a verdict on every claim. ITEM is a name such as liquid/fig5, or the beginning
of several up to the slash (liquid); without any, all experiments are done. An
experiment that takes some minutes more, liquid/large, is done only by its name.

A claim that does not hold is a finding, not an error: the exit code stays 0. Nothing is
judged with --quick: its sizes are smaller than those that the papers speak of. One seed gives one output, on any number of threads.
Ctrl-C prints the rows that are finished, with exit code 130.`,
		Example: `  transat reproduce --list
  transat reproduce --quick liquid/fig5
  transat reproduce --quick liquid/methods adf/convergence`,
		Args:      cobra.ArbitraryArgs,
		ValidArgs: cli.Names(cli.ExperimentEntries()),
		RunE: func(cmd *cobra.Command, args []string) error {
			if flags.threads < 1 {
				return cli.Misuse(fmt.Errorf("--threads=%d: want at least 1", flags.threads))
			}
			items, err := reproduce.Choose(papers.Items(), args)
			if err != nil {
				return cli.Misuse(err)
			}
			if flags.list && len(args) == 0 {
				items = papers.Items()
			}
			if flags.list {
				return listItems(a, items, flags.style)
			}
			flags.line = cli.CommandLine(cmd, args)
			return runReproduction(a, cmd.Context(), items, &flags)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&flags.list, "list", false, "list the experiments instead")
	f.BoolVar(&flags.quick, "quick", false, "smaller sizes and fewer repetitions, in seconds instead of minutes")
	f.StringVar(&flags.out, "out", "", "write every table (CSV) and picture (SVG), and all in one page (index.html), to the folder `DIR`")
	f.Uint64Var(&flags.seed, "seed", 1, "seed of all random choices")
	f.StringVar(&flags.cache, "cache", "", "folder `DIR` for search trees, or off (default: TRANSAT_CACHE, or the user's cache folder)")
	f.IntVar(&flags.threads, "threads", runtime.GOMAXPROCS(0), "jobs at the same time; the results do not depend on it")
	a.AddStyleFlags(cmd, &flags.style)
	return cmd
}

// listItems prints the names of the experiments, and their papers.
func listItems(a *cli.App, items []reproduce.Item, style report.Style) error {
	if style.Format == report.Text {
		entries := func() []cli.Entry { return cli.ItemEntries(items) }
		return printSections(a, []cli.Section{{Name: "experiments", Kind: "experiment", Usage: cli.ExperimentUsage, Entries: cli.Fixed(entries)}},
			true)
	}
	column := func(key string, value func(reproduce.Item) string) report.Column[reproduce.Item] {
		return report.Column[reproduce.Item]{Key: key, Heading: key, Left: true, Value: func(i reproduce.Item) any { return value(i) }}
	}
	return report.Table[reproduce.Item]{
		Columns: []report.Column[reproduce.Item]{
			column("item", func(i reproduce.Item) string { return i.Name }),
			column("title", func(i reproduce.Item) string { return i.Title }),
			column("source", func(i reproduce.Item) string { return i.Source }),
		},
		Rows: items,
	}.Write(a.Out, style)
}

// runReproduction runs items and prints the results, as far as they are finished.
func runReproduction(a *cli.App, ctx context.Context, items []reproduce.Item, flags *reproduceFlags) error {
	if flags.out != "" {
		if err := output.Folder(flags.out); err != nil { // better now than at the end
			return fmt.Errorf("--out: %w", err)
		}
	}
	results, failed := runItems(a, ctx, items, flags)
	var found reproduce.ItemResults
	finished := 0
	for i, result := range results {
		if result != nil {
			if !result.Unfinished {
				finished++
			}
			found = append(found, reproduce.ItemResult{Item: items[i], Result: result, Quick: flags.quick, Seed: flags.seed})
		}
	}
	unsaved := save(found, flags.out)
	if flags.out != "" && failed == nil && unsaved == nil {
		failed = saveReport(a, ctx, found, items, flags)
	}
	if len(found) > 0 {
		if err := found.Write(a.Out, flags.style); err != nil {
			return err
		}
	}
	switch {
	case errors.Is(failed, context.Canceled):
		stopped := fmt.Errorf("interrupted after %d of %d experiments", finished, len(items))
		return cli.With(cli.Interrupted, errors.Join(stopped, unsaved))
	case failed != nil:
		return failed
	case flags.out == "":
		a.Line.Hint("--out=DIR writes the tables and pictures to files")
	}
	return unsaved
}

// save writes results to a folder, if it has a name, up to the first one that cannot be written.
func save(found reproduce.ItemResults, dir string) error {
	if dir == "" {
		return nil
	}
	for i := range found {
		if found[i].Result.Unfinished {
			continue // it would replace the file of a finished run
		}
		if err := found[i].Save(dir); err != nil {
			return fmt.Errorf("--out: %w", err)
		}
	}
	return nil
}

// saveReport writes all results as one page, with replays, to the folder.
func saveReport(a *cli.App, ctx context.Context, found reproduce.ItemResults, items []reproduce.Item, flags *reproduceFlags) error {
	bar := a.Line.Start("recording what the report plays")
	defer bar.Done()
	replays, err := replay.Replays(ctx, items, flags.quick, flags.seed, flags.threads, flags.store(a))
	if err != nil {
		return err
	}
	page := replay.Report{Found: found, Command: flags.line, Replays: replays}
	if err := output.WriteFile(filepath.Join(flags.out, "index.html"), page.Write); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	return nil
}

// store returns the cache of search trees.
func (flags *reproduceFlags) store(a *cli.App) *treecache.Store {
	return &treecache.Store{
		Cache: a.Cache(flags.cache), Rule: cli.DefaultRule, Threads: flags.threads, Warn: a.Line.Warn,
		MaxModelNodes: reproduce.MaxModelNodes,
	}
}

// runItems runs items behind a progress bar.
func runItems(a *cli.App, ctx context.Context, items []reproduce.Item, flags *reproduceFlags) ([]*reproduce.Result, error) {
	bar := a.Line.Start("starting")
	defer bar.Done()
	plan := &reproduce.Plan{
		Items: items, Quick: flags.quick, Seed: flags.seed, Threads: flags.threads, Progress: bar.Set,
		Trees: flags.store(a),
	}
	return plan.Run(ctx)
}
