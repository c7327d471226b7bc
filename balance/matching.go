package balance

const matchingEssay = `Random matchings: in every step some links are drawn at random, of which no two meet, and the two ends
of each even out.

	step 0   0───1   2   3───4   5        each processor meets at most one neighbour in a step
	step 1   0   1───2   3   4───5        both ends then have the same load

Every link gets a random number in each step, and is in the matching if that is the smallest of all
links at its two ends. Both ends compute the same numbers from the step and their ranks: there is
nothing to agree on. So a link is drawn with a probability of at least 1/(2d − 1), where d is the
largest number of neighbours.

The potential Σ(load − mean)² shrinks in expectation by the factor 1 − λ₂/(2(2d − 1)) a step at least,
λ₂ being the second smallest eigenvalue of the Laplacian matrix: an even-out of two loads takes half of
the square of their difference away.

Parameters: period, the time from one step to the next.

Messages: one a step to each neighbour, besides the elements.

Source: Ghosh, Muthukrishnan: Dynamic Load Balancing by Random Matchings, 1996; cited by Böhm and
Speckenmeyer. Known to us from descriptions. Differs from it: there, a link is drawn by two coins, with a probability of 1/(8d) or
more; here the matching is one to which hardly a link can be added. Loads are told to all neighbours,
not to the matched one alone. Whole loads: the odd element stays.
`

func matchingSpec() Spec {
	return InSteps(Spec{
		Name:     "matching",
		Title:    "random matchings: neighbours drawn as pairs even out",
		Family:   familySteps,
		Source:   "Ghosh, Muthukrishnan: Dynamic Load Balancing by Random Matchings, 1996",
		Uses:     "knows the loads of its neighbours; one message per neighbour and step",
		Essay:    matchingEssay,
		Wordings: stepWordings("pairs that were drawn even out"),
		Kinds:    everyKind("torus"),
		Anywhere: true,
		Estimate: "count",
		Received: Bottom,
		Rule: func(t Topology, _ Values) func(int) Rule {
			return func(rank int) Rule { return newMatching(t, rank) }
		},
	}, StepOptions{})
}

// matching is the rule of one processor.
type matching struct {
	rank   int
	links  []Link
	beyond [][]int // by link: the neighbours of the neighbour
}

func newMatching(t Topology, rank int) *matching {
	m := &matching{rank: rank}
	for _, n := range t.Neighbours(rank) {
		m.links = append(m.links, Link{To: n, Hears: true, Tells: true})
		m.beyond = append(m.beyond, t.Neighbours(n))
	}
	return m
}

// Remembers implements Rememberer: the matching goes by the number of the step.
func (*matching) Remembers() bool { return true }

// Substeps implements Rule.
func (*matching) Substeps() int { return 1 }

// Links implements Rule.
func (m *matching) Links(int) []Link { return m.links }

// Flow implements Rule.
func (m *matching) Flow(step, _ int, own float64, loads []float64, whole bool, send []float64) {
	clear(send)
	partner, smallest := -1, uint64(0)
	for i, link := range m.links {
		if lot := lot(step, m.rank, link.To); partner < 0 || lot < smallest {
			partner, smallest = i, lot
		}
	}
	if partner < 0 {
		return
	}
	to := m.links[partner].To
	for _, n := range m.beyond[partner] {
		if n != m.rank && lot(step, to, n) < smallest {
			return
		}
	}
	amount := max(0, (own-loads[partner])/2)
	if whole {
		amount = wholeAmount(amount, own, false, loads[partner] == 0)
	}
	send[partner] = amount
}

// lot is the random number of a link in a step, the same at both ends; no two links have the same.
func lot(step, a, b int) uint64 {
	x := uint64(min(a, b))<<32 | uint64(max(a, b))
	return mix(x ^ mix(uint64(step)+0x9e3779b97f4a7c15))
}

// mix is a permutation of the numbers of 64 bits that leaves nothing to be seen of its argument: the finaliser of SplitMix64.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
