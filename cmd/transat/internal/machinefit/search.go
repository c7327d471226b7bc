package machinefit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/balance/topology"
)

// search simulates records.
type search struct {
	Given
	records []Measurement
	options []compare.Options // of each, but for the machine
	done    int               // simulated machines
}

// leastSeeds is how many seeds of a record are simulated at least: its rounds are a few of all that might have been, and so is each seed.
// On the coarse scale, latencies are compared by fewer.
const (
	leastSeeds = 9
	fewSeeds   = 3
)

func newSearch(records []Measurement, given Given) (*search, error) {
	s := &search{Given: given, records: records}
	for _, r := range records {
		policy, err := given.Policies.Choose(r.Policy)
		if err != nil {
			return nil, err
		}
		sides, err := topology.ParseSides(r.Grid)
		if err != nil {
			return nil, fmt.Errorf("the row of %s: grid: %w", r.Policy, err)
		}
		if procs := topology.Procs(sides); procs != r.Procs {
			return nil, fmt.Errorf("the row of %s: a grid of %s has %d processors, and n is %d", r.Policy, r.Grid, procs, r.Procs)
		}
		o := compare.Defaults(policy)
		o.Sides, o.Topology, o.Load, o.Seed = sides, r.Topology, r.Load, r.Seed
		s.options = append(s.options, o)
	}
	return s, nil
}

// The latencies that are tried: those of shared memory, and of messages for which a processor looks now and then.
const (
	leastLatency = balance.Ticks(10)
	mostLatency  = balance.Second
	perDecade    = 2
	refinements  = 5
	around       = 1.0 // decades to both sides of the latency of the round before, in which that of the next one is looked for
)

// doubt is how many points of efficiency a row has against a latency that is ten times as long, or as short, as half the time of
// installing. That is for the most part a question to the coordinator with its answer. It decides where few processors have hardly any
// messages to wait for, so that their efficiencies do not tell.
const doubt = 0.3

// latency returns the latency within a computer with which the efficiencies of the records are foretold best: first those of a coarse
// scale, about the last one if there is one, then nearer to the best of them, always in the middle between it and its neighbours.
func (s *search) latency(ctx context.Context, p compare.Preset, last balance.Ticks) (balance.Ticks, error) {
	off := func(log float64, seeds int) (float64, error) {
		p.Cost.Inside.Latency = ticksOf(log)
		rows, err := s.rows(ctx, p, seeds)
		sum := 0.0
		for _, r := range rows {
			sum += math.Abs(r.Even()) // a row whose rounds are far apart has its say, and no more
			if install := float64(p.Cost.InstallTime); install > 0 {
				sum += doubt * math.Abs(log-math.Log10(install/2))
			}
		}
		return sum, err
	}
	step := 1.0 / perDecade
	best, least := 0.0, math.Inf(1)
	try := func(log float64, seeds int) error {
		sum, err := off(log, seeds)
		if err == nil && sum < least {
			best, least = log, sum
		}
		return err
	}
	from, to := math.Log10(float64(leastLatency)), math.Log10(float64(mostLatency))
	if last > 0 {
		from, to = max(from, math.Log10(float64(last))-around), min(to, math.Log10(float64(last))+around)
	}
	for log := from; log <= to; log += step {
		if err := try(log, fewSeeds); err != nil {
			return 0, err
		}
	}
	least = math.Inf(1)
	if err := try(best, leastSeeds); err != nil {
		return 0, err
	}
	for range refinements {
		step /= 2
		middle := best
		for _, log := range []float64{middle - step, middle + step} {
			if err := try(log, leastSeeds); err != nil {
				return 0, err
			}
		}
	}
	return ticksOf(best), nil
}

// tries is how many machines a fit simulates at most.
func tries() int {
	decades := math.Log10(float64(mostLatency)/float64(leastLatency)) + 2*around*(rounds-1)
	return int(decades*perDecade) + rounds*(1+1+2*refinements+1)
}

// ticksOf is a time with three digits, of the logarithm of its nanoseconds.
func ticksOf(log float64) balance.Ticks {
	unit := math.Pow(10, max(0, math.Floor(log)-2))
	return balance.Ticks(math.Round(math.Pow(10, log)/unit) * unit)
}

// rows are the records, and what a machine foretells with so many seeds, or as many as a record has rounds.
func (s *search) rows(ctx context.Context, p compare.Preset, seeds int) ([]Prediction, error) {
	type job struct {
		row  int
		seed uint64
	}
	var jobs []job
	for i, r := range s.records {
		for k := range uint64(max(r.Rounds, seeds)) {
			jobs = append(jobs, job{i, r.Seed + k})
		}
	}
	results := make([]balance.Result, len(jobs))
	turn := func(int) compare.Turn { return compare.Turn{} }
	err := compare.NewPool(max(1, s.Threads)).Each(ctx, len(jobs), turn, func(ctx context.Context, i int) (err error) {
		results[i], err = s.simulate(ctx, jobs[i].row, jobs[i].seed, p)
		return err
	})
	if s.done++; s.Progress != nil {
		s.Progress(min(1, float64(s.done)/float64(tries())), "fitting the latency")
	}
	if err != nil {
		return nil, err
	}
	rows := make([]Prediction, len(s.records))
	for i, r := range s.records {
		var times []float64
		var sum balance.Result // of the seeds
		for k, j := range jobs {
			if j.row == i {
				times = append(times, results[k].Seconds())
				sum.Add(results[k])
			}
		}
		slices.Sort(times)
		sequential := sum.Sequential.Seconds() / float64(len(times))
		time := median(times)
		share := func(time float64) float64 { return sequential / (float64(r.Procs) * time) }
		rows[i] = Prediction{
			Measurement: r, ForetoldTime: time, Foretold: share(time), Low: share(times[len(times)-1]), High: share(times[0]),
			Crowd: p.Longer(r.Procs), moved: movedAs(r, sum, p.Cost),
		}
	}
	return rows, nil
}

// median is that of numbers in ascending order, at least one.
func median(sorted []float64) float64 { return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2 }

// simulate is one run of a record, on a machine.
func (s *search) simulate(ctx context.Context, row int, seed uint64, p compare.Preset) (balance.Result, error) {
	o := s.options[row]
	o.Machine, o.Seed = p, seed
	setups, err := o.Setups()
	if err != nil {
		return balance.Result{}, fmt.Errorf("the row of %s: %w", s.records[row].Policy, err)
	}
	setup := s.Work.Adapt(setups[0])
	limit := setup.Limit(s.Work.Work, s.Work.Nodes)
	result, err := s.Work.Run(ctx, setup, compare.Watch{Limit: limit})
	var restless *sim.RestlessError
	if errors.Is(err, sim.ErrLimit) || errors.As(err, &restless) { // such a latency leaves no time for work
		return balance.Result{Procs: setup.Physical.Procs(), Time: limit, Sequential: setup.OneProcessor(s.Work.Work, s.Work.Nodes)}, nil
	}
	if err != nil {
		return result, fmt.Errorf("the row of %s: %w", s.records[row].Policy, err)
	}
	return result, nil
}
