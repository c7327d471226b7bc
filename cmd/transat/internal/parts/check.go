package parts

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"transat/cmd/transat/internal/evidence"
	"transat/dimacs"
	"transat/solver"
	"transat/solver/cnf"
	"transat/solver/drat"
	"transat/solver/files"
)

// Check checks a part of a proof in a folder: the formula and the cubes are those that it is to prove something about, whatever the folder
// says. It reads the proof as it checks it. The error is an *evidence.FaultError if the part is missing, is no proof with hints,
// or proves nothing.
func Check(ctx context.Context, folder string, f *cnf.Formula, cubes [][]cnf.Lit, number int) (drat.Report, error) {
	name := Name(folder, number)
	file, err := files.Open(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return drat.Report{}, &evidence.FaultError{Err: fmt.Errorf("%s is missing: it is to refute %s", name, what(number))}
	case err != nil:
		return drat.Report{}, &evidence.FaultError{Err: err}
	}
	defer file.Close()
	steps, err := dimacs.NewProofReader(name, file, dimacs.ProofOptions{})
	if err != nil {
		return drat.Report{}, cut(err)
	}
	if !steps.Format().Hints() {
		return drat.Report{}, &evidence.FaultError{Err: fmt.Errorf("%s is no proof with hints (LRAT)", name)}
	}
	report, err := evidence.CheckSteps(ctx, solver.Part(f, cubes, number), steps)
	var wrong *evidence.FaultError
	if errors.As(err, &wrong) {
		err = &evidence.FaultError{Err: fmt.Errorf("%s: %w; it is to refute %s", name, wrong.Err, what(number)), At: wrong.At}
	}
	return report, cut(err)
}

// cut makes the error of a file that is no proof, or ends too early, one of the proof: whatever is missing, what is there proves nothing.
func cut(err error) error {
	if syntax := (*dimacs.SyntaxError)(nil); errors.As(err, &syntax) {
		return &evidence.FaultError{Err: err, At: &dimacs.ProofPos{Line: syntax.Line, Byte: syntax.Byte}}
	}
	return err
}

// what says what a part refutes.
func what(number int) string {
	if number == 0 {
		return "the formula outside of all cubes"
	}
	return fmt.Sprintf("the formula under cube %d", number)
}
