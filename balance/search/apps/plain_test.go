package apps

import (
	"math/bits"
	"sync"
	"sync/atomic"
	"testing"
)

// What a Go programmer writes without a library: goroutines, and a semaphore that bounds their number. A child gets a goroutine of its
// own if the semaphore has a place, and is searched at once otherwise, which is what errgroup does with SetLimit and TryGo. Below some
// depth no goroutine is tried, since a subtree there is done sooner than the semaphore has answered: the programmer has to find that
// depth.

// limited is a bounded number of goroutines.
type limited struct {
	places chan struct{}
	all    sync.WaitGroup
}

func newLimited(goroutines int) *limited { return &limited{places: make(chan struct{}, goroutines-1)} }

// try runs f in a goroutine if there is a place, and reports whether it does.
func (l *limited) try(f func()) bool {
	select {
	case l.places <- struct{}{}:
	default:
		return false
	}
	l.all.Go(func() {
		f()
		<-l.places
	})
	return true
}

// plainQueens counts solutions; rows from depth on are not given away.
func plainQueens(n, goroutines, depth int) int64 {
	l := newLimited(goroutines)
	all := uint32(1)<<n - 1
	var solutions atomic.Int64
	var alone func(columns, left, right uint32) int64
	alone = func(columns, left, right uint32) (count int64) {
		if columns == all {
			return 1
		}
		for free := all &^ (columns | left | right); free != 0; free &= free - 1 {
			queen := free & -free
			count += alone(columns|queen, (left|queen)>>1, (right|queen)<<1)
		}
		return count
	}
	var place func(columns, left, right uint32)
	place = func(columns, left, right uint32) {
		if columns == all || bits.OnesCount32(columns) >= depth {
			solutions.Add(alone(columns, left, right))
			return
		}
		for free := all &^ (columns | left | right); free != 0; free &= free - 1 {
			queen := free & -free
			c, l1, r1 := columns|queen, (left|queen)>>1, (right|queen)<<1
			if !l.try(func() { place(c, l1, r1) }) {
				place(c, l1, r1)
			}
		}
	}
	place(0, 0, 0)
	l.all.Wait()
	return solutions.Load()
}

// plainCount counts the nodes of any tree.
func plainCount[E any](root E, children func(E, []E) []E, level func(E) int, goroutines, depth int) int64 {
	l := newLimited(goroutines)
	var nodes atomic.Int64
	var visit func(e E)
	alone := func(e E) {
		stack := []E{e}
		var n int64
		for ; len(stack) > 0; n++ {
			last := len(stack) - 1
			stack = children(stack[last], stack[:last])
		}
		nodes.Add(n)
	}
	visit = func(e E) {
		if level(e) >= depth {
			alone(e)
			return
		}
		nodes.Add(1)
		for _, c := range children(e, nil) {
			if !l.try(func() { visit(c) }) {
				visit(c)
			}
		}
	}
	visit(root)
	l.all.Wait()
	return nodes.Load()
}

// plainClique returns the size of a largest clique; the children of cliques of depth vertices are not given away.
func plainClique(c *Clique[[4]uint64], goroutines int, depth int32) int64 {
	type candidates = Candidates[[4]uint64]
	l := newLimited(goroutines)
	var best atomic.Int64
	improve := func(e *candidates) {
		for b := best.Load(); int64(e.size) > b && !best.CompareAndSwap(b, int64(e.size)); b = best.Load() {
		}
	}
	var alone func(e *candidates, buffer []candidates)
	alone = func(e *candidates, buffer []candidates) {
		improve(e)
		from := len(buffer)
		buffer = c.ChildrenAbove(*e, best.Load(), buffer)
		for i := from; i < len(buffer) && int64(buffer[i].bound) > best.Load(); i++ {
			alone(&buffer[i], buffer)
		}
	}
	var visit func(e candidates)
	visit = func(e candidates) {
		if e.size >= depth {
			alone(&e, make([]candidates, 0, 128))
			return
		}
		improve(&e)
		for _, child := range c.ChildrenAbove(e, best.Load(), nil) {
			if int64(child.bound) > best.Load() && !l.try(func() { visit(child) }) {
				visit(child)
			}
		}
	}
	visit(c.Root())
	l.all.Wait()
	return best.Load()
}

// Plain goroutines have the same answers, wherever they stop to be tried.
func TestPlainGoroutines(t *testing.T) {
	for _, depth := range []int{0, 1, 3, 100} {
		for _, goroutines := range []int{1, 2, 8} {
			if got := plainQueens(8, goroutines, depth); got != 92 {
				t.Errorf("%d goroutines down to depth %d: %d ways to place 8 queens, want 92", goroutines, depth, got)
			}
			tree := openUTS(t, "uts-default")
			if got := plainCount(tree.Root(), tree.Children, tree.Level, goroutines, depth); got != 1732 {
				t.Errorf("%d goroutines down to depth %d: %d nodes, want 1732", goroutines, depth, got)
			}
			if got := plainClique(NewClique[[4]uint64](graph(t, "johnson8-4-4")), goroutines, int32(depth)); got != 14 {
				t.Errorf("%d goroutines down to depth %d: a clique of %d vertices, want 14", goroutines, depth, got)
			}
		}
	}
}
