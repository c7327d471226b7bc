package solver

// trackedLengths is the largest clause length for which general keeps occurrence counts up to date.
// Longer clauses are counted when a tie has to be broken, which is rare, so that a formula with one
// clause of ten thousand literals does not need ten thousand counts a literal.
const trackedLengths = 10

// general is the engine for clauses of any length.
//
// Every clause has a slack, the number of its literals that are not false. When a literal becomes
// false, the slack of each of its clauses falls by one; a slack of 1 makes the clause a candidate
// for the unit rule, a slack of 0 is a conflict. This costs the same for long clauses as for short.
//
// Most nodes are conflicts, or become so before anything else is known about them, so nothing but
// the slack is touched while propagating. Only branch, which is called on nodes that survive,
// brings the counts of the branching rule up to date (general_count.go). Leaving a node reverses
// what was done at it; nothing is copied, which keeps large formulas affordable.
type general struct {
	problem *problem
	rule    Rule

	lits   []Lit    // of all clauses
	first  []uint32 // lits[first[c]:first[c+1]] are those of clause c
	occurs []uint32 // clause numbers, grouped by literal
	start  []uint32 // occurs[start[l]:start[l+1]] are the clauses of literal l

	values     []uint8  // by literal: litFree, litFalse or litTrue
	trail      []Lit    // the true literals in the order of their assignment
	marks      []int    // marks[d] is where the node at depth d begins in trail
	scanned    int      // the clauses of the complements of trail[:scanned] have lost slack
	slack      []uint32 // by clause
	candidates []uint32 // clauses whose slack fell to 1 in the current wave; only as many as scan says

	counts counts
	ties   []Var // room for the variables among which branch has to choose
}

// The values of a literal.
const (
	litFree  uint8 = 0
	litFalse uint8 = 1
	litTrue  uint8 = 4
)

func newGeneral(p *problem, rule Rule) *general {
	g := &general{
		problem: p,
		rule:    rule,
		values:  make([]uint8, len(p.occ)),
		trail:   make([]Lit, 0, p.vars),
		slack:   make([]uint32, p.clauses.Len()),
		counts:  newCounts(p),

		candidates: make([]uint32, p.clauses.Len()+1),
		ties:       make([]Var, p.vars+1),
	}
	g.lits, g.first = p.clauses.lits, append([]uint32{0}, p.clauses.ends...)
	g.occurs, g.start = p.occurrences()
	for c := range g.slack {
		g.slack[c] = uint32(len(g.clause(uint32(c))))
	}
	return g
}

func (g *general) clause(c uint32) []Lit { return g.lits[g.first[c]:g.first[c+1]] }

// clausesOf returns the numbers of the clauses that contain l.
func (g *general) clausesOf(l Lit) []uint32 { return g.occurs[g.start[l]:g.start[l+1]] }

func (g *general) reset() step {
	for len(g.marks) > 0 {
		g.undo()
	}
	g.marks = append(g.marks, 0)
	if g.problem.refuted {
		return step{conflict: true}
	}
	for _, l := range g.problem.units {
		g.assign(l)
	}
	return g.propagate()
}

func (g *general) assume(l Lit) step {
	g.marks = append(g.marks, len(g.trail))
	g.assign(l)
	return g.propagate()
}

func (g *general) assign(l Lit) {
	g.values[l] = litTrue
	g.values[l.Not()] = litFalse
	g.trail = append(g.trail, l)
}

// propagate assigns wave after wave until there is a conflict or nothing to assign. The first wave
// is on the trail already.
func (g *general) propagate() step {
	var s step
	from := g.marks[len(g.marks)-1]
	for g.scanned < len(g.trail) && !s.conflict {
		wave := g.trail[g.scanned:]
		for _, l := range wave {
			s.visits += int64(g.problem.occ[l.Not()])
		}
		s.propagated = len(g.trail) - from
		candidates, ok := g.scan(wave)
		s.conflict = !ok || !g.derive(candidates)
	}
	s.assigned = from + s.propagated
	return s
}

// scan takes the slack from the clauses that a wave shortens and returns the candidates for the unit
// rule. It is not ok if a clause has become empty.
func (g *general) scan(wave []Lit) (candidates []uint32, ok bool) {
	n := 0
	for _, l := range wave {
		least := uint32(1)
		for _, c := range g.clausesOf(l.Not()) {
			s := g.slack[c] - 1
			g.slack[c] = s
			least = min(least, s)
			g.candidates[n] = c
			if s == 1 { // compiled without a branch, which would often be mispredicted
				n++
			}
		}
		g.scanned++
		if least == 0 {
			return nil, false
		}
	}
	return g.candidates[:n], true
}

// derive assigns the literals that the candidates make true: the next wave. It returns false if two
// of them are complementary.
func (g *general) derive(candidates []uint32) bool {
candidates:
	for _, c := range candidates {
		for _, l := range g.clause(c) {
			switch g.values[l] {
			case litTrue:
				continue candidates
			case litFree:
				g.assign(l)
				continue candidates
			}
		}
		return false
	}
	return true
}

func (g *general) undo() {
	depth := len(g.marks) - 1
	from := g.marks[depth]
	g.marks = g.marks[:depth]
	if g.counts.depth > depth {
		g.uncount(g.trail[from:])
		g.counts.depth = depth
	}
	for ; g.scanned > from; g.scanned-- {
		n := g.trail[g.scanned-1].Not()
		for _, c := range g.clausesOf(n) {
			g.slack[c]++
		}
	}
	for _, l := range g.trail[from:] {
		g.values[l] = litFree
		g.values[l.Not()] = litFree
	}
	g.trail = g.trail[:from]
}

func (g *general) model(m Model) {
	for _, l := range g.trail {
		m[l.Var()] = !l.Negative()
	}
}
