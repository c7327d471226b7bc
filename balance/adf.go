package balance

const adfEssay = `Average diffusion (ADF): in every step, each load becomes the weighted mean of the loads of the
neighbours alone:

	u ← Σ c·v   over all neighbours, with loads v;  Σ c = 1

	load  8 0 0 0 0  →  0 4 0 0 4  →  4 0 2 2 0  →  0 3 1 1 3  → …      a ring of 5

A processor's own load does not count. So loads converge only if the network is connected, regular
(which keeps the sum of all loads) and not bipartite: if every link joins one half of the processors
with the other, as it joins the colours of a chessboard, loads swing between the halves for ever. The
policy refuses even rings, tori with only even sides and all hypercubes, and every network that is not
regular: meshes, lines, trees, De Bruijn networks. With the damping δ,

	u ← δ·u + (1 − δ) Σ c·v

they converge on all regular networks. That is diffusion with α = (1 − δ)/d, if all d weights are equal.

Over a link goes the difference of the portions, c·(u − v).

Parameters: c, the weight of each link in dimension 0 of a torus of two dimensions, below ½; the links
in dimension 1 have ½ − c (0: all links have the same weight); damping, the share δ of the own load
that stays (0: the rule of the paper); period, the time from one step to the next.

Messages: one a step to each neighbour, besides the elements.

Source: Karagiorgos, Missirlis: The Average Diffusion Method for the Load Balancing Problem, §2-4.
Damping is not in the paper. Whole loads: see Linear.
`

func adfSpec() Spec {
	return InSteps(Spec{
		Name:     "adf",
		Title:    "average diffusion: every load becomes the mean of the neighbours' loads",
		Family:   familySteps,
		Source:   "Karagiorgos, Missirlis: The Average Diffusion Method for the Load Balancing Problem, §2",
		Uses:     "knows the loads of its neighbours; one message per neighbour and step",
		Essay:    adfEssay,
		Wordings: stepWordings("every load becomes the mean of its neighbours'"),
		Kinds:    []string{"torus", "ring", "hypercube", "clique"},
		Estimate: "count",
		Received: Bottom,
		Params: []Param{
			{
				Name: "c", Title: "weight of a link in dimension 0 of a torus of two, ½ − c in dimension 1; 0: all the same",
				Default: 0, Min: 0, Max: 0.499,
			},
			{Name: "damping", Title: "share of the own load that stays, so that it converges on bipartite networks", Default: 0, Min: 0, Max: 0.999},
		},
		Refuses: adfRefuses,
		Rule: func(t Topology, v Values) func(int) Rule {
			return func(rank int) Rule { return newADF(t, rank, v["c"], v["damping"]) }
		},
	}, StepOptions{})
}

func adfRefuses(t Topology, v Values) string {
	switch {
	case t.Procs() == 1:
		return ""
	case !regular(t):
		return "its processors differ in their numbers of neighbours, so that the sum of all loads would change"
	case v["c"] > 0 && !weighable(t):
		return "the weight c is for tori of two dimensions, whose sides are at least 3"
	case v["damping"] == 0 && bipartite(t):
		return "it is bipartite, so that loads swing between its two halves for ever; a damping above 0 helps"
	}
	return ""
}

// weighable reports whether the links of a network fall into two dimensions with two links of each
// at every processor.
func weighable(t Topology) bool {
	return t.Kind() == "torus" && len(t.Sides()) == 2 && min(t.Sides()[0], t.Sides()[1]) >= 3
}

// regular reports whether all processors have as many neighbours.
func regular(t Topology) bool {
	degree := len(t.Neighbours(0))
	for rank := range t.Procs() {
		if len(t.Neighbours(rank)) != degree {
			return false
		}
	}
	return true
}

// bipartite reports whether the processors fall into two halves such that all links lead from one
// to the other. The network is connected.
func bipartite(t Topology) bool {
	half := make([]int8, t.Procs()) // 1 or -1, once known
	half[0] = 1
	reached := make([]int, 1, t.Procs())
	for next := 0; next < len(reached); next++ {
		rank := reached[next]
		for _, n := range t.Neighbours(rank) {
			switch half[n] {
			case half[rank]:
				return false
			case 0:
				half[n] = -half[rank]
				reached = append(reached, n)
			}
		}
	}
	return true
}

func newADF(t Topology, rank int, c, damping float64) *Linear {
	even := 1 / float64(len(t.Neighbours(rank)))
	return newLinear(t, rank, func(n int) Share {
		weight := even
		if c > 0 {
			weight = 0.5 - c
			if joins(t, rank, n, 0) {
				weight = c
			}
		}
		weight *= 1 - damping
		return Share{Out: weight, In: weight, Up: leadsUp(t, rank, n)}
	})
}

// joins reports whether the link between two neighbours lies in dimension d.
func joins(t Topology, rank, neighbour, d int) bool {
	up, isUp := t.Step(rank, d, 1)
	down, isDown := t.Step(rank, d, -1)
	return isUp && up == neighbour || isDown && down == neighbour
}
