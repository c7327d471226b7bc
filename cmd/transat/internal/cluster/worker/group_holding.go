package worker

import (
	"sync/atomic"
	"time"

	"transat/cmd/transat/internal/cluster/ledger"
)

// holding is a piece that the worker has.
type holding struct {
	piece uint64
	lost  atomic.Bool // it belongs to another: its records do not count

	// The group's mutex guards these:
	known bool        // the coordinator knows that the worker has it
	after ledger.Hash // its last record that was taken
	sent  time.Time   // to another worker, which has not taken it yet; zero if it has not been sent
	task  ledger.Task // that was sent
}

// element is a piece, or the open part of one, as it goes from processor to processor. Ready is closed when the coordinator has
// taken, or refused, all records that it rests on: its own records must not come earlier. Nil is ready.
type element struct {
	task  ledger.Task
	held  *holding
	ready <-chan struct{}
	// books is not nil if another worker has sent the piece. When ready is closed it is the task as the coordinator knows it, which is
	// searched, whatever the other worker says.
	books *ledger.Task
}

// settled returns the element when ready is closed.
func (e element) settled() element {
	if e.books != nil {
		e.task, e.books = *e.books, nil
	}
	e.ready = nil
	return e
}

// level is the level of an element, for its load.
func (e element) level() int { return e.task.Branch.Level() }

// hold notes pieces that the worker has from now on.
func (g *group) hold(known bool, tasks ...ledger.Task) []*holding {
	g.mu.Lock()
	defer g.mu.Unlock()
	held := make([]*holding, len(tasks))
	for i, task := range tasks {
		held[i] = g.holdOne(known, task)
	}
	return held
}

// holdOne is hold for one piece. The mutex is held.
func (g *group) holdOne(known bool, task ledger.Task) *holding {
	h := &holding{piece: task.Branch.Piece(), known: known, after: task.After}
	g.enter(h)
	return h
}

// enter notes that a piece is held. The mutex is held.
func (g *group) enter(h *holding) {
	if before := g.held[h.piece]; before != nil {
		before.lost.Store(true) // it has come back before it was known to have left
	}
	g.held[h.piece] = h
}

// accepted notes that pieces belong to the worker, as the coordinator knows them. A piece that the worker has in that state
// already, and has not sent away, is ignored: the sender wants it to begin anew.
func (g *group) accepted(elements []element) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, e := range elements {
		h := e.held
		h.known, h.after = true, e.books.After
		if before := g.held[h.piece]; before != nil && before.known && before.after == h.after && before.sent.IsZero() && !before.lost.Load() {
			h.lost.Store(true)
		}
		if !h.lost.Load() {
			g.enter(h)
		}
	}
}

// lose notes that a piece is another's, or closed.
func (g *group) lose(h *holding) {
	h.lost.Store(true)
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.held[h.piece] == h {
		delete(g.held, h.piece)
	}
}
