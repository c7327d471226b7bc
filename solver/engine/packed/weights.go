package packed

import (
	"transat/solver/cnf"
	"transat/solver/engine"
)

// The rule "weights" branches where the formula is expected to give way, not where most clauses are. It needs
// about a tenth of the nodes of the other rules on hard random 3-SAT, and as much time for each.
//
// # Weights
//
// Every free literal l has a weight h(l), 1 on average: how much would follow if it were true. It would
// leave fewer literals in the clauses that contain ¬l, and so it is worth more if the others in these clauses are hard to
// satisfy, that is, if their complements have large weights. With
//
//	g(l) = h(¬l)  if l is free      how much harm it does to a clause that l fails it
//	     = γ      if l is false
//	     = 0      if l is true      a clause with a true literal makes no difference
//
// one round computes, for every free literal a, the sum of the products of the others in its clauses,
//
//	H(a) = Σ g(b)·g(c)  over the clauses (a ∨ b ∨ c)
//
// keeps H between two bounds, and divides by μ, the mean of H. As γ is greater than 1, a clause that has become
// binary counts more than a ternary one. The variable with the largest h(x)·h(¬x) is the one to branch on:
// whatever its value, much follows.
//
// # Look nodes
//
// A node at which weights are computed is a look node. It starts from its parent's weights, which change
// little from node to node, so that two rounds are enough (and eight at the root). That takes as long as ten to
// twenty plain nodes, which pays in the upper part of the tree only.
//
// A look node also looks ahead: it propagates both literals of the variables with the five largest products,
// and branches on the one that has the largest score. W is the sum of the weights g(b)·g(c) of the clauses that become binary:
//
//	(W(x)·W(¬x) + 5·(W(x) + W(¬x))) · √(h(x)·h(¬x))
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
// in which g(b) is what it was when the subtree was frozen, until b gets a value. So keys can be kept up to date like the counts
// of the other rules, clause by clause, in integers. The variable with the largest
// key(x) + key(¬x) + 2·min(key(x), key(¬x)) is picked, a sum that comes close to the product and that can be computed for four
// variables at once.
//
// Everywhere the literal with the larger key, or weight, comes first. To an unsatisfiable tree that
// makes no difference; models are found much sooner.
//
// # Load elements
//
// Look nodes are load elements, and so is a frozen subtree, as a whole: it takes a fraction of a millisecond. frozen.go says what
// follows from that for recorded trees, and for machines on which many processors search together.
//
// # Other formulas
//
// Package general has an engine for clauses of any length. Large formulas, those of more than 2048 variables or
// a quarter of a million literals that do not fit into this engine, are branched on as by boehm.
//
// # Statistics
//
// Stats.Looks counts the look nodes among all nodes, each once, when it is visited: what a search computes again on its way to
// a branch counts nowhere. The work of a look node is that of its propagation, as at any other node. The rounds and the
// looking ahead are not in it, since work is there to compare trees, and is the same for all engines.
//
// # The same tree everywhere
//
// What is picked at a node depends on the path to it and nothing else: a search that takes up a branch
// computes the weights of all look nodes on its path again. All sums of floating-point numbers are in a fixed
// order, and none uses an instruction that rounds differently on another computer.
//
// # Where it comes from
//
// Recursive weights of literals are from look-ahead solvers: Mijnders, de Wilde, Heule: Symbiosis of search and
// heuristics for random 3-SAT, 2010 (march), and Knuth: The Art of Computer Programming 4, 7.2.2.2 (algorithm
// L). Those compute them, and look ahead, at every node. Freezing them in small subtrees is what makes nodes as cheap as those of
// a search that only counts clauses.
//
// # What was tried
//
// On unsatisfiable formulas, 21 of 300-1290-3, 8 of 350-1505-3 and 8 of 400-2000-3: the geometric mean of the ratios of the nodes to those
// of the tree without what the line says, in percent more or fewer. A dot is where nothing was measured.
//
//	                                                      300-1290  350-1505  400-2000
//	resolvents                                               -17       -13       -14   time: -9
//	  and resolvents of these, until there are no more       -17       -13       -16   time: -9
//	  for propagation and keys only, not for weights         -17       -13       -14
//	  for weights only                                        +3        +3        +1
//	√(h(x)·h(¬x)) in the score                                -4        -5        -1   400-1720: -4
//	  h(x)·h(¬x) instead of its root                          +1         .        +1
//	20 instead of 5 in the score                              +2         .        +2
//	  2                                                        0         0         0
//	1 / (W(x)^-¼ + W(¬x)^-¼) as score                         +2         .        +2
//	W the sum of √(g(b)·g(c))                                +10         .       +19
//	  of g(b) + g(c)                                         +13         .       +22
//	the least sum of the sizes predicted for the children
//	  of 3 candidates, where the estimate is above 7          +8         .       +11
//	  of 8, where it is above 9                               +7         .       +14
//	5 candidates instead of 8                                  0        +1        +1   time: -1 to -2
//	16, 32, 64 where the estimate is above 7, 8.5, 10          0         0         0   time: 0 to +4
//	all free variables where it is above 8                     0         .         0   time: +7 to +10
//	looking ahead twice, below each literal looked at
//	  at 8 variables, where the estimate is above 8            0         .         0   no literal fails
//	  at 32, where it is above 7                               0         .         0   81 fail, time: +17
//	candidates by h(x)·h(¬x) + h(x) + h(¬x)                   -1         .         0
//	  by the lesser of h(x) and h(¬x)                         +8         .       +10
//	three rounds instead of two                               -4        -5        -2   time: 0 to +7
//	two more rounds before weights are frozen                 -4         .        -3   time: +1 to +3
//	weights the mean of 80 % new and 20 % old ones            -3         0         0
//	  130 % new, less 30 % old ones                         +465         .      +174
//	a bound of 30 on weights instead of 60                    -2         0        +1
//	0.3 or 0.03 instead of 0.1 below                           0         .         0
//	γ of 4 in frozen subtrees                                +12         .       +22
//	  of 6                                                    +1         .        +2
//	  of 8                                                     0         0        -1
//	  of 12                                                   +1         .        -1
//	frozenUnit 4                                              +1         .        +1
//	  16                                                       0         .         0
//	γ of 6 everywhere, at the same number of look nodes       -5         .        +6
//	a threshold of 5 instead of 5.75                         -14       -14       -12   time: +5 to +9
//	  of 7.5                                                 +49       +49       +40   time: +13 to +25
//
// So looking harder finds nothing. What counts is how a frozen subtree comes to its end: by more propagation, or by better weights.
//
// Before there were resolvents, on 350-1505-3 and 300-1290-3: without looking ahead, 4 to 9 % more nodes and 0 to 2 % more time; one round instead of two,
// 3 to 16 % more nodes; six, 8 % fewer and 17 % more time; a bound on weights of 15 instead of 60, 40 to 80 % more nodes; none, the same.
// Leaving the keys as they are below a certain depth of the frozen subtree costs more nodes than it saves time: 11 % more nodes at depth 8.
//
// And to make frozen subtrees cheaper or smaller, on 350-1505-3:
//
//   - A formula of its own for each, of what remains. But 310 of 350 variables are still free at its root and 1,211 of 1,505 clauses
//     left: nodes are 5 % faster, and it takes 15 µs to set up, which is 11 % of the time.
//   - Weights computed anew from the keys, two or three levels further down: 11 and 13 % fewer nodes, and the same time.
//   - Literals through which all ways from a decision to a conflict lead (unique implication points) are false if the decision
//     failed. To assign them in the second child too: 2.5 % fewer nodes, 5 % under the rule "boehm".
//   - Propagation by vectors of 512 bits, from a table of one bit a literal: the same time, since waves are short; 14 % less under "lex".
//   - Values of one byte instead of eight, and keys' factors of two instead of four: the same.
//
// On satisfiable formulas, 28 of 350-1470-3: at look nodes first the literal with the lesser W, or the lesser W/h: 10 and 5 % more nodes. The
// lesser weight first: 2.7 times as many.
//
// An estimate from fewer and smaller formulas (30.65 + 0.0156·free - 0.0153·binaries - 12.91·ln μ) gave 6 % more nodes on 350-1505-3 and
// 19 % more on 400-2000-3 than the one used, in the same time. On one formula of 400-1720-3 the rule needs 6.1 million nodes and
// boehm 135 million, 17 times the time; on 350-1505-3 and 400-2000-3 it is 7 to 9 times.

