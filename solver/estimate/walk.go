package estimate

import (
	"context"
	"math"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
)

// walker visits parts of a search tree, in any order. It is at one node at a time; to go to the next is cheap if that
// is near.
type walker struct {
	ctx    context.Context
	engine engine.Engine
	path   []turn      // the decisions of the engine's current node
	root   engine.Step // of the tree
	steps  int64       // nodes visited
	cost   int64       // of these nodes, in plain nodes: those at which weights are computed count more
	models int64       // models visited; some may be counted twice
}

// turn is a decision on the path of a walker.
type turn struct {
	lit    cnf.Lit
	level  int  // level of the node at which it was made
	second bool // the other child is finished, or will not be visited
}

// spot is a node that a walker can go to. It is not in conflict.
type spot struct {
	path  []cnf.Lit // decisions from the root; never written to
	level int
}

// stepsBetweenChecks is the number of nodes between two checks of the context.
const stepsBetweenChecks = 1 << 6

// newWalker returns a walker at the root, which may be in conflict. The error is the context's.
func newWalker(ctx context.Context, e engine.Engine) (*walker, error) {
	w := &walker{ctx: ctx, engine: e, root: e.Reset()}
	return w, w.interrupted(w.root)
}

// interrupted returns the context's error if propagation was interrupted by it.
func (w *walker) interrupted(at engine.Step) error {
	if at.End != engine.Interrupted {
		return nil
	}
	<-w.ctx.Done() // at once, if it has not ended yet
	return w.ctx.Err()
}

// assume goes to the child of the current node, which has the given level, in which l is true.
func (w *walker) assume(l cnf.Lit, level int, second bool) (engine.Step, error) {
	at := w.engine.Assume(l)
	w.path = append(w.path, turn{lit: l, level: level, second: second})
	w.cost++
	if w.steps++; w.steps%stepsBetweenChecks == 0 && w.ctx.Err() != nil {
		return engine.Step{}, w.ctx.Err()
	}
	return at, w.interrupted(at)
}

// lookCost is about the cost of a look-ahead node in plain nodes.
const lookCost = 20

// branch returns the literal of the first child.
func (w *walker) branch() cnf.Lit {
	lit := w.engine.Branch()
	if w.engine.Looking() {
		w.cost += lookCost
	}
	return lit
}

func (w *walker) undo() {
	w.engine.Undo()
	w.path = w.path[:len(w.path)-1]
}

// goTo makes s the current node. The common part of the two paths stays.
func (w *walker) goTo(s spot) error {
	common := 0
	for common < len(w.path) && common < len(s.path) && w.path[common].lit == s.path[common] {
		common++
	}
	for len(w.path) > common {
		w.undo()
	}
	for _, l := range s.path[common:] {
		w.branch()
		if _, err := w.assume(l, 0, true); err != nil {
			return err
		}
	}
	return nil
}

// here returns the current node as a spot.
func (w *walker) here(level int) spot {
	path := make([]cnf.Lit, len(w.path))
	for i, t := range w.path {
		path[i] = t.lit
	}
	return spot{path: path, level: level}
}

// noCut is a level that no node has.
const noCut = math.MaxInt

// below visits the current node, which has the given level and is not in conflict, and all nodes that follow it in
// depth-first order below the depth base. It does not visit nodes whose level is at least cut, but calls edge with
// them, unless they are conflicts. After the allowed number of nodes, it stops at a node that it has not visited,
// returns its level and false, and the next call goes on from there.
func (w *walker) below(base, level, cut int, allowed int64, edge func(level int)) (nodes int64, left int, done bool, err error) {
	for {
		if nodes >= allowed {
			return nodes, level, false, nil
		}
		var at engine.Step
		lit := w.branch()
		if nodes++; !lit.IsNone() {
			if at, err = w.assume(lit, level, false); err != nil {
				return nodes, 0, false, err
			}
		}
		for lit.IsNone() || at.End == engine.Conflict || at.Assigned >= cut {
			switch {
			case lit.IsNone():
				w.models++
			case at.End == engine.Conflict:
				nodes++
			default:
				edge(at.Assigned)
			}
			lit, level = w.sibling(base)
			if lit.IsNone() {
				return nodes, 0, true, nil
			}
			if at, err = w.assume(lit, level, true); err != nil {
				return nodes, 0, false, err
			}
		}
		level = at.Assigned
	}
}

// sibling leaves the current node, goes back to the nearest node above whose second child is still to be visited, and
// returns the literal of that child and the level of the node. If there is none, the literal is 0, and the walker is at
// the depth base.
func (w *walker) sibling(base int) (lit cnf.Lit, level int) {
	for len(w.path) > base {
		last := w.path[len(w.path)-1]
		w.undo()
		if !last.second {
			return last.lit.Not(), last.level
		}
	}
	return cnf.Lit{}, 0
}

// wholeSearch is a search of the whole tree that can be suspended and resumed.
type wholeSearch struct {
	turns []turn // to the next node
	level int    // of that node
	nodes int64  // visited so far
	done  bool
}

// resume continues a search for about the allowed number of nodes.
func (w *walker) resume(s *wholeSearch, allowed int64) (err error) {
	path := make([]cnf.Lit, len(s.turns))
	for i, t := range s.turns {
		path[i] = t.lit
	}
	if err := w.goTo(spot{path: path}); err != nil {
		return err
	}
	copy(w.path, s.turns)
	var n int64
	n, s.level, s.done, err = w.below(0, s.level, noCut, allowed, nil)
	s.nodes += n
	s.turns = append(s.turns[:0], w.path...)
	return err
}
