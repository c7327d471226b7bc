package sim

import (
	"container/heap"
	"context"
	"slices"

	"transat/balance"
)

// The bound of perfect balance at no cost (balance.Spec.Bound). There are no processors with lists of their
// own, no messages and no policy, but one pool; a worker that is free takes the next element from it, works
// on it, and puts its children back. Nothing but the work of the nodes takes time.
//
//	pool      9 7 4 2          the element with the most work below it first, as far as the tree
//	workers   |5···|8·|6··|    knows; the newest first, where it does not
//
// # Subtrees at once
//
// A subtree with no more than 1/chunks of a processor's share of the whole work, T1/n, and 1/endgame of its
// share of the remaining work, is done by one worker in one go. While the pool has others left, no worker
// waits for that; so it can only lengthen the run when the pool is empty, and then by at most the time
// of one such subtree. Together with Graham's bound for greedy scheduling (Bounds on Multiprocessing
// Timing Anomalies, 1969),
//
//	max(T1/n, critical path) ≤ time ≤ (1 + 1/chunks)·T1/n + critical path.
//
// With processors that are not equally fast, the fastest of those that are free takes the next element, and one that joins late is free
// from then on. That is a rule, and no bound: a slow processor may take the last element.
//
// A tree with bounds (balance.Bounded) is searched in the same order, and what one processor finds all others know at once. It has no
// such limit either, and a tree with a solution has none: the run ends at the first solution in this order, the newest
// element first, and a policy may be lucky with another.
const (
	chunks  = 100
	endgame = 4
)

// idealRun is a run under way.
type idealRun[E any] struct {
	cfg      *Config[E]
	n        int
	pool     pool[E]
	working  workers[E]
	idle     []*worker[E]
	clocks   []clock // by rank; nil if all processors are equally fast
	elements int     // being worked on

	now       balance.Ticks
	all, left balance.Ticks // to expand the whole tree, and the part that is not begun; 0 if the tree does not know
	started   int           // elements put into the pool
	most      most
	bounded   balance.Bounded[E] // the tree, if it is one
	best      balance.Incumbent  // all hear of it at once
	result    balance.Result
}

// worker is a processor.
type worker[E any] struct {
	rank     int
	joins    bool              // it is not there yet
	end      balance.Ticks     // when its element is done
	children []E               // of that element
	found    bool              // it is a solution
	value    balance.Incumbent // of the element, if the tree has bounds
}

// runIdeal is Run for the bound.
func runIdeal[E any](ctx context.Context, cfg *Config[E], clocks []clock) (balance.Result, error) {
	r := newIdealRun(cfg, clocks)
	err := r.loop(ctx)
	return r.close(), err
}

func newIdealRun[E any](cfg *Config[E], clocks []clock) *idealRun[E] {
	r := &idealRun[E]{cfg: cfg, n: cfg.Topology.Procs(), most: mostOf(&cfg.Cost), clocks: clocks}
	r.result.Procs = r.n
	for rank := range r.n {
		w := &worker[E]{rank: rank}
		if clocks != nil && clocks[rank].join > 0 {
			w.joins, w.end = true, clocks[rank].join
			heap.Push(&r.working, w)
			continue
		}
		r.idle = append(r.idle, w)
	}
	slices.Reverse(r.idle) // the first to begin is 0
	root := cfg.Tree.Root()
	r.best = balance.NoIncumbent
	if r.bounded, r.result.Bounded = cfg.Tree.(balance.Bounded[E]); !r.result.Bounded {
		r.all = r.below(root)
	}
	r.left = r.all
	r.put(root)
	return r
}

// loop goes from one end of work to the next.
func (r *idealRun[E]) loop(ctx context.Context) error {
	const every = 1 << 12
	for r.begin(); r.elements > 0; r.begin() {
		if r.result.Events%every == 0 {
			if err := ctx.Err(); err != nil {
				return context.Cause(ctx)
			}
			if r.cfg.Progress != nil {
				r.cfg.Progress(r.result.Work)
			}
		}
		if end := r.working[0].end; r.cfg.Limit > 0 && end > r.cfg.Limit {
			r.now = r.cfg.Limit
			return ErrLimit
		}
		if r.complete(heap.Pop(&r.working).(*worker[E])) {
			return nil
		}
	}
	return nil
}

// begin lets all idle processors begin on elements of the pool.
func (r *idealRun[E]) begin() {
	for len(r.idle) > 0 && len(r.pool) > 0 {
		x := heap.Pop(&r.pool).(waiting[E])
		if r.drops(x.e) {
			continue
		}
		w := r.free()
		r.elements++
		var work, nodes int64
		if r.whole(x.time) {
			work, nodes, w.found = r.cfg.Tree.Finish(x.e)
		} else {
			w.children, work, nodes, w.found = r.cfg.Tree.Expand(x.e, w.children[:0])
		}
		if r.bounded != nil {
			w.value = balance.ValueOf(r.bounded, x.e)
		}
		r.left -= r.cfg.Cost.Expand(work, nodes)
		r.result.Work += work
		r.result.Nodes += nodes
		w.end = r.after(w, r.cfg.Cost.Expand(work, nodes))
		if uint64(work) > r.most.work || uint64(nodes) > r.most.nodes || w.end > latest {
			tooMuch(r.cfg.Tree, work, nodes)
		}
		heap.Push(&r.working, w)
	}
}

