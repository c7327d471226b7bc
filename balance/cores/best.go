package cores

import (
	"sync"
	"sync/atomic"
)

// best is the best solution so far. Without an order, that is the first one found, and it ends the run.
// With an order, it is the first one depth first: whichever processor is the quickest, it is the same in the
// end. Elements behind it are dropped, and the run ends when all before it are done.
type best[E any] struct {
	order  func(a, b E) int // negative: a is before b; may be nil
	solved func(rank int)   // may be nil
	known  atomic.Bool      // there is a solution: can be asked without the lock

	mu    sync.Mutex
	place E
}

// improve takes a solution that processor rank has found at the given place, unless there is a better one.
func (b *best[E]) improve(rank int, place func() E) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.order == nil {
		if !b.known.Swap(true) && b.solved != nil {
			b.solved(rank)
		}
		return
	}
	at := place()
	if b.known.Load() && b.order(at, b.place) >= 0 {
		return
	}
	b.place = at
	b.known.Store(true)
	if b.solved != nil {
		b.solved(rank)
	}
}

// beats reports whether an element is behind the best solution.
func (b *best[E]) beats(place func() E) bool {
	if b.order == nil || !b.known.Load() {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.order(place(), b.place) > 0
}
