package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/terminal"
	"transat/dimacs"
	"transat/solver"
	"transat/solver/cnf"
)

// cubeFlags are the flags of --engine=cube.
type cubeFlags struct {
	depth   int
	conquer solver.Conquer
	write   string // file for the cubes, "" to solve them
	list    string // file with cubes; "" for the cubes of the input, or cubes found by splitting
	only    bool   // the answer is wanted under the given cubes alone
	chosen  string // numbers of cubes, "" for all
	numbers []int  // these numbers, in order; nil for all

	costs    string // file for what given cubes cost, "" for none
	parts    string // folder for a proof by parts, "" for none
	formulas bool   // with the formula of each

	against string // a flag that was given and does not go with cubes, "" for none
}

func addCubeFlags(cmd *cobra.Command, flags *cubeFlags) {
	f := cmd.Flags()
	f.IntVar(&flags.depth, "cube-depth", 0, "decisions on the way to a cube (default: as it suits)")
	f.StringVar(&flags.conquer.Splitter, "splitter", solver.AutoSplitter, "how cubes are found: "+strings.Join(solver.Splitters(), ", "))
	f.StringVar(&flags.conquer.Command, "conqueror", "", "another solver that decides the cubes, as in `\"kissat -q {cnf} {proof}\"`")
	f.DurationVar(&flags.conquer.Time, "conqueror-time", time.Hour, "time that it may take for a cube, which is then split")
	f.StringVar(&flags.write, "cubes", "", "split only, and write formula and cubes to `FILE` (iCNF)")
	f.StringVar(&flags.list, "cube-list", "", "solve the formula by the cubes in `FILE`, instead of splitting")
	f.BoolVar(&flags.only, "only-cubes", false, "answer under the given cubes alone: leave out what none of them covers")
	f.StringVar(&flags.chosen, "cube", "", "`NUMBERS` of the given cubes that alone are solved, such as 7 or 1-20,35; implies --only-cubes")
	f.StringVar(&flags.costs, "costs", "", "note what each given cube costs in `FILE`, and take those that it has as refuted")
	f.StringVar(&flags.parts, "proof-parts", "", "folder `DIR` for a proof of each cube, and one that they leave nothing out")
	f.BoolVar(&flags.formulas, "part-formulas", false, "write the formula of each of these proofs beside it")
}

// cubeHelp explains cubes in the help of solve.
const cubeHelp = `--engine=cube splits the formula into cubes by the branching rule, and has clause
learning solve them. A FILE in the format iCNF (p inccnf) has cubes
already, and --cube-list names a file of lines "a LITERALS 0". The answer is that for the
formula, whoever has made the cubes: the part that none of them covers is solved, too,
first within a limit of some seconds, and otherwise after the cubes. --only-cubes leaves
it out: unsatisfiable then holds under the cubes only, and a c line says so. --cube=7
solves cube 7 alone. An iCNF file without cubes is the formula itself; a list without
cubes is an error. --costs=FILE notes what each of the given cubes costs as soon as it is
refuted; a run that goes on with the same FILE trusts it, and solves the others.
transat estimate --engine=cube says what it will cost, and transat help cubes is a
walk-through.

A cube that takes too long is split again. --splitter says how: by the branching rule,
by look-ahead (tries of both values of many variables), or by learning (short runs of
clause learning). --conqueror="kissat -q --no-factor {cnf} {proof}" has another solver
decide the cubes, one process a core: {cnf} and {proof} stand for files. Its models and
proofs (DRAT or LRAT) are checked; without {proof} its word is trusted, and a c line says
so. If it fails, the built-in engine solves the cube.

` + partsHelp

// treeOnly are flags for a search of the tree alone.
func treeOnly() []string {
	return []string{"max-nodes", "deterministic", "checkpoint", "checkpoint-every", "resume", "repair"}
}

