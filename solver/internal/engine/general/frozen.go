package general

import (
	"math"
	"slices"

	"transat/solver/cnf"
)

// Frozen subtrees of the rule "weights" for clauses of any length. Read weights.go first.

// subtree is a frozen subtree: the formula that remains at its root, and the current node. The variables that are free at the root
// have new numbers, from 1 on, and their literals 16-bit codes of the same form as Lit: code 0 is always true, and code 1 is always
// false. A clause is in several lists of each of its literals, by its length at the root:
//
//	2, 3     pairs     the two other literals, as in Engine
//	4, 5     quads     the four other literals, for the keys
//	4, ...   longs     its number, for propagation
//	6, ...   late      its number, for the keys
type subtree struct {
	names []cnf.Lit // by variable, and 0 for none: its positive literal in the formula
	codes []uint16  // by literal of the formula that is free at the root: its code
	lits  []uint16  // of the clauses, one clause after the other
	ends  []uint32  // by clause: where its literals end

	lists     []subtreeLists // by literal: where its lists begin; they end where those of the next literal begin
	lates     []uint32       // by literal: the same for its list of late clauses
	pairs     []uint32       // two literals each, the first one in the lower half
	quads     []uint64       // four literals each
	longs     []uint32       // numbers of long clauses
	late      []uint32       // numbers of long clauses too
	clauses   []span         // by long clause: where its literals are
	lateCount uint16         // the count of a late clause from which on it matters to the keys

	keyFloor   float64 // see Numbers
	lateLength int

	values *[1 << 16]uint8 // by literal: valueFalse, valueFree or valueTrue
	trail  []uint16
	marks  []int // where the nodes at level 1 and below begin in trail; the root is at level 0

	counts         []uint16 // by level and long clause, see scanLongs
	counted        int      // the counts of levels up to this one are made
	pairCandidates []uint32
	longCandidates []uint32

	base       []float32         // by literal: g at the root
	now        *[1 << 16]float32 // by literal: g at the deepest node that has keys
	keys       []float32         // by level and literal, and room for any literal behind the last one
	keyed      int               // the keys of levels up to this one are made
	entering   []uint32          // late clauses, see addEntering
	isEntering []bool            // by long clause
}

// subtreeLists tells where the lists of a literal begin, and how many clauses of the whole formula contain it.
type subtreeLists struct{ pairs, quads, longs, visits uint32 }

// span tells where the literals of a clause are.
type span struct{ from, end uint32 }

// add adds the places of other.
func (x *subtreeLists) add(other subtreeLists) {
	x.pairs += other.pairs
	x.quads += other.quads
	x.longs += other.longs
}

// The greatest lengths of clauses in pairs and in quads.
const (
	pairLength = 3
	quadLength = 5
)

// If more than one in this many literals is in a late clause, late clauses do not matter to the keys until lateLength of their literals
// are left, or as few as the shortest clause has at the root.
const fewLate = 4

// leastMixed is the share of g that mixRoots leaves at least.
const leastMixed = 0.1

// The values of a literal. The sum over a pair is less than 2 if at most one is free and none is true.
const (
	valueFalse = 0
	valueFree  = 1
	valueTrue  = 2
)

// newSubtree returns a subtree for formulas whose literals have codes below the given number.
func newSubtree(lits int) subtree {
	return subtree{codes: make([]uint16, lits), values: new([1 << 16]uint8), now: new([1 << 16]float32)}
}

// freeze makes the node at the given depth, a look node whose weights have just been computed, the root of a frozen subtree. It costs a few
// passes over the literals that remain.
func (e *Weighted) freeze(depth int) {
	e.frozen = depth
	at, s := e.looks[depth], &e.subtree
	n := &e.numbers
	e.prepare(at.free)
	if n.Roots != 0 {
		e.mixRoots(at.free)
	}
	s.keyFloor, s.lateLength = n.KeyFloor, n.LateLength
	s.number(at.free, e.g)
	for _, v := range at.free {
		for _, l := range [...]cnf.Lit{cnf.Pos(v), cnf.Neg(v)} {
			s.lists[s.codes[l.Code()]].visits = uint32(e.Engine.visits(l))
		}
	}
	s.take(&at.own)
	s.makeRoom()
	s.fill()
}

// mixRoots replaces a part of each g by its root: see Numbers.Roots.
func (e *Weighted) mixRoots(free []cnf.Var) {
	gamma, roots := float64(e.numbers.FalseWeight), e.numbers.Roots
	for _, v := range free {
		for _, l := range [...]cnf.Lit{cnf.Pos(v), cnf.Neg(v)} {
			root := float32(math.Sqrt(float64(e.g[l.Code()]) / gamma)) // √h/γ
			e.g[l.Code()] = max(e.g[l.Code()]+float32(roots*(root-e.g[l.Code()])), leastMixed*e.g[l.Code()])
		}
	}
}

// resize returns a slice of length n that may have the memory of s, and anything in it.
func resize[E any](s []E, n int) []E { return slices.Grow(s[:0], n)[:n] }

// number gives the free variables their numbers, and makes their lists empty.
func (s *subtree) number(free []cnf.Var, g []float32) {
	lits := 2*len(free) + 2
	s.names = resize(s.names, len(free)+1)
	s.names[0] = cnf.Lit{}
	s.base = resize(s.base, lits)
	s.base[0], s.base[1] = 0, 1
	for i, v := range free {
		pos, neg := cnf.Pos(v), cnf.Neg(v)
		code := uint16(2*i + 2)
		s.names[i+1] = pos
		s.codes[pos.Code()], s.codes[neg.Code()] = code, code+1
		s.base[code], s.base[code+1] = g[pos.Code()], g[neg.Code()]
	}
	copy(s.now[:], s.base)
	for l := range lits {
		s.values[l] = valueFree
	}
	s.values[0], s.values[1] = valueTrue, valueFalse
	s.lists = resize(s.lists, lits+2)
	clear(s.lists)
	s.lates = resize(s.lates, lits+2)
	clear(s.lates)
	s.trail, s.marks, s.counted, s.keyed = s.trail[:0], s.marks[:0], 0, 0
}

