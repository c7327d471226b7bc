package stream

import (
	"errors"
	"fmt"
	"slices"

	"transat/solver/cnf"
	"transat/solver/drat"
	"transat/solver/internal/hintqueue"
)

// HintChecker checks lemmas with hints on a goroutine of its own. It checks a lemma by its hints alone, in time linear in these,
// with the checker of package drat ([drat.Hinted]); nothing is propagated. A wrong hint is a fault, even if the lemma follows from
// others; and so is a lemma that is only RAT, unless it is so upon a variable that the formula does not have. Such lemmas define the
// variable: every model of the formula has a value for it, so what follows for the other variables follows from the formula.
//
//	h := stream.NewHintChecker(formula)
//	defer h.Close()
//	h.Infer(number, lemma, hints)
//	…
//	err := h.Conclude(nil) // nil: the formula is unsatisfiable, and every lemma was checked
type HintChecker struct {
	queue   *hintqueue.Queue
	checker hintChecker // of the goroutine, until the queue is closed
}

// NewHintChecker begins to check lemmas of f, which must not change.
func NewHintChecker(f *cnf.Formula) *HintChecker {
	h := &HintChecker{}
	h.queue = hintqueue.New(func() (_ hintqueue.Target, err error) {
		defer fault(&err)
		h.checker.vars = f.Vars()
		h.checker.Hinted, err = drat.NewHinted(f)
		return &h.checker, err
	})
	return h
}

// Infer sends a lemma with its hints, as [cnf.HintWriter] describes them. Numbers must go up. If the checker is behind, the caller
// waits. An error, mostly a *WrongError, comes with a later call, and from then on every time.
func (h *HintChecker) Infer(number int64, lemma []cnf.Lit, hints []int64) error {
	return h.queue.Infer(number, lemma, hints)
}

// Forget sends the deletion of clauses.
func (h *HintChecker) Forget(numbers ...int64) error { return h.queue.Forget(numbers...) }

// Err returns the first fault so far, or nil.
func (h *HintChecker) Err() error { return h.queue.Err() }

// Lemmas returns how many lemmas have been checked. It is for after Conclude or Close.
func (h *HintChecker) Lemmas() int64 {
	if h.checker.Hinted == nil {
		return 0
	}
	return int64(h.checker.Report().Checked)
}

// Conclude waits until all has been checked. It returns nil if the last lemma has no literal but the complements of assumed ones:
// then the formula has no model in which all of these are true. The error is a *WrongError or ErrUnverified. Nothing can be sent
// after it.
func (h *HintChecker) Conclude(assumed []cnf.Lit) error {
	if err := h.queue.Close(); err != nil {
		return err
	}
	for _, l := range assumed {
		if slices.Contains(assumed, l.Not()) {
			return nil
		}
	}
	if h.checker.Refuted() {
		return nil
	}
	last := h.checker.last
	if last == nil {
		return ErrUnverified
	}
	for _, l := range last {
		if !slices.Contains(assumed, l.Not()) {
			return fmt.Errorf("%w: the last lemma is %v, while %v is assumed", ErrUnverified, last, assumed)
		}
	}
	return nil
}

// Close ends the check when all steps have been checked. A second call does nothing.
func (h *HintChecker) Close() { _ = h.queue.Close() } // Err has the error

// hintChecker is the checker as a target of the queue.
type hintChecker struct {
	*drat.Hinted
	vars    int       // of the formula
	defined int       // lemmas that are only RAT
	last    []cnf.Lit // the lemma that came last
}

// fault, when deferred, makes an error of a fault in the checker.
func fault(err *error) {
	if f := recover(); f != nil {
		*err = fmt.Errorf("verifying: internal error: %v", f)
	}
}

// Infer implements hintqueue.Target.
func (c *hintChecker) Infer(number int64, lemma []cnf.Lit, hints []int64) (err error) {
	defer fault(&err)
	err = c.Add(number, lemma, hints)
	if err == nil && c.Report().RATLemmas > c.defined {
		if c.defined++; int(lemma[0].Var()) <= c.vars {
			err = errors.New("its hints end without a conflict")
		}
	}
	if err != nil {
		reason := "does not follow from its hints: " + err.Error()
		return &WrongError{Number: int64(c.Report().Checked), Lemma: slices.Clone(lemma), Reason: reason}
	}
	c.last = append(c.last[:0], lemma...)
	if c.last == nil {
		c.last = []cnf.Lit{}
	}
	return nil
}

// Forget implements hintqueue.Target.
func (c *hintChecker) Forget(numbers ...int64) (err error) {
	defer fault(&err)
	c.Delete(numbers)
	return nil
}
