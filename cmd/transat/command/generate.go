package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/output"
	"transat/instances"
)

// generateFlags are the flags of generate.
type generateFlags struct {
	vars, clauses, k int
	seed             int
	count            int
	output           string
}

func generateCommand(a *cli.App) *cobra.Command {
	var flags generateFlags
	cmd := &cobra.Command{
		Use:   "generate SAMPLE [flags]",
		Short: "Write the formulas of a sample as CNF files",
		Long: `Write formulas as DIMACS CNF files. VARS-CLAUSES-K/INDEX names a random formula whose
clauses have K distinct variables and random signs; /FIRST-LAST names several, and
without an index it names formulas 1 to 50. The same can be said by --vars, --clauses,
--k, and --seed for the index. Built-in samples have other names (transat list samples).

One formula goes to stdout or to the file -o names; several go to the folder -o names.`,
		Example: `  transat generate 20-91-3/1
  transat generate 60-258-3/1-3 -o sixty
  transat generate --vars=50 --clauses=215 --k=3 --seed=1 --count=10 -o formulas`,
		Args:              cli.Between(0, 1, "at most one SAMPLE"),
		ValidArgsFunction: cli.CompleteInput,
		RunE: func(cmd *cobra.Command, args []string) error {
			formulas, err := flags.formulas(cmd, args)
			if err != nil {
				return cli.Misuse(err)
			}
			return generate(a, cmd.Context(), formulas, flags.output)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&flags.output, "output", "o", "", "file, or folder for several formulas (default: stdout)")
	f.IntVar(&flags.count, "count", 0, "number of formulas, with consecutive indices")
	f.IntVar(&flags.vars, "vars", 0, "number of variables")
	f.IntVar(&flags.clauses, "clauses", 0, "number of clauses")
	f.IntVar(&flags.k, "k", 3, "number of literals in a clause")
	f.IntVar(&flags.seed, "seed", 1, "index of the first formula")
	return cmd
}

// formulas returns the formulas that the flags ask for. All its errors are errors of usage.
func (g *generateFlags) formulas(cmd *cobra.Command, args []string) ([]input.Formula, error) {
	given := cmd.Flags().Changed
	shape := given("vars") || given("clauses") || given("k")
	switch {
	case given("count") && g.count < 1:
		return nil, fmt.Errorf("--count=%d: want at least 1", g.count)
	case g.seed < 1:
		return nil, fmt.Errorf("--seed=%d: want at least 1", g.seed)
	case len(args) == 1 && shape:
		return nil, errors.New("want either SAMPLE or --vars, --clauses and --k, not both")
	case len(args) == 1:
		return g.named(args[0], given("seed"))
	case !given("vars") || !given("clauses"):
		return nil, errors.New("want SAMPLE, such as 20-91-3/1, or --vars and --clauses")
	}
	sample := instances.Sample{Vars: g.vars, Clauses: g.clauses, K: g.k}
	return input.Random(sample, g.seed, max(1, g.count))
}

// named returns formulas of a sample; the flags give the first and the number.
func (g *generateFlags) named(name string, seeded bool) ([]input.Formula, error) {
	if sample, first, last, ok := several(name); ok {
		switch {
		case seeded || g.count > 0:
			return nil, fmt.Errorf("want either the indices in %s or --seed and --count, not both", name)
		case last < first:
			return nil, fmt.Errorf("%s: want the smaller index first", name)
		}
		return input.Random(sample, first, last-first+1)
	}
	sample, index, err := instances.ParseSample(name)
	switch {
	case err != nil:
		formulas, err := input.Sample(name)
		return formulas, cmp.Or(err, cli.NeedFormulas(formulas))
	case index > 0 && seeded:
		return nil, fmt.Errorf("want either the index in %s or --seed=%d, not both", name, g.seed)
	case index > 0:
		return input.Random(sample, index, max(1, g.count))
	case g.count == 0 && seeded:
		return input.Random(sample, g.seed, 1)
	case g.count == 0:
		return input.Random(sample, 1, instances.SampleSize)
	}
	return input.Random(sample, g.seed, g.count)
}

// several reads VARS-CLAUSES-K/FIRST-LAST.
func several(name string) (sample instances.Sample, first, last int, ok bool) {
	one, end, found := strings.Cut(name[strings.LastIndex(name, "/")+1:], "-")
	if !found {
		return sample, 0, 0, false
	}
	shape := strings.TrimSuffix(name, one+"-"+end)
	sample, first, err := instances.ParseSample(shape + one)
	if err != nil || first == 0 {
		return sample, 0, 0, false
	}
	if _, last, err = instances.ParseSample(shape + end); err != nil {
		return sample, 0, 0, false
	}
	return sample, first, last, true
}

// generate writes formulas to the file or folder of -o. A file appears only when it is complete.
func generate(a *cli.App, ctx context.Context, formulas []input.Formula, to string) error {
	info, err := os.Stat(to)
	folder := len(formulas) > 1 || strings.HasSuffix(to, string(os.PathSeparator)) || err == nil && info.IsDir()
	switch {
	case to == "" || to == "-":
		if len(formulas) > 1 {
			return cli.Misuse(fmt.Errorf("%d formulas do not fit into one output: name a folder with -o, or choose one, such as %s",
				len(formulas), formulas[0].Name))
		}
		return writeFormula(ctx, a.Out, formulas[0])
	case folder:
		return fillFolder(a, ctx, formulas, to)
	}
	return output.WriteFile(to, func(w io.Writer) error { return writeFormula(ctx, w, formulas[0]) })
}

// fillFolder writes one file for each formula.
func fillFolder(a *cli.App, ctx context.Context, formulas []input.Formula, dir string) error {
	if err := output.Folder(dir); err != nil {
		return err
	}
	bar := a.Line.Start("writing")
	defer bar.Done()
	for i, f := range formulas {
		file := strings.ReplaceAll(f.Name, "/", "-") + ".cnf"
		bar.Set(float64(i)/float64(len(formulas)), "writing "+file)
		err := output.WriteFile(filepath.Join(dir, file), func(w io.Writer) error { return writeFormula(ctx, w, f) })
		if err != nil {
			return err
		}
	}
	return nil
}

func writeFormula(ctx context.Context, w io.Writer, formula input.Formula) error {
	f, err := formula.Read(ctx)
	if err != nil {
		return err
	}
	return formula.Write(w, f)
}
