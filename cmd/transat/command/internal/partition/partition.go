// Package partition is the subcommand partition: it reads or makes a graph, cuts it by every chosen method, and
// compares the parts.
package partition

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"transat/balance/partition"
	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/figure"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/suggest"
)

// partitionFlags are the flags of partition.
type partitionFlags struct {
	parts, dimension, sweeps int
	mu, latency, migration   float64
	methods                  []string
	seed                     uint64
	from, out, picture       string
	saveGraph                string
	style                    report.Style
}

// Command returns the subcommand.
func Command(a *cli.App) *cobra.Command {
	flags := partitionFlags{}
	cmd := &cobra.Command{
		Use:   "partition GRAPH|- [flags]",
		Short: "Deal out the vertices of a graph by the physical analogy",
		Long: `Partition a graph, so that each processor gets equal work and few edges join two
processors: the state of least energy H of particles that push each other out of
the same processor, and pull particles that they communicate with into it.

GRAPH is a file in the METIS format, plain or compressed (gzip, bzip2, xz, zstd);
- is standard input; or it is a built-in mesh of any size, each cell a vertex:
` + meshHelp() + `

Methods, the usual one first:
` + methodHelp() + `

The larger --mu, the more communication counts against balance, and the fewer
parts are used. With --latency, it also counts how many parts have to talk to each
other. With --from, a third force holds the vertices where they are.
Files get the partition with the least H of all rows. Ctrl-C prints the best
so far, with exit code 130.`,
		Example: `  transat partition tri:16x16 --parts=4 --method=physical,spectral,random
  transat partition grid:12x8 --parts=6 --mu=0.5 --out=grid.part --picture=grid.svg
  transat partition tri:16x16 --parts=4 --method=spectral --format=json`,
		Args:              cli.Between(1, 1, "one GRAPH or -"),
		ValidArgsFunction: cobra.FixedCompletions(cli.Names(cli.MeshEntries()), cobra.ShellCompDirectiveDefault), // files, too
		RunE: func(cmd *cobra.Command, args []string) error {
			methods, err := flags.choose()
			if err != nil {
				return cli.Misuse(err)
			}
			if err := flags.checkFiles(args[0]); err != nil {
				return cli.Misuse(err)
			}
			if cmd.Flags().Changed("migration") && flags.from == "" {
				return cli.Misuse(errors.New("--migration: want --from=FILE as well, which says where the vertices lie now"))
			}
			w, err := newWorkpiece(a, cmd.Context(), args[0], &flags)
			if err != nil {
				return err
			}
			return partitionGraph(a, cmd.Context(), w, methods, &flags)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.IntVar(&flags.parts, "parts", 16, "number of processors, P")
	f.Float64Var(&flags.mu, "mu", 0.1, "weight of communication against balance, μ")
	f.Float64Var(&flags.latency, "latency", 0, "fixed price of a message between two parts, in edges")
	f.StringSliceVar(&flags.methods, "method", []string{"physical"}, "methods, a row each")
	f.IntVar(&flags.sweeps, "sweeps", 100, "length of annealing: moves a vertex at each temperature")
	f.IntVar(&flags.dimension, "dimension", 2, "dimension of the mesh that the graph comes from, d")
	f.StringVar(&flags.from, "from", "", "`FILE` with the part in which each vertex lies now")
	f.Float64Var(&flags.migration, "migration", 0.3, "weight of moving vertices away from there, ν")
	f.Uint64Var(&flags.seed, "seed", 1, "seed of all random choices")
	f.StringVar(&flags.out, "out", "", "write the partition to `FILE`, a part number a line")
	f.StringVar(&flags.picture, "picture", "", "draw the partition to `FILE`.svg")
	f.StringVar(&flags.saveGraph, "save-graph", "", "write the graph to `FILE`, in the METIS format")
	a.AddStyleFlags(cmd, &flags.style)
	cli.CompleteChoices(cmd, "method", func() []cli.Choice { return cli.EntryChoices(cli.MethodEntries()) }, "", nil)
	return cmd
}

// methodHelp and meshHelp list the methods and the kinds of meshes, a line each.
func methodHelp() string {
	var lines []string
	for _, m := range partition.Methods() {
		lines = append(lines, fmt.Sprintf("  %-9s %s", m.Name, m.Title))
	}
	return strings.Join(lines, "\n")
}

func meshHelp() string {
	var lines []string
	for _, k := range partition.MeshKinds() {
		lines = append(lines, fmt.Sprintf("  %-29s %s", k.Usage, k.Title))
	}
	return strings.Join(lines, "\n")
}

// choose returns the methods that the flags name.
func (f *partitionFlags) choose() ([]partition.Method, error) {
	all := partition.Methods()
	var chosen []partition.Method
	for _, name := range f.methods {
		name = strings.TrimSpace(name)
		i := slices.IndexFunc(all, func(m partition.Method) bool { return m.Name == name })
		if i < 0 {
			return nil, suggest.Unknown("partition method", name, cli.Names(cli.MethodEntries()), cli.ListHint("partition method"))
		}
		chosen = append(chosen, all[i])
	}
	switch {
	case len(chosen) == 0:
		return nil, errors.New("--method: want at least one of " + strings.Join(cli.Names(cli.MethodEntries()), ", "))
	case f.sweeps < 1:
		return nil, fmt.Errorf("--sweeps=%d: want at least 1", f.sweeps)
	}
	return chosen, nil
}

// checkFiles says what is wrong with the files that are to be written, before anything is done.
func (f *partitionFlags) checkFiles(graph string) error {
	if err := figure.CheckName(f.picture); f.picture != "" && err != nil {
		return fmt.Errorf("--picture=%s: %w", f.picture, err)
	}
	return cmp.Or(
		output.Apart("--out", f.out, graph, f.from),
		output.Apart("--picture", f.picture, graph, f.from),
		output.Apart("--save-graph", f.saveGraph, graph, f.from),
		output.Distinct(output.Named{Flag: "--out", Name: f.out}, output.Named{Flag: "--picture", Name: f.picture},
			output.Named{Flag: "--save-graph", Name: f.saveGraph}),
	)
}

// partitionGraph runs methods on a workpiece, prints a row for each, and writes the files that were asked
// for.
func partitionGraph(a *cli.App, ctx context.Context, w *workpiece, methods []partition.Method, flags *partitionFlags) error {
	files, err := w.begin(flags)
	for _, f := range files {
		defer f.file.Discard()
	}
	if err != nil {
		return err
	}
	rows, best, failed := runMethods(a, ctx, w, methods, flags.seed)
	if err := w.table(rows, flags).Write(a.Out, flags.style); err != nil {
		return err
	}
	for _, f := range files {
		if err := f.save(best); err != nil {
			return err
		}
	}
	if failed != nil {
		return cli.With(cli.Interrupted, fmt.Errorf("interrupted after %d of %d methods", len(rows)-1, len(methods)))
	}
	return nil
}

// runMethods runs methods behind a progress bar. If the context ends, it returns the error of the context, and the last row has
// the best partition that its method had found.
func runMethods(
	a *cli.App, ctx context.Context, w *workpiece, methods []partition.Method, seed uint64,
) (rows []partRow, best partRow, err error) {
	bar := a.Line.Start("partitioning " + w.name)
	defer bar.Done()
	for i, m := range methods {
		w.problem.Progress = func(share float64) { bar.Set((float64(i)+share)/float64(len(methods)), m.Name) }
		w.problem.Progress(0)
		var parts []int
		parts, err = m.Run(ctx, w.problem, seed)
		row := partRow{method: m.Name, parts: parts, quality: w.problem.Quality(parts)}
		rows = append(rows, row)
		if i == 0 || row.quality.Energy.H() < best.quality.Energy.H() {
			best = row
		}
		if err != nil {
			return rows, best, err
		}
	}
	return rows, best, nil
}
