package balance

import "math"

const dimensionExchangeEssay = `Dimension exchange: processors even out in pairs, dimension by dimension. On a hypercube a processor
has one partner in each dimension, and after one step through all of them, all loads are equal. On
longer dimensions the pairs take turns: in one substep each processor with an even coordinate meets
the next one upwards, in the other the one downwards.

	substep 0:  0─1  2─3  4─5        one colour of the links
	substep 1:    1─2  3─4  5─0      the other; the last pair on a ring only

Over the link of a pair goes a share λ of the difference. With λ = ½ they become equal; rings and
chains of k processors are balanced faster with the generalised method (GDE), whose best share is

	λ = 1/(1 + sin(π/k)) on a chain,    1/(1 + sin(2π/k)) on a ring with an even k

which is ½ for a chain of 2. On a ring with an odd number of processors, two colours do not do.

Parameters: exchange, the share λ (0: the best one of each dimension); period, the time from one step
through all dimensions to the next, over which the substeps are spread evenly, so that elements sent
in one are there in the next.

Messages: one in each substep to the partner, besides the elements: at most two a step and dimension.

Source: Cybenko: Dynamic load balancing for distributed memory multiprocessors, 1989 (hypercubes, λ = ½);
Xu, Lau: Load balancing in parallel computers: theory and practice, 1997 (GDE); Henrich: Local
load balancing according to a simple liquid model, §2.2. Whole loads: see Linear.
`

func dimensionExchangeSpec() Spec {
	return InSteps(Spec{
		Name:   "dimension-exchange",
		Title:  "dimension exchange: pairs even out, one dimension after the other",
		Family: familySteps,
		Source: "Cybenko: Dynamic load balancing for distributed memory multiprocessors, 1989; Xu, Lau: Load balancing in " +
			"parallel computers, 1997",
		Uses:     "knows the load of one partner at a time; one message per partner and step",
		Essay:    dimensionExchangeEssay,
		Wordings: stepWordings("pairs even out along one dimension"),
		Kinds:    []string{"mesh", "torus", "line", "ring", "hypercube"},
		Estimate: "count",
		Received: Bottom,
		Params: []Param{{
			Name: "exchange", Title: "share of a difference that goes to the partner, λ; 0: the best one of each dimension",
			Default: 0, Min: 0, Max: 0.999,
		}},
		Refuses: dimensionExchangeRefuses,
		Rule: func(t Topology, v Values) func(int) Rule {
			exchange := bestExchanges(t)
			if v["exchange"] > 0 {
				for d := range exchange {
					exchange[d] = v["exchange"]
				}
			}
			return func(rank int) Rule { return newDimensionExchange(t, rank, exchange) }
		},
	}, StepOptions{Apart: true})
}

func dimensionExchangeRefuses(t Topology, _ Values) string {
	switch {
	case len(t.Sides()) == 0:
		return "it has no dimensions along which pairs could be formed"
	case (t.Kind() == "ring" || t.Kind() == "torus") && hasOddSide(t.Sides()):
		return "pairs cannot take turns on rings with an odd number of processors"
	}
	return ""
}

func hasOddSide(sides []int) bool {
	for _, side := range sides {
		if side > 1 && side%2 == 1 {
			return true
		}
	}
	return false
}

// bestExchanges returns the best λ for each dimension of a grid.
func bestExchanges(t Topology) []float64 {
	best := make([]float64, len(t.Sides()))
	for d, side := range t.Sides() {
		best[d] = BestExchange(side, closed(t, d))
	}
	return best
}

// BestExchange returns the share λ of a difference with which dimension exchange converges fastest
// on a chain of processors, or on a ring with an even number of them. There is no ring of 2.
func BestExchange(procs int, ring bool) float64 {
	if ring && procs > 2 {
		return 1 / (1 + math.Sin(2*math.Pi/float64(procs)))
	}
	return 1 / (1 + math.Sin(math.Pi/float64(procs)))
}

// closed reports whether a dimension of a grid is a ring.
func closed(t Topology, d int) bool {
	_, below := t.Step(0, d, -1)
	return below
}

// newDimensionExchange makes the rule of one processor. exchange has λ for each dimension.
func newDimensionExchange(t Topology, rank int, exchange []float64) *Linear {
	l := &Linear{beta: 1}
	for d, side := range t.Sides() {
		for colour := range min(side-1, 2) {
			partner, up, ok := partnerOf(t, rank, d, colour)
			var links []Link
			var shares []Share
			if ok {
				links = []Link{{To: partner, Hears: true, Tells: true}}
				shares = []Share{{Out: exchange[d], In: exchange[d], Up: up}}
			}
			l.links = append(l.links, links)
			l.shares = append(l.shares, shares)
		}
	}
	if len(l.links) == 0 { // a single processor
		l.links, l.shares = make([][]Link, 1), make([][]Share, 1)
	}
	return l
}

// partnerOf returns the processor with which rank forms a pair along the links of one colour in
// dimension d, and whether it lies upwards. The link from an even coordinate upwards has colour 0.
func partnerOf(t Topology, rank, d, colour int) (partner int, up, ok bool) {
	by := 1 - 2*((coordinate(t, rank, d)+colour)%2)
	partner, ok = t.Step(rank, d, by)
	return partner, by > 0, ok
}

// coordinate is the position of a rank of a grid in dimension d. Ranks are row-major.
func coordinate(t Topology, rank, d int) int {
	stride := 1
	for _, side := range t.Sides()[d+1:] {
		stride *= side
	}
	return rank / stride % t.Sides()[d]
}
