package pool

import (
	"sync"

	"transat/solver/dpll"
)

// budget is the number of nodes that all workers together may visit. A worker takes some before it searches,
// and gives back those that it did not need; so the limit is kept to the node. A nil budget has no limit.
type budget struct {
	sharers int64

	mu    sync.Mutex
	back  sync.Cond // some have been given back
	left  int64
	taken int64 // by workers that are searching
}

// newBudget returns a budget of nodes for a number of workers, nil for 0 nodes.
func newBudget(nodes int64, sharers int) *budget {
	if nodes == 0 {
		return nil
	}
	b := &budget{left: nodes, sharers: int64(sharers)}
	b.back.L = &b.mu
	return b
}

// take returns how many of n nodes may be visited, at least one. If there are none, it waits for others to
// give some back; if none can, the error is dpll.ErrNodeLimit.
func (b *budget) take(n int64) (int64, error) {
	if b == nil {
		return n, nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.left == 0 && b.taken > 0 {
		b.back.Wait()
	}
	if b.left == 0 {
		return 0, dpll.ErrNodeLimit
	}
	n = min(n, max(1, b.left/(2*b.sharers)))
	b.left -= n
	b.taken += n
	return n, nil
}

// settle ends what take began: of the nodes taken, some were visited.
func (b *budget) settle(taken, visited int64) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.taken -= taken
	b.left += taken - visited
	b.back.Broadcast()
}
