package stream

import (
	"fmt"
	"slices"

	"transat/solver/cnf"
)

// worker checks what comes through a lane.
type worker struct {
	*checker
	lane     *Lane
	verifier *Verifier
	at       uint64 // the piece
	busy     bool   // at one
	lemmas   int64  // checked
	told     int64  // of them, the verifier knows
}

// run goes through the messages until the lane ends. When something is wrong it goes on taking them, so that no one waits for it.
func (w *worker) run() {
	defer close(w.lane.ended)
	w.safely(w.load)
	for {
		var m message
		select {
		case <-w.verifier.over:
			return
		case m = <-w.lane.queue:
		}
		if w.verifier.working() {
			w.safely(func() { w.do(m) })
		}
		if m.reply != nil {
			close(m.reply)
		}
	}
}

// safely makes an error of a fault.
func (w *worker) safely(do func()) {
	defer w.verifier.guard()
	do()
}

// working reports whether there is any use in going on.
func (v *Verifier) working() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.err == nil && !v.closed
}

// load takes up the formula.
func (w *worker) load() {
	f := w.verifier.formula
	w.checker = newChecker(f.Vars())
	for i := range f.Len() {
		w.add(numbers(f.Clause(i)), false)
	}
}

// derive takes up clauses that follow from the formula, for all pieces.
func (w *worker) derive(clauses [][]cnf.Lit) {
	w.at = 0
	if w.busy {
		w.wrong(nil, "is told what was derived too late")
		return
	}
	w.forgetPiece()
	for _, clause := range clauses {
		lits := numbers(clause)
		if w.lemmas++; !w.knows(lits) || !w.follows(lits) {
			w.wrong(clause, "does not follow")
			return
		}
		w.add(lits, false)
	}
}

// shown takes up clauses that were checked elsewhere.
func (w *worker) shown(clauses [][]cnf.Lit) {
	for _, clause := range clauses {
		lits := numbers(clause)
		if !w.busy || !w.knows(lits) {
			w.wrong(nil, "is told what was shown elsewhere, and cannot be used")
			return
		}
		w.add(lits, true)
	}
}

// do does what a message says.
func (w *worker) do(m message) {
	switch m.kind {
	case theseSteps:
		w.steps(m.steps)
		w.tell()
		select {
		case w.lane.spare <- m.steps[:0]:
		default:
		}
	case deriveClauses:
		w.derive(m.also)
	case shownClauses:
		w.shown(m.also)
	case beginPiece:
		w.begin(m.piece, m.turn)
	case includePiece:
		w.include(m.piece)
	case leavePiece:
		w.verifier.leave(w.at, w.alive())
		w.busy = false
	case endPiece:
		w.end()
	case keepState:
		if w.busy {
			w.verifier.keep(w.at, w.alive())
		}
	case answer:
	}
}

// tell adds up the lemmas that were checked.
func (w *worker) tell() {
	w.verifier.mu.Lock()
	defer w.verifier.mu.Unlock()
	w.verifier.state.lemmas += w.lemmas - w.told
	w.told = w.lemmas
}

// steps adds and deletes lemmas.
func (w *worker) steps(steps []uint32) {
	for len(steps) > 0 {
		n := steps[0] >> 1
		deletion := steps[0]&1 == 1
		lits := steps[1 : 1+n]
		steps = steps[1+n:]
		switch {
		case !w.knows(lits):
			w.lemmas++
			w.wrong(literals(lits), "has a variable that the formula does not have")
			return
		case deletion:
			w.remove(lits)
		case !w.busy:
			w.lemmas++
			w.wrong(literals(lits), "belongs to no piece")
			return
		default:
			if w.lemmas++; !w.follows(lits) {
				w.wrong(literals(lits), "does not follow")
				return
			}
			w.add(lits, true)
		}
	}
}

// knows reports whether all literals have variables of the formula.
func (w *worker) knows(lits []uint32) bool {
	for _, l := range lits {
		if l < 2 || int(l) >= len(w.values) {
			return false
		}
	}
	return true
}

// begin takes up a piece.
func (w *worker) begin(number uint64, turn int64) {
	path, lemmas, ok := w.verifier.take(number, turn)
	if !ok {
		return
	}
	if lits := numbers(path); w.knows(lits) {
		w.assume(lits)
	} else {
		w.wrong(nil, "has a variable that the formula does not have")
		return
	}
	w.at, w.busy = number, true
	for _, lemma := range lemmas {
		w.add(numbers(lemma), true)
	}
}

// include takes the claim of another piece for shown, since it is an obligation. Its decisions must all hold here, so that this is the place where it
// belongs; then nothing of it has to be remembered.
func (w *worker) include(number uint64) {
	if !w.busy {
		w.wrong(nil, "rests on a part while no other is under way")
		return
	}
	path, ok := w.verifier.claim(w.at, number)
	if !ok {
		return
	}
	if !w.checker.include(numbers(path)) {
		w.wrong(nil, fmt.Sprintf("rests on part %d in the wrong place", number))
	}
}

// end checks the claim of the piece.
func (w *worker) end() {
	w.back(w.base)
	if !w.busy || !w.fails() {
		w.wrong(nil, "is not refuted")
		return
	}
	w.busy = false
	w.verifier.show(w.at)
}

// alive returns the lemmas that hold in the piece, the oldest first.
func (w *worker) alive() (all [][]cnf.Lit) {
	if !w.busy {
		return nil
	}
	for r := w.checker.lemmas; r != 0; r = w.store[r+wordOlder] {
		all = append(all, literals(w.lits(r)))
	}
	slices.Reverse(all)
	return all
}

// wrong notes an error.
func (w *worker) wrong(lemma []cnf.Lit, reason string) {
	e := &WrongError{Piece: w.at, Lemma: lemma, Reason: reason}
	if lemma != nil {
		e.Number = max(w.lemmas, 1)
	}
	w.verifier.broken(e)
}

func numbers(lits []cnf.Lit) []uint32 {
	return cnf.AppendCodes(make([]uint32, 0, len(lits)), lits)
}

func literals(lits []uint32) []cnf.Lit {
	return cnf.AppendFromCodes(make([]cnf.Lit, 0, len(lits)), lits)
}
