package solver

import (
	"context"
	"slices"
)

// weightedGeneral is the engine of the rule "weights" for clauses of any length: see weights.go, which comes first.
// It propagates as general does, and has its own view of the clauses for the weights.
//
// # Clauses of any length
//
// In weights.go a clause of three literals gives each of them the product of the other two g, and a false literal
// has γ. Here g of a free literal is divided by γ, and that of a false one is 1: all products of a 3-SAT
// formula differ from those by the same factor, which the division by the mean takes out again. And a clause that had
// five literals, two of which are false, counts as much as one that had three from the beginning, with 1/γ for each
// literal that it has left.
//
// To multiply all literals but one, for each of them, takes a number of steps that grows with the square of
// the length. But with the product of a whole clause and the sum of these products,
//
//	P(c) = Π g(l)  over the literals of c
//	S(l) = Σ P(c)  over the clauses that contain l
//
// what the others give to l is one division away:
//
//	H(l) = S(l)/g(l)
//
// # Frozen subtrees
//
// There g of a free literal does not change, so P and S can be kept up to date. When a literal becomes true, P of its
// clauses becomes 0, and when it becomes false, P is divided by its g. The difference is added to S of all
// literals of the clause. S is a row per depth, like the keys of packed; what P was goes to a log. So going back restores
// every bit, and what is picked is a function of the path, although floating-point sums are never exact: the
// number of clauses that remain, which says whether there is a model, is an integer.
//
// The variable with the largest product of its keys S(l)/g(l) is picked. There is no looking ahead.
//
// # When to freeze
//
// The estimate is a regression for random formulas with clauses of 3, 4, 5, 6 and 7 literals each; in between it goes by the
// average length. On formulas with clauses of different lengths it is wrong by a factor of up to seven, which
// matters little: the time hardly depends on the threshold.
//
// # What it gains, and what was tried
//
// Nodes and user time, boehm divided by weights, for unsatisfiable formulas on which boehm takes 0.1 to 4 s: 120 variables and 1260
// clauses of 4 literals 2.1 and 1.7, 70-1610-5 1.5 and 1.35, 40-4000-7 1.1 and 1.3, lengths from 3 to 5 2.6 and 1.2, from 4 to 7
// 1.6 and 1.3. Pigeons take 1.5 times as long as with boehm, random parities at most 1.2 times, and small colourings up to twice as
// long on a tenth of the nodes, which is milliseconds.
//
// With γ = 3, 4-SAT has 40 % more nodes, with 7 and 10, 5 and 35 % more. Without 1/γ for each free literal, formulas of lengths 3
// to 5 have sixteen times as many nodes: it is what tells short clauses from long ones. Bounds on weights that are ten
// times wider or three times narrower: the same. Look nodes everywhere: half the nodes of a tree that is frozen at its
// root for 4-SAT, three quarters for 5-SAT, nine tenths for 7-SAT; so the longer the clauses, the less is there to gain from weights.
type weightedGeneral struct {
	*general
	starts  []uint32 // by clause: where its literals begin; they end where those of the next clause begin
	lits    []Lit
	firsts  []uint32 // by literal: where its clauses begin; they end where those of the next literal begin
	numbers []uint32 // of clauses

	root   generalLook    // what the root begins with
	looks  []*generalLook // by depth, above the frozen subtree
	g      []float32      // by literal, see above; in a frozen subtree as it was at its root
	sums   []float32      // by literal: S
	length float64        // average over all clauses
	below  float64        // the natural logarithm of the size of a subtree that is frozen

	decided int // nodes at lower depths have been branched on
	frozen  int // depth of the root of the frozen subtree, or notFrozen
	ice     ice // what is kept up to date in the frozen subtree
}

// generalLook is what a look node knows.
type generalLook struct {
	h       []float32 // by literal: its weight, if it is free
	free    []Var
	clauses []uint32 // those that remain
	mean    float32  // μ
}

// weighable reports whether weightedGeneral is for p: a look node keeps a copy of what is left of the formula.
func weighable(p *problem) bool {
	return p.vars <= copiedVars && p.clauses.Literals() <= mostWeighed
}

// mostWeighed is how many literals the clauses may have.
const mostWeighed = 1 << 20

