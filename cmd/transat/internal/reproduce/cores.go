package reproduce

import (
	"container/heap"
	"context"
	"fmt"
	"sync"
)

// cores hands out the cores of the computer to the jobs of all items. Those of the first item go first,
// so that an interruption finds as many items finished as can be; of the jobs of one item, the one that
// takes longest, so that no core is left alone with it at the end.
type cores struct {
	all     int
	mu      sync.Mutex
	free    int
	waiting waiters
}

func newCores(n int) *cores { return &cores{all: n, free: n} }

// run waits for a core and calls do. The error is that of do, or of ctx if it ended before. A panic,
// which would end the process from a goroutine of ours, becomes an error.
func (c *cores) run(ctx context.Context, turn turn, do func() error) (err error) {
	if err := c.take(ctx, turn); err != nil {
		return err
	}
	defer c.give()
	return guarded(do)
}

func (c *cores) take(ctx context.Context, turn turn) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c.mu.Lock()
	if c.free > 0 {
		c.free--
		c.mu.Unlock()
		return nil
	}
	w := &waiter{turn: turn, come: make(chan struct{})}
	heap.Push(&c.waiting, w)
	c.mu.Unlock()
	select {
	case <-w.come:
		err := ctx.Err()
		if err != nil {
			c.give()
		}
		return err
	case <-ctx.Done():
		go func() { // its turn still comes, and is passed on
			<-w.come
			c.give()
		}()
		return ctx.Err()
	}
}

// give returns a core, to the job whose turn it is if there is one.
func (c *cores) give() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.waiting) == 0 {
		c.free++
		return
	}
	close(heap.Pop(&c.waiting).(*waiter).come)
}

// turn says when a job gets a core.
type turn struct {
	item    int     // the place of its item among all
	seconds float64 // it takes
}

// before reports whether t comes before u.
func (t turn) before(u turn) bool {
	if t.item != u.item {
		return t.item < u.item
	}
	return t.seconds > u.seconds
}

// waiter is a job without a core. Its channel is closed when it gets one.
type waiter struct {
	turn turn
	come chan struct{}
}

// waiters is a heap with the job on top whose turn it is.
type waiters []*waiter

func (w waiters) Len() int           { return len(w) }
func (w waiters) Less(i, j int) bool { return w[i].turn.before(w[j].turn) }
func (w waiters) Swap(i, j int)      { w[i], w[j] = w[j], w[i] }
func (w *waiters) Push(x any)        { *w = append(*w, x.(*waiter)) }
func (w *waiters) Pop() any {
	last := len(*w) - 1
	x := (*w)[last]
	*w = (*w)[:last]
	return x
}

// guarded calls do and turns a panic into an error.
func guarded(do func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("internal error: %v; please report it with the command line", fault)
		}
	}()
	return do()
}
