// Package jobs hands out the cores of the computer to jobs, many more than there are cores, when their turns come:
//
//	cores := jobs.NewCores(2)
//	for i, setup := range setups {
//		all.Go(func() { errs[i] = cores.Run(ctx, jobs.Turn{Seconds: expected(setup)}, func() error { … }) })
//	}
//
// Jobs of the first group go first, so that an interruption finds as many groups finished as can be; of the jobs of
// one group, the one that takes longest, so that no core is left alone with it at the end. The cores know nothing of
// their jobs: results must not depend on the order.
package jobs

import (
	"container/heap"
	"context"
	"fmt"
	"sync"
)

// Turn says when a job gets a core.
type Turn struct {
	Group   int     // the lowest first
	Seconds float64 // it takes, roughly, or by comparison: the longest of a group first
}

// before reports whether t comes before u.
func (t Turn) before(u Turn) bool {
	if t.Group != u.Group {
		return t.Group < u.Group
	}
	return t.Seconds > u.Seconds
}

// Cores hands out cores. It may be used by several goroutines at once.
type Cores struct {
	all     int
	mu      sync.Mutex
	free    int
	begun   int // jobs that had to wait so far
	waiting waiters
}

// NewCores returns n cores, at least 1.
func NewCores(n int) *Cores { return &Cores{all: n, free: n} }

// All is the number of cores.
func (c *Cores) All() int { return c.all }

// Run waits for a core and calls do. The error is that of do, or of ctx if it ended before. A panic,
// which would end the process from a goroutine of ours, becomes an error.
func (c *Cores) Run(ctx context.Context, turn Turn, do func() error) (err error) {
	if err := c.take(ctx, turn); err != nil {
		return err
	}
	defer c.give()
	return Guarded(do)
}

func (c *Cores) take(ctx context.Context, turn Turn) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	c.mu.Lock()
	if c.free > 0 {
		c.free--
		c.mu.Unlock()
		return nil
	}
	c.begun++
	w := &waiter{turn: turn, order: c.begun, come: make(chan struct{})}
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
func (c *Cores) give() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.waiting) == 0 {
		c.free++
		return
	}
	close(heap.Pop(&c.waiting).(*waiter).come)
}

// waiter is a job without a core. Its channel is closed when it gets one.
type waiter struct {
	turn  Turn
	order int // among equal turns
	come  chan struct{}
}

// waiters is a heap with the job on top whose turn it is.
type waiters []*waiter

func (w waiters) Len() int { return len(w) }
func (w waiters) Less(i, j int) bool {
	if w[i].turn == w[j].turn {
		return w[i].order < w[j].order
	}
	return w[i].turn.before(w[j].turn)
}
func (w waiters) Swap(i, j int) { w[i], w[j] = w[j], w[i] }

// Push implements heap.Interface.
func (w *waiters) Push(x any) { *w = append(*w, x.(*waiter)) }

// Pop implements heap.Interface.
func (w *waiters) Pop() any {
	last := len(*w) - 1
	x := (*w)[last]
	*w = (*w)[:last]
	return x
}

// Guarded calls do. A panic, which would end the process from a goroutine of ours, becomes an error.
func Guarded(do func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("internal error: %v; please report it with the command line", fault)
		}
	}()
	return do()
}
