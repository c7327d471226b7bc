package solve

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
	"transat/dimacs"
	"transat/solver"
	"transat/solver/cnf"
)

// Assumptions, and models one after the other.

func addModelFlags(cmd *cobra.Command, flags *solveFlags) {
	f := cmd.Flags()
	f.StringVar(&flags.assumeText, "assume", "", "`LITERALS` that are to be true, such as 1,-2")
	f.StringVar(&flags.models, "models", "", "find `N` different models, or all")
	f.StringVar(&flags.projectText, "project", "", "`VARIABLES` that make models different, such as 1-20,35 (default: all)")
}

// modelHelp explains models in the help of solve.
const modelHelp = `--assume=1,-2 asks for a model with 1 true and 2 false; if there is none, a c line names
assumptions that cannot be true together. --models=all finds all models by clause
learning, on all cores, each once, and prints "v" lines for each; --models=5 ends after
five. With --project=1-20 only these variables are printed, and models with the same
values of them count as one; without it, the variables count that comments of the
formula name, "c ind 1 2 0" or "c p show 1 2 0". -j 1 finds models always in the same order.`

const allModels = "all"

// againstModels are flags that do not go with --models.
func againstModels() []string {
	return append(append(treeFlags(), "proof", "verify", "local-search", "no-new-variables"), cubeFlagNames()...)
}

// checkModels checks the flags for models, and reads the numbers in them.
func (f *solveFlags) checkModels(given func(flag string) bool) (err error) {
	if f.assume, err = cli.ReadAssumptions(f.assumeText); err != nil {
		return cli.Misuse(err)
	}
	switch {
	case given("assume") && len(f.assume) == 0:
		return cli.Misuse(errors.New("--assume=: want literals, such as 1,-2"))
	case given("assume") && f.cube.write != "":
		return cli.Misuse(errors.New("--assume and --cubes: cubes are those of the formula alone"))
	case given("project") && f.models == "":
		return cli.Misuse(errors.New("--project is for --models=N or --models=all"))
	case given("models"):
		return f.checkEnumeration(given)
	}
	return nil
}

// checkEnumeration checks --models and the flags that go with it.
func (f *solveFlags) checkEnumeration(given func(flag string) bool) (err error) {
	if f.models != allModels {
		f.wanted.Most, err = strconv.ParseInt(f.models, 10, 64)
		switch {
		case errors.Is(err, strconv.ErrRange) && f.wanted.Most > 0:
			return cli.Misuse(fmt.Errorf("--models=%s is out of range: want at most %d, or all", f.models, f.wanted.Most))
		case err != nil || f.wanted.Most < 1:
			return cli.Misuse(fmt.Errorf("--models=%s: want a number of at least 1, or all", f.models))
		}
	}
	if given("project") {
		if f.wanted.Project, err = cli.ReadVariables(f.projectText); err != nil {
			return cli.Misuse(err)
		}
	}
	if i := slices.IndexFunc(againstModels(), given); i >= 0 {
		return cli.Misuse(fmt.Errorf(
			"--models and --%s do not go together: clause learning finds models one after the other", againstModels()[i]))
	}
	if f.engine != "auto" && f.engine != "cdcl" {
		return cli.Misuse(fmt.Errorf(
			"--models and --engine=%s do not go together: clause learning (auto or cdcl) finds models one after the other", f.engine))
	}
	f.engine = "cdcl"
	return nil
}

// project sets the projection to that of the formula's comments, unless --project was given.
func (f *solveFlags) project(shown dimacs.Projection, out *solveOutput) error {
	switch {
	case f.models == "":
		return nil
	case f.wanted.Project != nil:
		if shown.Vars != nil || shown.Err != nil {
			out.comment("--project goes before the projection in the comments of the formula")
		}
		return nil
	case shown.Err != nil:
		return fmt.Errorf("%w (in a comment that says which variables make models different; --project goes before it)",
			shown.Err)
	case shown.Vars != nil:
		f.wanted.Project = shown.Vars
		variables := cli.Counted(len(shown.Vars), "variable")
		out.comment("models differ in the " + variables + " that comments of the formula name (c ind or c p show)")
	}
	return nil
}

// enumerated has the models that --models has found.
type enumerated struct {
	solver.Models
	all [][]int // for JSON
}

// enumerate finds models one after the other, and prints them as they come.
func enumerate(a *cli.App, ctx context.Context, f *cnf.Formula, flags solveFlags, out *solveOutput) (end solver.Result, err error) {
	opt := flags.options()
	opt.Log = out.comment
	watch := newWatched(a, f, flags, out)
	opt.Progress = watch.set
	out.models = &enumerated{}
	first := true
	w := bufio.NewWriterSize(a.Out, 1<<16) // one for all models, which WriteValues flushes after each
	out.models.Models, err = solver.FindModels(ctx, f, opt, flags.wanted, func(m cnf.Model) error {
		if flags.format == cli.JSONFormat {
			out.models.all = append(out.models.all, projected(m, flags.wanted.Project))
			return nil
		}
		if first {
			fmt.Fprintf(a.Out, "s %s\n", cnf.Satisfiable)
			first = false
		}
		return dimacs.WriteValues(w, m, flags.wanted.Project)
	})
	end.Verdict, end.Engine = out.models.Verdict(), solver.CDCL
	end.Reason, end.Failed = out.models.Reason, out.models.Failed
	watch.done(end)
	return end, ofFormula(err)
}

// projected are the values of variables as numbers; nil are all variables.
func projected(m cnf.Model, project []cnf.Var) []int {
	all := literals(m)
	if project == nil {
		return all
	}
	some := make([]int, len(project))
	for i, v := range project {
		some[i] = all[v-1]
	}
	return some
}

// ofFormula turns an error that shows only once the formula is read into an error of usage.
func ofFormula(err error) error {
	var option *solver.OptionError
	if errors.As(err, &option) && (option.Option == "Assume" || option.Option == "Project") {
		return cli.Misuse(fmt.Errorf("--%s: %s: %w", strings.ToLower(option.Option), option.Value, option.Err))
	}
	return err
}

// summary tells the number of models.
func (e *enumerated) summary(flags solveFlags) string {
	models := cli.Counted(int(min(e.Count, math.MaxInt)), "model")
	switch {
	case e.All:
		return models + ", all there are"
	case errors.Is(e.Reason, solver.ErrEnough):
		return models + ", as many as wanted; there may be more"
	}
	return models + ", and there may be more: " + stopReason(e.Reason, flags)
}

// blamed names the assumptions that leave no model, or returns "".
func (o *solveOutput) blamed(end solver.Result) string {
	under := ""
	if o.cubes > 0 {
		under = " under these cubes"
	}
	switch {
	case end.Verdict != cnf.Unsatisfiable || len(o.flags.assume) == 0:
		return ""
	case len(end.Failed) == 0:
		return "there is no model" + under + " without the assumptions either"
	}
	words := []string{}
	for _, n := range failed(end) {
		words = append(words, strconv.Itoa(n))
	}
	return "assumptions that cannot be true together" + under + ": " + strings.Join(words, " ")
}

// failed are the assumptions that leave no model, in order.
func failed(end solver.Result) []int {
	all := []int{}
	lits := slices.Clone(end.Failed)
	slices.SortFunc(lits, cnf.Lit.Compare)
	for _, l := range lits {
		all = append(all, l.DIMACS())
	}
	return all
}
