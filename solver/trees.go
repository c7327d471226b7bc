package solver

import (
	"context"

	"transat/solver/cnf"
	"transat/solver/tree"
)

// Recorded trees and their cache: package tree.
type (
	// Tree is a recorded search tree.
	Tree = tree.Tree
	// Node is a load element of a recorded tree.
	Node = tree.Node
	// RecordOptions configure a recording.
	RecordOptions = tree.Options
	// Cache is a folder of recorded trees.
	Cache = tree.Cache
	// KeptTree is a tree in a cache, as [Cache.List] describes it.
	KeptTree = tree.Kept
	// CacheError says that a file in the cache cannot be used.
	CacheError = tree.CacheError
)

// ErrTreeTooLarge says that a tree has more elements than a recorded tree can hold.
var ErrTreeTooLarge = tree.ErrTreeTooLarge

// Record searches the whole tree of f and returns it. See [tree.Record].
func Record(ctx context.Context, f *cnf.Formula, opt RecordOptions) (*Tree, error) {
	return tree.Record(ctx, f, opt)
}

// DefaultCacheDir returns the folder transat in the user's cache folder.
func DefaultCacheDir() (string, error) { return tree.DefaultCacheDir() }

// TreeFromBytes reads a tree that [Tree.Bytes] wrote. See [tree.FromBytes].
func TreeFromBytes(name string, data []byte) (*Tree, error) { return tree.FromBytes(name, data) }
