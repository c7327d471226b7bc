package stream

import (
	"fmt"
	"slices"
	"sync"

	"transat/solver/cnf"
	"transat/solver/drat"
)

// Hinted is the way of lemmas with hints to a checker, a goroutine of its own. A lemma is checked by its hints alone, in time linear in these (package drat has that
// checker, [drat.Hinted]), so nothing is propagated. A wrong hint is a fault, even if the lemma follows from others; and so is a lemma that is RAT only.
//
//	h := stream.NewHinted(formula)
//	defer h.Close()
//	h.Infer(number, lemma, hints)
//	…
//	err := h.Conclude(nil) // nil: the formula is unsatisfiable, and every lemma was checked
type Hinted struct {
	queue chan []int64
	spare chan []int64 // batches to be used again
	ended chan struct{}
	batch []int64 // steps: the lemma's number, or 0 for deletions; how many literals and numbers; these
	over  bool

	mu      sync.Mutex
	checked int64 // all under mu
	err     error

	checker *drat.Hinted // of the goroutine
	last    []cnf.Lit    // the lemma that came last
}

// NewHinted begins to check lemmas of f, which must not change.
func NewHinted(f *cnf.Formula) *Hinted {
	h := &Hinted{queue: make(chan []int64, batchesAhead), spare: make(chan []int64, batchesAhead+2), ended: make(chan struct{})}
	go h.run(f)
	return h
}

// Infer sends a lemma with its hints, as [cnf.HintWriter] describes them. Numbers must go up. If the checker is behind, the caller waits. An error, mostly a *WrongError,
// comes as soon as it is known, and from then on every time.
func (h *Hinted) Infer(number int64, lemma []cnf.Lit, hints []int64) error {
	h.room()
	h.batch = append(h.batch, number, int64(len(lemma)), int64(len(hints)))
	for _, l := range lemma {
		h.batch = append(h.batch, int64(l.Code()))
	}
	h.batch = append(h.batch, hints...)
	return h.sent(batchWords)
}

// Forget sends the deletion of clauses.
func (h *Hinted) Forget(numbers ...int64) error {
	h.room()
	h.batch = append(append(h.batch, 0, 0, int64(len(numbers))), numbers...)
	return h.sent(batchWords)
}

func (h *Hinted) room() {
	if h.batch != nil {
		return
	}
	select {
	case h.batch = <-h.spare:
	default:
		h.batch = make([]int64, 0, batchWords)
	}
}

// sent sends what has been told if it is so much.
func (h *Hinted) sent(least int) error {
	if len(h.batch) >= least {
		h.queue <- h.batch
		h.batch = nil
	}
	if h.batch != nil {
		return nil
	}
	return h.Err()
}

// Err returns what is wrong, nil if nothing is known to be.
func (h *Hinted) Err() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.err
}

// Lemmas returns how many lemmas have been checked.
func (h *Hinted) Lemmas() int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.checked
}

// Conclude waits until all has been checked. It returns nil if the lemma that came last has no literal but the complements of what is assumed: then the formula has
// no model in which all of that is true. The error is a *WrongError or ErrUnverified. Nothing can be sent after it.
func (h *Hinted) Conclude(assumed []cnf.Lit) error {
	h.Close()
	if err := h.Err(); err != nil {
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
	if h.last == nil {
		return ErrUnverified
	}
	for _, l := range h.last {
		if !slices.Contains(assumed, l.Not()) {
			return fmt.Errorf("%w: the last lemma is %v, while %v is assumed", ErrUnverified, h.last, assumed)
		}
	}
	return nil
}

// Close ends the check when what was sent has been checked. It may be called twice.
func (h *Hinted) Close() {
	if h.over {
		return
	}
	h.over = true
	_ = h.sent(1) // an error stays
	close(h.queue)
	<-h.ended
}

// run goes through the batches. When something is wrong it goes on taking them, so that no one waits for it.
func (h *Hinted) run(f *cnf.Formula) {
	defer close(h.ended)
	h.safely(func() (err error) {
		h.checker, err = drat.NewHinted(f)
		return err
	})
	for batch := range h.queue {
		if h.Err() == nil {
			h.safely(func() error { return h.steps(batch) })
		}
		select {
		case h.spare <- batch[:0]:
		default:
		}
	}
}

// safely notes an error, and makes one of a fault in the checker.
func (h *Hinted) safely(do func() error) {
	var err error
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("verifying: internal error: %v", fault)
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		h.err = err
		if h.checker != nil {
			h.checked = int64(h.checker.Report().Checked)
		}
	}()
	err = do()
}

// steps checks the lemmas of a batch.
func (h *Hinted) steps(batch []int64) error {
	var lemma []cnf.Lit
	for len(batch) > 0 {
		number, n, m := batch[0], batch[1], batch[2]
		lits, hints := batch[3:3+n], batch[3+n:3+n+m]
		batch = batch[3+n+m:]
		if number == 0 {
			h.checker.Delete(hints)
			continue
		}
		lemma = lemma[:0]
		for _, l := range lits {
			lemma = append(lemma, cnf.FromCode(uint32(l)))
		}
		err := h.checker.Add(number, lemma, hints)
		if err == nil && h.checker.Report().RATLemmas > 0 {
			err = fmt.Errorf("its hints end without a conflict")
		}
		if err != nil {
			return &WrongError{Number: int64(h.checker.Report().Checked), Lemma: slices.Clone(lemma), Reason: "does not follow from its hints: " + err.Error()}
		}
		h.last = append(h.last[:0], lemma...)
		if h.last == nil {
			h.last = []cnf.Lit{}
		}
	}
	return nil
}
