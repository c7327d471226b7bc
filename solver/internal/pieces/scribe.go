package pieces

import (
	"fmt"

	"transat/solver/cnf"
	"transat/solver/dpll"
)

// Scribe writes down what one worker does. It is the dpll.Pieces of that worker, and Proof its
// cnf.ProofWriter.
type Scribe struct {
	ledger *Ledger
	worker interface{ Stats() dpll.Stats } // nil before Follow
	spool  *spool                          // nil if there is no proof
	lemmas int64

	piece  *piece // under way; nil before the first
	number uint64 // of that
	seen   int64  // nodes of the worker that are in the books
	told   int64  // lemmas that are
	from   int64  // bytes of the spool that are
}

var _ dpll.Pieces = (*Scribe)(nil)

// Scribe returns a scribe for one more worker. It may be called at any time. The error is that of a spool
// that cannot be written.
func (l *Ledger) Scribe() (*Scribe, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := &Scribe{ledger: l}
	if l.folder != "" {
		if err := s.open(len(l.scribes)); err != nil {
			return nil, err
		}
	}
	l.scribes = append(l.scribes, s)
	return s, nil
}

// open takes a spool: one that is there already, to be gone on with, or a new one.
func (s *Scribe) open(number int) error {
	l := s.ledger
	if number < len(l.spools) {
		s.spool = l.spools[number]
		s.from = s.spool.written
		return nil
	}
	var err error
	if s.spool, err = createSpool(l.folder, number, l.format); err == nil {
		l.spools = append(l.spools, s.spool)
	}
	return err
}

// Follow tells the scribe whose nodes to count.
func (s *Scribe) Follow(w interface{ Stats() dpll.Stats }) { s.worker = w }

// Proof returns what the worker is to write its proof to, nil if there is none to be written.
func (s *Scribe) Proof() cnf.ProofWriter {
	if s.spool == nil {
		return nil
	}
	return (*lemmas)(s)
}

// New implements dpll.Pieces.
func (s *Scribe) New() uint64 { return s.ledger.add(s.number) }

// Begin implements dpll.Pieces.
func (s *Scribe) Begin(number uint64) error {
	if err := s.cut(0); err != nil {
		return err
	}
	s.piece, s.number = s.ledger.piece(number), number
	if s.piece == nil {
		return fmt.Errorf("there is no piece %d", number)
	}
	return nil
}

// Include implements dpll.Pieces.
func (s *Scribe) Include(number uint64) error {
	if err := s.ledger.include(number, s.number); err != nil {
		return err
	}
	return s.cut(number)
}

// cut ends the stretch under way. A stretch that does not end with a piece continues with the next part.
func (s *Scribe) cut(include uint64) error {
	if s.piece == nil {
		return nil
	}
	part := Part{Nodes: s.worker.Stats().Nodes - s.seen, Lemmas: s.lemmas - s.told, Include: include}
	s.seen += part.Nodes
	s.told += part.Lemmas
	if s.spool != nil {
		to, sum, err := s.spool.stretch()
		if err != nil {
			return err
		}
		part.Spool, part.From, part.To, part.Sum = s.spool.number, s.from, to, sum
		s.from = to
	}
	if part != (Part{Spool: part.Spool, From: part.From, To: part.From}) {
		s.piece.parts = append(s.piece.parts, part)
	}
	return nil
}

// lemmas is a scribe as a writer of proofs.
type lemmas Scribe

// Add implements cnf.ProofWriter.
func (w *lemmas) Add(clause []cnf.Lit) error {
	w.lemmas++
	return w.spool.steps.Add(clause)
}

// Delete implements cnf.ProofWriter.
func (w *lemmas) Delete(clause []cnf.Lit) error { return w.spool.steps.Delete(clause) }
