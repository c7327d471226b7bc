package solver

import (
	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/internal/hintqueue"
)

// hintQueue writes a proof with hints on another core than clause learning uses. A lemma gets its number at once. An error of the writer
// comes with a later step, and at the latest with flush.
type hintQueue struct {
	queue *hintqueue.Queue
	to    hintWriter
	last  int64
}

var _ cnf.HintWriter = (*hintQueue)(nil)

// newHintQueue begins a queue to a writer for a formula with that many clauses. It must be flushed or ended.
func newHintQueue(to *dimacs.LRATWriter, clauses int) *hintQueue {
	q := &hintQueue{to: hintWriter{to}, last: int64(clauses)}
	q.queue = hintqueue.New(func() (hintqueue.Target, error) { return q.to, nil })
	return q
}

// Infer implements cnf.HintWriter.
func (q *hintQueue) Infer(clause []cnf.Lit, hints []int64) (number int64, err error) {
	q.last++
	return q.last, q.queue.Infer(q.last, clause, hints)
}

// Forget implements cnf.HintWriter.
func (q *hintQueue) Forget(numbers ...int64) error { return q.queue.Forget(numbers...) }

// flush writes all that is left, and waits for that.
func (q *hintQueue) flush() error {
	if err := q.queue.Close(); err != nil {
		return err
	}
	return q.to.Flush()
}

// end ends the queue. A nil queue has ended.
func (q *hintQueue) end() {
	if q != nil {
		_ = q.queue.Close() // the proof is given up, or flush has told the error
	}
}

// hintWriter is a writer as a target of the queue. It finds the numbers itself.
type hintWriter struct{ *dimacs.LRATWriter }

// Infer implements hintqueue.Target.
func (w hintWriter) Infer(_ int64, clause []cnf.Lit, hints []int64) error {
	_, err := w.LRATWriter.Infer(clause, hints)
	return err
}