// checkCubes checks the flags of cubes.
func (f *solveFlags) checkCubes(given func(flag string) bool) error {
	if i := slices.IndexFunc(treeOnly(), given); i >= 0 && f.cluster.where == "" && !f.kept {
		if err := f.checkCheckpoint(given); err != nil { // it may be that only --checkpoint is missing
			return err
		}
		f.cube.against = "--" + treeOnly()[i]
	}
	if given("engine") && f.engine != "cube" && f.engine != "auto" {
		f.cube.against = "--engine=" + f.engine
	}
	by := "cubes"
	if i := slices.IndexFunc(cubeFlagNames(), given); i >= 0 {
		by = "--" + cubeFlagNames()[i] + ", which is for cubes"
	}
	wanted := f.engine == "cube" || by != "cubes"
	if err := f.cube.checkGiven(given); err != nil {
		return cli.Misuse(err)
	}
	if err := cmp.Or(f.checkParts(given), f.checkCosts(given)); err != nil {
		return cli.Misuse(err)
	}
	switch {
	case f.cube.depth < 0 || given("cube-depth") && f.cube.depth == 0:
		return cli.Misuse(fmt.Errorf("--cube-depth=%d: want at least 1 decision", f.cube.depth))
	case given("conqueror-time") && !given("conqueror"):
		return cli.Misuse(errors.New("--conqueror-time is for --conqueror"))
	case f.cube.write == "-":
		return cli.Misuse(errors.New("--cubes=-: stdout is for the answer; want the name of a file"))
	case f.cube.write != "" && f.cube.list != "":
		return cli.Misuse(errors.New("--cubes and --cube-list: there are cubes already, or they are to be found"))
	case f.cube.only && f.proof != "":
		return cli.Misuse(fmt.Errorf("--proof: %s leaves something out, so there is no proof for the formula", f.cube.onlyFlag()))
	case wanted && f.cube.against != "":
		return cli.Misuse(fmt.Errorf("%s does not go with %s", f.cube.against, by))
	case f.cube.write != "" && f.proof != "":
		return cli.Misuse(errors.New("--cubes and --proof: cubes that are not solved prove nothing"))
	case f.cube.write != "" && f.verify:
		return cli.Misuse(errors.New("--cubes and --verify: cubes that are not solved have no answer to be verified"))
	}
	if wanted {
		f.engine = "cube"
	}
	return nil
}

var errCubesWritten = errors.New("the cubes were written, not solved")

// writeCubes splits a formula and writes the cubes.
func writeCubes(a *cli.App, ctx context.Context, f *cnf.Formula, flags solveFlags, out *solveOutput) (solver.Result, error) {
	file, err := output.Create(flags.cube.write)
	if err != nil {
		return solver.Result{}, fmt.Errorf("--cubes: %w", err)
	}
	defer file.Discard()
	w, err := dimacs.NewCubeWriter(file, f, out.formula)
	if err != nil {
		return solver.Result{}, fmt.Errorf("--cubes: %w", err)
	}
	opt := flags.options()
	opt.Log = out.comment
	what := "splitting " + out.formula
	bar := a.Line.Start(what)
	cubes := 0
	end, err := solver.SplitCubes(ctx, f, opt, func(cube []cnf.Lit) error {
		cubes++
		if flags.progress != progressNone {
			bar.Set(terminal.Unknown, what+", "+cli.Counted(cubes, "cube"))
		}
		return w.Write(cube)
	})
	bar.Done()
	if err == nil && end.Reason != nil {
		end.Notes = append(end.Notes, flags.cube.write+" is not written: cubes are missing")
	}
	if err != nil || end.Reason != nil {
		return end, err
	}
	if err = w.Flush(); err == nil { // else the file would be cut short
		err = file.Commit()
	}
	if err != nil {
		return solver.Result{}, fmt.Errorf("--cubes: %w", err)
	}
	if end.Verdict != cnf.Unknown {
		end.Notes = append(end.Notes, fmt.Sprintf("splitting has decided the formula: %s in %s", cli.Counted(int(end.Cubes.Cubes), "cube"),
			flags.cube.write))
		return end, nil
	}
	end.Reason = errCubesWritten
	end.Notes = append(end.Notes, fmt.Sprintf("%s in %s, %s refuted by propagation", cli.Counted(int(end.Cubes.Cubes), "cube"),
		flags.cube.write, cli.Counted(int(end.Cubes.Refuted), "node")))
	return end, nil
}
