package cdcl

// tiers says which learned clauses stay. Clauses of few decision levels (LBD) are used again and again. How few depends on the formula, so
// the limits come from how often clauses of each number of levels were used in conflicts of focused mode: clauses of at most first levels
// make half of the uses, those of at most second nine tenths, if that is few: where most clauses have many levels, too many would stay, and
// a conflict take twice the time. Both modes go by these limits, and so does vivification.
//
// A solver of cubes keeps the limits that it begins with: what it has learned under many cubes is seldom used again.
//
// The first tier stays for mostUsed reductions after each use, the second for two. The others stay if they have few levels among the
// clauses that are left.
//
// Source: A. Biere, T. Faller, K. Fazekas, M. Fleury, N. Froleyks, F. Pollitt, "CaDiCaL, Gimsatul, IsaSAT and Kissat Entering the SAT
// Competition 2024".
type tiers struct {
	first, second int
	uses          [mostCounted + 1]int64 // by number of levels
	next          int64                  // conflicts
	every         int64
	fixed         bool // the limits stay
}

const (
	fewestLevels = 2       // of clauses whose number of levels is not counted anew
	mostCounted  = 127     // levels; more count as these
	longestTiers = 1 << 16 // conflicts between two computations of the limits
	mostFirst    = 4       // levels of the first tier
	mostSecond   = 8       // and of the second
)

func newTiers() tiers { return tiers{first: 2, second: 6, every: 2} }

// count notes a use of a clause.
func (t *tiers) count(lbd int) { t.uses[min(lbd, mostCounted)]++ }

// spare reports whether the tier of a clause keeps it. used is mostUsed less the number of reductions since it was last used.
func (t *tiers) spare(lbd, used int) bool {
	return lbd <= t.first && used > 0 || lbd <= t.second && used >= mostUsed-1
}

// vivified returns the sets of clauses that vivification tries.
func (t *tiers) vivified() []tier {
	return []tier{{true, 0, t.first, 3}, {true, t.first + 1, t.second, 3}, {true, t.second + 1, mostLBD, 1}, {false, 0, 0, 3}}
}

// renew computes the limits when it is time.
func (t *tiers) renew(conflicts int64) {
	if t.fixed || conflicts < t.next {
		return
	}
	t.every = min(2*t.every, longestTiers)
	t.next = conflicts + t.every
	all := int64(0)
	for _, n := range t.uses {
		all += n
	}
	if all == 0 {
		return
	}
	t.first, t.second = mostFirst, mostSecond
	sum := int64(0)
	for lbd, n := range t.uses[:mostSecond] {
		sum += n
		if 2*sum >= all {
			t.first = min(t.first, lbd)
		}
		if 10*sum >= 9*all {
			t.second = lbd
			return
		}
	}
}
