package drat

import (
	"math/bits"

	"transat/solver/cnf"
)

// finder finds the clause that a deletion names by its set of literals, whatever their order and repetitions. If
// several clauses are equal as sets, a deletion removes the last one.
//
// It is a hash table of the clauses that are there, with chains through the store. The hash is a sum over the literals,
// so that their order does not matter.
type finder struct {
	store *store
	rows  []ref
}

// newFinder returns a finder for about the given number of clauses at a time.
func newFinder(s *store, clauses int) finder {
	return finder{store: s, rows: make([]ref, 1<<bits.Len(uint(clauses)))}
}

// insert adds a clause of the store.
func (t *finder) insert(r ref) {
	sum := uint64(0)
	for _, l := range t.store.lits(r) {
		sum += scramble(l)
	}
	row := t.row(sum)
	t.store.words[r+2] = uint32(*row)
	*row = r
}

// find returns a clause with the same set of literals, or 0.
func (t *finder) find(clause []cnf.Lit) ref {
	size, _ := t.store.mark(clause)
	for r := *t.row(t.sum(clause, size)); r != 0; r = t.store.next(r) {
		if t.store.size(r) == size && t.covered(r) {
			return r
		}
	}
	return 0
}

// sum adds the hashes of the distinct literals of the clause last marked; size is their number.
func (t *finder) sum(clause []cnf.Lit, size uint32) (sum uint64) {
	if int(size) == len(clause) {
		for _, l := range clause {
			sum += scramble(l.Code())
		}
		return sum
	}
	for _, l := range clause { // each literal once; then the stamps are restored
		if t.store.marked(l.Code()) {
			sum += scramble(l.Code())
			t.store.stamps[l.Code()] = 0
		}
	}
	t.store.mark(clause)
	return sum
}

// covered reports whether all literals of r are marked.
func (t *finder) covered(r ref) bool {
	for _, l := range t.store.lits(r) {
		if !t.store.marked(l) {
			return false
		}
	}
	return true
}

// remove removes a clause that find has just returned.
func (t *finder) remove(r ref) {
	sum := uint64(0)
	for _, l := range t.store.lits(r) {
		sum += scramble(l)
	}
	row := t.row(sum)
	if *row == r {
		*row = t.store.next(r)
		return
	}
	at := *row
	for t.store.next(at) != r {
		at = t.store.next(at)
	}
	t.store.words[at+2] = uint32(t.store.next(r))
}

func (t *finder) row(sum uint64) *ref {
	return &t.rows[(sum*0x9E3779B97F4A7C15)>>32&uint64(len(t.rows)-1)]
}

// scramble spreads a literal over 64 bits. Source of the constants: the finalizer of SplitMix64 in
// G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
func scramble(l uint32) uint64 {
	x := uint64(l) * 0xBF58476D1CE4E5B9
	x ^= x >> 27
	x *= 0x94D049BB133111EB
	return x ^ x>>31
}
