package packed

import (
	"transat/solver/cnf"
	"transat/solver/internal/engine"
)

// The rule "weights" branches on the variable from which most is expected to follow, not on the one that occurs most often. It needs
// about a tenth of the nodes of the other rules on hard random 3-SAT, and the same time for each node.
//
// # Weights
//
// Every free literal l has a weight h(l), 1 on average: how much would follow if it were true. It would
// leave fewer literals in the clauses that contain ¬l, and so it is worth more if the others in these clauses are hard to
// satisfy, that is, if their complements have large weights. With
//
//	g(l) = h(¬l)  if l is free      how much the clause loses if l is false
//	     = γ      if l is false
//	     = 0      if l is true      a clause with a true literal makes no difference
//
// one round computes, for every free literal a, the sum of the products of the others in its clauses,
//
//	H(a) = Σ g(b)·g(c)  over the clauses (a ∨ b ∨ c)
//
// keeps H between two bounds, and divides by μ, the mean of H. A twentieth of the new weight is the old one. As γ is greater than 1, a
// clause that has become binary counts more than a ternary one. A variable with a large h(x)·h(¬x) is one to branch on: whatever its value,
// much follows.
//
// # Look nodes
//
// A node at which weights are computed is a look node. It starts from its parent's weights, which change
// little from node to node, so that two rounds are enough (and eight at the root). That takes as long as ten to
// twenty plain nodes, which pays in the upper part of the tree only.
//
// A look node also looks ahead: it propagates both literals of the four variables that have the largest
//
//	p(x) = h(x)·h(¬x) + 0.4·(h(x) + h(¬x))
//
// and branches on the one that has the largest score. W is the sum of the weights g(b)·g(c) of the clauses that become binary:
//
//	(W(x)·W(¬x) + W(x) + W(¬x)) · √p(x)
//
// or on a literal that fails at once: its child is a leaf, and the other child goes on without it.
//
// # Resolvents
//
// Before the search some clauses are added that follow from the formula: see resolvents.go. They are among the clauses above.
//
// # Frozen subtrees
//
// From μ and two simple counts, a look node estimates how many nodes its subtree has (frozenEstimate). If
// they are few, some hundred, the weights are frozen: all nodes below branch by
//
//	key(l) = Σ g(b)·g(c)  over the clauses (l ∨ b ∨ c) that remain
//
// in which g(b) keeps its value from the time when the subtree was frozen, until b gets a value. So keys can be kept up to date like the
// counts of the other rules, clause by clause, in integers. The variable with the largest
// key(x) + key(¬x) + 2·min(key(x), key(¬x)) is picked, a sum that comes close to the product and that can be computed for four
// variables at once.
//
// Everywhere the literal with the larger key, or weight, comes first. To an unsatisfiable tree that
// makes no difference; models are found much sooner.
//
// # Load elements
//
// Each look node is a load element, and each frozen subtree, as a whole: it takes a fraction of a millisecond. See frozen.go of
// package dpll for the consequences for recorded trees, and for machines on which many processors search together.
//
// # Other formulas
//
// Package general has an engine for clauses of any length. For large formulas, of more than 2048 variables or a quarter of a million
// literals, that do not fit into this engine the rule branches as boehm does.
//
// # Statistics
//
// Stats.Looks counts the look nodes among all nodes, each once, when it is visited, and not again when a search computes its weights on
// the way to a branch. The work of a look node is the work of its propagation, as at any other node. The rounds and the looking ahead are
// not in it, since work is there to compare trees, and is the same for all engines.
//
// # The same tree everywhere
//
// The variable that is picked at a node depends on the path to it and nothing else: a search that takes up a branch
// computes the weights of all look nodes on its path again. All sums of floating-point numbers are in a fixed
// order, and none uses an instruction that rounds differently on another computer.
//
// # Where it comes from
//
// Recursive weights of literals are from look-ahead solvers: Mijnders, de Wilde, Heule: Symbiosis of search and
// heuristics for random 3-SAT, 2010 (march), and Knuth: The Art of Computer Programming 4, 7.2.2.2 (algorithm
// L). These solvers compute weights, and look ahead, at every node. Because weights are frozen in small subtrees, nodes are as cheap
// here as in a search that only counts clauses.
//
// # Numbers
//
// γ and the other numbers were found by a search on small formulas (solver/internal/tune). They are in numbers.go, or below.
//
// weights.md tells which other ideas were tried, and what they gained.

