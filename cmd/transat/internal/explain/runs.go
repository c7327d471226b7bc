package explain

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/jobs"
	"transat/balance/sim"
)

// Measured is what the runs of a setup came to, one a seed.
type Measured struct {
	Times []balance.Ticks // by seed
	Runs  []sim.Result    // likewise
	Total sim.Result      // the sums over all seeds; Procs is that of one run
	grain float64         // the mean over time and processors of the grain that the policy set itself, of the first seed; 0 if it set none
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
func (m *Measured) add(r sim.Result) {
	m.Times, m.Runs = append(m.Times, r.Time), append(m.Runs, r)
	t := &m.Total
	t.Procs = r.Procs
	for _, sum := range []struct {
		to *balance.Ticks
		x  balance.Ticks
	}{
		{&t.Time, r.Time},
		{&t.Sequential, r.Sequential},
		{&t.Busy, r.Busy},
		{&t.Take, r.Take},
		{&t.Install, r.Install},
		{&t.Message, r.Message},
		{&t.Route, r.Route},
		{&t.Placing, r.Placing},
		{&t.Idle, r.Idle},
		{&t.IdleStart, r.IdleStart},
		{&t.IdleEnd, r.IdleEnd},
		{&t.AllBegan, r.AllBegan},
	} {
		*sum.to += sum.x
	}
	t.Work += r.Work
	t.Nodes += r.Nodes
	t.Messages += r.Messages
	t.Sent += r.Sent
	t.Phases += r.Phases
	t.Hops += r.Hops
	t.Taken += r.Taken
	t.Installed += r.Installed
	t.Waits += r.Waits
	t.Began += r.Began
	t.Found = t.Found || r.Found
}

// runner simulates, each setup once.
type runner struct {
	Options
	cores *jobs.Cores

	mu    sync.Mutex
	known map[string]*Measured
}

// job is a setup to be simulated on a workload.
type job struct {
	work  Workload
	setup compare.Setup
	key   string        // of the setup
	seeds int           // of the runs
	limit balance.Ticks // simulated time, 0 for the usual
	// hopeless says that a run that reaches the limit is left out, and no error.
	hopeless bool
	watched  bool // measure the grain
}

func (j *job) name() string {
	return fmt.Sprintf("%s %d %s %v %d", j.work.Name, j.work.Nodes, j.key, j.setup.Physical, j.seeds)
}

// all simulates jobs, side by side, and returns their results in the same order.
func (r *runner) all(ctx context.Context, stage string, some []job) ([]*Measured, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var fresh []job
	for _, j := range some {
		if _, known := r.known[j.name()]; !known {
			r.known[j.name()] = &Measured{}
			fresh = append(fresh, j)
		}
	}
	done, runs := 0, 0
	for _, j := range fresh {
		runs += j.seeds
	}
	r.tell(0, stage)
	var wait sync.WaitGroup
	for _, j := range fresh {
		results := make([]sim.Result, j.seeds)
		m := r.known[j.name()]
		var each sync.WaitGroup
		for seed := range results {
			each.Add(1)
			wait.Go(func() {
				defer each.Done()
				err := r.cores.Run(ctx, jobs.Turn{Group: seed}, func() (err error) {
					results[seed], err = r.one(ctx, &j, seed, m)
					return err
				})
				if err != nil {
					cancel(err)
				}
				r.mu.Lock()
				defer r.mu.Unlock()
				done++
				r.tell(float64(done)/float64(runs), stage)
			})
		}
		wait.Go(func() {
			each.Wait()
			if m.Undefined == "" {
				for _, result := range results {
					m.add(result)
				}
			}
		})
	}
	wait.Wait()
	if err := context.Cause(ctx); err != nil {
		for _, j := range fresh { // some of them were not finished
			delete(r.known, j.name())
		}
		return nil, err
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

// one simulates a job with one seed.
func (r *runner) one(ctx context.Context, j *job, seed int, m *Measured) (sim.Result, error) {
	s := j.setup
	s.Seed += uint64(seed)
	var grains *grainWatch
	if j.watched && seed == 0 {
		grains = &grainWatch{}
		s.Policy = grains.watch(s.Policy)
	}
	result, err := j.work.run(ctx, s, j.limit)
	restless := (*sim.RestlessError)(nil)
	undefined := (*balance.KindError)(nil)
	switch {
	case err == nil:
	case errors.As(err, &undefined):
		return result, r.leaveOut(m, undefined.Error())
	case j.hopeless && (errors.Is(err, sim.ErrLimit) || errors.As(err, &restless)):
		return result, r.leaveOut(m, fmt.Sprintf("%s takes more than %d times as long there", s.Policy, hopelessly))
	case errors.Is(err, sim.ErrLimit):
		return result, fmt.Errorf("policy %s takes more than %d times as long as one processor: it leaves no time for work", s.Policy, compare.Patience)
	default:
		return result, fmt.Errorf("policy %s: %w", s.Policy, err)
	}
	if grains != nil {
		m.grain = grains.mean(result)
	}
	return result, nil
}

// hopelessly is how many times the time of the slower policy a run with other settings may take.
const hopelessly = 20

func (r *runner) leaveOut(m *Measured, why string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	m.Undefined = why
	return nil
}
