package cores

import (
	"errors"
	"slices"

	"transat/balance"
)

// Part is an element of a Walk: nodes whose subtrees are still to be searched, the one to come last first.
type Part[E any] []E

// Walk is a depth-first Search of a balance.Tree: of a recorded search tree, UTS, or a synthetic tree.
//
//	stack   a  b  c  d     d is the next node to be expanded; a, b and c are open branches,
//	                       and a, the shallowest, is the first to be given away
type Walk[E any] struct {
	tree  balance.Tree[E]
	load  func(E) float64 // nil if the tree has no loads
	spend func(work, nodes int64)
	stack []E
	grain int // nodes below this level are finished at once
	nodes int64
	work  int64
}

// NewWalk returns a search of the tree. The tree itself is shared by all searches of it, so its methods
// must be safe for use by several goroutines.
func NewWalk[E any](tree balance.Tree[E]) *Walk[E] {
	return &Walk[E]{tree: tree, grain: deepest}
}

// Measured makes the walk a [Weigher] of the tree's own loads, and returns the load of an element, all its nodes together: for Config.Load.
// The error is that of [balance.Loads].
func (w *Walk[E]) Measured(estimate balance.Estimate) (load func(p Part[E]) float64, err error) {
	w.load, err = balance.Loads(estimate, w.tree)
	return func(p Part[E]) float64 {
		sum := 0.0
		for _, e := range p {
			sum += w.load(e)
		}
		return sum
	}, err
}

// Spend has the walk call a function after each expansion, with its work and nodes. It may take the time that the work took where it was
// recorded: a tree whose nodes are known takes none by itself. While it does, the processor passes no safe point.
func (w *Walk[E]) Spend(spend func(work, nodes int64)) { w.spend = spend }

// Root returns the whole tree as an element.
func (w *Walk[E]) Root() Part[E] { return Part[E]{w.tree.Root()} }

// Level is the level of the element's first node: for Config.Level.
func (w *Walk[E]) Level(p Part[E]) int { return w.tree.Level(p[0]) }

// Work is the work of all nodes expanded.
func (w *Walk[E]) Work() int64 { return w.work }

// Begin implements Search. The part must have a node.
func (w *Walk[E]) Begin(p Part[E]) error {
	if len(p) == 0 {
		return errors.New("an element without any node")
	}
	w.stack = append(w.stack[:0], p...)
	return nil
}

// SetGrain implements Grained. A node below the grain is solved with its whole subtree by one call of
// Tree.Finish.
func (w *Walk[E]) SetGrain(level int) { w.grain = level }

// Search implements Search. It may visit more nodes where it finishes whole subtrees.
func (w *Walk[E]) Search(nodes int64) (Outcome, error) {
	for limit := w.nodes + nodes; w.nodes < limit && len(w.stack) > 0; {
		if w.visit() {
			return Found, nil
		}
	}
	if len(w.stack) == 0 {
		return Closed, nil
	}
	return Running, nil
}

// visit expands the next element, or finishes its subtree, and reports whether that is a solution, or holds
// one.
func (w *Walk[E]) visit() (found bool) {
	last := len(w.stack) - 1
	e := w.stack[last]
	var work, nodes int64
	if w.tree.Level(e) > w.grain {
		w.stack = w.stack[:last]
		work, nodes, found = w.tree.Finish(e)
	} else {
		w.stack, work, nodes, found = w.tree.Expand(e, w.stack[:last])
		slices.Reverse(w.stack[last:]) // the first child comes to lie on top
	}
	w.work += work
	w.nodes += nodes
	if w.spend != nil {
		w.spend(work, nodes)
	}
	if found {
		w.stack = append(w.stack, e)
	}
	return found
}

// Open implements Search.
func (w *Walk[E]) Open(dst []int) []int {
	for _, e := range w.stack[:max(0, len(w.stack)-1)] {
		dst = append(dst, w.tree.Level(e))
	}
	return dst
}

// Loads implements Weigher, if the walk is Measured.
func (w *Walk[E]) Loads(dst []float64) []float64 {
	for _, e := range w.stack[:max(0, len(w.stack)-1)] {
		dst = append(dst, w.load(e))
	}
	return dst
}

// Give implements Search.
func (w *Walk[E]) Give(i int) Part[E] {
	given := Part[E]{w.stack[i]}
	w.stack = slices.Delete(w.stack, i, i+1)
	return given
}

// Rest implements Search. After Found the solution, or the subtree that was finished with it, is its last node.
func (w *Walk[E]) Rest() Part[E] { return slices.Clone(w.stack) }

// Drop implements Search.
func (w *Walk[E]) Drop() { w.stack = w.stack[:0] }

// Nodes implements Search.
func (w *Walk[E]) Nodes() int64 { return w.nodes }
