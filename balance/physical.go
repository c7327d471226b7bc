package balance

import (
	"math"
	"slices"

	"transat/balance/partition"
)

const physicalEssay = `The physical analogy: static placement. The tree is expanded once, until there are several elements a
processor. They are particles: two on the same processor repel each other by their loads, and neighbours
in the tree attract each other. They are placed where their energy H is least, and stay there.

	             root
	          /        \               1 - 2 - 3 - 4: depth first, neighbours share
	        a            b             most of the nodes above them
	      /   \        /   \
	     1 --- 2 ---- 3 --- 4      P = 2:  1 2 | 3 4  cuts one link; a and b are expanded once

	H = (P/W)² · Σ_q W_q²  +  μ · (links between processors)

Package partition has H and how it is lowered: here by annealing at low temperature, from runs of
equal load. The elements are a line, so that d = 1, and each processor adds about 1 to both terms.

Parameters: pieces (8), the elements a processor; with more, errors of the estimate even out, but more
nodes are expanded several times. mu (0.1), μ, the weight of shared paths against equal load.

Messages: none, ever.

No script: a script begins with the run, and cannot place elements before it.

Source: Fox, Williams, Messina: Parallel Computing Works, 1994, §11.1.2; Williams: Performance of
dynamic load balancing algorithms for unstructured mesh calculations, 1991.

Differs from the paper: there, the elements are those of a mesh, and their work is known. Here the work
below an element of a search tree is only estimated, and badly: this is the static baseline that the
dynamic policies have to beat.
`

func physicalSpec() Spec {
	return Spec{
		Name:     "physical",
		Title:    "static placement: equal loads, and neighbours in the tree together",
		Family:   familyStatic,
		Source:   "Fox, Williams, Messina: Parallel Computing Works, 1994, §11.1.2",
		Uses:     "knows the loads of the whole frontier before the start; sends nothing",
		Essay:    physicalEssay,
		Wordings: Wordings{Quiet: "processors keep what they were given at the start"},
		Kinds:    everyKind("mesh"),
		Anywhere: true,
		Estimate: "alpha",
		Params: []Param{
			{Name: "pieces", Title: "elements a processor that are placed", Default: 8, Min: 1, Max: 1024},
			{Name: "mu", Title: "weight of neighbours together against equal load, μ", Default: 0.1, Min: 0, Max: 1e6},
		},
		New:   func(Topology, Values) Maker { return func(int) Policy { return Base{} } },
		Place: placeByEnergy,
	}
}

// loadUnits is how finely loads are told apart: in this many parts of the largest.
const loadUnits = 1 << 20

// placeByEnergy is the Place of the policy.
func placeByEnergy(t Topology, v Values, loads []float64, seed uint64) []int {
	largest := slices.Max(loads)
	weights := make([]int64, len(loads))
	var links []partition.Edge
	for i, load := range loads {
		weights[i] = 1
		if largest > 0 {
			weights[i] = max(1, int64(math.Round(load/largest*loadUnits)))
		}
		if i > 0 {
			links = append(links, partition.Edge{A: i - 1, B: i, Weight: 1})
		}
	}
	line, err := partition.NewGraph(weights, nil, links)
	if err != nil {
		panic(err) // weights are at least 1, and elements too few for their sum to be too large
	}
	p := &partition.Problem{Graph: line, Parts: t.Procs(), Mu: v["mu"], Dimension: 1, Sweeps: 20}
	return p.Settle(p.Linear(), seed)
}