// The numbers of the rule.
const (
	falseWeight  = 7    // γ
	leastWeight  = 0.1  // the bounds of H
	mostWeight   = 60   //
	rootRounds   = 8    // at the root
	otherRounds  = 2    // at other look nodes
	candidates   = 5    // variables that a look node looks ahead on
	frozenBelow  = 5.75 // the natural logarithm of the size of a subtree that is frozen
	frozenUnit   = 8    // a weight of 1 in a frozen subtree
	frozenFalse  = falseWeight * frozenUnit
	keyPrecision = 3 // bits of a key that do not count for the pick, so that four scores fit into a word
)

// Weighted is the engine of the rule "weights" for formulas with at most three literals a clause. It
// propagates as packed does, whose rows it uses for the keys.
type Weighted struct {
	*Engine
	clauses [][4]packedLit // the third literal of a binary clause is alwaysFalse; the fourth is none

	root       look    // what the root begins with
	looks      []*look // by depth, above the frozen subtree
	sums       *[packedLits]float32
	g          *[packedLits]float32
	candidates []candidate
	Below      float64 // the natural logarithm of the size of a subtree that is frozen

	decided int      // nodes at lower depths have been branched on
	frozen  int      // depth of the root of the frozen subtree, or notFrozen
	base    []uint32 // by literal: g when the subtree was frozen, in frozenUnit
	now     []uint32 // the same, with the values literals have now; there is room for any 16-bit literal
	masks   []uint64 // by four variables: the bits of a key that count, in the lanes of those that are free
}

// notFrozen is a depth below all others.
const notFrozen = 1 << 30

// NewWeighted returns the engine for p, whose clauses must be in order.
func NewWeighted(p *cnf.Problem) *Weighted {
	e := &Weighted{Engine: New(p, 2), Below: frozenBelow, frozen: notFrozen, sums: new([packedLits]float32), g: new([packedLits]float32)}
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

// Undo goes to the parent. What the node has changed in a frozen subtree is taken back.
func (e *Weighted) Undo() {
	if depth := len(e.marks) - 1; e.decided > depth {
		e.decided = depth
		switch {
		case depth == e.frozen:
			e.frozen = notFrozen
		case depth > e.frozen:
			e.thaw(e.trail[e.marks[depth]:e.size])
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
