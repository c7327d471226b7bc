package balance

import "math"

const secondOrderEssay = `Second-order diffusion: a flow keeps most of its strength from one step to the next, as if load had
inertia. What goes over a link in step t is

	y(t) = β α (u − v) + (β − 1) y(t−1),      y(0) = α (u − v)

with loads u and v at its ends. This is the semi-iterative form of diffusion:

	u(t+1) = β M u(t) + (1 − β) u(t−1),       M = I − α·L,  u(1) = M u(0)

With diffusion's factor γ a step, the best β is 2/(1 + √(1 − γ²)); differences then shrink by the
factor √(β − 1) a step in the long run: where diffusion takes T steps, it takes of the order of √T.

	ring of 32     factor   steps from all load in one place to a hundredth of the difference
	diffusion      0.981    153
	second order   0.821     24

Parameters: alpha, the share α (0: the best one for diffusion); beta, the overrelaxation β (0: the
best one for the α; 1 is diffusion); period, the time from one step to the next.

Real loads may fall below zero for a while: inertia drains a processor that has nothing left. A
machine sends what there is. Whole loads: amounts are rounded down in both directions, since flows
that are rounded up keep each other going. What a link remembers is not rounded, so that small flows
add up: nothing moves any more once neighbours differ by less than (2 − β)/(αβ), except to one that
has nothing (see Linear).

Messages: one a step to each neighbour, besides the elements. The memory needs none: both ends of a
link compute the same.

Source: Muthukrishnan, Ghosh, Schultz: First- and second-order diffusive methods for rapid, coarse,
distributed load balancing, 1998; named in Karagiorgos, Missirlis: The Average Diffusion Method for
the Load Balancing Problem, §1.2.
`

func secondOrderSpec() Spec {
	return InSteps(Spec{
		Name:     "second-order",
		Title:    "second-order diffusion: flows keep most of their strength from step to step",
		Family:   familySteps,
		Source:   "Muthukrishnan, Ghosh, Schultz: First- and second-order diffusive methods for … load balancing, 1998",
		Uses:     "knows the loads of its neighbours and what last went over its links; one message per neighbour and step",
		Essay:    secondOrderEssay,
		Wordings: stepWordings("flows go on with most of their strength"),
		Kinds:    everyKind("torus"),
		Anywhere: true,
		Estimate: "count",
		Received: Bottom,
		Params: []Param{diffusionAlpha(), {
			Name: "beta", Title: "overrelaxation, β; 0: the best one of the network", Default: 0, Min: 0, Max: 1.9999,
		}},
		Refuses: diffusionDiverges,
		Rule: func(t Topology, v Values) func(int) Rule {
			alpha := diffusionShare(t, v)
			beta := v["beta"]
			if beta == 0 {
				beta = BestOverrelaxation(t, alpha)
			}
			return func(rank int) Rule { return newSecondOrder(t, rank, alpha, beta) }
		},
	}, StepOptions{})
}

// BestOverrelaxation returns the β with which second-order diffusion with the share α converges
// fastest on a network.
func BestOverrelaxation(t Topology, alpha float64) float64 {
	if t.Procs() == 1 {
		return 1
	}
	second, largest := t.Laplacian()
	gamma := max(math.Abs(1-alpha*second), math.Abs(1-alpha*largest))
	return 2 / (1 + math.Sqrt(max(0, 1-gamma*gamma)))
}

func newSecondOrder(t Topology, rank int, alpha, beta float64) *Linear {
	l := newLinear(t, rank, func(int) Share { return Share{Out: alpha, In: alpha} })
	l.beta = beta
	l.last = make([]float64, len(l.links[0]))
	return l
}