// Numbers of the rule that the tuner does not vary.
const (
	frozenBelow  = 6.25           // the natural logarithm of the size of a subtree that is frozen
	frozenUnit   = 8              // a weight of 1 in a frozen subtree
	frozenFalse  = 7 * frozenUnit // γ
	keyPrecision = 3              // bits of a key that do not count for the pick, so that four scores fit into a word
)

// Weighted is the engine of the rule "weights" for formulas with at most three literals a clause. It
// propagates as packed does, whose rows it uses for the keys.
type Weighted struct {
	*Engine
	numbers Numbers        // of the rule
	clauses [][4]packedLit // the third literal of a binary clause is alwaysFalse; the fourth is none

	root       look    // all variables and clauses, and weights of 1
	looks      []*look // by depth, above the frozen subtree
	sums       *[packedLits]float32
	g          *[packedLits]float32
	candidates []candidate
	Below      float64 // the natural logarithm of the size of a subtree that is frozen

	decided int      // nodes at lower depths have been branched on
	frozen  int      // depth of the root of the frozen subtree, or notFrozen
	base    []uint32 // by literal: g when the subtree was frozen, in frozenUnit
	now     []uint32 // by literal: g at the current node; there is room for any 16-bit literal
	masks   []uint64 // by four variables: the bits of a key that count, in the lanes of free variables
}

// notFrozen is a depth below all others.
const notFrozen = 1 << 30

// NewWeighted returns the engine for p, whose clauses must be sorted.
func NewWeighted(p *cnf.Problem) *Weighted {
	e := &Weighted{
		Engine: New(p, 2), numbers: weightsNumbers(), Below: frozenBelow, frozen: notFrozen,
		sums: new([packedLits]float32), g: new([packedLits]float32),
	}
	e.clauses = make([][4]packedLit, 0, p.Clauses.Len())
	for i := range p.Clauses.Len() {
		clause := p.Clauses.Clause(i)
		c := [4]packedLit{packLit(clause[0]), packLit(clause[1]), alwaysFalse}
		if len(clause) == 3 {
			c[2] = packLit(clause[2])
		}
		e.clauses = append(e.clauses, c)
	}
	e.root = look{h: new([packedLits]float32), clauses: e.clauses}
	for v := cnf.Var(1); int(v) <= p.Vars; v++ {
		l := packLit(cnf.Pos(v))
		e.root.free = append(e.root.free, l)
		e.root.h[l], e.root.h[l.not()] = 1, 1
	}
	e.base = make([]uint32, e.stride)
	e.now = make([]uint32, 1<<16)
	e.masks = make([]uint64, e.stride/8)
	return e
}

func (e *Weighted) Reset() engine.Step {
	for len(e.marks) > 0 {
		e.Undo()
	}
	return e.Engine.Reset()
}

// Undo goes to the parent. In a frozen subtree it takes back the changes of the node.
func (e *Weighted) Undo() {
	if depth := len(e.marks) - 1; e.decided > depth {
		e.decided = depth
		switch {
		case depth == e.frozen:
			e.frozen = notFrozen
		case depth > e.frozen:
			e.restore(e.trail[e.marks[depth]:e.size])
		}
	}
	e.Engine.Undo()
}

// Branch picks by weights or by keys, whichever the node has.
func (e *Weighted) Branch() cnf.Lit {
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
func (e *Weighted) decide(depth int) {
	if depth > e.frozen {
		e.update(depth)
		return
	}
	if at := e.weigh(depth); e.frozenEstimate(at) <= e.Below {
		e.freeze(depth)
	}
}

// Looking reports whether weights have been computed at the current node.
func (e *Weighted) Looking() bool { return len(e.marks)-1 <= e.frozen }

// FrozenDepth says how deep the current node lies in a frozen subtree.
func (e *Weighted) FrozenDepth() int { return len(e.marks) - 1 - e.frozen }

// Bytes returns how much memory the engine holds.
func (e *Weighted) Bytes() int64 { return engine.BytesHeld(e) }

// literal is the inverse of packLit.
func (l packedLit) literal() cnf.Lit {
	if l&packedSign == 0 {
		return cnf.Pos(l.variable())
	}
	return cnf.Neg(l.variable())
}
