package compare

import (
	"cmp"
	"container/heap"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// Pool runs jobs, usually many more than the computer has cores, and at most as many at the same time as the pool is large:
//
//	pool := compare.NewPool(2)
//	err := pool.Each(ctx, len(setups), turn, func(ctx context.Context, i int) error { … })
//
// Jobs of the first group go first, so that an interruption finds as many whole groups finished as possible. Within a group
// the longest job goes first, so that it does not run alone at the end. Results must not depend on the order. Several
// goroutines may use a pool at once.
type Pool struct {
	size    int
	mu      sync.Mutex
	free    int
	entered int // jobs so far
	waiting waiters
}

// Turn says when a job runs.
type Turn struct {
	Group   int     // the lowest first
	Seconds float64 // about how long it takes, or by comparison: the longest of a group first
}

// compare is negative if t comes before u.
func (t Turn) compare(u Turn) int {
	return cmp.Or(cmp.Compare(t.Group, u.Group), cmp.Compare(u.Seconds, t.Seconds))
}

// NewPool returns a pool that runs n jobs at the same time, at least 1.
func NewPool(n int) *Pool { return &Pool{size: n, free: n} }

// Size is how many jobs run at the same time.
func (p *Pool) Size() int { return p.size }

// Each runs the jobs 0 to n−1 and waits for all. Once a job fails, jobs with higher numbers are cancelled and no more of
// them begin. The error is that of the first job, by number, that failed other than by a cancelled context, so it does not
// depend on which job is fastest; or else that of ctx.
func (p *Pool) Each(ctx context.Context, n int, turn func(i int) Turn, do func(ctx context.Context, i int) error) error {
	errs, cancels := make([]error, n), make([]context.CancelFunc, n)
	within, order := make([]context.Context, n), make([]int, n)
	for i := range n {
		order[i] = i
		within[i], cancels[i] = context.WithCancel(ctx)
		defer cancels[i]()
	}
	slices.SortStableFunc(order, func(i, j int) int { return turn(i).compare(turn(j)) })
	var all sync.WaitGroup
	for _, i := range order {
		w := p.enter(turn(i))
		all.Go(func() {
			errs[i] = p.run(within[i], w, func() error { return do(within[i], i) })
			if errs[i] != nil && !errors.Is(errs[i], context.Canceled) {
				for _, cancel := range cancels[i+1:] {
					cancel()
				}
			}
		})
	}
	all.Wait()
	var first error
	for _, err := range errs {
		switch {
		case err != nil && !errors.Is(err, context.Canceled):
			return err
		case first == nil:
			first = err
		}
	}
	return first
}

// Run runs a single job when its turn comes. The error is that of do, or of ctx if it ended before. A panic of do becomes
// an error, since it would end the process.
func (p *Pool) Run(ctx context.Context, turn Turn, do func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return p.run(ctx, p.enter(turn), do)
}

// run runs a job that has entered.
func (p *Pool) run(ctx context.Context, w *waiter, do func() error) (err error) {
	select {
	case <-w.come:
	case <-ctx.Done():
		go func() { // its turn still comes, and is passed on
			<-w.come
			p.give()
		}()
		return ctx.Err()
	}
	defer p.give()
	if err := ctx.Err(); err != nil {
		return err
	}
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("internal error: %v; please report it with the command line", fault)
		}
	}()
	return do()
}

// enter lets a job run, or wait if there is no room.
func (p *Pool) enter(turn Turn) *waiter {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.entered++
	w := &waiter{turn: turn, order: p.entered, come: make(chan struct{})}
	if p.free > 0 {
		p.free--
		close(w.come)
	} else {
		heap.Push(&p.waiting, w)
	}
	return w
}

// give lets the next waiting job run, if there is one.
func (p *Pool) give() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.waiting) == 0 {
		p.free++
		return
	}
	close(heap.Pop(&p.waiting).(*waiter).come)
}

// waiter is a job that waits for its turn. Its channel is closed when that comes.
type waiter struct {
	turn  Turn
	order int // among equal turns
	come  chan struct{}
}

// waiters is a heap with the next job on top.
type waiters []*waiter

func (w waiters) Len() int { return len(w) }
func (w waiters) Less(i, j int) bool {
	return cmp.Or(w[i].turn.compare(w[j].turn), cmp.Compare(w[i].order, w[j].order)) < 0
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
