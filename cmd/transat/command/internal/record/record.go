// Package record has the subcommand record.
package record

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"transat/balance/tasktree"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/command/internal/setup"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/profiler"
	"transat/cmd/transat/internal/settings"
	"transat/cmd/transat/internal/treecache"
)

type flags struct {
	settings.Values
	out, listen, work, cache string
	pruned, lenient          bool
	maxNodes                 int64
}

// defaultListen is where CP-Profiler listens.
const defaultListen = "127.0.0.1:6565"

// Command is the subcommand record.
func Command(a *cli.App) *cobra.Command {
	x := flags{Values: settings.New()}
	cmd := &cobra.Command{
		Use:   "record [FILE|SAMPLE] -o TREE [flags]",
		Short: "Keep a search tree in a file, also that of another solver",
		Long: `Write the search tree of a file or a sample to a file, packed: a tree of tasks in JSON Lines,
CSV or VBC, cubes with their seconds, or the tree of a formula. All commands that take a
formula to balance take the packed file, and read it several times as fast.

With --listen it waits for a running solver that sends its tree as it searches, in the
protocol of CP-Profiler: Gecode, Chuffed, Choco and the MiniZinc IDE can. Each restart is a
root of its own. If the solver or Ctrl-C ends the connection early, what has come is kept.

    transat record --listen -o queens.tree

transat help trees tells how other solvers' trees are made.`,
		Example: `  transat record php-5-4 -o php.tree
  transat record 60-258-3/1 --rule=boehm -o sixty.tree
  transat record uts-t3/9 -o uts.tree`,
		Args:              cli.Between(0, 1, "at most one FILE or SAMPLE"),
		ValidArgsFunction: cli.CompleteInput,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := x.check(cmd, args); err != nil {
				return cli.Misuse(err)
			}
			if len(args) == 0 {
				return receive(a, cmd.Context(), &x)
			}
			return pack(a, cmd.Context(), args[0], &x)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&x.out, "output", "o", "", "`FILE` to write the tree to")
	f.StringVar(&x.listen, "listen", "", "wait at `ADDRESS` for a solver that sends its tree (alone: "+defaultListen+")")
	f.Lookup("listen").NoOptDefVal = defaultListen
	f.StringVar(&x.work, "work", "nodes", "with --listen, the work of a node: nodes (each counts 1), or seconds (from message to message)")
	f.BoolVar(&x.pruned, "pruned", false, "with --listen: the search is a branch and bound, so its tree came from one order of search")
	setup.AddSetting(a, cmd, &x.Values, "rule", "")
	f.StringVar(&x.cache, "cache", "", "folder `DIR` for search trees, or off (default: TRANSAT_CACHE, or the user's cache folder)")
	f.Int64Var(&x.maxNodes, "max-nodes", cli.DefaultMaxNodes, "give up on a tree with more nodes")
	f.BoolVar(&x.lenient, "lenient", false, "take a file whose number of clauses is not the declared one")
	return cmd
}

// check looks at the flags.
func (x *flags) check(cmd *cobra.Command, args []string) error {
	listens := cmd.Flags().Changed("listen")
	switch {
	case x.out == "":
		return errors.New("want -o FILE, where the tree is to go")
	case listens && len(args) > 0:
		return fmt.Errorf("want either %s or --listen, not both", args[0])
	case !listens && len(args) == 0:
		return errors.New("want a FILE or SAMPLE, or --listen")
	case !listens && (cmd.Flags().Changed("work") || x.pruned):
		return errors.New("--work and --pruned are for --listen")
	case x.work != "nodes" && x.work != "seconds":
		return fmt.Errorf("--work=%s: want nodes or seconds", x.work)
	case len(args) > 0:
		return output.Apart("-o", x.out, args[0])
	}
	return nil
}

