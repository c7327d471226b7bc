package solver

import (
	"math"
	"slices"

	"transat/solver/cnf"
)

// largeFormula is the number of literals from which on a copy of the formula on every core is
// too much.
const largeFormula = 5_000_000

// treeOnly reports whether an option is set that only a search of the tree can keep to.
func (o Options) treeOnly() bool {
	return o.MaxNodes > 0 || o.Deterministic || o.Checkpoint.File != ""
}

// SeemsRandom reports whether the clauses of f look as if they had been drawn at random. The engine Auto searches their tree.
func SeemsRandom(f *cnf.Formula) bool { return randomLength(f) > 0 }

// randomLength returns the length of clauses that look as if they had been drawn at random, or 0.
func randomLength(f *cnf.Formula) int {
	if length := uniform(f); length > 0 && looksRandom(f) {
		return length
	}
	return 0
}

// uniform returns the length that all clauses have, or 0.
func uniform(f *cnf.Formula) int {
	if f.Len() == 0 {
		return 0
	}
	length := len(f.Clause(0))
	for i := range f.Len() {
		if len(f.Clause(i)) != length {
			return 0
		}
	}
	return length
}

// looksRandom reports whether clauses, which are of one length, could have been drawn at random. Then how often
// variables occur is spread as by a Poisson distribution, whose variance is its mean, and two clauses hardly ever
// begin with the same two variables; encodings of structure have variables that are all alike, or of several
// kinds, and several clauses over the same ones.
func looksRandom(f *cnf.Formula) bool {
	if f.Vars() < 2 || len(f.Clause(0)) < 3 {
		return false
	}
	const (
		leastSpread, mostSpread = 0.5, 1.6 // variance / mean
		mostPairs               = 3        // pairs in common, as a multiple of what chance gives
	)
	occurs := make([]int32, f.Vars()+1)
	m := 0.0
	var pairs []uint64
	for i := range f.Len() {
		clause := f.Clause(i)
		for _, l := range clause {
			occurs[l.Var()]++
		}
		if !sampled(i, f.Len()) {
			continue
		}
		m++
		low, high := twoLowest(clause)
		pairs = append(pairs, uint64(low)<<32|uint64(high))
	}
	same := equalPairs(pairs)
	spread := dispersion(occurs[1:])
	// Two clauses of k literals that have a pair in common have the same two lowest variables less often than
	// that, so this is more than chance gives.
	n, k := float64(f.Vars()), float64(len(f.Clause(0)))
	chance := m * m / 2 * math.Pow(k*(k-1)/2, 2) / (n * (n - 1) / 2)
	return leastSpread <= spread && spread <= mostSpread && float64(same) <= mostPairs+chance
}

// equalPairs returns how many two of the numbers are equal. It puts them in order.
func equalPairs(numbers []uint64) int {
	slices.Sort(numbers)
	same, run := 0, 0
	for i := 1; i < len(numbers); i++ {
		if run++; numbers[i] != numbers[i-1] {
			run = 0
		}
		same += run
	}
	return same
}

// Of many clauses, pairs are counted in some runs of neighbours only, since encodings have clauses over the same variables one
// after the other.
const (
	runsSampled = 64
	runLength   = 128
)

// sampled reports whether clause i of n is in the sample.
func sampled(i, n int) bool {
	return n <= runsSampled*runLength || i%(n/runsSampled) < runLength
}

// twoLowest returns the two lowest variables of a clause of at least two literals.
func twoLowest(clause []cnf.Lit) (low, high cnf.Var) {
	low, high = math.MaxUint32, math.MaxUint32
	for _, l := range clause {
		switch v := l.Var(); {
		case v < low:
			low, high = v, low
		case v < high:
			high = v
		}
	}
	return low, high
}

// dispersion returns the variance of numbers over their mean.
func dispersion(numbers []int32) float64 {
	sum, squares := 0.0, 0.0
	for _, x := range numbers {
		sum += float64(x)
		squares += float64(x) * float64(x)
	}
	mean := sum / float64(len(numbers))
	return (squares/float64(len(numbers)) - mean*mean) / max(mean, 1e-9)
}
