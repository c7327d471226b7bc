package simplify

import (
	"slices"

	"transat/solver/cnf"
)

// hinter is the state for hints, unused without them.
type hinter struct {
	hints   cnf.HintWriter
	first   []int64 // numbers of the clauses of the formula; nil stands for 1, 2, …
	numbers []int64 // by clause
	units   []int64 // by variable with a value: number of its unit clause
	because []int64 // the reason of the clause that is proved next
	last    int64   // number of the clause that came last
	implies []int32 // by variable, while probing: the clause that implied it
}

func newHinter(opt Options, f *cnf.Formula) hinter {
	if opt.Hints == nil {
		return hinter{}
	}
	return hinter{hints: opt.Hints, first: opt.Numbers, numbers: make([]int64, 0, f.Len()), units: make([]int64, f.Vars()+1)}
}

// given returns the number of clause i of the formula.
func (h *hinter) given(i int) int64 {
	if h.first == nil {
		return int64(i + 1)
	}
	return h.first[i]
}

// because1 and because2 set the reason of the next clause.
func (h *hinter) because1(a int64)    { h.because = append(h.because[:0], a) }
func (h *hinter) because2(a, b int64) { h.because = append(h.because[:0], a, b) }

// number returns the number of a clause.
func (h *hinter) number(id int32) int64 {
	if h.hints == nil {
		return 0
	}
	return h.numbers[id]
}

// nameClause records the number of a new clause, and rename that of a changed one.
func (h *hinter) nameClause() {
	if h.hints != nil {
		h.numbers = append(h.numbers, h.last)
	}
}

func (h *hinter) rename(id int32) {
	if h.hints != nil {
		h.numbers[id] = h.last
	}
}

// unit returns the number of the unit clause of a variable's value, and nameUnit records it.
func (h *hinter) unit(l cnf.Lit) int64 {
	if h.hints == nil {
		return 0
	}
	return h.units[l.Var()]
}

func (h *hinter) nameUnit(l cnf.Lit) {
	if h.hints != nil {
		h.units[l.Var()] = h.last
	}
}

// prove adds a clause to the proofs, for the reason in w.because.
func (w *worker) prove(lits []cnf.Lit) {
	if w.err != nil || w.refuted { // the empty clause has ended the proof
		return
	}
	var err error
	if w.proof != nil {
		err = w.proof.Add(lits)
	}
	if w.hints != nil && err == nil {
		w.last, err = w.hints.Infer(lits, w.because)
	}
	if err != nil {
		w.err = &cnf.ProofError{Err: err}
	}
}

// proveDeletion deletes a clause from the proofs.
func (w *worker) proveDeletion(lits []cnf.Lit, number int64) {
	if w.err != nil || w.refuted { // the empty clause has ended the proof
		return
	}
	var err error
	if w.proof != nil {
		err = w.proof.Delete(lits)
	}
	if w.hints != nil && err == nil {
		err = w.hints.Forget(number)
	}
	if err != nil {
		w.err = &cnf.ProofError{Err: err}
	}
}

// explain makes a conflict of probing the reason of the next clause: the clauses that led to it, in their order.
func (w *worker) explain(conflict int32) {
	if w.hints == nil {
		return
	}
	w.stamp++
	mark := func(id int32) {
		w.because = append(w.because, w.numbers[id])
		for _, l := range w.of(id) {
			w.marks[l.Code()] = w.stamp
		}
	}
	w.because = w.because[:0]
	mark(conflict)
	for i := len(w.trail) - 1; i > 0; i-- { // the first literal was tried, and has no reason
		if l := w.trail[i]; w.marks[l.Not().Code()] == w.stamp {
			mark(w.implies[l.Var()])
		}
	}
	slices.Reverse(w.because)
}
