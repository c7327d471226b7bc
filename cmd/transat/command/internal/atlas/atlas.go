// Package atlas has the subcommands atlas, which makes a map of the policies, and advise, which looks a case up in it.
package atlas

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"transat/balance"
	"transat/balance/compare"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/atlas"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/treecache"
)

// atlasFlags are the flags of atlas.
type atlasFlags struct {
	size, machine      string
	quick, known       bool
	cells, cache, plot string
	policies           []string
	threads            int
	style              report.Style
}

// Command returns the subcommand atlas.
func Command(a *cli.App) *cobra.Command {
	var flags atlasFlags
	cmd := &cobra.Command{
		Use:   "atlas [flags]",
		Short: "Make a map: which policy is best on which tree and machine",
		Long: `Simulate policies on many search trees, machines, numbers of processors and starts, and
judge: which policy wins where, with ties within the intervals; how many points of
efficiency the others lose (their regret); which is never best, and which never far
from it; and how good a decision tree, fitted on half of the cases, is on the other.

With --cells=FILE every cell is written to the file as it is made. A run that was
killed goes on from there. Cells are the same on any number of threads. With
--known nothing is simulated: the map that comes with transat is judged.`,
		Example: `  transat atlas --known
  transat atlas --known --format=markdown
  transat atlas --known --format=csv --plot=pictures`,
		Args: cli.Between(0, 0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error { return runAtlas(a, cmd.Context(), &flags) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&flags.known, "known", false, "judge the map that comes with transat")
	f.BoolVar(&flags.quick, "quick", false, "the same as --size=quick")
	f.StringVar(
		&flags.size, "size", string(atlas.Full),
		"`SIZE` of the map: quick (a minute), broad (a quarter of an hour: 20 trees, 5 machines), medium (the known map), full (many hours)")
	f.StringVar(&flags.machine, "machine", "", "the machine in `FILE.json` instead of those of the size")
	f.StringVar(&flags.cells, "cells", "", "write cells to `FILE` as they are made, and reuse its cells")
	f.StringSliceVar(&flags.policies, "policies", nil, "simulate these policies alone, `NAME,NAME...`; other cells of the file stay")
	f.StringVar(&flags.plot, "plot", "", "write pictures to the folder `DIR`: heat maps of the regret, curves of the efficiency")
	f.StringVar(&flags.cache, "cache", "", "folder `DIR` for search trees, or off (default: TRANSAT_CACHE, or the user's cache folder)")
	f.IntVarP(&flags.threads, "threads", "j", runtime.GOMAXPROCS(0), "simulations at the same time; the cells do not depend on it")
	a.AddStyleFlags(cmd, &flags.style)
	cli.CompleteWith(cmd, "size", func() []string {
		var all []string
		for _, s := range atlas.Sizes() {
			all = append(all, string(s))
		}
		return all
	})
	return cmd
}

func (x *atlasFlags) check() error {
	switch {
	case x.threads < 1:
		return cli.Misuse(fmt.Errorf("--threads=%d: want at least 1", x.threads))
	case !slices.Contains(atlas.Sizes(), atlas.Size(x.size)):
		return cli.Misuse(fmt.Errorf("--size=%s: want one of %v", x.size, atlas.Sizes()))
	case x.known && (x.quick || x.cells != "" || x.machine != ""):
		return cli.Misuse(errors.New("--known takes neither --quick nor --cells nor --machine: nothing is made"))
	case x.machine != "" && !strings.HasSuffix(x.machine, cli.MachineSuffix):
		return cli.Misuse(fmt.Errorf("--machine=%s: want a FILE%s; the machines of transat are in the map by themselves", x.machine,
			cli.MachineSuffix))
	}
	for _, name := range x.policies {
		if _, err := balance.Choose(name); err != nil || strings.Contains(name, ":") {
			return cli.Misuse(fmt.Errorf("--policies=%s: want names of policies, without parameters", name))
		}
	}
	return nil
}

// runAtlas makes or reads the cells, and judges them.
func runAtlas(a *cli.App, ctx context.Context, flags *atlasFlags) error {
	if err := flags.check(); err != nil {
		return err
	}
	if flags.cells != "" && !output.Ordinary(flags.cells) {
		return cli.Misuse(fmt.Errorf("--cells=%s: want an ordinary file", flags.cells))
	}
	if flags.plot != "" {
		if err := output.Folder(flags.plot); err != nil {
			return fmt.Errorf("--plot: %w", err)
		}
	}
	cells, failed := atlas.Map(), error(nil)
	if !flags.known {
		cells, failed = makeCells(a, ctx, flags)
	}
	if failed != nil && !errors.Is(failed, context.Canceled) {
		return failed
	}
	if len(cells) > 0 {
		if err := printMap(a, cells, flags); err != nil {
			return err
		}
	}
	if failed != nil {
		return cli.With(cli.Interrupted, fmt.Errorf("interrupted after %d cells", len(cells)))
	}
	return nil
}

// makeCells simulates the cells that the file does not have.
func makeCells(a *cli.App, ctx context.Context, flags *atlasFlags) ([]atlas.Cell, error) {
	size := atlas.Size(flags.size)
	if flags.quick {
		size = atlas.Quick
	}
	store := &treecache.Store{
		Cache: a.Cache(flags.cache), Rule: cli.DefaultRule, MaxNodes: cli.DefaultMaxNodes, Threads: flags.threads,
		Warn: a.Line.Warn,
	}
	bar := a.Line.Start("starting")
	defer bar.Done()
	plan := atlas.Plan{Size: size, Store: store, Threads: flags.threads, Policies: flags.policies, Progress: bar.Set}
	if flags.machine != "" {
		var err error
		if plan.Machine, err = ownMachine(flags.machine); err != nil {
			return nil, cli.UnknownName(err)
		}
	}
	if flags.cells != "" {
		known, file, err := resume(flags.cells)
		if err != nil {
			return nil, fmt.Errorf("--cells: %w", err)
		}
		defer file.Close()
		plan.Known = known
		plan.Made = func(c atlas.Cell) error { return atlas.Append(file, c) }
	}
	cells, err := atlas.Run(ctx, plan)
	if len(flags.policies) > 0 && flags.cells != "" { // the file has others, too
		return allOf(flags.cells, plan.Machine, cells, err)
	}
	if err == nil && flags.cells != "" { // in an order that does not depend on the threads
		err = output.WriteFile(flags.cells, func(w io.Writer) error { return atlas.Write(w, cells) })
	}
	return cells, err
}

// allOf returns the cells of a file, or the given ones if there was an error.
func allOf(name string, own *compare.Preset, cells []atlas.Cell, err error) ([]atlas.Cell, error) {
	if err != nil {
		return cells, err
	}
	file, err := os.Open(name)
	if err != nil {
		return cells, fmt.Errorf("--cells: %w", err)
	}
	defer file.Close()
	cells, err = atlas.Read(file)
	atlas.OnOwn(cells, own)
	return cells, err
}

// resume reads the cells of a file, writes them back without the line that a kill cut off, and opens it to go on.
func resume(name string) ([]atlas.Cell, *os.File, error) {
	var known []atlas.Cell
	old, err := os.Open(name)
	switch {
	case err == nil:
		known, err = atlas.Read(old)
		old.Close()
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, nil, err
	}
	if err := output.WriteFile(name, func(w io.Writer) error { return atlas.Write(w, known) }); err != nil {
		return nil, nil, err
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	return known, file, err
}
