package evidence

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/drat"
)

// FaultError says why a proof with hints proves nothing.
type FaultError struct {
	Err error
	At  *dimacs.ProofPos // nil if it is no single place
}

func (e *FaultError) Error() string { return e.Err.Error() }
func (e *FaultError) Unwrap() error { return e.Err }

// CheckSteps checks the steps of a proof with hints as they are read, up to the empty clause. The error is a *FaultError if one does not
// follow, or the empty clause does not come; or the context's, or that of reading.
func CheckSteps(ctx context.Context, f *cnf.Formula, steps *dimacs.ProofReader) (drat.Report, error) {
	h, err := drat.NewHinted(f)
	if err != nil {
		return drat.Report{}, err
	}
	const looksEvery = 1 << 10
	for n := 0; !h.Refuted(); n++ {
		if n%looksEvery == 0 && ctx.Err() != nil {
			return h.Report(), ctx.Err()
		}
		step, err := steps.Next()
		if err == io.EOF {
			return h.Report(), &FaultError{errNoEmptyLemma, nil}
		}
		if err != nil {
			return h.Report(), err
		}
		if step.Deletion {
			h.Delete(step.Hints)
			continue
		}
		err = h.Add(step.Number, step.Clause, step.Hints)
		var wrong *drat.HintError
		if errors.As(err, &wrong) {
			return h.Report(), &FaultError{fmt.Errorf("%s: lemma %d %s: %s", step.Pos, wrong.Number, ClauseText(wrong.Lemma), wrong.Msg), &step.Pos}
		}
		if err != nil {
			return h.Report(), err
		}
	}
	return h.Report(), nil
}

var errNoEmptyLemma = errors.New("the proof ends without the empty lemma")

// ClauseText returns the literals of a clause, or the first ones of a long clause.
func ClauseText(clause []cnf.Lit) string {
	const enough = 20
	text := strings.Trim(fmt.Sprint(clause[:min(enough, len(clause))]), "[]")
	if len(clause) > enough {
		text += " …"
	}
	return "(" + text + ")"
}
