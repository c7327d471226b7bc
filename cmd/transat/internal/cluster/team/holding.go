package team

import (
	"sync/atomic"
	"time"

	"transat/cmd/transat/internal/cluster/ledger"
)

// holding is a piece that the worker has.
type holding struct {
	piece uint64
	lost  atomic.Bool // it belongs to another: what is done with it does not count

	// The team's mutex guards these:
	known bool        // the coordinator knows that the worker has it
	after ledger.Hash // its last record that was taken
	sent  time.Time   // to another worker, which has not taken it yet; zero if it has not been sent
	task  ledger.Task // then: what was sent
}

// element is a piece, or what is left of one, as it goes from processor to processor. Ready is closed when the coordinator has taken, or
// refused, all that it rests on: records of it must not come earlier. Nil is ready.
type element struct {
	task  ledger.Task
	held  *holding
	ready <-chan struct{}
}

// level is the level of an element, for its load.
func (e element) level() int { return e.task.Branch.Level() }

// hold notes pieces that the worker has from now on.
func (t *Team) hold(known bool, tasks ...ledger.Task) []*holding {
	t.mu.Lock()
	defer t.mu.Unlock()
	held := make([]*holding, len(tasks))
	for i, task := range tasks {
		held[i] = t.holdOne(known, task)
	}
	return held
}

// holdOne is hold for one piece. The mutex is held.
func (t *Team) holdOne(known bool, task ledger.Task) *holding {
	h := &holding{piece: task.Branch.Piece(), known: known, after: task.After}
	if before := t.held[h.piece]; before != nil {
		before.lost.Store(true) // it has come back before it was known to have left, or has come twice
	}
	t.held[h.piece] = h
	return h
}

// accepted notes that the coordinator knows of pieces.
func (t *Team) accepted(held []*holding) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, h := range held {
		h.known = true
	}
}

// lose notes that a piece is another's, or closed.
func (t *Team) lose(h *holding) {
	h.lost.Store(true)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.held[h.piece] == h {
		delete(t.held, h.piece)
	}
}
