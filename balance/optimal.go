package balance

import (
	"math"
	"slices"
)

const optimalEssay = `The optimal scheme: diffusion whose share changes from step to step. In step k it is the reciprocal of
the k-th eigenvalue of the Laplacian matrix of the network, each of which counts once, and 0 not at all:

	u ← (I − L/λ_k) u,    so after all steps    u = Π (I − L/λ_k) u₀ = the mean

Each step takes one part of the difference away for good, so real loads are equal after as many steps as
there are different eigenvalues: d on a hypercube of dimension d, 1 on a clique, 16 on a ring of 33, and
32 on a mesh of 8x8, whose diffusion shrinks the difference by 4 % a step. The flows are the smallest
that do it, in the sum of their squares.

Between the steps loads may be far from the mean, and below zero. The order of the eigenvalues decides
how far: each is the one that is farthest from all before it (Leja's order). After the last step the
first one comes again.

Parameters: period, the time from one step to the next.

Messages: one a step to each neighbour, besides the elements.

Source: Diekmann, Frommer, Monien: Efficient Schemes for Nearest Neighbor Load Balancing (OPT), 1999;
Elsässer, Frommer, Monien, Preis: Optimal and Alternating-Direction Load Balancing Schemes, 1999. Cited
by Karagiorgos and Missirlis. Known to us from descriptions. Whole loads: amounts are rounded as in
Linear, and a processor sends what it has: on elements the scheme is not exact.
`

func optimalSpec() Spec {
	return InSteps(Spec{
		Name:     "optimal",
		Title:    "optimal scheme: diffusion with a step for each eigenvalue",
		Family:   familySteps,
		Source:   "Diekmann, Frommer, Monien: Efficient Schemes for Nearest Neighbor Load Balancing, 1999",
		Uses:     "knows the loads of its neighbours and the spectrum of the network; one message per neighbour and step",
		Essay:    optimalEssay,
		Wordings: stepWordings("the share of this step's eigenvalue flows"),
		Kinds:    []string{"torus", "mesh", "line", "ring", "hypercube", "clique"},
		Estimate: "count",
		Received: Bottom,
		Rule: func(t Topology, _ Values) func(int) Rule {
			shares := OptimalShares(t)
			return func(rank int) Rule { return newOptimal(t, rank, shares) }
		},
	}, StepOptions{})
}

// OptimalShares returns the shares of the optimal scheme on a grid or a clique, one for each step: the reciprocals of the different
// eigenvalues of its Laplacian above 0, in Leja's order.
func OptimalShares(t Topology) []float64 {
	values := distinctEigenvalues(t)
	leja(values)
	for i, x := range values {
		values[i] = 1 / x
	}
	return values
}

// distinctEigenvalues returns those above 0, in ascending order.
func distinctEigenvalues(t Topology) []float64 {
	const tolerance = 1e-9
	all := []float64{0}
	switch {
	case t.Procs() == 1:
	case t.Kind() == "clique":
		all = append(all, float64(t.Procs()))
	default:
		for d, side := range t.Sides() {
			all = sums(all, chainEigenvalues(side, closed(t, d)))
			all = slices.CompactFunc(all, func(a, b float64) bool { return math.Abs(a-b) < tolerance })
		}
	}
	return all[1:]
}

// sums returns all sums of a number of a and one of b, in ascending order.
func sums(a, b []float64) []float64 {
	all := make([]float64, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			all = append(all, x+y)
		}
	}
	slices.Sort(all)
	return all
}

// chainEigenvalues are those of a chain of processors, or of a ring.
func chainEigenvalues(procs int, ring bool) []float64 {
	angle, most := math.Pi/float64(procs), procs-1
	if ring && procs > 2 {
		angle, most = 2*angle, procs/2
	}
	var all []float64
	for j := range most + 1 {
		all = append(all, 2-2*math.Cos(angle*float64(j)))
	}
	return all
}

// leja puts numbers into Leja's order: the largest first, and then the one whose product of differences from all before it is largest.
func leja(values []float64) {
	slices.Sort(values)
	slices.Reverse(values)
	products := make([]float64, len(values)) // logarithms
	for next := range values {
		best := next
		for i := next; i < len(values); i++ {
			if products[i] > products[best] {
				best = i
			}
		}
		values[next], values[best] = values[best], values[next]
		products[next], products[best] = products[best], products[next]
		for i := next + 1; i < len(values); i++ {
			products[i] += math.Log(math.Abs(values[i] - values[next]))
		}
	}
}

// optimal is the rule of one processor.
type optimal struct {
	links  []Link
	up     []bool
	shares []float64 // by step
}

func newOptimal(t Topology, rank int, shares []float64) *optimal {
	o := &optimal{shares: shares}
	for _, n := range t.Neighbours(rank) {
		o.links = append(o.links, Link{To: n, Hears: true, Tells: true})
		o.up = append(o.up, leadsUp(t, rank, n))
	}
	return o
}

// Remembers implements Rememberer: the share goes by the number of the step.
func (*optimal) Remembers() bool { return true }

// Substeps implements Rule.
func (*optimal) Substeps() int { return 1 }

// Links implements Rule.
func (o *optimal) Links(int) []Link { return o.links }

// Flow implements Rule.
func (o *optimal) Flow(step, _ int, own float64, loads []float64, whole bool, send []float64) {
	if len(o.links) == 0 {
		return
	}
	share, left := o.shares[step%len(o.shares)], own
	for i, load := range loads {
		send[i] = max(0, share*(own-load))
		if whole {
			send[i] = wholeAmount(send[i], left, o.up[i], load == 0)
			left -= send[i]
		}
	}
}
