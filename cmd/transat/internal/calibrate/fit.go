package calibrate

import (
	"context"
	"math"
	"slices"

	"transat/balance/sim"
	"transat/cmd/transat/internal/reproduce"
)

// Trial is a fit with some values of its parameters, and what comes out.
type Trial struct {
	Values    []float64
	Ours      []*reproduce.Row // for each target; nil if it was not finished, or given up
	Objective float64
}

// Report is what is known of a fit.
type Report struct {
	Fit    Fit
	Cost   sim.CostModel // the preset
	Nodes  float64       // of the mean tree of the sample of the first target
	Preset Trial
	// Repeated is the search, nil if none was made.
	Repeated *Repeated
}

// Repeated is a repetition of a fit.
type Repeated struct {
	Found Trial // with all seeds
	// Start and Least are the objective at the start and at what was found, with the seeds of the search.
	Start, Least float64
	Evaluations  int
	Complete     bool // no step in any parameter is better
	// Down and Up are what Least becomes if a parameter is a step lower or higher than what was found; NaN
	// if that is out of its bounds, or was not evaluated.
	Down, Up []float64
}

// Check evaluates a preset on all targets. If the context ends, the report has what was finished.
func (b *Bench) Check(ctx context.Context, fit Fit) (*Report, error) {
	s, err := fit.Preset()
	if err != nil {
		return nil, err
	}
	all, err := b.sample(ctx, fit.Targets[0].Sample)
	if err != nil {
		return nil, err
	}
	trial, err := b.try(ctx, fit, s)
	return &Report{Fit: fit, Cost: s.Cost, Nodes: meanSize(all).Nodes, Preset: trial}, err
}

// try evaluates settings on all targets.
func (b *Bench) try(ctx context.Context, fit Fit, s Settings) (Trial, error) {
	ours, err := b.Evaluate(ctx, fit.Targets, s, false)
	return Trial{Values: fit.Values(s), Ours: ours, Objective: Objective(fit.Targets, ours)}, err
}

const (
	// firstStride is the first stride of a search: parameters are doubled and halved.
	firstStride = notchesPerDouble
	// searchSeeds is the most runs on a formula in a search, which has many formulas to average over.
	searchSeeds = 2
)

// Repeat checks a preset and then searches, from the parameters' neutral values and with at most budget
// evaluations of the rows that are used, for values of its own. If the context ends, the report has the best
// that was found. seen, if not nil, is told of every evaluation: how many there were, and the least
// objective so far.
func (b *Bench) Repeat(ctx context.Context, fit Fit, budget int, seen func(evaluations int, best float64)) (*Report, error) {
	report, err := b.Check(ctx, fit)
	if err != nil {
		return report, err
	}
	quick := *b
	if quick.MaxSeeds == 0 || quick.MaxSeeds > searchSeeds {
		quick.MaxSeeds = searchSeeds
	}
	value := func(ctx context.Context, point []int) (float64, error) {
		s, err := fit.With(fit.values(point))
		if err != nil {
			return 0, err
		}
		ours, err := quick.Evaluate(ctx, fit.Targets, s, true)
		return Objective(fit.Targets, ours), err
	}
	search := &Search{Stride: firstStride, Budget: budget, Value: value, Seen: seen}
	for _, p := range fit.Parameters {
		least, most := p.notches()
		search.Least, search.Most = append(search.Least, least), append(search.Most, most)
	}
	found, failed := search.Run(ctx)
	if found.Evaluations == 0 {
		return report, failed
	}
	report.Repeated = repeated(fit, found)
	if failed != nil {
		return report, failed
	}
	s, err := fit.With(report.Repeated.Found.Values)
	if err != nil {
		return report, err
	}
	report.Repeated.Found, err = b.try(ctx, fit, s)
	return report, err
}

// repeated tells of a search, but for the rows of what it has found.
func repeated(fit Fit, found *Found) *Repeated {
	start, _ := found.At(make([]int, len(found.Point))) // the first point that was evaluated
	r := &Repeated{
		Found: Trial{Values: fit.values(found.Point), Ours: make([]*reproduce.Row, len(fit.Targets)), Objective: found.Value},
		Start: start, Least: found.Value, Evaluations: found.Evaluations, Complete: found.Complete,
	}
	beside := func(i, step int) float64 {
		next := slices.Clone(found.Point)
		next[i] += step
		if value, ok := found.At(next); ok {
			return value
		}
		return math.NaN()
	}
	for i := range found.Point {
		r.Down = append(r.Down, beside(i, -1))
		r.Up = append(r.Up, beside(i, 1))
	}
	return r
}
