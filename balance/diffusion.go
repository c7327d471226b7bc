package balance

const diffusionEssay = `Diffusion: in every step, a share of each difference between neighbours flows over the link, all
links at once. Loads spread like heat:

	u ← u + Σ α (v − u)   over all neighbours, with loads v

	load  8 0 0 0  →  4 4 0 0  →  4 2 2 0  →  3 3 1 1      a line, α = ½

The step is u ← (I − α·L) u, where L is the Laplacian matrix of the network. It brings all loads to
the mean if 0 < α < 2/λ_max, and does so fastest, by a factor (λ_max − λ₂)/(λ_max + λ₂) a step, with

	α = 2/(λ₂ + λ_max)

where λ₂ and λ_max are the second smallest and the largest eigenvalue of L: 1/(D+1) on a hypercube,
1/(5 − cos(2π/k)) on an even k×k torus, 1/(3 + cos(π/k)) on a k×k mesh, 1/n on a clique.

Parameters: alpha, the share α (0: the best one of the network, below 2/λ_max); period, the time from
one step to the next. On irregular networks, the best α may exceed 1 over the number of neighbours:
real loads may then fall below zero for a while.

Messages: one a step to each neighbour, besides the elements.

Source: Cybenko: Dynamic load balancing for distributed memory multiprocessors, 1989; Boillat: Load
balancing and Poisson equation in a graph, 1990; best α: Xu, Lau: Optimal parameters for load
balancing using the diffusion method in k-ary n-cube networks, 1993. Whole loads: see Linear.
`

func diffusionSpec() Spec {
	return InSteps(Spec{
		Name:     "diffusion",
		Title:    "diffusion: a share of every difference between neighbours flows",
		Family:   familySteps,
		Source:   "Cybenko: Dynamic load balancing for distributed memory multiprocessors, 1989; Boillat, 1990; Xu, Lau, 1993",
		Uses:     "knows the loads of its neighbours; one message per neighbour and step",
		Essay:    diffusionEssay,
		Wordings: stepWordings("a share of each difference flows"),
		Kinds:    everyKind("torus"),
		Anywhere: true,
		Estimate: "count",
		Received: Bottom,
		Params:   []Param{diffusionAlpha()},
		Refuses:  diffusionDiverges,
		Rule: func(t Topology, v Values) func(int) Rule {
			alpha := diffusionShare(t, v)
			return func(rank int) Rule { return newDiffusion(t, rank, alpha) }
		},
	}, StepOptions{})
}

func diffusionAlpha() Param {
	return Param{
		Name: "alpha", Title: "share of a load difference that flows over a link, α; 0: the best one of the network",
		Default: 0, Min: 0, Max: 1,
	}
}

// BestDiffusion returns the α = 2/(λ₂ + λ_max) with which diffusion converges fastest on a network,
// and the factor γ < 1 by which it then reduces differences in a step in the long run. A single
// processor has α = 1 and γ = 0.
func BestDiffusion(t Topology) (alpha, gamma float64) {
	if t.Procs() == 1 {
		return 1, 0
	}
	second, largest := t.Laplacian()
	return 2 / (second + largest), (largest - second) / (largest + second)
}

// diffusionShare is the α that the values ask for.
func diffusionShare(t Topology, v Values) float64 {
	if alpha := v["alpha"]; alpha > 0 {
		return alpha
	}
	alpha, _ := BestDiffusion(t)
	return alpha
}

func diffusionDiverges(t Topology, v Values) string {
	if v["alpha"] == 0 || t.Procs() == 1 {
		return ""
	}
	if _, largest := t.Laplacian(); v["alpha"]*largest >= 2 {
		return "alpha is too large for loads to converge: it must be below 2/λ_max = " + formatValue(2/largest)
	}
	return ""
}

func newDiffusion(t Topology, rank int, alpha float64) *Linear {
	return newLinear(t, rank, func(n int) Share {
		return Share{Out: alpha, In: alpha, Up: leadsUp(t, rank, n)}
	})
}
