package liquid

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"transat/balance/topology"
	"transat/cmd/transat/internal/report"
	"transat/cmd/transat/internal/reproduce"
)

// Which conditions make a busy processor idle (Henrich, §3.2): C1 and C2 "guarantee that none of the busy processors become
// idle". One step of every condition is tried from all distributions of small loads, idle processors among them.

// idleCase is a condition on a network.
type idleCase struct {
	policy string
	sides  []int
	of     []float64 // the loads, ascending

	busy, robbed int // processors with load before a step, and the number of them without any after it
}

func idleCases() []idleCase {
	var cases []idleCase
	for c := range 6 {
		policy := fmt.Sprintf("liquid-c%d", c)
		cases = append(cases,
			idleCase{policy: policy, sides: []int{5}, of: []float64{0, 1, 2, 3}},
			idleCase{policy: policy, sides: []int{2, 3}, of: []float64{0, 1, 2}})
	}
	return cases
}

func idleTries(ctx context.Context, s *reproduce.Session) ([]idleCase, error) {
	return reproduce.Map(ctx, s, idleCases(),
		func(c idleCase) reproduce.Job {
			return reproduce.Job{What: conditionName(c.policy) + " on " + topology.FormatSides(c.sides), Seconds: 0.01}
		}, tryIdle)
}

// tryIdle makes a step from all loads.
func tryIdle(ctx context.Context, c idleCase) (idleCase, error) {
	loads := slices.Repeat(c.of[:1], topology.Procs(c.sides))
	for more := true; more; more = advance(loads, c.of) {
		if err := ctx.Err(); err != nil {
			return c, err
		}
		m, err := reproduce.New(c.policy, "torus", c.sides, loads, true)
		if err != nil {
			return c, err
		}
		m.Step()
		for i, after := range m.Loads() {
			if loads[i] > 0 {
				c.busy++
				if after == 0 {
					c.robbed++
				}
			}
		}
	}
	return c, nil
}

func idleTable(cases []idleCase) report.Sheet {
	return report.NewSheet("idle", "Busy processors that a step makes idle", []report.Column[idleCase]{
		{Key: "condition", Heading: "condition", Left: true, Value: func(c idleCase) any { return conditionName(c.policy) }},
		{Key: "torus", Heading: "torus", Left: true, Value: func(c idleCase) any { return topology.FormatSides(c.sides) }},
		{Key: "loads", Heading: "loads", Left: true, Value: func(c idleCase) any { return joined(c.of) }},
		{Key: "busy", Heading: "busy", Value: func(c idleCase) any { return c.busy }},
		{Key: "idle", Heading: "idle after", Value: func(c idleCase) any { return c.robbed }},
	}, cases)
}

func idleClaim(cases []idleCase) reproduce.Claim {
	robbed := func(policies ...string) (n int) {
		for _, c := range cases {
			if slices.Contains(policies, c.policy) {
				n += c.robbed
			}
		}
		return n
	}
	var others []string
	for _, policy := range searchPolicies()[:6] {
		if n := robbed(policy); n > 0 {
			others = append(others, fmt.Sprintf("%s %d times", conditionName(policy), n))
		}
	}
	return reproduce.Claim{
		Kind: reproduce.Stated, Section: "§3.2", Text: "C1 and C2 make no busy processor idle", Bound: reproduce.Theirs("never"),
		Verdict: reproduce.Judge(robbed("liquid-c1", "liquid-c2") == 0 && len(cases) > 0),
		Note:    "all small loads tried; conditions that do: " + strings.Join(others, ", "),
	}
}
