package calibrate

import (
	"context"
	"slices"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/treecache"
)

// Bench simulates rows of the paper on search trees.
type Bench struct {
	Trees    *treecache.Store
	Formulas int    // of each sample, with trees of all sizes; 0 means all that are unsatisfiable
	Seed     uint64 // of the first run on a formula
	MaxSeeds int    // runs on a formula are no more than this, whatever a target says; 0 means any number
	Threads  int
	Instead  map[string]string // samples that take the place of the paper's

	// Progress, if not nil, is told the share of an evaluation that is done, 0 to 1, and what goes on.
	Progress func(share float64, what string)

	samples map[string][]weighed // as far as they are known; satisfiable formulas are left out
}

// hopeless is the efficiency below which a simulation is not worth its end.
const hopeless = 0.005

// Evaluate simulates targets with some settings: all of them, or only those that the fit uses. It returns a
// row of our numbers for each, in which Efficiency is, as in the paper, that of the mean times; nil for the
// targets that are left out or were given up. If the context ends, rows are means over the formulas that
// were finished, or nil.
func (b *Bench) Evaluate(ctx context.Context, targets []Target, s Settings, usedOnly bool) ([]*reproduce.Row, error) {
	ours := make([]*reproduce.Row, len(targets))
	wanted := func(t Target) bool { return t.Used || !usedOnly }
	var samples []string
	for _, t := range targets {
		if wanted(t) && !slices.Contains(samples, t.Sample) {
			samples = append(samples, t.Sample)
		}
	}
	for k, sample := range samples {
		var some []int
		for i, t := range targets {
			if wanted(t) && t.Sample == sample {
				some = append(some, i)
			}
		}
		progress := func(share float64, what string) {
			if b.Progress != nil {
				b.Progress((float64(k)+share)/float64(len(samples)), what)
			}
		}
		if err := b.simulate(ctx, targets, some, s, progress, ours); err != nil {
			return ours, err
		}
	}
	return ours, nil
}

// simulate runs some targets, by their indices, which have the same sample.
func (b *Bench) simulate(ctx context.Context, targets []Target, some []int, s Settings, progress func(float64, string), ours []*reproduce.Row) error {
	formulas, err := b.formulas(ctx, targets[some[0]].Sample)
	if err != nil {
		return err
	}
	plan := &experiment.Plan{
		Formulas: formulas, Trees: b.Trees, Threads: b.Threads,
		Patience: &experiment.Patience{Efficiency: hopeless}, Progress: progress,
	}
	for _, i := range some {
		setup, err := setup(targets[i].Row, s)
		if err != nil {
			return err
		}
		for k := range b.seeds(targets[i]) {
			setup.Seed = b.Seed + uint64(k)
			plan.Setups = append(plan.Setups, setup)
		}
	}
	outcome, failed := plan.Run(ctx)
	first := 0
	for _, i := range some {
		n := b.seeds(targets[i])
		ours[i] = means(targets[i].Row, outcome.Results[first:first+n], outcome.GivenUp[first:first+n])
		first += n
	}
	return failed
}

// seeds is the number of runs of a target on each formula.
func (b *Bench) seeds(t Target) int {
	if b.MaxSeeds > 0 {
		return min(t.Seeds, b.MaxSeeds)
	}
	return t.Seeds
}

// setup is the simulation of a row.
func setup(row reproduce.Row, s Settings) (experiment.Setup, error) {
	options := compare.Defaults(s.Policy)
	options.Machine = compare.Preset{Cost: s.Cost}
	options.Sides, options.Topology, options.Load = row.Sides, row.Topology, row.Estimate
	setups, err := options.Setups()
	if err != nil {
		return experiment.Setup{}, err
	}
	return setups[0], nil
}

// means returns the means of a row over all formulas that every seed has finished; nil if there are none, or
// if some were given up.
func means(row reproduce.Row, seeds [][]*sim.Result, givenUp [][]experiment.GivenUp) *reproduce.Row {
	n, sum := 0.0, reproduce.Row{}
	sequential := 0.0
	for i := range seeds[0] {
		if slices.ContainsFunc(givenUp, func(why []experiment.GivenUp) bool { return why[i] != experiment.NotGivenUp }) {
			return nil
		}
		if slices.ContainsFunc(seeds, func(results []*sim.Result) bool { return results[i] == nil }) {
			continue // not finished
		}
		for _, results := range seeds {
			r := results[i]
			n++
			sequential += float64(r.Sequential) / float64(balance.Second)
			sum.Time += r.Seconds()
			sum.Idle += r.MeanSeconds(r.Idle)
			sum.Phases += r.PerProc(r.Phases)
			sum.Info += r.PerProc(r.Messages)
			sum.Send += r.PerProc(r.Sent)
		}
	}
	if n == 0 {
		return nil
	}
	row.Efficiency = 100 * sequential / (float64(row.Procs()) * sum.Time)
	row.Time, row.Idle, row.Phases, row.Info, row.Send = sum.Time/n, sum.Idle/n, sum.Phases/n, sum.Info/n, sum.Send/n
	return &row
}
