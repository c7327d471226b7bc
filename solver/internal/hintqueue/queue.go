// Package hintqueue passes the lemmas of a proof with hints to a goroutine of its own, which writes or checks them on another core than the
// one that learns. Infer and Forget return at once, and wait only if the goroutine is several batches behind.
//
//	q := hintqueue.New(func() (hintqueue.Target, error) { return target, nil })
//	err := q.Infer(number, lemma, hints) // an error of the target comes with a later step
//	err = q.Close()                      // nil: the target has taken all steps
package hintqueue

import (
	"sync"

	"transat/solver/cnf"
)

// Target takes the steps, one at a time. After an error it gets no more of them. Slices are valid during the call only.
type Target interface {
	Infer(number int64, lemma []cnf.Lit, hints []int64) error
	Forget(numbers ...int64) error
}

// Queue passes steps on. One goroutine at a time may use it.
type Queue struct {
	batch  []int64      // steps: the number of the lemma, or 0 for deletions; how many literals and hints; these
	full   chan []int64 // batches for the target
	empty  chan []int64 // batches to be used again
	done   chan struct{}
	closed bool

	mu  sync.Mutex
	err error // the first one; it stays
}

// BatchNumbers is how many numbers a batch has, and up to one step more.
const BatchNumbers = 1 << 13

const batches = 8

// New begins a queue. The goroutine calls begin for its target. The queue must be closed.
func New(begin func() (Target, error)) *Queue {
	q := &Queue{full: make(chan []int64, batches), empty: make(chan []int64, batches), done: make(chan struct{})}
	for range batches {
		q.empty <- nil
	}
	go q.run(begin)
	return q
}

// Infer passes a lemma on, as [cnf.HintWriter] describes it.
func (q *Queue) Infer(number int64, lemma []cnf.Lit, hints []int64) error {
	q.batch = append(q.batch, number, int64(len(lemma)), int64(len(hints)))
	for _, l := range lemma {
		q.batch = append(q.batch, int64(l.Code()))
	}
	q.batch = append(q.batch, hints...)
	return q.send(BatchNumbers)
}

// Forget passes the deletion of clauses on.
func (q *Queue) Forget(numbers ...int64) error {
	q.batch = append(append(q.batch, 0, 0, int64(len(numbers))), numbers...)
	return q.send(BatchNumbers)
}

// send hands the batch over if it has at least that many numbers.
func (q *Queue) send(least int) error {
	if len(q.batch) < least {
		return nil
	}
	if err := q.Err(); err != nil {
		return err
	}
	q.full <- q.batch
	q.batch = (<-q.empty)[:0]
	return nil
}

// Err returns the error of the target, nil if none is known.
func (q *Queue) Err() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.err
}

// Close waits until the target has taken all steps, or has failed. A second call does nothing but return the same error.
func (q *Queue) Close() error {
	if !q.closed {
		_ = q.send(1) // the error stays
		q.closed = true
		close(q.full)
		<-q.done
	}
	return q.Err()
}

// run passes batch after batch to the target. After an error it takes the others, so that nobody waits, and drops them.
func (q *Queue) run(begin func() (Target, error)) {
	defer close(q.done)
	target, err := begin()
	for batch := range q.full {
		if err == nil {
			err = steps(target, batch)
		}
		if err != nil {
			q.mu.Lock()
			q.err = err
			q.mu.Unlock()
		}
		q.empty <- batch
	}
	q.mu.Lock()
	q.err = err
	q.mu.Unlock()
}

// steps passes the steps of a batch to the target.
func steps(target Target, batch []int64) (err error) {
	var lemma []cnf.Lit
	for len(batch) > 0 && err == nil {
		number, n, m := batch[0], batch[1], batch[2]
		lits, hints := batch[3:3+n], batch[3+n:3+n+m]
		batch = batch[3+n+m:]
		if number == 0 {
			err = target.Forget(hints...)
			continue
		}
		lemma = lemma[:0]
		for _, l := range lits {
			lemma = append(lemma, cnf.FromCode(uint32(l)))
		}
		err = target.Infer(number, lemma, hints)
	}
	return err
}
