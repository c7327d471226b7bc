package compare

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"transat/balance"
)

// Policies simulates all policies on the same tree, each with all seeds, and returns a row for each in their order. If
// Threads is above 1, several goroutines read the tree at once. Before, it looks at a sample of the tree: one that breaks its
// promises would make nonsense of the numbers.
//
// The error is that of [Options.Setups], of the context, a *balance.TreeError, or the first of a simulation: sim.ErrLimit,
// wrapped, if a policy takes more than [Patience] times as long as a single processor, or a *sim.RestlessError. The table has
// what was finished before it. Runs whose tree does not return from a call when the context ends are left behind.
func Policies[E any](ctx context.Context, tree balance.Tree[E], o Options) (_ Table, err error) {
	defer balance.CatchFault(&err)
	setups, err := o.Setups()
	if err != nil {
		return Table{}, err
	}
	if o.Sample >= 0 {
		sample := balance.TreeSample{Nodes: cmp.Or(o.Sample, usualSample), Seed: o.Seed, Goroutines: max(1, o.Threads)}
		if err := balance.CheckTree(ctx, tree, sample); err != nil {
			return Table{}, err
		}
	}
	work, nodes, _ := tree.Subtree(tree.Root())
	bounds, bounded := tree.(balance.Bounded[E])
	var one balance.Optimum
	if bounded {
		if one, err = balance.BranchAndBound(ctx, bounds, nil); err != nil {
			return Table{}, err
		}
		work, nodes = one.Work, one.Nodes
	}
	if known := setups[0].Estimate; known.Measured {
		if _, err := balance.Loads(known, tree); err != nil {
			return Table{}, err
		}
	}
	seeds := max(1, o.Seeds)
	progress := &meter{report: o.Progress, done: make([]int64, len(setups)*seeds), work: work}
	done := &finished{runs: make([][]*balance.Result, len(setups))}
	for i := range setups {
		done.runs[i] = make([]*balance.Result, seeds)
	}
	turn := func(job int) Turn { return Turn{Group: job / len(setups)} }
	over := make(chan error, 1)
	go func() {
		over <- NewPool(max(1, o.Threads)).Each(ctx, len(setups)*seeds, turn, func(ctx context.Context, job int) error {
			seed, at := job/len(setups), job%len(setups)
			s := setups[at].ForTree(work, nodes)
			s.Seed += uint64(seed)
			result, err := Simulate(ctx, s, tree, Watch{Limit: s.Limit(work, nodes), Progress: progress.of(job)})
			if err != nil {
				return fmt.Errorf("policy %s: %w", s.Policy, err)
			}
			if bounded {
				result = s.Beside(result, one)
			} else {
				result.Bound = s.Shortest(result.Procs, s.Seed, result.Sequential, 0)
			}
			done.put(at, seed, &result)
			return nil
		})
	}()
	select {
	case err = <-over:
	case <-ctx.Done(): // a call of the tree may never return
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	progress.close()
	return tabulate(setups, done.close()), err
}

// usualSample is the number of elements of a tree that are looked at: it takes a millisecond or so.
const usualSample = 500

// finished has the finished runs, by setup and seed.
type finished struct {
	mu   sync.Mutex
	runs [][]*balance.Result
}

func (f *finished) put(setup, seed int, r *balance.Result) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.runs != nil {
		f.runs[setup][seed] = r
	}
}

// close returns the runs; what finishes later is left out.
func (f *finished) close() [][]*balance.Result {
	f.mu.Lock()
	defer f.mu.Unlock()
	runs := f.runs
	f.runs = nil
	return runs
}

// tabulate makes the rows of the setups all of whose runs were finished.
func tabulate(setups []Setup, runs [][]*balance.Result) Table {
	var t Table
	for i, s := range setups {
		if slices.Contains(runs[i], nil) {
			continue
		}
		var seeds []balance.Result
		for _, r := range runs[i] {
			seeds = append(seeds, *r)
		}
		row := Summarise(s, [][]balance.Result{seeds})
		row.Dilation, row.DilationMean = s.Distance()
		t.Rows = append(t.Rows, row)
	}
	Relate(t.Rows, true)
	return t
}

// meter adds up the progress of several runs.
type meter struct {
	report func(share float64)
	work   int64 // of each run, 0 if not known
	mu     sync.Mutex
	done   []int64 // by run
	sum    int64
	closed bool
}

// close ends all reports.
func (m *meter) close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
}

// of returns the Progress of a run, nil if nothing is to be told.
func (m *meter) of(run int) func(work int64) {
	if m.report == nil || m.work == 0 {
		return nil
	}
	return func(work int64) {
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.closed {
			return
		}
		m.sum += work - m.done[run]
		m.done[run] = work
		m.report(min(1, float64(m.sum)/(float64(m.work)*float64(len(m.done))))) // with bounds, there may be more work
	}
}
