package general

import (
	"context"
	"math"

	"transat/solver/cnf"
	"transat/solver/engine"
)

// Weighted is the engine of the rule "weights" for clauses of any length: see that of package packed, which comes first.
// It propagates as general does, and has its own view of the clauses for the weights.
//
// # Clauses of any length
//
// In package packed a clause of three literals gives each of them the product of the other two g, and a false literal
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
// # Look nodes
//
// A look node keeps a copy of what remains of the formula, and the look nodes below it go on with that. All weights begin with 1 at each
// of them, and four rounds follow, or two (see Numbers). To begin with those of the parent, as in package packed, gains
// nothing here, and where a formula has structure it does harm: down the path the rounds add up, until few weights are at their upper bound and all others at the lower one, and
// the search branches where nothing follows. There is no looking ahead.
//
// # Frozen subtrees
//
// A frozen subtree works on a copy of what remains at its root, with variables, lists and clauses of its own (subtree): it has
// two thirds of the literals of the formula near the threshold of 4-SAT, and a third for 7-SAT. The clauses of four literals and more are propagated by counting their false literals. Each node has
// its own counts, one small number a clause, copied from the parent's, so that nothing has to be taken back.
//
// The keys H(l) are kept up to date. When g of a literal changes by d, the others in its clauses get d times the product of what
// is left. Clauses with six literals or more at the root change the keys but little, and yet there are many of them where clauses are long. If so,
// they count as soon as they have three literals left, or two (see Numbers), and not before. Floating-point sums are never exact; but keys
// are a row a depth, so that going back restores every bit, and what is picked is a function of the path.
//
// The variable with the largest product of its keys is picked.
//
// # When to freeze
//
// The estimate is a regression for random formulas with clauses of 3, 4, 5, 6 and 7 literals each; in between it goes by the
// average length. On formulas with clauses of different lengths it is wrong by a factor of up to seven, which
// matters little: the time hardly depends on the threshold.
//
// Of formulas with structure it knows nothing. It may say e^40 nodes at the root, and not much less at a leaf, and then all nodes would
// be look nodes. A tree of more than e^25 nodes cannot be searched anyway, and so an estimate of more than that at the root is
// not largestEstimate: there are look nodes at the first three depths only.
//
// # Numbers
//
// γ, and what else is a number here, is in numbers.go, or in look.go and frozen.go. Where clauses have 5.5 literals or more on average, two rounds are
// enough, a third of each h is replaced by its root in the keys, and clauses with six literals or more count from two literals on. A
// search has found that (solver/internal/tune).
//
// weights.md tells what this gains, and what else was tried.
type Weighted struct {
	*Engine
	numbers Numbers // of the rule

	root   lookNode    // what the root begins with
	looks  []*lookNode // by depth, above the frozen subtree
	h      []float32   // by literal that is free: its weight at the node that was weighed last
	g      []float32   // by literal, see above
	sums   []float32   // by literal: S
	length float64     // average over all clauses
	Below  float64     // the natural logarithm of the size of a subtree that is frozen
	looked int         // there are look nodes at smaller depths than this one

	decided int     // nodes at lower depths have been branched on
	frozen  int     // depth of the root of the frozen subtree, or unfrozen
	subtree subtree // the frozen subtree
}

// FitsWeighted reports whether weightedGeneral is for p: a look node keeps a copy of what is left of the formula.
func FitsWeighted(p *cnf.Problem) bool {
	return p.Vars <= copiedVars && p.Clauses.Literals() <= mostWeighed
}

// unfrozen is a depth below all others.
const unfrozen = 1 << 30

// mostWeighed is how many literals the clauses may have.
const mostWeighed = 1 << 18

// NewWeighted returns the engine for p, whose clauses must be in order, or the error of ctx.
func NewWeighted(ctx context.Context, p *cnf.Problem) (*Weighted, error) {
	inner, err := New(ctx, p, 2)
	if err != nil {
		return nil, err
	}
	lits := len(p.Occ)
	all := &remains{lits: make([]cnf.Lit, 0, p.Clauses.Literals()), ends: make([]uint32, 0, p.Clauses.Len())}
	for i := range p.Clauses.Len() {
		all.lits = append(all.lits, p.Clauses.Clause(i)...)
		all.ends = append(all.ends, uint32(len(all.lits)))
	}
	e := &Weighted{
		Engine:  inner,
		root:    lookNode{free: make([]cnf.Var, p.Vars), remains: all},
		h:       make([]float32, lits),
		g:       make([]float32, lits),
		sums:    make([]float32, lits),
		length:  float64(len(all.lits)) / float64(max(1, len(all.ends))),
		Below:   frozenBelow,
		looked:  unfrozen,
		frozen:  unfrozen,
		subtree: newSubtree(lits),
	}
	e.numbers = weightsNumbers(e.length)
	for i := range e.root.free {
		e.root.free[i] = cnf.Var(i + 1)
	}
	return e, nil
}

func (e *Weighted) Reset() engine.Step {
	for len(e.marks) > 0 {
		e.Undo()
	}
	return e.Engine.Reset()
}

func (e *Weighted) Assume(l cnf.Lit) engine.Step {
	if e.frozen == unfrozen {
		return e.Engine.Assume(l)
	}
	at := e.subtree.assume(e.subtree.codes[l.Code()])
	at.Assigned += len(e.trail)
	return at
}

// Undo goes to the parent.
func (e *Weighted) Undo() {
	if e.frozen != unfrozen && len(e.subtree.marks) > 0 {
		e.subtree.undo()
		return
	}
	e.frozen = unfrozen
	e.decided = min(e.decided, len(e.marks)-1)
	e.Engine.Undo()
}

// Branch picks by weights or by keys, whichever the node has.
func (e *Weighted) Branch() cnf.Lit {
	depth := len(e.marks) - 1
	if e.decided <= depth {
		e.decided = depth + 1
		e.decide(depth)
	}
	if e.frozen == unfrozen {
		return e.looks[depth].picked
	}
	e.subtree.update()
	return e.subtree.literal(e.subtree.pick())
}

// decide computes the weights of a node, which may become the root of a frozen subtree.
func (e *Weighted) decide(depth int) {
	at := e.weigh(depth)
	estimate := e.frozenEstimate(at)
	if depth == 0 && estimate > largestEstimate && !math.IsInf(e.Below, -1) {
		e.looked = fewDepths
	}
	if estimate <= e.Below || depth >= e.looked {
		e.freeze(depth)
	}
}

// Looking reports whether weights have been computed at the current node.
func (e *Weighted) Looking() bool { return e.frozen == unfrozen || len(e.subtree.marks) == 0 }

// FrozenDepth says how deep the current node lies in a frozen subtree.
func (e *Weighted) FrozenDepth() int {
	if e.frozen == unfrozen {
		return -1
	}
	return len(e.subtree.marks)
}

// Bytes returns how much memory the engine holds.
func (e *Weighted) Bytes() int64 { return engine.BytesHeld(e) }

func (e *Weighted) Model(m cnf.Model) {
	e.Engine.Model(m)
	if e.frozen != unfrozen {
		e.subtree.model(m)
	}
}
