// Package treecache finds the recorded search tree of a formula: in the cache, or by recording it.
//
// A tree takes seconds to record and a moment to load, so it is kept in a folder. The cache is a
// convenience and never in the way: if a tree in it is damaged, or nothing can be written, a warning
// says so, and the tree is recorded as if there were no cache.
//
//	store := trees.Store{Cache: &tree.Cache{Dir: dir}, Rule: "lex", Warn: line.Warn}
//	tree, err := store.Tree(ctx, "350-1505-3/01", formula, nil)
//
// The whole tree of a satisfiable formula may be many times larger than the part of it that a search
// visits before it finds a model. So recording such a tree is given up early, and the caller is told.
//
// A tree of instances.UTS has no formula. It is recorded as well, but takes no time worth a cache.
package treecache

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"sync"

	"transat/instances"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/tree"
)

// Store finds trees. Its methods may be called from several goroutines at the same time.
type Store struct {
	Cache    *tree.Cache // nil for none
	Rule     string      // branching rule
	MaxNodes int64       // of a tree; recording gives up beyond it. 0 means no limit. A frozen subtree counts as one
	// MaxModelNodes is the same for a tree that turns out to hold models, except that 0 is not special.
	MaxModelNodes int64
	Threads       int          // to record with
	Warn          func(string) // told of problems with the cache
	// Hold keeps all trees in memory, 8 bytes a node or more, for callers that want the same ones again and again; and the
	// last one that has no formula.
	Hold bool

	unwritable sync.Once
	mu         sync.Mutex
	held       map[[sha256.Size]byte]*tree.Tree // by the hash of the formula
	utsName    string
	uts        *instances.UTSRecord // of the tree of that name
}

// ErrModels says that a tree holds models and was not recorded to its end.
var ErrModels = errors.New("the formula is satisfiable, and its search tree is too large to record")

// The memory for an element of a tree.Tree: a node, or one among which there are frozen subtrees.
const (
	treeBytes   = 8
	frozenBytes = 16
)

// Tree returns the whole search tree of f. The name stands for f in messages. While the tree is
// being recorded progress, if not nil, is called as dpll.Options has it. The error is ErrModels if
// there is a model and too large a tree.
func (s *Store) Tree(ctx context.Context, name string, f *cnf.Formula, progress func(dpll.Progress)) (*tree.Tree, error) {
	tree := s.inMemory(f)
	if tree == nil {
		if tree = s.load(name, f); tree != nil {
			s.note(tree, name)
		}
	}
	if tree == nil {
		var err error
		tree, err = s.record(ctx, f, progress)
		switch {
		case errors.Is(err, ErrModels):
			return nil, err
		case errors.Is(err, dpll.ErrNodeLimit):
			return nil, s.tooManyElements(name)
		case err != nil:
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		s.keep(tree)
		s.note(tree, name)
	}
	s.hold(tree)
	// A tree from the cache may be larger; what is there must not change the outcome.
	switch {
	case s.MaxNodes > 0 && tree.Elements() > s.MaxNodes:
		return nil, s.tooManyElements(name)
	case tree.Models() > 0 && tree.Nodes() > s.MaxModelNodes:
		return nil, ErrModels
	}
	return tree, nil
}

// inMemory returns the tree of f if it is held, or nil.
func (s *Store) inMemory(f *cnf.Formula) *tree.Tree {
	if !s.Hold {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held[f.Hash()]
}

// hold keeps a tree in memory, if that is wanted.
func (s *Store) hold(t *tree.Tree) {
	if !s.Hold {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held == nil {
		s.held = map[[sha256.Size]byte]*tree.Tree{}
	}
	s.held[t.Hash()] = t
}

// Kept returns the tree of f if the cache has it, and nil if it does not or is damaged. It is quick, and
// says nothing: Tree does.
func (s *Store) Kept(f *cnf.Formula) *tree.Tree {
	if s.Cache == nil {
		return nil
	}
	kept, err := s.Cache.Load(f, s.Rule)
	if err != nil {
		return nil
	}
	return kept
}

// Nodes returns about how many nodes the tree of f has if the cache has it, without looking into it,
// and otherwise 0. A tree with frozen subtrees has far more.
func (s *Store) Nodes(f *cnf.Formula) int64 {
	const bytes = 2.6 // a node in a file
	if s.Cache == nil {
		return 0
	}
	return int64(float64(s.Cache.Size(f, s.Rule)) / bytes)
}

// record searches the tree of f.
func (s *Store) record(ctx context.Context, f *cnf.Formula, progress func(dpll.Progress)) (*tree.Tree, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	opt := tree.Options{Rule: s.Rule, MaxNodes: s.MaxNodes, Threads: s.Threads}
	opt.Progress = func(p dpll.Progress) {
		if p.Models > 0 && p.Nodes > s.MaxModelNodes {
			cancel(ErrModels)
		}
		if progress != nil {
			progress(p)
		}
	}
	tree, err := tree.Record(ctx, f, opt)
	if errors.Is(context.Cause(ctx), ErrModels) {
		return nil, ErrModels
	}
	return tree, err
}

// tooManyElements says that the tree of a formula is too large.
func (s *Store) tooManyElements(name string) error {
	if slices.ContainsFunc(dpll.Rules(), func(r dpll.Rule) bool { return r.Name == s.Rule && r.Snapshots }) {
		return s.tooLarge(name, "elements", frozenBytes)
	}
	return s.tooLarge(name, "nodes", treeBytes)
}

// tooLarge says that a tree has too much of something that takes that many bytes each.
func (s *Store) tooLarge(name, what string, bytes int) error {
	return fmt.Errorf("%s: the search tree has more than %d %s (--max-nodes=N allows more, at about %d bytes of memory each)",
		name, s.MaxNodes, what, bytes)
}

// keep stores a tree in the cache. That this fails is said once: it would fail for every tree.
func (s *Store) keep(tree *tree.Tree) {
	if s.Cache == nil {
		return
	}
	if err := s.Cache.Store(tree); err != nil {
		s.unwritable.Do(func() {
			s.Warn(fmt.Sprintf("search trees are not kept: %v (--cache=DIR names another folder, --cache=off none)", err))
		})
	}
}

// note records the name of the formula of a cached tree, for lists of trees. An error is ignored: only such lists miss the name.
func (s *Store) note(tree *tree.Tree, name string) {
	if s.Cache != nil {
		_ = s.Cache.SetName(tree, name)
	}
}

// load returns the tree of f from the cache, or nil. If the folder cannot be used at all, keep will
// find the same.
func (s *Store) load(name string, f *cnf.Formula) *tree.Tree {
	if s.Cache == nil {
		return nil
	}
	kept, err := s.Cache.Load(f, s.Rule)
	var damaged *tree.CacheError
	if errors.As(err, &damaged) {
		s.Warn(fmt.Sprintf("the tree of %s is recorded again: %v", name, err))
	}
	if err != nil {
		return nil
	}
	return kept
}
