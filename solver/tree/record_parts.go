package tree

import (
	"context"
	"errors"
	"math"
	"sync"

	"transat/solver/cnf"
	"transat/solver/dpll"
)

// Recording is divided among threads by cutting the tree at a fixed depth. The top is searched first;
// then each thread takes one subtree after the other and records it by itself. As a node is encoded
// relative to its parent, the record of the whole tree is the records of the parts, put together
// in preorder:
//
//	        ┌───────●───────┐           top        a
//	    ┌───●───┐       ┌───●───┐                  b     c
//	- - │ - - - │ - - - │ - - - │ - -   the cut
//	   ╱ ╲     ╱ ╲     ╱ ╲     ╱ ╲
//	   1       2       3       4        record     a b 1 2 c 3 4
//
// So it is the same for any number of threads. A frozen subtree that begins above the cut is one part.

// cutDepth is the depth of the subtrees that threads take.
const cutDepth = 10

// part is a part of the record: nodes of the top, or a subtree below the cut.
type part struct {
	path   []cnf.Lit // decisions from the root to the subtree; nil for nodes of the top
	level  int       // of its root's parent
	record [][]byte
}

// record records the tree of f with one thread for each of the walks, which must be alike. It ignores opt.Threads.
func record(ctx context.Context, f *cnf.Formula, walks []*dpll.Walk, opt Options) (*Tree, error) {
	limit, limitErr := recordLimit(opt.MaxNodes)
	c := &recording{progress: opt.Progress, limit: limit, limitErr: limitErr}
	if err := c.top(ctx, walks[0]); err != nil {
		return nil, err
	}
	if err := c.subtrees(ctx, walks); err != nil {
		return nil, err
	}
	var blocks [][]byte
	for _, p := range c.parts {
		blocks = append(blocks, p.record...)
	}
	return assemble(identity{hash: f.Hash(), rule: opt.Rule}, c.elements, blocks)
}

// assemble makes a tree from the full blocks of recorders, in preorder.
func assemble(id identity, elements int64, blocks [][]byte) (*Tree, error) {
	b := newBuilder(id, elements)
	for _, block := range blocks {
		if err := b.read(block); err != nil {
			return nil, err
		}
	}
	return b.finish()
}

// recording is a recording under way.
type recording struct {
	progress func(dpll.Progress)
	limit    int64 // of elements
	limitErr error // for a larger tree
	parts    []part

	mu       sync.Mutex
	next     int     // the first part that is not taken yet
	elements int64   // in finished parts
	nodes    int64   // in finished parts
	models   int64   // in finished parts
	closed   float64 // their share of the tree
	reported int64   // nodes at the last report of progress
}

// top records the nodes above the cut, and makes a part of every subtree below, for a thread to record.
func (c *recording) top(ctx context.Context, w *dpll.Walk) error {
	r := &recorder{}
	leave := func(path []cnf.Lit) {
		c.endOfTop(r)
		c.parts = append(c.parts, part{path: append([]cnf.Lit{}, path...), level: r.above()})
	}
	if err := w.Top(ctx, cutDepth, r, leave, func(path []cnf.Lit) { c.closed += share(path) }); err != nil {
		return err
	}
	c.endOfTop(r)
	c.elements = r.elements
	c.nodes, c.models = w.Nodes()
	if c.elements > c.limit {
		return c.limitErr
	}
	return nil
}

// share is the share of a subtree in the whole tree, if siblings are equally large.
func share(path []cnf.Lit) float64 { return math.Ldexp(1, -len(path)) }

// endOfTop makes a part of the nodes of the top that have been recorded since the part before.
func (c *recording) endOfTop(r *recorder) {
	r.cut()
	if len(r.full) > 0 {
		c.parts = append(c.parts, part{record: r.full})
		r.full = nil
	}
}

// subtrees records the subtrees below the cut. The first error ends the work of all threads.
func (c *recording) subtrees(ctx context.Context, walks []*dpll.Walk) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make([]error, len(walks))
	faults := make([]any, len(walks))
	var all sync.WaitGroup
	work := func(i int) {
		defer func() {
			if faults[i] = recover(); faults[i] != nil || errs[i] != nil {
				cancel()
			}
		}()
		errs[i] = c.take(ctx, walks[i])
	}
	for i := 1; i < len(walks); i++ {
		all.Go(func() { work(i) })
	}
	work(0)
	all.Wait()
	for _, fault := range faults {
		if fault != nil {
			panic(fault) // an error of ours: it belongs into the caller's goroutine
		}
	}
	return firstCause(errs, c.limitErr)
}

// firstCause returns limit if it is among the errors, since the others then only say that the work was cut short; and
// otherwise the first error that is not nil.
func firstCause(errs []error, limit error) error {
	var first error
	for _, err := range errs {
		if errors.Is(err, limit) {
			return err
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// take records one part after the other until none is left.
func (c *recording) take(ctx context.Context, w *dpll.Walk) error {
	for {
		p, left := c.nextPart()
		if p == nil {
			return nil
		}
		r := &recorder{level: p.level}
		err := w.Below(ctx, p.path, left, r, func(now dpll.Progress) { c.report(now.Nodes, now.Models, 0) })
		if errors.Is(err, dpll.ErrNodeLimit) {
			return c.limitErr
		}
		if err != nil {
			return err
		}
		r.cut()
		p.record = r.full
		if err := c.done(w, r, p); err != nil {
			return err
		}
	}
}

// nextPart returns a part that is not recorded yet, or nil, and how many elements it may have.
func (c *recording) nextPart() (p *part, left int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.next < len(c.parts) {
		p = &c.parts[c.next]
		c.next++
		if p.path != nil {
			return p, max(1, c.limit-c.elements)
		}
	}
	return nil, 0
}

// done adds part p, whose nodes w has visited and whose elements r has recorded, to the sums.
func (c *recording) done(w *dpll.Walk, r *recorder, p *part) error {
	nodes, models := w.Nodes()
	c.mu.Lock()
	c.elements += r.elements
	c.nodes += nodes
	c.models += models
	elements := c.elements
	c.mu.Unlock()
	c.report(0, 0, share(p.path))
	if elements > c.limit {
		return c.limitErr
	}
	return nil
}

// report tells of progress from time to time: nodes and models of a part under way, and the share of the tree in a part
// that is done.
func (c *recording) report(nodes, models int64, closed float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed += closed
	if nodes += c.nodes; c.progress != nil && nodes-c.reported >= dpll.ProgressNodes {
		c.reported = nodes
		c.progress(dpll.Progress{Nodes: nodes, Models: models + c.models, Closed: c.closed})
	}
}
