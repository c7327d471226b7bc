package dpll

import (
	"context"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/rules"
)

// NodeKind tells whether a node is an inner node or a leaf.
type NodeKind uint8

const (
	Inner NodeKind = iota
	ConflictLeaf
	ModelLeaf
)

// Recorder is told of the nodes of a search in preorder.
type Recorder interface {
	// Add tells of the next node. frozenDepth says how deep it lies in a frozen subtree: 0 for its root, less than 0 in none.
	Add(kind NodeKind, level int, work int64, frozenDepth int)
	// Elements returns the number of load elements so far that are complete.
	Elements() int64
}

// WalkOptions configure a Walk.
type WalkOptions struct {
	Rule      string      // name of the branching rule, one of rules.All; "" is "lex"
	Engine    rules.Build // makes the engine instead of the rule, for rules that are not in the table; nil is the rule's
	MaxMemory int64       // as in Options
}

// Walk visits all nodes of a search tree, part by part, for a recording. It does not stop at models. It must not be used by two
// goroutines at once.
type Walk struct{ search *search }

// NewWalk prepares to visit the tree of f. The error is as for Solve, the context's, or a *MemoryError.
func NewWalk(ctx context.Context, f *cnf.Formula, opt WalkOptions) (*Walk, error) {
	s, err := begin(ctx, f, setUp{rule: opt.Rule, engine: opt.Engine, maxMemory: opt.MaxMemory})
	if err != nil {
		return nil, err
	}
	s.stopAtModel = false
	return &Walk{s}, nil
}

// Nodes returns how many nodes have been visited in the part that was visited last, and how many of them were models.
func (w *Walk) Nodes() (all, models int64) { return w.search.stats.Nodes, w.search.models }

// Top visits the nodes from the root down to the given depth, of which it tells rec. It leaves out the subtrees that begin there,
// and frozen ones above: it tells leave where they are. Of every leaf it tells done. Nodes of a very large formula
// take long, so it asks the context at every one.
func (w *Walk) Top(ctx context.Context, depth int, rec Recorder, leave, done func(path []cnf.Lit)) error {
	w.search.restart()
	w.search.recorder = rec
	t := top{search: w.search, depth: depth, leave: leave, done: done}
	return t.visit(ctx, w.search.engine.Reset(), nil)
}

// top is the upper part of a tree that is being visited.
type top struct {
	*search
	depth       int
	leave, done func(path []cnf.Lit)
}

func (t top) visit(ctx context.Context, at engine.Step, path []cnf.Lit) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if at.End != engine.Conflict && len(path) == t.depth {
		t.leave(path)
		return nil
	}
	lit, kind := t.look(at)
	if kind == Inner && t.engine.FrozenDepth() == 0 {
		t.leave(path)
		return nil
	}
	t.count(at, kind)
	if kind != Inner {
		t.done(path)
		return nil
	}
	for _, l := range [...]cnf.Lit{lit, lit.Not()} {
		if err := t.visit(ctx, t.engine.Assume(l), append(path, l)); err != nil {
			return err
		}
		t.engine.Undo()
	}
	return nil
}

// Below visits the subtree at the end of a path that Top has left, and tells rec of its nodes. It returns ErrNodeLimit if there are more
// than limit elements, or the context's error. It calls progress, if that is not nil, as Options.Progress is.
func (w *Walk) Below(ctx context.Context, path []cnf.Lit, limit int64, rec Recorder, progress func(Progress)) error {
	s := w.search
	at := s.engine.Reset()
	for _, l := range path {
		s.engine.Branch()
		at = s.engine.Assume(l)
	}
	s.restart()
	s.recorder = rec
	s.opt.MaxNodes, s.opt.Progress = limit, progress
	_, err := s.run(ctx, at)
	return err
}
