package reproduce

import (
	"context"
	"sync"

	"transat/balance/jobs"
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
// not finished is nil, or if ctx has ended what there is of it. The error is that of ctx, or the first of an item; no others are begun after it.
func (p *Plan) Run(ctx context.Context) ([]*Result, error) {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	common := &shared{byKey: map[any]*kept{}}
	cores := jobs.NewCores(p.Threads)
	meter := &meter{report: p.Progress}
	store, recording := p.Trees, make(chan struct{}, 1)
	if store == nil {
		store = &treecache.Store{Rule: dpll.Rules()[0].Name, MaxModelNodes: MaxModelNodes, Threads: p.Threads}
	}
	results, errs := make([]*Result, len(p.Items)), make([]error, len(p.Items))
	var all sync.WaitGroup
	for i, item := range p.Items {
		s := &Session{Quick: p.Quick, Seed: p.Seed, Item: item.Name, place: i, cores: cores, meter: meter, trees: store, recording: recording, shared: common}
		all.Go(func() {
			errs[i] = jobs.Guarded(func() (err error) {
				results[i], err = item.Run(inner, s)
				return err
			})
			if errs[i] != nil {
				cancel()
			}
		})
	}
	all.Wait()
	err := ctx.Err()
	if err == nil {
		err = cause(errs)
	}
	for i := range results {
		if errs[i] != nil && (ctx.Err() == nil || results[i] == nil || !results[i].Unfinished) {
			results[i] = nil
		}
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
