package simplify

import (
	"slices"

	"transat/solver/cnf"
)

// hinter is the state for hints, unused without them.
type hinter struct {
	hints   cnf.HintWriter
	first   []int64 // numbers of the clauses of the formula; nil stands for 1, 2, …
	units   []int64 // by variable with a value: number of its unit clause
	because []int64 // the reason of the clause that is proved next
	last    int64   // number of the clause that came last
}

func newHinter(opt Options, f *cnf.Formula) hinter {
	if opt.Hints == nil {
		return hinter{}
	}
	return hinter{hints: opt.Hints, first: opt.Numbers, units: make([]int64, f.Vars()+1)}
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

// number returns the number of a clause, which lies before its literals.
func (w *worker) number(id int32) int64 {
	if w.hints == nil {
		return 0
	}
	return int64(w.lits[id+headWords].Code()) | int64(w.lits[id+headWords+1].Code())<<32
}

// appendNumber appends the number of a new clause to the arena, and rename changes that of one that has changed.
func (w *worker) appendNumber(arena []cnf.Lit) []cnf.Lit {
	if w.hints == nil {
		return arena
	}
	return append(arena, cnf.FromCode(uint32(w.last)), cnf.FromCode(uint32(w.last>>32)))
}

func (w *worker) rename(id int32) {
	if w.hints != nil {
		w.appendNumber(w.lits[:id+headWords])
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

// explain returns the last literal of the trail through which all ways lead to a conflict of probing, and makes the clauses on these ways,
// in their order, the reason of the next clause.
func (w *worker) explain(conflict int32) (last cnf.Lit) {
	w.because = w.because[:0]
	open := 0 // literals that are marked, and have not been explained
	reason := func(id int32) {
		w.because = append(w.because, w.number(id))
		for _, l := range w.of(id) {
			if w.probed[l.Code()] < 0 && !w.marks[l.Code()] {
				w.marks[l.Code()] = true
				open++
			}
		}
	}
	reason(conflict)
	for i := len(w.trail) - 1; ; i-- {
		last = w.trail[i]
		if !w.marks[last.Not().Code()] {
			continue
		}
		if open == 1 {
			break
		}
		open--
		reason(w.implies[last.Var()])
	}
	for _, l := range w.trail {
		w.marks[l.Not().Code()] = false
	}
	slices.Reverse(w.because)
	return last
}
