package solve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/output"
	"transat/dimacs"
	"transat/solver"
	"transat/solver/cnf"
)

// CubeCommand is the argument with which this program runs as a process for cubes, see package cube.
const CubeCommand = "solve-cubes-from-stdin"

// ServeCubes runs such a process. It ignores Ctrl-C, which its parent handles.
func ServeCubes(stdin io.Reader, stdout, stderr io.Writer) cli.Code {
	signal.Ignore(os.Interrupt)
	err := solver.ServeCubes(stdin, stdout)
	cli.Complain(stderr, err)
	return cli.Of(err)
}

// cubeFlags are the flags of --engine=cube.
type cubeFlags struct {
	depth   int
	conquer solver.Conquer
	write   string // file for the cubes, "" to solve them
	list    string // file with cubes; "" for the cubes of the input, or cubes found by splitting
	against string // a flag that was given and does not go with cubes, "" for none
}

func addCubeFlags(cmd *cobra.Command, flags *cubeFlags) {
	f := cmd.Flags()
	f.IntVar(&flags.depth, "cube-depth", 0, "decisions on the way to a cube (default: as it suits)")
	f.StringVar(&flags.conquer.Splitter, "splitter", solver.AutoSplitter, "how cubes are found: "+strings.Join(solver.Splitters(), ", "))
	f.StringVar(&flags.conquer.Command, "conqueror", "", "another solver that decides the cubes, as in `\"kissat -q {cnf} {proof}\"`")
	f.DurationVar(&flags.conquer.Time, "conqueror-time", time.Hour, "time that it may take for a cube, which is then split")
	f.StringVar(&flags.write, "cubes", "", "split only, and write formula and cubes to `FILE` (iCNF)")
	f.StringVar(&flags.list, "cube-list", "", "solve under the cubes in `FILE`, one of which is to hold, instead of splitting")
}

// cubeHelp explains cubes in the help of solve.
const cubeHelp = `--engine=cube splits the formula into cubes by the branching rule, and has clause
learning solve them, in a process a core. A FILE in the format iCNF (p inccnf) has cubes
already, and --cube-list names a file of lines "a LITERALS 0". The answer is then that for
the formula under these cubes: satisfiable if it is under one of them, and unsatisfiable
if it is under none. An iCNF file without cubes is the formula itself; a list without
cubes is an error.

A cube that takes too long is split again. --splitter says how: by the branching rule,
by look-ahead (tries of both values of many variables), or by learning (short runs of
clause learning). --conqueror="kissat -q --no-factor {cnf} {proof}" has another solver
decide the cubes, one process a core: {cnf} and {proof} stand for files. Its models and
proofs (DRAT or LRAT) are checked; without {proof} its word is trusted, and a c line says
so. If it fails, the built-in engine solves the cube.`

// treeOnly are flags for a search of the tree alone.
func treeOnly() []string {
	return []string{"max-nodes", "deterministic", "checkpoint", "checkpoint-every", "resume", "repair"}
}

// checkCubes checks the flags of cubes.
func (f *solveFlags) checkCubes(given func(flag string) bool) error {
	if i := slices.IndexFunc(treeOnly(), given); i >= 0 {
		f.cube.against = "--" + treeOnly()[i]
	}
	if given("engine") && f.engine != "cube" && f.engine != "auto" {
		f.cube.against = "--engine=" + f.engine
	}
	wanted := f.engine == "cube"
	for _, name := range []string{"cube-depth", "cubes", "cube-list", "splitter", "conqueror", "conqueror-time"} {
		wanted = wanted || given(name)
	}
	switch {
	case f.cube.depth < 0 || given("cube-depth") && f.cube.depth == 0:
		return cli.Misuse(fmt.Errorf("--cube-depth=%d: want at least 1 decision", f.cube.depth))
	case f.cube.write == "-":
		return cli.Misuse(errors.New("--cubes=-: stdout is for the answer; want the name of a file"))
	case f.cube.write != "" && f.cube.list != "":
		return cli.Misuse(errors.New("--cubes and --cube-list: there are cubes already, or they are to be found"))
	case f.cube.list != "" && f.proof != "":
		return cli.Misuse(errNoCubeProof)
	case wanted && f.cube.against != "":
		return cli.Misuse(fmt.Errorf("%s does not go with cubes", f.cube.against))
	case f.cube.write != "" && f.proof != "":
		return cli.Misuse(errors.New("--cubes and --proof: cubes that are not solved prove nothing"))
	}
	if wanted {
		f.engine = "cube"
	}
	return nil
}

var errNoCubeProof = errors.New("--proof: the cubes of a file may leave something out, so there is no proof for the formula alone")

// readProblem reads a formula, and its cubes, if the input or the file of --cube-list has any. With cubes it sets the engine for
// cubes.
func readProblem(a *cli.App,
	ctx context.Context, formula input.Formula, flags *solveFlags, out *solveOutput,
) (f *cnf.Formula, cubes [][]cnf.Lit, err error) {
	f, cubes, err = formula.ReadCubes(ctx)
	switch {
	case err != nil:
		return nil, nil, err
	case flags.cube.list != "":
		if cubes, err = readCubeList(a, flags.cube.list, f.Vars()); err != nil {
			return nil, nil, err
		}
	case cubes != nil && len(cubes) == 0:
		out.comment(formula.Name + " has no cubes: the answer is that for the formula itself")
	}
	if len(cubes) == 0 {
		return f, nil, nil
	}
	switch {
	case flags.cube.against != "":
		return nil, nil, cli.Misuse(fmt.Errorf("%s has cubes: %s does not go with them", formula.Name, flags.cube.against))
	case flags.proof != "":
		return nil, nil, cli.Misuse(errNoCubeProof)
	case flags.cube.write != "":
		return nil, nil, cli.Misuse(fmt.Errorf("--cubes: %s has cubes already", formula.Name))
	}
	flags.engine = "cube"
	return f, cubes, nil
}

func readCubeList(a *cli.App, name string, vars int) ([][]cnf.Lit, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("--cube-list: %w", err)
	}
	defer file.Close()
	cubes, err := dimacs.ReadCubeList(file, vars, dimacs.Options{Name: name})
	if err == nil && len(cubes) == 0 {
		err = fmt.Errorf("--cube-list: %s has no cubes; want a line \"a LITERALS 0\" for each (\"a 0\" is the formula as it is)", name)
	}
	return cubes, err
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
	end, err := solver.SplitCubes(ctx, f, opt, w.Write)
	if err != nil || end.Reason != nil {
		return end, err
	}
	if end.Verdict != cnf.Unknown {
		end.Notes = append(end.Notes, "no cubes, since splitting has decided the formula")
		return end, nil
	}
	if err := errors.Join(w.Flush(), file.Commit()); err != nil {
		return solver.Result{}, fmt.Errorf("--cubes: %w", err)
	}
	end.Reason = errCubesWritten
	end.Notes = append(end.Notes, fmt.Sprintf("%s in %s, %s refuted by propagation", cli.Counted(int(end.Cubes.Cubes), "cube"),
		flags.cube.write, cli.Counted(int(end.Cubes.Refuted), "node")))
	return end, nil
}
