package general

import (
	"context"
	"math"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
)

// Weighted is the engine of the rule "weights" for clauses of any length. Read weights.go of package packed first, which has the engine for
// clauses of three literals. Weighted propagates as [Engine] does, and keeps a second copy of the clauses for the weights.
//
// # Clauses of any length
//
// In package packed a clause of three literals gives each of them the product of the other two g, and a false literal has γ. Here g of a
// free literal is divided by γ, and g of a false literal is 1. In a 3-SAT formula that changes all products by the same factor, which the
// division by the mean takes out again. And a clause of five literals, two of which are false, counts as much as a clause that had three
// from the beginning: each free literal contributes 1/γ.
//
// To multiply all literals of a clause but one, for each of them, takes a number of steps that grows with the square of the length. But
// with the product of a whole clause and the sum of these products,
//
//	P(c) = Π g(l)  over the literals of c
//	S(l) = Σ P(c)  over the clauses that contain l
//
// the weight that the other literals give to l is one division away:
//
//	H(l) = S(l)/g(l)
//
// # Look nodes
//
// A look node keeps a copy of the clauses that remain, without their false literals, and the look nodes below it begin with that copy. At
// each look node all weights begin with 1, and four rounds follow, or two (see Numbers). To begin with the weights of the parent, as in
// package packed, gains nothing here. Where a formula has structure it does harm: down the path the rounds add up, until few weights are at
// their upper bound and all others at the lower one, and the search branches where nothing follows. There is no looking ahead.
//
// # Frozen subtrees
//
// A frozen subtree works on a copy of the formula that remains at its root, with variables, lists and clauses of its own ([subtree]): two
// thirds of the literals near the threshold of 4-SAT, and a third for 7-SAT. Clauses of four literals and more are propagated by counting
// their false literals. Each node has its own counts, one small number a clause, copied from its parent, so that going back undoes nothing.
//
// The keys H(l) are kept up to date. When g of a literal changes by d, each other literal of its clauses gets d times the product of the
// remaining ones. Clauses with six literals or more at the root change the keys but little, and where clauses are long there are many of
// them. So they are late clauses: they count as soon as they have three literals left, or two (see Numbers), and not before. Floating-point
// sums are never exact; but each depth has its own row of keys, so that going back restores every bit, and the variable that is picked is
// a function of the path.
//
// The variable with the largest product of its keys is picked.
//
// # When to freeze
//
// The estimate is a regression for random formulas with clauses of 3, 4, 5, 6 and 7 literals each; between these it is interpolated by the
// average length. On formulas with clauses of different lengths it is wrong by a factor of up to seven. That matters little: the time
// hardly depends on the threshold.
//
// On formulas with structure the estimate is worthless. It may say e^40 nodes at the root, and not much less at a leaf, and then all nodes
// would be look nodes. A tree of more than e^25 nodes cannot be searched anyway. So if the estimate at the root is larger than that, there
// are look nodes at the first three depths only.
//
// # Numbers
//
// γ and the other numbers are in numbers.go, or in look.go and frozen.go. Where clauses have 5.5 literals or more on average, two rounds
// are enough, a third of each h is replaced by its root in the keys, and late clauses count from two literals on. A search has found that
// (solver/internal/tune).
//
// weights.md tells what the rule gains, and which other ideas were tried.
type Weighted struct {
	*Engine
	numbers Numbers // of the rule

	root   lookNode    // all variables and clauses
	looks  []*lookNode // by depth, above the frozen subtree
	h      []float32   // by literal that is free: its weight at the node that was weighed last
	g      []float32   // by literal, see above
	sums   []float32   // by literal: S
	length float64     // average over all clauses
	Below  float64     // the natural logarithm of the size of a subtree that is frozen
	looked int         // the depth from which on no node is a look node

	decided int     // nodes at lower depths have been branched on
	frozen  int     // depth of the root of the frozen subtree, or unfrozen
	subtree subtree // the frozen subtree
}

// FitsWeighted reports whether p is small enough for [Weighted], whose look nodes keep copies of the clauses.
func FitsWeighted(p *cnf.Problem) bool {
	return p.Vars <= copiedVars && p.Clauses.Literals() <= mostWeighed
}

// unfrozen is a depth below all others.
const unfrozen = 1 << 30

// mostWeighed is how many literals the clauses may have in all.
const mostWeighed = 1 << 18

// NewWeighted returns the engine for p, whose clauses must be sorted, or the error of ctx.
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
