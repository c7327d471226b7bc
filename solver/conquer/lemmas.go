package conquer

import (
	"sync"

	"transat/solver/cnf"
)

// lemmas are steps of a proof on the way from clause learning to the search beside it. If very many wait, clause learning waits, too.
type lemmas struct {
	mu    sync.Mutex
	room  *sync.Cond
	steps []uint32 // 0 for an addition or 1 for a deletion, the number of literals, and their codes
	open  bool     // steps are taken; else they are dropped
	full  int      // words of steps that wait at most
}

// mostSteps is how many words of steps wait while a cube is under way.
const mostSteps = 1 << 21

func newLemmas() *lemmas {
	l := &lemmas{open: true, full: mostSteps}
	l.room = sync.NewCond(&l.mu)
	return l
}

// Add implements cnf.ProofWriter.
func (l *lemmas) Add(clause []cnf.Lit) error { return l.step(0, clause) }

// Delete implements cnf.ProofWriter.
func (l *lemmas) Delete(clause []cnf.Lit) error { return l.step(1, clause) }

func (l *lemmas) step(kind uint32, clause []cnf.Lit) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.open && len(l.steps) > l.full {
		l.room.Wait()
	}
	if l.open {
		l.steps = cnf.AppendCodes(append(l.steps, kind, uint32(len(clause))), clause)
	}
	return nil
}

// drain hands all steps to w.
func (l *lemmas) drain(w cnf.ProofWriter) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var clause []cnf.Lit
	for at := 0; at < len(l.steps); {
		kind, end := l.steps[at], at+2+int(l.steps[at+1])
		clause = cnf.AppendFromCodes(clause[:0], l.steps[at+2:end])
		write := w.Add
		if kind == 1 {
			write = w.Delete
		}
		if err := write(clause); err != nil {
			return err
		}
		at = end
	}
	l.steps = l.steps[:0]
	l.room.Broadcast()
	return nil
}

// limit sets how many words of steps wait at most.
func (l *lemmas) limit(words int) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.full = words
	l.room.Broadcast()
}

// close drops all steps, from now on too.
func (l *lemmas) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open, l.steps = false, nil
	l.room.Broadcast()
}
