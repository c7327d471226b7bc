package treecache

import (
	"context"
	"errors"
	"fmt"

	"transat/cmd/transat/internal/process"
	"transat/instances"
	"transat/solver/dpll"
)

// utsBytes is the memory for a node of an instances.UTSRecord.
const utsBytes = 4

// UTS records a tree for which there is no formula. That takes about a second for ten million nodes, so it
// is not cached. Progress, if not nil, is told the number of nodes found. The error says so if the tree is
// larger than MaxNodes, or than there is memory for.
func (s *Store) UTS(ctx context.Context, tree *instances.UTS, progress func(nodes int64)) (*instances.UTSRecord, error) {
	if s.MaxNodes > 0 && tree.Nodes() > s.MaxNodes {
		return nil, s.tooLarge(tree.Name(), "nodes", utsBytes)
	}
	if !s.Hold {
		return s.recordUTS(ctx, tree, progress)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.utsName == tree.Name() {
		return s.uts, nil
	}
	record, err := s.recordUTS(ctx, tree, progress)
	if err == nil {
		s.utsName, s.uts = tree.Name(), record
	}
	return record, err
}

func (s *Store) recordUTS(ctx context.Context, tree *instances.UTS, progress func(nodes int64)) (*instances.UTSRecord, error) {
	if err := process.Need(utsBytes * tree.Nodes()); err != nil {
		return nil, fmt.Errorf("%s: a tree of %d nodes: %w", tree.Name(), tree.Nodes(), err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	record, err := tree.Record(ctx, func(nodes int64) {
		if tree.Nodes() == 0 { // of a tree that is cut, the size is not known before
			if err := s.utsFits(nodes); err != nil {
				cancel(err)
			}
		}
		if progress != nil {
			progress(nodes)
		}
	})
	var short *process.ShortError
	switch {
	case errors.Is(err, dpll.ErrNodeLimit):
		return nil, s.tooLarge(tree.Name(), "nodes", utsBytes)
	case errors.As(err, &short):
		return nil, fmt.Errorf("%s: %w", tree.Name(), err)
	case err != nil:
		return nil, err
	}
	if _, nodes, _ := record.Subtree(record.Root()); s.MaxNodes > 0 && nodes > s.MaxNodes {
		return nil, s.tooLarge(tree.Name(), "nodes", utsBytes)
	}
	return record, nil
}

// utsFits returns an error if a tree that has that many nodes already must not grow, or cannot.
func (s *Store) utsFits(nodes int64) error {
	if s.MaxNodes > 0 && nodes > s.MaxNodes {
		return dpll.ErrNodeLimit
	}
	return process.Need(utsBytes * nodes) // a slice that grows is copied
}
