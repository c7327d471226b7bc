package worker

import (
	"slices"
	"sync"

	"transat/cmd/transat/internal/cluster/ledger"
)

// share is how the processors of a worker that is one to the others ([Config.One]) pass branches on among themselves. One that has
// nothing to do waits here, and the first other one that sees it gives something away: the record says for whom, so that the
// coordinator lends it to nobody else. Only when all wait does the last one ask the coordinator for a piece.
//
//	idle ──▶ wait ◀── promised: a record is on the way ◀── take ── busy
//	           └────▶ all wait: one of them claims
type share struct {
	all int // processors

	mu   sync.Mutex
	idle []*proc // in the order in which they came, without the ones that were promised a branch
}

// wait notes that processors are idle. Later their inboxes get a task, or nil: to claim one.
func (s *share) wait(idle ...*proc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.idle = append(s.idle, idle...)
	if last := len(s.idle) - 1; len(s.idle) == s.all {
		p := s.idle[last]
		s.idle = s.idle[:last]
		p.inbox <- nil // there is room: it waits, and nobody else tells it anything
	}
}

// take returns up to n idle processors, and forgets them: each must get a task, or wait again.
func (s *share) take(n int) []*proc {
	s.mu.Lock()
	defer s.mu.Unlock()
	n = min(n, len(s.idle))
	taken := slices.Clone(s.idle[:n])
	s.idle = slices.Delete(s.idle, 0, n)
	return taken
}

// passes are the branches that one processor passes on to others when the record of them has been taken.
type passes struct {
	to    []*proc
	tasks []ledger.Task
}

// numbers returns the numbers of the processors.
func (p passes) numbers() (all []int) {
	for _, other := range p.to {
		all = append(all, other.number)
	}
	return all
}

// done gives each processor its task.
func (p passes) done() {
	for i, other := range p.to {
		other.inbox <- &p.tasks[i] // there is room, as in wait
	}
}

// failed lets the others wait again.
func (p passes) failed(s *share) {
	if len(p.to) > 0 {
		s.wait(p.to...)
	}
}