func newWeightedGeneral(ctx context.Context, p *problem, rule Rule) (*weightedGeneral, error) {
	inner, err := newGeneral(ctx, p, rule)
	if err != nil {
		return nil, err
	}
	lits := len(p.occ)
	e := &weightedGeneral{
		general: inner,
		g:       make([]float32, lits),
		sums:    make([]float32, lits),
		length:  float64(p.clauses.Literals()) / float64(max(1, p.clauses.Len())),
		below:   generalFrozenBelow,
		frozen:  notFrozen,
		ice:     ice{products: make([]float32, p.clauses.Len()), inverse: make([]float32, lits)},
	}
	e.makeClauses(p)
	e.root.h = slices.Repeat([]float32{1}, lits)
	e.root.free = make([]Var, p.vars)
	for i := range e.root.free {
		e.root.free[i] = Var(i + 1)
	}
	e.root.clauses = make([]uint32, p.clauses.Len())
	for i := range e.root.clauses {
		e.root.clauses[i] = uint32(i)
	}
	return e, nil
}

// makeClauses copies the clauses, and makes for every literal the list of those that contain it.
func (e *weightedGeneral) makeClauses(p *problem) {
	e.starts = make([]uint32, 1, p.clauses.Len()+1)
	e.lits = make([]Lit, 0, p.clauses.Literals())
	e.firsts = make([]uint32, len(p.occ)+1)
	e.numbers = make([]uint32, p.clauses.Literals())
	for l, n := range p.occ {
		e.firsts[l+1] = e.firsts[l] + n
	}
	next := slices.Clone(e.firsts)
	for i := range p.clauses.Len() {
		clause := p.clauses.Clause(i)
		e.lits = append(e.lits, clause...)
		e.starts = append(e.starts, uint32(len(e.lits)))
		for _, l := range clause {
			e.numbers[next[l]] = uint32(i)
			next[l]++
		}
	}
}

// clause returns the literals of clause c.
func (e *weightedGeneral) clause(c uint32) []Lit { return e.lits[e.starts[c]:e.starts[c+1]] }

// clausesOf returns the clauses that contain l.
func (e *weightedGeneral) clausesOf(l Lit) []uint32 { return e.numbers[e.firsts[l]:e.firsts[l+1]] }

// satisfied reports whether clause c has a true literal.
func (e *weightedGeneral) satisfied(c uint32) bool {
	for _, l := range e.clause(c) {
		if e.values[l] == litTrue {
			return true
		}
	}
	return false
}

func (e *weightedGeneral) reset() step {
	for len(e.marks) > 0 {
		e.undo()
	}
	return e.general.reset()
}

// undo goes to the parent. What the node has changed in a frozen subtree is taken back.
func (e *weightedGeneral) undo() {
	if depth := len(e.marks) - 1; e.decided > depth {
		e.decided = depth
		switch {
		case depth == e.frozen:
			e.frozen = notFrozen
		case depth > e.frozen:
			e.ice.thaw()
		}
	}
	e.general.undo()
}

// branch picks by weights or by keys, whichever the node has.
func (e *weightedGeneral) branch() Lit {
	depth := len(e.marks) - 1
	if e.decided <= depth {
		e.decided = depth + 1
		e.decide(depth)
	}
	if depth >= e.frozen {
		return e.pickFrozen(depth)
	}
	return e.pickLook(e.looks[depth])
}

// decide brings the keys of a node in a frozen subtree up to date; another is a look node, which may become
// the root of a frozen subtree.
func (e *weightedGeneral) decide(depth int) {
	if depth > e.frozen {
		e.update(depth)
	} else if at := e.weigh(depth); e.frozenEstimate(at) <= e.below {
		e.freeze(depth)
	}
}

// looking reports whether weights have been computed at the current node.
func (e *weightedGeneral) looking() bool { return len(e.marks)-1 <= e.frozen }

// mattering returns l if its variable occurs in a clause that remains, and otherwise a literal that does. Weights too small
// for a float32 can mislead so far.
func (e *weightedGeneral) mattering(l Lit, clauses []uint32) Lit {
	remains := func(c uint32) bool { return !e.satisfied(c) }
	if slices.ContainsFunc(e.clausesOf(l), remains) || slices.ContainsFunc(e.clausesOf(l.Not()), remains) {
		return l
	}
	for _, c := range clauses {
		if e.satisfied(c) {
			continue
		}
		for _, l := range e.clause(c) {
			if e.values[l] == litFree {
				return l
			}
		}
	}
	return l
}
