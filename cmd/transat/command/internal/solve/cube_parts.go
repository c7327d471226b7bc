package solve

import (
	"context"
	"errors"
	"fmt"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/parts"
	"transat/dimacs"
	"transat/solver"
	"transat/solver/cnf"
)

// partsHelp explains a proof by parts in the help of solve.
const partsHelp = `--proof-parts=DIR keeps an LRAT proof for each cube in a folder, and one that nothing is
left out (part 0), for transat check --parts=DIR. Each stands for itself, so parts can be
made on any computers, --cube=0-99 on one and --cube=100-199 on the next. A part that is
there and complete is trusted, or checked with --verify, and not solved again.
--part-formulas adds a CNF file for each, for other checkers.`

// checkParts checks the flags for a proof by parts.
func (f *solveFlags) checkParts(given func(flag string) bool) error {
	c := &f.cube
	if given("part-formulas") && c.parts == "" {
		return errors.New("--part-formulas is for --proof-parts=DIR")
	}
	if c.parts == "" {
		return nil
	}
	for _, name := range []string{"proof", "cubes", "only-cubes", "models", "assume", "conqueror", "cluster", "procs", "policy", "topology"} {
		if given(name) {
			return fmt.Errorf("--proof-parts does not go with --%s", name)
		}
	}
	if !given("proof-format") {
		f.proofFormat = string(dimacs.ProofLRAT)
	}
	if format := dimacs.ProofFormat(f.proofFormat); !format.Hints() {
		return fmt.Errorf("--proof-format=%s: parts have hints: want lrat or lrat-binary", format)
	}
	return nil
}

// proveParts decides a formula by parts.
func proveParts(a *cli.App,
	ctx context.Context, f *cnf.Formula, cubes [][]cnf.Lit, flags solveFlags, out *solveOutput,
) (solver.Result, error) {
	opt := flags.options()
	opt.Log = out.comment
	var err error
	switch {
	case cubes != nil:
	case parts.Begun(flags.cube.parts):
		cubes, err = parts.Cubes(flags.cube.parts, f.Vars())
	default:
		end, err := solver.SplitCubes(ctx, f, opt, func(cube []cnf.Lit) error {
			cubes = append(cubes, append([]cnf.Lit{}, cube...))
			return nil
		})
		if err != nil || end.Reason != nil || end.Verdict == cnf.Satisfiable {
			return end, ofFormula(err)
		}
		if len(cubes) == 0 { // splitting has refuted it
			cubes = [][]cnf.Lit{{}}
		}
	}
	if err != nil {
		return solver.Result{}, fmt.Errorf("--proof-parts: %w", err)
	}
	for _, n := range flags.cube.numbers {
		if n > len(cubes) {
			return solver.Result{}, flags.cube.noCube(n, out.formula, len(cubes))
		}
	}
	folder, err := parts.Open(flags.cube.parts, f, cubes, flags.cube.formulas)
	if err != nil {
		return solver.Result{}, fmt.Errorf("--proof-parts: %w", err)
	}
	folder.Verified = flags.verify
	folder.Warn = func(err error) { a.Line.Warn(err.Error()) }
	watch := newWatched(a, f, flags, out)
	opt.Progress = watch.set
	end, err := solver.ProveParts(ctx, f, cubes, flags.cube.numbers, opt, folder)
	watch.done(end)
	if errors.As(err, new(*solver.VerifyError)) {
		return end, faultOf(err)
	}
	if err != nil {
		return end, ofFormula(err)
	}
	tellParts(folder, &end, len(cubes)+1, flags, out)
	return end, nil
}

// tellParts tells how many parts there are now, which of them this run has written, and what it has taken for proved.
func tellParts(folder *parts.Folder, end *solver.Result, all int, flags solveFlags, out *solveOutput) {
	name := flags.cube.parts
	if flags.cube.numbers != nil {
		all = len(flags.cube.numbers)
	}
	trusted, again := folder.Found()
	if trusted > 0 && end.Verdict == cnf.Unsatisfiable {
		out.important(fmt.Sprintf("%s of %d refuted before, as %s says: they are trusted; --verify checks them",
			cli.Counted(trusted, "part"), all, name))
	}
	if again > 0 {
		what := "without the empty clause at the end"
		if flags.verify {
			what = "with a fault"
		}
		end.Notes = append(end.Notes, fmt.Sprintf("%s in %s %s: solved again", cli.Counted(again, "part"), name, what))
	}
	note := fmt.Sprintf("proof: %s of %d in %s now", cli.Counted(folder.Complete(flags.cube.numbers), "part"), all, name)
	if end.Parts > 0 {
		note += fmt.Sprintf(", %d new, with %s, %s", end.Parts, cli.Counted(end.Lemmas, "lemma"), cli.Counted(end.ProofBytes, "byte"))
	}
	end.Notes = append(end.Notes, note)
}