// free takes the processor that is to begin next out of the idle ones: the last to have come, or the fastest.
func (r *idealRun[E]) free() *worker[E] {
	at := len(r.idle) - 1
	if r.clocks != nil {
		for i, w := range r.idle {
			if r.clocks[w.rank].speedAt(r.now) > r.clocks[r.idle[at].rank].speedAt(r.now) {
				at = i
			}
		}
	}
	w := r.idle[at]
	r.idle = slices.Delete(r.idle, at, at+1)
	return w
}

// after is when a processor that begins now has worked for so long.
func (r *idealRun[E]) after(w *worker[E], time balance.Ticks) balance.Ticks {
	if r.clocks == nil {
		return r.now + time
	}
	c := &r.clocks[w.rank]
	return max(r.now, c.when(c.at(r.now)+time))
}

// below is the time in which the subtree of an element can be expanded, or 0 if the tree does not know.
func (r *idealRun[E]) below(e E) balance.Ticks {
	work, nodes, _ := r.cfg.Tree.Subtree(e)
	return r.cfg.Cost.Expand(work, nodes)
}

// whole reports whether a subtree that takes so long is done at once.
func (r *idealRun[E]) whole(time balance.Ticks) bool {
	n := balance.Ticks(r.n)
	return time > 0 && time <= r.all/(chunks*n) && time <= r.left/(endgame*n)
}

// complete ends the work on an element. It reports whether that was a solution.
func (r *idealRun[E]) complete(w *worker[E]) bool {
	r.now = w.end
	if w.joins {
		w.joins = false
		r.idle = append(r.idle, w)
		return false
	}
	r.elements--
	r.result.Events++
	if r.bounded != nil {
		r.best = max(r.best, w.value)
	}
	for i := len(w.children) - 1; i >= 0; i-- { // the first child is the newest
		if !r.drops(w.children[i]) {
			r.put(w.children[i])
		}
	}
	w.children = w.children[:0]
	r.idle = append(r.idle, w)
	r.result.Found = w.found
	return w.found
}

// drops reports whether an element of a tree with bounds is dropped.
func (r *idealRun[E]) drops(e E) bool {
	if r.bounded == nil || !r.best.Drops(r.bounded.Bound(e)) {
		return false
	}
	r.result.Pruned++
	return true
}

// put puts an element into the pool.
func (r *idealRun[E]) put(e E) {
	time := balance.Ticks(0)
	if r.all > 0 {
		time = r.below(e)
	}
	r.started++
	heap.Push(&r.pool, waiting[E]{e: e, time: time, number: r.started})
}

// close closes the books. What is not yet done, if a solution was found or the run was given up, is no
// busy time.
func (r *idealRun[E]) close() balance.Result {
	x := &r.result
	x.Time = r.now
	x.Sequential = r.cfg.sequential(x.Work, x.Nodes)
	x.Busy = r.cfg.Cost.Expand(x.Work, x.Nodes)
	for _, w := range r.working {
		switch {
		case w.joins:
		case r.clocks == nil:
			x.Busy -= w.end - r.now
		default:
			c := &r.clocks[w.rank]
			x.Busy -= c.at(w.end) - c.at(r.now)
		}
	}
	x.Uneven = r.clocks != nil
	x.Capacity = capacity(r.clocks, r.now)
	x.Drawn = r.cfg.Speeds.Drawn()
	x.Idle = x.Offered() - x.Busy
	if x.Bounded {
		x.Best = r.best
	}
	return *x
}

// waiting is an element in the pool.
type waiting[E any] struct {
	e      E
	time   balance.Ticks // to expand its subtree, 0 if not known
	number int           // in the order in which elements were put into the pool
}

// pool is a heap of elements: that with the most work first, and among equals the newest.
type pool[E any] []waiting[E]

func (p pool[E]) Len() int { return len(p) }
func (p pool[E]) Less(i, j int) bool {
	return p[i].time > p[j].time || p[i].time == p[j].time && p[i].number > p[j].number
}
func (p pool[E]) Swap(i, j int) { p[i], p[j] = p[j], p[i] }

// Push implements heap.Interface.
func (p *pool[E]) Push(x any) { *p = append(*p, x.(waiting[E])) }

// Pop implements heap.Interface.
func (p *pool[E]) Pop() any {
	last := len(*p) - 1
	x := (*p)[last]
	*p = (*p)[:last]
	return x
}

// workers is a heap of the busy processors: the first to be done on top, and among equals by rank.
type workers[E any] []*worker[E]

func (w workers[E]) Len() int { return len(w) }
func (w workers[E]) Less(i, j int) bool {
	return w[i].end < w[j].end || w[i].end == w[j].end && w[i].rank < w[j].rank
}
func (w workers[E]) Swap(i, j int) { w[i], w[j] = w[j], w[i] }

// Push implements heap.Interface.
func (w *workers[E]) Push(x any) { *w = append(*w, x.(*worker[E])) }

// Pop implements heap.Interface.
func (w *workers[E]) Pop() any {
	last := len(*w) - 1
	x := (*w)[last]
	*w = (*w)[:last]
	return x
}
