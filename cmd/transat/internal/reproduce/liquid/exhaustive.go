package liquid

import (
	"context"
	"math"
	"slices"

	"transat/balance/topology"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// Theorem 2 of the paper on the Liquid model (see theory.go), on tori so small that all distributions of loads can be
// tried.

// smallTorus is a torus on which all distributions of some loads were tried under a condition.
type smallTorus struct {
	policy        string
	sides         []int
	of            []float64 // the loads, ascending
	tried, failed int       // distributions, and exceptions to the theorem
	steps         int       // the most that it took
}

func smallTori(ctx context.Context, s *reproduce.Session) ([]smallTorus, error) {
	small := []smallTorus{
		{sides: []int{4}, of: upTo(4)},
		{sides: []int{5}, of: upTo(4)},
		{sides: []int{6}, of: upTo(3)},
		{sides: []int{2, 2}, of: upTo(5)},
		{sides: []int{2, 3}, of: upTo(4)},
	}
	larger := []smallTorus{{sides: []int{3, 3}, of: []float64{1, 3, 4}}, {sides: []int{2, 2, 2}, of: []float64{1, 2, 5, 6}}}
	if !s.Quick {
		larger = append(larger, smallTorus{sides: []int{8}, of: upTo(4)}, smallTorus{sides: []int{2, 4}, of: upTo(5)},
			smallTorus{sides: []int{3, 3}, of: upTo(4)})
	}
	tori := slices.Concat(under("liquid-c5", small), under("liquid-c5", larger),
		under("liquid-c3", small), under("liquid-c4", small))
	return reproduce.Map(ctx, s, tori,
		func(t smallTorus) reproduce.Job {
			return reproduce.Job{
				What:    "all loads on " + topology.FormatSides(t.sides),
				Seconds: 5e-6 * math.Pow(float64(len(t.of)), float64(topology.Procs(t.sides))),
			}
		}, tryAll)
}

// under are the same tori under a condition.
func under(policy string, tori []smallTorus) []smallTorus {
	all := slices.Clone(tori)
	for i := range all {
		all[i].policy = policy
	}
	return all
}

// tryAll tries all load distributions on a small torus.
func tryAll(ctx context.Context, t smallTorus) (smallTorus, error) {
	loads := slices.Repeat(t.of[:1], topology.Procs(t.sides))
	for {
		result, err := reproduce.Settle(ctx, t.policy, "torus", t.sides, loads, 1000)
		if err != nil {
			return t, err
		}
		t.tried++
		if !result.Balanced.Reached {
			t.failed++
		}
		t.steps = max(t.steps, result.Balanced.Step)
		if !advance(loads, t.of) {
			return t, nil
		}
	}
}

// upTo are the loads 1 to highest.
func upTo(highest int) []float64 {
	var of []float64
	for load := 1; load <= highest; load++ {
		of = append(of, float64(load))
	}
	return of
}

// advance goes to the next of all distributions of some loads, and reports whether there is one.
func advance(loads, of []float64) bool {
	for i := range loads {
		if next := 1 + slices.Index(of, loads[i]); next < len(of) {
			loads[i] = of[next]
			return true
		}
		loads[i] = of[0]
	}
	return false
}

func smallTable(tori []smallTorus) report.Sheet {
	return report.NewSheet("exhaustive", "All distributions of small loads on small tori", []report.Column[smallTorus]{
		{Key: "torus", Heading: "torus", Left: true, Value: func(t smallTorus) any { return topology.FormatSides(t.sides) }},
		{Key: "condition", Heading: "condition", Left: true, Value: func(t smallTorus) any { return conditionName(t.policy) }},
		{Key: "loads", Heading: "loads", Left: true, Value: func(t smallTorus) any { return joined(t.of) }},
		{Key: "tried", Heading: "tried", Value: func(t smallTorus) any { return t.tried }},
		{Key: "failed", Heading: "not balanced", Value: func(t smallTorus) any { return t.failed }},
		{Key: "most_steps", Heading: "most steps", Value: func(t smallTorus) any { return t.steps }},
	}, tori)
}
