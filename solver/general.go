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

	occurs []uint32 // clause numbers, grouped by literal
	start  []uint32 // occurs[start[l]:start[l+1]] are the clauses of literal l

	values     []uint8 // by literal: litFree, litFalse or litTrue
	trail      []Lit   // the true literals in the order of their assignment
	marks      []int   // marks[d] is where the node at depth d begins in trail
	scanned    int     // the clauses of the complements of trail[:scanned] have lost slack
	slack      []uint32
	candidates []uint32 // clauses of slack 1 met in the current wave

	counts counts
	ties   []Var // the variables among which branch still has to choose
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
	}
	g.occurs, g.start = p.occurrences()
	for c := range g.slack {
		g.slack[c] = uint32(len(p.clauses.Clause(c)))
	}
	return g
}

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
	for g.scanned < len(g.trail) {
		wave := g.trail[g.scanned:]
		for _, l := range wave {
			s.visits += int64(g.problem.occ[l.Not()])
		}
		s.propagated = len(g.trail) - from
		if !g.scan(wave) || !g.derive() {
			s.conflict = true
			break
		}
	}
	s.assigned = from + s.propagated
	return s
}

// scan takes the slack from the clauses that a wave shortens and collects the candidates for the
// unit rule. It returns false if a clause has become empty.
func (g *general) scan(wave []Lit) bool {
	g.candidates = g.candidates[:0]
	for _, l := range wave {
		n := l.Not()
		empty := false
		for _, c := range g.occurs[g.start[n]:g.start[n+1]] {
			s := g.slack[c] - 1
			g.slack[c] = s
			if s <= 1 {
				empty = empty || s == 0
				g.candidates = append(g.candidates, c)
			}
		}
		g.scanned++
		if empty {
			return false
		}
	}
	return true
}

// derive assigns the literals that the candidates make true: the next wave. It returns false if two
// of them are complementary.
func (g *general) derive() bool {
candidates:
	for _, c := range g.candidates {
		for _, l := range g.problem.clauses.Clause(int(c)) {
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
		for _, c := range g.occurs[g.start[n]:g.start[n+1]] {
			g.slack[c]++
		}
	}
	for _, l := range g.trail[from:] {
		g.values[l] = litFree
		g.values[l.Not()] = litFree
	}
	g.trail = g.trail[:from]
}

func (g *general) isTrue(l Lit) bool { return g.values[l] == litTrue }
