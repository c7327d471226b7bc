package pieces

import (
	"fmt"

	"transat/solver/cnf"
	"transat/solver/dpll"
)

// Writer writes down what one worker does. It is the dpll.Pieces of that worker, and Proof is its cnf.ProofWriter.
type Writer struct {
	ledger *Ledger
	worker interface{ Stats() dpll.Stats } // nil before Follow
	spool  *spool                          // nil if there is no proof
	lemmas int64

	piece  *piece // under way; nil before the first
	number uint64 // of that
	seen   int64  // nodes of the worker that are in the ledger
	told   int64  // lemmas that are
	from   int64  // bytes of the spool that are
}

var _ dpll.Pieces = (*Writer)(nil)

// Writer returns a writer for one more worker. It may be called at any time. The error is that of a spool
// that cannot be written.
func (l *Ledger) Writer() (*Writer, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := &Writer{ledger: l}
	if l.folder != "" {
		if err := s.open(len(l.writers)); err != nil {
			return nil, err
		}
	}
	l.writers = append(l.writers, s)
	return s, nil
}

// open takes a spool: an old one, to go on with, or a new one.
func (w *Writer) open(number int) error {
	l := w.ledger
	if number < len(l.spools) {
		w.spool = l.spools[number]
		w.from = w.spool.written
		return nil
	}
	var err error
	if w.spool, err = createSpool(l.folder, number, l.format); err == nil {
		l.spools = append(l.spools, w.spool)
	}
	return err
}

// Follow tells the writer whose nodes to count.
func (w *Writer) Follow(worker interface{ Stats() dpll.Stats }) { w.worker = worker }

// Proof returns the writer for the worker's lemmas, nil if there is no proof.
func (w *Writer) Proof() cnf.ProofWriter {
	if w.spool == nil {
		return nil
	}
	return (*lemmas)(w)
}

// New implements dpll.Pieces.
func (w *Writer) New() uint64 { return w.ledger.add(w.number) }

// Begin implements dpll.Pieces.
func (w *Writer) Begin(number uint64) error {
	if err := w.cut(0); err != nil {
		return err
	}
	w.piece, w.number = w.ledger.piece(number), number
	if w.piece == nil {
		return fmt.Errorf("there is no piece %d", number)
	}
	return nil
}

// Include implements dpll.Pieces.
func (w *Writer) Include(number uint64) error {
	if err := w.ledger.include(number, w.number); err != nil {
		return err
	}
	return w.cut(number)
}

// cut ends the stretch under way. A stretch that does not end with a piece continues with the next part.
func (w *Writer) cut(include uint64) error {
	if w.piece == nil {
		return nil
	}
	part := Part{Nodes: w.worker.Stats().Nodes - w.seen, Lemmas: w.lemmas - w.told, Include: include}
	w.seen += part.Nodes
	w.told += part.Lemmas
	if w.spool != nil {
		to, sum, err := w.spool.stretch()
		if err != nil {
			return err
		}
		part.Spool, part.From, part.To, part.Sum = w.spool.number, w.from, to, sum
		w.from = to
	}
	if part != (Part{Spool: part.Spool, From: part.From, To: part.From}) {
		w.piece.parts = append(w.piece.parts, part)
	}
	return nil
}

// lemmas is a writer as a writer of proofs.
type lemmas Writer

// Add implements cnf.ProofWriter.
func (w *lemmas) Add(clause []cnf.Lit) error {
	w.lemmas++
	return w.spool.steps.Add(clause)
}

// Delete implements cnf.ProofWriter.
func (w *lemmas) Delete(clause []cnf.Lit) error { return w.spool.steps.Delete(clause) }
