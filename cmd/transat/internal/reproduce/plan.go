package reproduce

import (
	"context"
	"sync"

	"transat/balance/compare"
	"transat/cmd/transat/internal/treecache"
	"transat/solver/dpll"
)

// Plan is a number of items to be run, side by side.
type Plan struct {
	Items   []Item
	Quick   bool
	Seed    uint64
	Threads int // jobs at the same time, at least 1
	// Trees is where search trees come from. If it is nil they are recorded, by all threads, and not kept.
	Trees *treecache.Store

	// Progress, if not nil, is told the share of the whole that is done, 0 to 1, and what was done
	// last. It is called by one goroutine at a time.
	Progress func(share float64, what string)
}

// Run runs the items and returns their results in the order of the items; the result of one that was
// not finished is nil, or if ctx has ended what there is of it. The error is that of ctx, or the first of an item; no others are begun
// after it.
func (p *Plan) Run(ctx context.Context) ([]*Result, error) {
	store := p.Trees
	if store == nil {
		store = &treecache.Store{Rule: dpll.Rules()[0].Name, MaxModelNodes: MaxModelNodes, Threads: p.Threads}
	}
	common := Session{
		Quick: p.Quick, Seed: p.Seed, pool: compare.NewPool(p.Threads), meter: &meter{report: p.Progress},
		trees: store, recording: make(chan struct{}, 1), shared: &shared{byKey: map[any]*kept{}},
	}
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	results := make([]*Result, len(p.Items))
	// Items wait for their jobs, so all of them are under way.
	err := compare.NewPool(len(p.Items)).Each(within, len(p.Items), func(i int) compare.Turn { return compare.Turn{Group: i} },
		func(inner context.Context, i int) error {
			s := common
			s.Item, s.place = p.Items[i].Name, i
			result, err := p.Items[i].Run(inner, &s)
			if err == nil || ctx.Err() != nil && result != nil && result.Unfinished {
				results[i] = result
			}
			if err != nil {
				cancel()
			}
			return err
		})
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return results, bare(err)
}

// meter knows how many seconds of work are done, and how many there are as far as jobs are known.
type meter struct {
	mu        sync.Mutex
	done, all float64
	farthest  float64 // the largest share told so far: jobs that turn up late do not take it back
	report    func(share float64, what string)
}

// expect tells of jobs to come.
func (m *meter) expect(seconds float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all += seconds
}

// finish tells of a job, or a part of one, that has ended.
func (m *meter) finish(what string, seconds float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done += seconds
	if m.report != nil && m.all > 0 {
		m.farthest = max(m.farthest, m.done/m.all)
		m.report(m.farthest, what)
	}
}
