package experiment

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"transat/balance"
	"transat/balance/topology"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/process"
)

// CoresPlan is a plan of runs that are not simulated: setups search the tree of one formula on the cores of
// this computer, one run after the other, since a run needs the cores for itself. Real runs differ, and a
// computer is slower at times. So there are several rounds, in which every setup runs once, and between them
// a single processor searches the tree, for the sequential time:
//
//	round 1   alone  plb  steal  none
//	round 2   alone  plb  steal  none
//	          alone
//
// Only the best of the runs counts: disturbances make a run slower, never faster.
type CoresPlan struct {
	Setups    []Setup // of whose machines nothing counts but the name
	Formula   input.Formula
	Rule      string  // branching rule
	Threads   int     // processors that run at the same time
	TimeScale float64 // as in cores.Config
	Rounds    int     // at least 1; the seed of a setup counts up from round to round

	// Far, if not nil, runs the setups somewhere else, and Where says in the caption where: " in 3 processes". A single processor still
	// searches here.
	Far   Searcher
	Where string

	// About is the tree of tasks that was searched, if it is one: it is set when the plan runs.
	About *Tree

	// Progress is as in Plan.
	Progress func(share float64, what string)
}

// CoresOutcome is the result of a CoresPlan.
type CoresOutcome struct {
	Alone   []balance.Result   // of a single processor
	Results [][]balance.Result // per setup, a result for each finished round
	// Others tells that other programs used the computer, so that the times are too long, or is "".
	Others string
}

// Run executes the plan. The error is that of the context, or the first of a search; the outcome holds what
// was finished before it.
func (p *CoresPlan) Run(ctx context.Context) (*CoresOutcome, error) {
	r := &coresRunner{CoresPlan: p, out: &CoresOutcome{Results: make([][]balance.Result, len(p.Setups))}}
	err := r.rounds(ctx)
	return r.out, err
}

// rounds runs everything.
func (r *coresRunner) rounds(ctx context.Context) error {
	p := r.CoresPlan
	search, err := p.searcher(ctx)
	if err != nil {
		return err
	}
	r.search = search
	for round := range p.Rounds {
		if err := r.alone(ctx); err != nil {
			return err
		}
		for j, s := range p.Setups {
			s.Seed += uint64(round)
			if err := r.setup(ctx, j, s); err != nil {
				return err
			}
		}
	}
	return r.alone(ctx)
}

// Runs returns how many runs of the setups were finished, of how many.
func (o *CoresOutcome) Runs(p *CoresPlan) (done, all int) {
	for _, results := range o.Results {
		done += len(results)
	}
	return done, len(p.Setups) * p.Rounds
}

// coresRunner is a plan under way.
type coresRunner struct {
	*CoresPlan
	search Searcher
	out    *CoresOutcome
	done   float64 // expected time of the finished runs, in runs of a single processor
}

// Searcher runs a setup with that many threads. While it does, watched shows how many nodes were visited.
type Searcher func(ctx context.Context, s Setup, threads int, watched func(nodes func() int64) (stop func())) (balance.Result, error)

// alone searches with a single processor.
func (r *coresRunner) alone(ctx context.Context) error {
	s, err := single(r.Setups[0])
	if err != nil {
		return err
	}
	result, err := r.run(ctx, r.search, s, 1, "one processor", false)
	if err == nil {
		r.out.Alone = append(r.out.Alone, result)
	}
	return err
}

// single is the setup of a single processor, without anyone to balance with.
func single(s Setup) (Setup, error) {
	one, err := topology.NewGrid("mesh", 1)
	if err != nil {
		return s, err
	}
	s.Policy, err = balance.Choose("none")
	s.Topology, s.Physical = one, one
	return s, err
}

// setup runs setup j once, as s, which has the seed of the round.
func (r *coresRunner) setup(ctx context.Context, j int, s Setup) error {
	search, far := r.search, r.Far != nil
	if far {
		search = r.Far
	}
	result, err := r.run(ctx, search, s, r.Threads, s.Policy.String(), far)
	if err != nil {
		return err
	}
	if err := r.compare(result); err != nil {
		return fmt.Errorf("%s: %w", s.Policy, err)
	}
	r.out.Results[j] = append(r.out.Results[j], result)
	return nil
}

// compare returns an error if a run cannot have searched the same tree as a single processor.
func (r *coresRunner) compare(got balance.Result) error {
	switch want := r.out.Alone[0]; {
	case got.Found != want.Found:
		return errors.New("internal error: a model was found by one processor or by many, but not by both; please report it with the input")
	case !got.Found && got.Nodes != want.Nodes:
		return fmt.Errorf("internal error: %d nodes instead of %d; please report it with the input", got.Nodes, want.Nodes)
	}
	return nil
}

// run is one run, whose progress is reported. It is far if other processes search, too.
func (r *coresRunner) run(ctx context.Context, search Searcher, s Setup, threads int, what string, far bool) (balance.Result, error) {
	if err := ctx.Err(); err != nil {
		return balance.Result{}, err
	}
	runtime.GC() // or a run would pay for the garbage of the one before
	what = fmt.Sprintf("%s searches %s", what, r.Formula.Name)
	expected := 1 / float64(min(threads, s.Topology.Procs()))
	watch := process.Start()
	result, err := search(ctx, s, threads, func(nodes func() int64) func() {
		return every(coresInterval, func() { r.report(r.share(nodes())*expected, what) })
	})
	used := wanted(result)
	if far {
		used = 0 // the CPU time of other processes is not known
	}
	if note := watch.Note(used); note != "" && err == nil {
		r.out.Others = note
	}
	r.done += expected
	r.report(0, what)
	return result, err
}

// wanted is the CPU time that the threads of a run could use: while they had something to do, as far as there are cores
// for them.
func wanted(r balance.Result) time.Duration {
	used := r.Busy + r.Install + r.Balance
	if have := runtime.GOMAXPROCS(0); r.Threads > have {
		used = used * balance.Ticks(have) / balance.Ticks(r.Threads)
	}
	return time.Duration(used)
}

// share of a run's nodes that have been visited.
func (r *coresRunner) share(nodes int64) float64 {
	if len(r.out.Alone) == 0 {
		return 0 // not known
	}
	return min(1, float64(nodes)/float64(max(1, r.out.Alone[0].Nodes)))
}

// report tells Progress the finished share and the current run.
func (r *coresRunner) report(more float64, what string) {
	if r.Progress == nil {
		return
	}
	all := float64(r.Rounds + 1)
	for _, s := range r.Setups {
		all += float64(r.Rounds) / float64(min(r.Threads, s.Topology.Procs()))
	}
	r.Progress((r.done+more)/all, what)
}

const coresInterval = 200 * time.Millisecond // between two reports of progress

// every calls do again and again until it is stopped. The call under way is then over.
func every(d time.Duration, do func()) (stop func()) {
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(d)
		defer ticker.Stop()
		for {
			select {
			case <-ticker.C:
				do()
			case <-end:
				return
			}
		}
	}()
	return func() {
		close(end)
		<-ended
	}
}