// pack writes the tree of an input.
func pack(a *cli.App, ctx context.Context, name string, x *flags) error {
	all, err := a.Formulas(name, x.lenient)
	if err != nil {
		return err
	}
	if len(all) > 1 {
		return cli.Misuse(fmt.Errorf("%s is a sample of %d formulas: choose one, such as %s", name, len(all), all[0].Name))
	}
	f := all[0]
	if err := output.Try(x.out); err != nil {
		return err
	}
	bar := a.Line.Start("reading " + f.Name)
	store := &treecache.Store{Cache: a.Cache(x.cache), Rule: x.Rule.V, MaxNodes: x.maxNodes, MaxModelNodes: x.maxNodes, Warn: a.Line.Warn}
	w, err := experiment.Load(ctx, f, store, bar.Set)
	bar.Done()
	if errors.Is(err, treecache.ErrModels) {
		return fmt.Errorf("%s: its tree holds models and has more than %d nodes (--max-nodes)", f.Name, x.maxNodes)
	}
	if err != nil {
		return err
	}
	tree, err := w.Record(x.maxNodes)
	if err != nil {
		return fmt.Errorf("%s: %w (--max-nodes)", f.Name, err)
	}
	return write(a, x.out, tree)
}

// write writes a tree, and says what it is.
func write(a *cli.App, name string, t *tasktree.Tree) error {
	var size int64
	err := output.WriteFile(name, func(w io.Writer) (err error) {
		size, err = t.WriteTo(w)
		return err
	})
	if err != nil {
		return err
	}
	unit := t.Unit()
	if unit == "" {
		unit = "units"
	}
	roots := ""
	switch n := t.Roots(); {
	case n > 1 && n == t.Nodes():
		roots = ", all of them roots"
	case n > 1:
		roots = fmt.Sprintf(", %d of them roots", n)
	}
	return a.Tell("%s: %s%s, work %s %s, %s", name, cli.Counted(int(t.Nodes()), "task"), roots, t.Text(t.Work()), unit,
		humanize.Bytes(uint64(size)))
}

// receive records what a solver sends.
func receive(a *cli.App, ctx context.Context, x *flags) error {
	network, err := a.Networked(ctx)
	if err != nil {
		return err
	}
	if err := output.Try(x.out); err != nil {
		return err
	}
	conn, err := network.Accept(a, ctx, x.listen, func(at string) {
		a.Line.Say(fmt.Sprintf("waiting for a solver at %s; Ctrl-C ends it", at))
	})
	if err != nil {
		return err
	}
	defer conn.Close()
	bar := a.Line.Start("recording")
	r, err := profiler.Read(conn, profiler.Options{
		Seconds: x.work == "seconds", Pruned: x.pruned, Most: int(x.maxNodes),
		Progress: func(nodes int) { bar.Set(0, "recording: "+cli.Counted(nodes, "node")) },
	})
	bar.Done()
	if r.Tree == nil {
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil:
			return err
		}
		return errors.New("the solver has sent no node")
	}
	if failed := write(a, x.out, r.Tree); failed != nil {
		return failed
	}
	for _, line := range story(r) {
		a.Line.Say(line)
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return fmt.Errorf("%w; %s has what came before", err, x.out)
	case !r.Whole:
		return fmt.Errorf("the solver has closed the connection before it was done; %s has what came before", x.out)
	}
	return nil
}

// story says what is to be known of a recording.
func story(r *profiler.Trace) (lines []string) {
	of := ""
	if r.Name != "" {
		of = " of " + r.Name
	}
	var parts []string
	part := func(n int64, one, several string) {
		switch {
		case n == 1:
			parts = append(parts, one)
		case n > 1:
			parts = append(parts, cli.Grouped(n)+" "+several)
		}
	}
	part(int64(r.Restarts), "a restart, with a root of its own", "restarts, each with a root of its own")
	if r.Threads > 1 {
		parts = append(parts, cli.Counted(r.Threads, "thread")+" of the solver")
	}
	part(r.Open, "a child was never visited", "children were never visited")
	part(r.Skipped, "a node was skipped, and is left out", "nodes were skipped, and are left out")
	part(r.Repetition, "a node came twice, and counts once, as it came last",
		"messages were about nodes that had come before: each counts once, as it came last")
	part(r.Orphans, "a node is left out: its parent never came", "nodes are left out: their parents never came")
	if len(parts) > 0 {
		lines = append(lines, "the search"+of+": "+strings.Join(parts, "; "))
	}
	return lines
}
