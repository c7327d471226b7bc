package solver

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
// A look node also looks ahead: it propagates both literals of the variables with the eight largest products,
// and branches on the one that makes most binary clauses, by the sum W of their weights g(b)·g(c):
//
//	W(x)·W(¬x) + 5·(W(x) + W(¬x))
//
// or on a literal that fails at once: its child is a leaf, and the other child goes on without it.
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
// weights_general.go has an engine for clauses of any length. Large formulas, those of more than 2048 variables or
// a million literals that do not fit into this engine, are branched on as by boehm.
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
// On 350-1505-3 and 300-1290-3, nodes of the tree and user time, against the rule with the estimate of the next paragraph: without looking ahead,
// 9 % more nodes and 2 % more time (at 400 variables 4 to 8 % more); 16 candidates instead of 8: no gain; one round
// instead of two: 16 % more nodes; three rounds: 3 % fewer nodes and 1 % more time, six: 8 % fewer and 17 %
// more; a bound on weights of 15 instead of 60: 40 to 80 % more nodes; none: the same. Freezing subtrees that are half as large (a
// threshold of 5 instead of 5.75): 15 % fewer nodes, 6 % more time. Leaving the keys as they are below a
// certain depth of the frozen subtree costs more nodes than it saves time: 11 % more nodes at depth 8.
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

// weighted is the engine of the rule "weights" for formulas with at most three literals a clause. It
// propagates as packed does, whose rows it uses for the keys.
type weighted struct {
	*packed
	clauses [][4]packedLit // the third literal of a binary clause is alwaysFalse; the fourth is none

	root       look    // what the root begins with
	looks      []*look // by depth, above the frozen subtree
	sums       *[packedLits]float32
	g          *[packedLits]float32
	candidates []candidate
	below      float64 // the natural logarithm of the size of a subtree that is frozen

	decided int      // nodes at lower depths have been branched on
	frozen  int      // depth of the root of the frozen subtree, or notFrozen
	base    []uint32 // by literal: g when the subtree was frozen, in frozenUnit
	now     []uint32 // the same, with the values literals have now; there is room for any 16-bit literal
	masks   []uint64 // by four variables: the bits of a key that count, in the lanes of those that are free
}

// notFrozen is a depth below all others.
const notFrozen = 1 << 30

func newWeighted(p *problem, rule Rule) *weighted {
	e := &weighted{packed: newPacked(p, rule), below: frozenBelow, frozen: notFrozen, sums: new([packedLits]float32), g: new([packedLits]float32)}
	e.clauses = make([][4]packedLit, 0, p.clauses.Len())
	for i := range p.clauses.Len() {
		clause := p.clauses.Clause(i)
		c := [4]packedLit{packLit(clause[0]), packLit(clause[1]), alwaysFalse}
		if len(clause) == 3 {
			c[2] = packLit(clause[2])
		}
		e.clauses = append(e.clauses, c)
	}
	e.root = look{h: new([packedLits]float32), clauses: e.clauses}
	for v := Var(1); int(v) <= p.vars; v++ {
		l := packLit(Pos(v))
		e.root.free = append(e.root.free, l)
		e.root.h[l], e.root.h[l.not()] = 1, 1
	}
	e.base = make([]uint32, e.stride)
	e.now = make([]uint32, 1<<16)
	e.masks = make([]uint64, e.stride/8)
	return e
}

func (e *weighted) reset() step {
	for len(e.marks) > 0 {
		e.undo()
	}
	return e.packed.reset()
}

// undo goes to the parent. What the node has changed in a frozen subtree is taken back.
func (e *weighted) undo() {
	if depth := len(e.marks) - 1; e.decided > depth {
		e.decided = depth
		switch {
		case depth == e.frozen:
			e.frozen = notFrozen
		case depth > e.frozen:
			e.thaw(e.trail[e.marks[depth]:e.size])
		}
	}
	e.packed.undo()
}

// branch picks by weights or by keys, whichever the node has.
func (e *weighted) branch() Lit {
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
func (e *weighted) decide(depth int) {
	if depth > e.frozen {
		e.update(depth)
		return
	}
	if at := e.weigh(depth); e.frozenEstimate(at) <= e.below {
		e.freeze(depth)
	}
}

// looking reports whether weights have been computed at the current node.
func (e *weighted) looking() bool { return len(e.marks)-1 <= e.frozen }

// literal is the inverse of packLit.
func (l packedLit) literal() Lit {
	if l&packedSign == 0 {
		return Pos(l.variable())
	}
	return Neg(l.variable())
}