// take copies the clauses, and counts in lists[l+2] how long the lists of l will be.
func (s *subtree) take(r *remains) {
	s.lits, s.ends = resize(s.lits, len(r.lits)), r.ends
	shortest, lateLits := len(s.base), 0
	from := uint32(0)
	for _, end := range r.ends {
		length := int(end - from)
		room := roomFor(length)
		shortest = min(shortest, length)
		late := uint32(0)
		if length > quadLength {
			late = 1
			lateLits += length
		}
		for ; from < end; from++ {
			l := s.codes[r.lits[from].Code()]
			s.lits[from] = l
			s.lists[l+2].add(room)
			s.lates[l+2] += late
		}
	}
	s.lateCount = 0
	if fewLate*lateLits > len(r.lits) {
		s.lateCount = countOf(max(s.lateLength, shortest))
	}
}

// roomFor returns in which lists a clause of the given length is.
func roomFor(length int) subtreeLists {
	switch {
	case length <= pairLength:
		return subtreeLists{pairs: 1}
	case length <= quadLength:
		return subtreeLists{quads: 1, longs: 1}
	}
	return subtreeLists{longs: 1}
}

// makeRoom makes lists[l+1] the place where the lists of l begin.
func (s *subtree) makeRoom() {
	var sum subtreeLists
	late := uint32(0)
	for i := range s.lists {
		x := &s.lists[i]
		sum.add(*x)
		sum.visits = x.visits
		*x = sum
		late += s.lates[i]
		s.lates[i] = late
	}
	s.pairs, s.pairCandidates = resize(s.pairs, int(sum.pairs)), resize(s.pairCandidates, int(sum.pairs)+1)
	s.longs, s.longCandidates = resize(s.longs, int(sum.longs)), resize(s.longCandidates, int(sum.longs)+1)
	s.quads, s.late = resize(s.quads, int(sum.quads)), resize(s.late, int(late))
}

// fill fills the lists and computes the keys and counts of the root. While it does so, lists[l+1] is the place where the lists of l
// go on; in the end, it is where they end.
func (s *subtree) fill() {
	s.clauses, s.counts = s.clauses[:0], s.counts[:0]
	keys := s.keysAt(0)
	clear(keys[:len(s.base)])
	from := uint32(0)
	for _, end := range s.ends {
		clause := s.lits[from:end]
		from = end
		switch {
		case len(clause) <= pairLength:
			s.addPairs(clause)
		case len(clause) <= quadLength:
			s.addQuads(clause)
			s.addLong(clause, end)
		default:
			s.addLong(clause, end)
			s.addLate(clause)
			if countOf(len(clause)) < s.lateCount {
				continue
			}
		}
		product := float32(1)
		for _, l := range clause {
			product = float32(product * s.base[l])
		}
		for _, l := range clause {
			keys[l] += product
		}
	}
	for l := 2; l < len(s.base); l++ {
		keys[l] /= s.base[l]
	}
	s.isEntering = resize(s.isEntering, len(s.clauses))
	clear(s.isEntering)
}

func (s *subtree) addPairs(clause []uint16) {
	a, b, c := clause[0], clause[1], uint16(1)
	add := func(l, x, y uint16) {
		to := &s.lists[l+1].pairs
		s.pairs[*to] = uint32(x) | uint32(y)<<16
		*to++
	}
	if len(clause) == 3 {
		c = clause[2]
		add(c, a, b)
	}
	add(a, b, c)
	add(b, a, c)
}

// addQuads gives each literal a word with the other four: the word of the first four literals, with the fifth in place of the literal.
func (s *subtree) addQuads(clause []uint16) {
	word, last := uint64(0), uint64(1)
	for i, l := range clause[:4] {
		word |= uint64(l) << (16 * i)
	}
	if len(clause) == 5 {
		last = uint64(clause[4])
	}
	for i, l := range clause {
		to := &s.lists[l+1].quads
		s.quads[*to] = word
		if i < 4 {
			s.quads[*to] ^= (uint64(l) ^ last) << (16 * i)
		}
		*to++
	}
}

// addLong adds a clause whose last literal is before the given place.
func (s *subtree) addLong(clause []uint16, end uint32) {
	for _, l := range clause {
		to := &s.lists[l+1].longs
		s.longs[*to] = uint32(len(s.clauses))
		*to++
	}
	s.clauses = append(s.clauses, span{end - uint32(len(clause)), end})
	s.counts = append(s.counts, countOf(len(clause)))
}

// addLate adds the clause that has been added last.
func (s *subtree) addLate(clause []uint16) {
	for _, l := range clause {
		to := &s.lates[l+1]
		s.late[*to] = uint32(len(s.clauses) - 1)
		*to++
	}
}

// long returns the literals of a long clause.
func (s *subtree) long(c uint32) []uint16 {
	x := s.clauses[c]
	return s.lits[x.from:x.end]
}

// literal returns the literal of the formula with the given code.
func (s *subtree) literal(code uint16) cnf.Lit {
	return cnf.FromCode(s.names[code/2].Code() ^ uint32(code&1))
}

func (s *subtree) model(m cnf.Model) {
	for _, l := range s.trail {
		m[s.names[l/2].Var()] = l&1 == 0
	}
}
