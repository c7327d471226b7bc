package liquid

import (
	"context"
	"math"
	"slices"

	"transat/balance/topology"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// Theorem 2 of the paper on the Liquid model on tori so small that all distributions of loads can be
// tried (see theory.go).

// smallTorus is a torus on which all distributions of loads from 1 to highest were tried.
type smallTorus struct {
	sides         []int
	highest       int
	tried, failed int // distributions, and those that do not become balanced
	steps         int // the most that it took
}

func smallTori(ctx context.Context, s *reproduce.Session) ([]smallTorus, error) {
	tori := []smallTorus{
		{sides: []int{4}, highest: 4},
		{sides: []int{5}, highest: 4},
		{sides: []int{6}, highest: 3},
		{sides: []int{2, 2}, highest: 5},
		{sides: []int{2, 3}, highest: 4},
		{sides: []int{3, 3}, highest: 3},
		{sides: []int{2, 2, 2}, highest: 4},
	}
	if !s.Quick {
		tori = append(tori, smallTorus{sides: []int{8}, highest: 4}, smallTorus{sides: []int{2, 4}, highest: 5},
			smallTorus{sides: []int{3, 3}, highest: 4})
	}
	return reproduce.Map(ctx, s, tori,
		func(t smallTorus) reproduce.Job {
			return reproduce.Job{
				What:    "all loads on " + topology.FormatSides(t.sides),
				Seconds: 5e-6 * math.Pow(float64(t.highest), float64(reproduce.Processors(t.sides))),
			}
		}, tryAll)
}

// tryAll tries all load distributions on a small torus.
func tryAll(ctx context.Context, t smallTorus) (smallTorus, error) {
	loads := slices.Repeat([]float64{1}, reproduce.Processors(t.sides))
	for {
		result, err := reproduce.Settle(ctx, "liquid-c5", "torus", t.sides, loads, 1000)
		if err != nil {
			return t, err
		}
		t.tried++
		if !result.Balanced.Reached {
			t.failed++
		}
		t.steps = max(t.steps, result.Balanced.Step)
		if !advance(loads, t.highest) {
			return t, nil
		}
	}
}

// advance goes to the next of all distributions of loads from 1 to highest, and reports whether there
// is one.
func advance(loads []float64, highest int) bool {
	for i := range loads {
		if loads[i] < float64(highest) {
			loads[i]++
			return true
		}
		loads[i] = 1
	}
	return false
}

func smallTable(tori []smallTorus) report.Sheet {
	return report.NewSheet("exhaustive", "All distributions of small loads on small tori", []report.Column[smallTorus]{
		{Key: "torus", Heading: "torus", Left: true, Value: func(t smallTorus) any { return topology.FormatSides(t.sides) }},
		{Key: "loads_to", Heading: "loads 1 to", Value: func(t smallTorus) any { return t.highest }},
		{Key: "tried", Heading: "tried", Value: func(t smallTorus) any { return t.tried }},
		{Key: "failed", Heading: "not balanced", Value: func(t smallTorus) any { return t.failed }},
		{Key: "most_steps", Heading: "most steps", Value: func(t smallTorus) any { return t.steps }},
	}, tori)
}
