//go:build tune

package main

import (
	"cmp"
	"context"
	"errors"
	"log"
	"math"
	"slices"

	"transat/balance"
	"transat/balance/compare"
	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/reproduce"
	"transat/cmd/transat/internal/treecache"
	"transat/solver/cnf"
)

// bench simulates rows of the paper on search trees.
type bench struct {
	trees    *treecache.Store
	formulas int // of each sample; 0 means all that are unsatisfiable
	maxSeeds int // runs on a formula, at most; 0 means any number
	threads  int
	instead  []string             // of the paper's two samples
	samples  map[string][]weighed // as far as they are known
}

// weighed is an unsatisfiable formula and the size of its tree.
type weighed struct {
	input.Formula
	work, nodes int64
}

// sample returns the unsatisfiable formulas of a sample of the paper, with the sizes of their trees.
func (b *bench) sample(ctx context.Context, sample string) ([]weighed, error) {
	if known := b.samples[sample]; known != nil {
		return known, nil
	}
	formulas, err := input.Sample(b.instead[slices.Index([]string{reproduce.Sample350, reproduce.Sample400}, sample)])
	if err != nil {
		return nil, err
	}
	var all []weighed
	for _, formula := range formulas {
		if formula.Verdict == cnf.Satisfiable {
			continue
		}
		log.Print("the tree of ", formula.Name)
		f, err := formula.Read(ctx)
		if err != nil {
			return nil, err
		}
		tree, err := b.trees.Tree(ctx, formula.Name, f, nil)
		if errors.Is(err, treecache.ErrModels) || err == nil && tree.Models() > 0 {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, weighed{formula, tree.Work(), tree.Nodes()})
	}
	b.samples[sample] = all
	return all, nil
}

func mean(all []weighed) (work, nodes float64) {
	for _, w := range all {
		work += float64(w.work) / float64(len(all))
		nodes += float64(w.nodes) / float64(len(all))
	}
	return work, nodes
}

// represent returns n formulas with about the mean and the spread of all: sorted by work and cut into n parts, the formula of
// each part that is nearest to its mean. The size of a tree decides on the number of messages and on idle time.
func represent(all []weighed, n int) []weighed {
	sorted := slices.SortedStableFunc(slices.Values(all), func(a, b weighed) int { return cmp.Compare(a.work, b.work) })
	var some []weighed
	for i := range n {
		part := sorted[i*len(sorted)/n : (i+1)*len(sorted)/n]
		work, _ := mean(part)
		some = append(some, slices.MinFunc(part, func(a, b weighed) int {
			return cmp.Compare(math.Abs(float64(a.work)-work), math.Abs(float64(b.work)-work))
		}))
	}
	return some
}

// evaluate simulates targets: all of them, or only those that the fit uses. It returns a row of means for each, or nil for the
// targets that are left out or were given up. Efficiency is, as in the paper, that of the mean times.
func (b *bench) evaluate(ctx context.Context, targets []target, s settings, usedOnly bool) ([]*reproduce.TableRow, error) {
	ours := make([]*reproduce.TableRow, len(targets))
	for _, sample := range []string{reproduce.Sample350, reproduce.Sample400} {
		// Below an efficiency of 0.005, a simulation is not worth its end.
		plan := &experiment.Plan{Trees: b.trees, Threads: b.threads, Patience: &experiment.Patience{Efficiency: 0.005}}
		first := make([]int, len(targets))
		for i, t := range targets {
			first[i] = len(plan.Setups)
			if t.Sample != sample || usedOnly && !t.used {
				continue
			}
			options := compare.Defaults(s.policy).AsPublished()
			options.Machine = compare.Preset{Cost: s.cost}
			options.Sides, options.Topology, options.Load = t.Sides, t.Topology, t.Estimate
			setups, err := options.Setups()
			if err != nil {
				return nil, err
			}
			for k := range b.seeds(t) {
				setups[0].Seed = 1 + uint64(k)
				plan.Setups = append(plan.Setups, setups[0])
			}
		}
		if len(plan.Setups) == 0 {
			continue
		}
		all, err := b.sample(ctx, sample)
		if err != nil {
			return nil, err
		}
		if b.formulas > 0 && b.formulas < len(all) {
			all = represent(all, b.formulas)
		}
		for _, w := range all {
			plan.Formulas = append(plan.Formulas, w.Formula)
		}
		outcome, err := plan.Run(ctx)
		if err != nil {
			return nil, err
		}
		for i, t := range targets {
			if t.Sample == sample && (t.used || !usedOnly) {
				ours[i] = means(t.TableRow, outcome.Results[first[i]:first[i]+b.seeds(t)])
			}
		}
	}
	return ours, nil
}

// seeds is the number of runs of a target on each formula.
func (b *bench) seeds(t target) int {
	if b.maxSeeds > 0 {
		return min(t.seeds, b.maxSeeds)
	}
	return t.seeds
}

// means returns the means of a row over formulas and seeds; nil if a run was given up.
func means(row reproduce.TableRow, seeds [][]*balance.Result) *reproduce.TableRow {
	n, sequential, sum := 0.0, 0.0, reproduce.TableRow{}
	for i := range seeds[0] {
		for _, results := range seeds {
			r := results[i]
			if r == nil {
				return nil
			}
			n++
			sequential += r.Sequential.Seconds()
			sum.Time += r.Seconds()
			sum.Idle += r.MeanSeconds(r.Idle)
			sum.Phases += r.PerProc(r.Phases)
			sum.Info += r.PerProc(r.Messages)
			sum.Send += r.PerProc(r.Sent)
		}
	}
	row.Efficiency = 100 * sequential / (float64(row.Procs()) * sum.Time)
	row.Time, row.Idle, row.Phases, row.Info, row.Send = sum.Time/n, sum.Idle/n, sum.Phases/n, sum.Info/n, sum.Send/n
	return &row
}
