package search

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"
)

// NoValue is less than the value of every solution.
const NoValue = math.MinInt64

// incumbent is the best solution so far of a search for the largest value. All processors share it: a change is seen at the next node.
//
// If the search is ordered, the best of several solutions of the same value is the first one depth first, as with one processor: nothing
// whose bound is that value is left out before it. So the solution at the end is always the same.
type incumbent[E any] struct {
	version atomic.Uint64 // changes with the rest; 0: there is none
	ordered bool

	mu    sync.Mutex
	value int64
	node  node[E]
}

// threshold returns the largest bound that does not matter to a search that has come to a place; which counts only if it is ordered.
func (x *incumbent[E]) threshold(place []uint32) int64 {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.ordered && comparePlaces(place, x.node.place) < 0 {
		return x.value - 1
	}
	return x.value
}

// improve takes a solution unless there is a better one.
func (x *incumbent[E]) improve(value int64, n node[E]) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.version.Load() > 0 && (value < x.value || value == x.value && (!x.ordered || comparePlaces(n.place, x.node.place) >= 0)) {
		return
	}
	x.value, x.node = value, n
	x.version.Add(1)
}

// comparePlaces tells which of two places one processor comes to first: negative if it is a. A node comes before those below it.
func comparePlaces(a, b []uint32) int { return slices.Compare(a, b) }

// reset forgets the best solution. No search may be under way.
func (x *incumbent[E]) reset() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.value, x.node = 0, node[E]{}
	x.version.Store(0)
}

// get returns the best solution, if there is one.
func (x *incumbent[E]) get() (value int64, n node[E], ok bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.value, x.node, x.version.Load() > 0
}
