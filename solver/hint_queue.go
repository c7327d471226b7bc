package solver

import (
	"sync/atomic"

	"transat/dimacs"
	"transat/solver/cnf"
)

// hintQueue turns the steps of a proof with hints into bytes, and writes them, on another core than the one that learns. Learning is told the number of its
// lemma at once, and waits only if it is many steps ahead. An error of the writer comes with a later step, and at the latest with flush.
type hintQueue struct {
	to     *dimacs.HintWriter
	last   int64
	batch  []int64      // under way
	full   chan []int64 // to be written
	empty  chan []int64
	done   chan struct{} // closed when nothing more will be written
	failed atomic.Bool
	err    error // why; it stays as it is from then on
	ended  bool
}

var _ cnf.HintWriter = (*hintQueue)(nil)

const (
	hintBatch   = 1 << 14 // numbers in a batch, or more by one step
	hintBatches = 4
)

// A batch is a row of steps: two lengths, then literals and hints. A deletion has a length below 0 for its literals.
const forgets = -1

// newHintQueue begins a queue of steps for a formula with that many clauses. It must be flushed or ended.
func newHintQueue(to *dimacs.HintWriter, clauses int) *hintQueue {
	q := &hintQueue{
		to: to, last: int64(clauses),
		full: make(chan []int64, hintBatches), empty: make(chan []int64, hintBatches), done: make(chan struct{}),
	}
	for range hintBatches {
		q.empty <- nil
	}
	go q.write()
	return q
}

// Infer implements cnf.HintWriter.
func (q *hintQueue) Infer(clause []cnf.Lit, hints []int64) (number int64, err error) {
	q.last++
	q.batch = append(q.batch, int64(len(clause)), int64(len(hints)))
	for _, l := range clause {
		q.batch = append(q.batch, int64(l.Code()))
	}
	q.batch = append(q.batch, hints...)
	return q.last, q.send(hintBatch)
}

// Forget implements cnf.HintWriter.
func (q *hintQueue) Forget(numbers ...int64) error {
	q.batch = append(q.batch, forgets, int64(len(numbers)))
	q.batch = append(q.batch, numbers...)
	return q.send(hintBatch)
}

// send hands the batch on if it is at least that long.
func (q *hintQueue) send(least int) error {
	if len(q.batch) < least {
		return nil
	}
	if q.failed.Load() {
		return q.err
	}
	q.full <- q.batch
	q.batch = (<-q.empty)[:0]
	return nil
}

// write writes batch after batch. After an error it takes the others, and does nothing with them.
func (q *hintQueue) write() {
	defer close(q.done)
	for batch := range q.full {
		if q.err == nil {
			if q.err = q.steps(batch); q.err != nil {
				q.failed.Store(true)
			}
		}
		q.empty <- batch
	}
}

// steps writes the steps of a batch.
func (q *hintQueue) steps(batch []int64) (err error) {
	var clause []cnf.Lit
	for len(batch) > 0 && err == nil {
		lits, hints := batch[0], batch[1]
		batch = batch[2:]
		if lits == forgets {
			err = q.to.Forget(batch[:hints]...)
			batch = batch[hints:]
			continue
		}
		clause = clause[:0]
		for _, l := range batch[:lits] {
			clause = append(clause, cnf.FromCode(uint32(l)))
		}
		_, err = q.to.Infer(clause, batch[lits:][:hints])
		batch = batch[lits+hints:]
	}
	return err
}

// flush writes all that is left, and waits for that.
func (q *hintQueue) flush() error {
	err := q.send(1)
	q.end()
	if err == nil {
		err = q.err
	}
	if err != nil {
		return err
	}
	return q.to.Flush()
}

// end ends the queue, whatever is left of it. A nil queue has ended.
func (q *hintQueue) end() {
	if q == nil || q.ended {
		return
	}
	q.ended = true
	close(q.full)
	<-q.done
}
