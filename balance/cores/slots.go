package cores

import (
	"slices"
	"sync"
	"sync/atomic"
)

// slots is a counting semaphore: a processor holds a slot while it runs, be it the search or its policy.
// Slots are handed on first come, first served. Who holds all of them knows that every processor
// is at a safe point; so they can be stopped.
type slots struct {
	wanted atomic.Bool // a processor waits for a slot: can be asked without the lock
	urgent atomic.Bool // all processors are asked to stop

	mu    sync.Mutex
	all   int
	free  int
	queue []chan<- struct{} // those who wait; each gets one token
	still chan struct{}     // gets a token when all slots are free and urgent is set
}

func newSlots(n int) *slots {
	return &slots{all: n, free: n, still: make(chan struct{}, 1)}
}

// acquire takes a slot and reports whether it had to wait for it, on its ticket, a channel with room for
// one token.
func (s *slots) acquire(ticket chan struct{}) (waited bool) {
	s.mu.Lock()
	if s.free > 0 && !s.urgent.Load() {
		s.free--
		s.mu.Unlock()
		return false
	}
	s.queue = append(s.queue, ticket)
	s.wanted.Store(true)
	s.mu.Unlock()
	<-ticket
	return true
}

// release gives a slot back.
func (s *slots) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free++
	if !s.urgent.Load() {
		s.handOut()
	} else if s.free == s.all {
		s.still <- struct{}{}
	}
}

// handOut gives free slots to those who wait.
func (s *slots) handOut() {
	n := min(s.free, len(s.queue))
	for _, ticket := range s.queue[:n] {
		ticket <- struct{}{}
	}
	s.queue = slices.Delete(s.queue, 0, n)
	s.free -= n
	s.wanted.Store(len(s.queue) > 0)
}

// stop waits until no slot is held, and hands none out until resume. Two must not stop at the
// same time.
func (s *slots) stop() {
	s.mu.Lock()
	s.urgent.Store(true)
	wait := s.free < s.all
	s.mu.Unlock()
	if wait {
		<-s.still
	}
}

// resume ends what stop began.
func (s *slots) resume() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.urgent.Store(false)
	s.handOut()
}
