package explain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/cmd/transat/internal/experiment"
)

// Measured has the results of the runs of a setup, one for each seed.
type Measured struct {
	Times []balance.Ticks  // by seed
	Runs  []balance.Result // likewise
	Total balance.Result   // the sums over all seeds; Procs is that of one run
	grain float64          // the mean over time and processors of the grain that the policy set itself, of the first seed; 0 if it set none
	// Undefined says why there are no runs: the policy is not defined on the topology, or leaves no time for work there.
	Undefined string
}

// Seconds is the mean time.
func (m *Measured) Seconds() float64 { return m.Total.Seconds() / float64(len(m.Times)) }

// per is the mean of a sum over processors and seeds.
func (m *Measured) per(sum int64) float64 {
	return float64(sum) / float64(m.Total.Procs) / float64(len(m.Times))
}

// perSeconds is per for times.
func (m *Measured) perSeconds(sum balance.Ticks) float64 {
	return m.per(int64(sum)) / float64(balance.Second)
}

// spread is the most that times differ.
func (m *Measured) spread() balance.Ticks { return slices.Max(m.Times) - slices.Min(m.Times) }

// add adds a run.
func (m *Measured) add(r balance.Result) {
	m.Times, m.Runs = append(m.Times, r.Time), append(m.Runs, r)
	m.Total.Procs = r.Procs
	m.Total.Time += r.Time
	m.Total.Add(r)
}

// runner simulates, each setup once.
type runner struct {
	Options
	pool *compare.Pool

	mu    sync.Mutex
	known map[string]*Measured
}

// job is a setup to be simulated on a workload.
type job struct {
	work  experiment.Workload
	setup compare.Setup
	key   string        // of the setup
	seeds int           // of the runs
	limit balance.Ticks // simulated time, 0 for the usual
	// hopeless: a run that reaches the limit is left out; it is no error.
	hopeless bool
	watched  bool // measure the grain
}

func (j *job) name() string {
	return fmt.Sprintf("%s %d %s %v %d", j.work.Name, j.work.Nodes, j.key, j.setup.Physical, j.seeds)
}

// all simulates jobs, side by side, and returns their results in the same order.
func (r *runner) all(ctx context.Context, stage string, some []job) ([]*Measured, error) {
	var fresh []job
	for _, j := range some {
		if _, known := r.known[j.name()]; !known {
			r.known[j.name()] = &Measured{}
			fresh = append(fresh, j)
		}
	}
	var runs []run
	for _, j := range fresh {
		for seed := range j.seeds {
			runs = append(runs, run{&j, r.known[j.name()], seed})
		}
	}
	slices.SortStableFunc(runs, func(a, b run) int { return cmp.Compare(a.seed, b.seed) })
	done, results := 0, make([]balance.Result, len(runs))
	r.tell(0, stage)
	turn := func(i int) compare.Turn { return compare.Turn{Group: runs[i].seed} }
	err := r.pool.Each(ctx, len(runs), turn, func(ctx context.Context, i int) (err error) {
		if results[i], err = r.one(ctx, runs[i]); err != nil {
			return err
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		done++
		r.tell(float64(done)/float64(len(runs)), stage)
		return nil
	})
	if err != nil {
		for _, j := range fresh { // some of them were not finished
			delete(r.known, j.name())
		}
		return nil, err
	}
	for i, x := range runs {
		if x.to.Undefined == "" {
			x.to.add(results[i])
		}
	}
	var all []*Measured
	for _, j := range some {
		all = append(all, r.known[j.name()])
	}
	return all, nil
}

func (r *runner) tell(share float64, what string) {
	if r.Progress != nil {
		r.Progress(share, what)
	}
}

// run is a run of a job with one of its seeds.
type run struct {
	*job
	to   *Measured
	seed int
}

// one simulates a run.
func (r *runner) one(ctx context.Context, x run) (balance.Result, error) {
	s := x.work.Adapt(x.setup)
	s.Seed += uint64(x.seed)
	var grains *grainWatch
	if x.watched && x.seed == 0 {
		grains = &grainWatch{}
		s.Policy = grains.watch(s.Policy)
	}
	limit := x.limit
	if limit == 0 && !x.work.Satisfiable { // a search that ends at a model has no usual time
		limit = s.Limit(x.work.Work, x.work.Nodes)
	}
	result, err := x.work.Run(ctx, s, compare.Watch{Limit: limit})
	restless := (*sim.RestlessError)(nil)
	undefined := (*balance.KindError)(nil)
	switch {
	case err == nil:
	case errors.As(err, &undefined):
		return result, r.leaveOut(x.to, undefined.Error())
	case x.hopeless && (errors.Is(err, sim.ErrLimit) || errors.As(err, &restless)):
		return result, r.leaveOut(x.to, fmt.Sprintf("%s takes more than %d times as long there", s.Policy, hopelessly))
	case errors.Is(err, sim.ErrLimit):
		return result,
			fmt.Errorf("policy %s takes more than %d times as long as one processor: it leaves no time for work", s.Policy, compare.Patience)
	default:
		return result, fmt.Errorf("policy %s: %w", s.Policy, err)
	}
	if grains != nil {
		x.to.grain = grains.mean(result)
	}
	return result, nil
}

// hopelessly times the time of the slower policy is the limit of a run with other settings.
const hopelessly = 20

func (r *runner) leaveOut(m *Measured, why string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	m.Undefined = why
	return nil
}
