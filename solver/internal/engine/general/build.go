package general

import (
	"context"
	"slices"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
)

// copiedVars is the largest number of variables of a small formula. At this number copying keys is still
// faster than changing them back, and takes 64 MB if the tree is as deep as it can be.
const copiedVars = 2048

// clausesBetweenLooks is how many clauses are dealt with between two looks at the context while the engine is set up.
const clausesBetweenLooks = 1 << 12

// New returns the engine for p, or the error of ctx. The branching rule counts the rarer sign of a variable
// minWeight times, 1 or 2. The engine stops its work when ctx ends.
func New(ctx context.Context, p *cnf.Problem, minWeight int) (*Engine, error) {
	return build(ctx, p, minWeight, p.Vars > copiedVars)
}

// NewLarge returns the engine as it is for a large formula, whatever the size of p. The tree is the same.
func NewLarge(ctx context.Context, p *cnf.Problem, minWeight int) (*Engine, error) {
	return build(ctx, p, minWeight, true)
}

func build(ctx context.Context, p *cnf.Problem, minWeight int, large bool) (*Engine, error) {
	g := &Engine{
		vars:    p.Vars,
		refuted: p.Refuted,
		units:   p.Units,
		values:  slices.Repeat([]uint8{litFree}, len(p.Occ)),
		trail:   make([]cnf.Lit, 0, p.Vars),
		keys:    newKeys(p.Occ, p.Longest, minWeight, !large),
		ties:    make([]cnf.Var, 0, p.Vars),
		done:    ctx.Done(),
	}
	g.values[codeAlwaysTrue] = litTrue
	g.values[codeAlwaysFalse] = litFalse
	if err := g.makeLists(ctx, p); err != nil {
		return nil, err
	}
	if large {
		g.best = newTournament(p.Vars, g.score)
	}
	return g, ctx.Err()
}

// makeLists fills the lists, the long clauses, and the keys.
func (g *Engine) makeLists(ctx context.Context, p *cnf.Problem) error {
	longs, longLits, err := g.makeRoom(ctx, p)
	if err != nil {
		return err
	}
	g.long = cnf.NewFormula(p.Vars)
	g.long.Grow(longs, longLits)
	g.states = make([]longState, 0, longs)
	g.counts.lengths = make([]uint32, 0, longs)
	g.counts.remaining = slices.Repeat([]uint8{1}, longs)
	next := slices.Clone(g.lists)
	for i := range p.Clauses.Len() {
		if i%clausesBetweenLooks == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		clause := p.Clauses.Clause(i)
		if len(clause) < engine.LongLength {
			g.addShort(clause, next)
		} else {
			g.addLong(clause, next)
		}
		if len(clause) <= int(g.keys.longestLane()) {
			g.keys.add(clause, g.keys.one[len(clause)])
		}
	}
	return nil
}

// makeRoom makes the lists, in order, but empty. It returns the number of long clauses and of literals
// in them.
func (g *Engine) makeRoom(ctx context.Context, p *cnf.Problem) (longs, lits int, err error) {
	g.lists = make([]listStart, len(p.Occ)+1)
	for i := range p.Clauses.Len() {
		if i%clausesBetweenLooks == 0 && ctx.Err() != nil {
			return 0, 0, ctx.Err()
		}
		clause := p.Clauses.Clause(i)
		if len(clause) < engine.LongLength {
			continue
		}
		longs++
		lits += len(clause)
		for _, l := range clause {
			g.lists[l.Code()+1].longs++
		}
	}
	for l, n := range p.Occ {
		here, next := g.lists[l], &g.lists[l+1]
		next.pairs = here.pairs + n - next.longs
		next.longs += here.longs
	}
	last := g.lists[len(p.Occ)]
	g.pairs = make([]pair, last.pairs)
	g.longs = make([]uint32, last.longs)
	return longs, lits, nil
}

// addShort puts a short clause into the lists of its literals, at the places that next tells.
func (g *Engine) addShort(clause []cnf.Lit, next []listStart) {
	a, b, c := clause[0], clause[1], cnf.FromCode(codeAlwaysFalse)
	add := func(l cnf.Lit, p pair) {
		g.pairs[next[l.Code()].pairs] = p
		next[l.Code()].pairs++
	}
	if len(clause) == 3 {
		c = clause[2]
		add(c, makePair(a, b))
	}
	add(a, makePair(b, c))
	add(b, makePair(a, c))
}

// addLong adds a long clause.
func (g *Engine) addLong(clause []cnf.Lit, next []listStart) {
	state := longState(len(clause)) * oneNotFalse
	for _, l := range clause {
		state ^= longState(l.Code())
		g.longs[next[l.Code()].longs] = uint32(g.long.Len())
		next[l.Code()].longs++
	}
	g.long.Add(clause...)
	g.states = append(g.states, state)
	g.counts.lengths = append(g.counts.lengths, uint32(len(clause)))
	if len(clause) > int(g.keys.longestLane()) {
		g.counts.laneless++
	}
}
