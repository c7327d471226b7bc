package solver

import (
	"transat/solver/cnf"
	"transat/solver/drat/stream"
)

// lemmaWriter takes the lemmas of clause learning, with hints: for a proof in the making, for the verifier, or for both, under the
// same numbers.
type lemmaWriter struct {
	proof   *proof // or nil
	keep    bool   // the proof must not lose clauses now
	checker *stream.HintChecker
	last    int64 // number of the last lemma
}

// lemmaWriter returns the writer for clause learning, nil if hints are for nobody.
func (s *session) lemmaWriter() *lemmaWriter {
	w := &lemmaWriter{checker: s.verify.learns(), last: int64(s.formula.Len())}
	if s.proof.hintWriter() != nil {
		w.proof = s.proof
	}
	if w.proof == nil && w.checker == nil {
		return nil
	}
	return w
}

// writer returns k as a solver wants it.
func (w *lemmaWriter) writer() cnf.HintWriter {
	if w == nil {
		return nil
	}
	return w
}

// keepAll says whether the proof must not lose clauses.
func (w *lemmaWriter) keepAll(keep bool) {
	if w != nil {
		w.keep = keep
	}
}

// exclude sends the verifier its last lemma: the clause with the number core excludes the assumptions that have failed. What was
// learned later does not matter. An error comes again.
func (w *lemmaWriter) exclude(failed []cnf.Lit, core int64) {
	if w == nil || w.checker == nil || core == 0 || len(failed) == 0 {
		return
	}
	clause := make([]cnf.Lit, len(failed))
	for i, l := range failed {
		clause[i] = l.Not()
	}
	w.last++
	_ = w.checker.Infer(w.last, clause, []int64{core})
}

// fault returns the error that the verifier has found, as a *VerifyError.
func (w *lemmaWriter) fault() error {
	if w.checker == nil {
		return nil
	}
	w.checker.Close()
	if err := w.checker.Err(); err != nil {
		return &VerifyError{err}
	}
	return nil
}

// Infer implements cnf.HintWriter.
func (w *lemmaWriter) Infer(clause []cnf.Lit, hints []int64) (number int64, err error) {
	w.last++
	if w.proof != nil && !w.proof.concluded {
		if w.last, err = w.proof.hintWriter().Infer(clause, hints); err != nil {
			return 0, err
		}
	}
	if w.checker == nil {
		return w.last, nil
	}
	return w.last, w.checker.Infer(w.last, clause, hints)
}

// Forget implements cnf.HintWriter.
func (w *lemmaWriter) Forget(numbers ...int64) error {
	if w.proof != nil && !w.proof.concluded && !w.keep {
		if err := w.proof.hintWriter().Forget(numbers...); err != nil {
			return err
		}
	}
	if w.checker == nil {
		return nil
	}
	return w.checker.Forget(numbers...)
}
