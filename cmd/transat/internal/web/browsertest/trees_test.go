//go:build !js && !wasip1

package browsertest

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync/atomic"

	"transat/cmd/transat/internal/web/site"
	"transat/instances"
	"transat/solver/tree"
)

// The recorded tree that the server has for these tests.
const (
	recordedName = "120-516-3/5"
	listedName   = "120-516-3/05" // the same, as the server has it
	recordedKey  = "a-tree"
)

// oneTree is that tree in a cache of its own, and one more that a test may add.
type oneTree struct {
	cache tree.Cache
	kept  tree.CachedTree
	more  atomic.Pointer[moreTree]
}

// moreTree is a tree of any cache.
type moreTree struct {
	listed site.Tree
	cache  tree.Cache
	kept   tree.CachedTree
}

// recordOne records the tree below a folder.
func recordOne(folder string) (*oneTree, error) {
	set, err := instances.Open(recordedName)
	if err != nil {
		return nil, err
	}
	f, err := set.Instances[0].Formula()
	if err != nil {
		return nil, err
	}
	recorded, err := tree.Record(context.Background(), f, tree.Options{})
	if err != nil {
		return nil, err
	}
	cache := tree.Cache{Dir: folder}
	if err := cache.Store(recorded); err != nil {
		return nil, err
	}
	all, err := cache.List()
	if err != nil || len(all) != 1 {
		return nil, err
	}
	return &oneTree{cache: cache, kept: all[0]}, nil
}

func (o *oneTree) List() ([]site.Tree, error) {
	all := []site.Tree{{Name: listedName, Key: recordedKey, Rule: o.kept.Rule, Nodes: o.kept.Elements, Bytes: o.kept.Bytes}}
	if more := o.more.Load(); more != nil {
		all = append(all, more.listed)
	}
	return all, nil
}

// add has the server list a tree of the user's cache, where it is recorded first if need be, which may take a minute.
func (o *oneTree) add(name string) error {
	set, err := instances.Open(name)
	if err != nil {
		return err
	}
	f, err := set.Instances[0].Formula()
	if err != nil {
		return err
	}
	folder, err := tree.DefaultCacheDir()
	if err != nil {
		return err
	}
	more := moreTree{cache: tree.Cache{Dir: folder}}
	for range 2 {
		all, err := more.cache.List()
		if err != nil {
			return err
		}
		i := slices.IndexFunc(all, func(k tree.CachedTree) bool { return k.Hash == f.Hash() && k.Rule == o.kept.Rule })
		if i >= 0 {
			more.kept = all[i]
			more.listed = site.Tree{Name: name, Key: more.kept.Key, Rule: more.kept.Rule, Nodes: more.kept.Elements, Bytes: more.kept.Bytes}
			o.more.Store(&more)
			return nil
		}
		recorded, err := tree.Record(context.Background(), f, tree.Options{})
		if err == nil {
			err = more.cache.Store(recorded)
		}
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("%s: the cache does not keep the tree of %s", folder, name)
}

func (o *oneTree) Open(key string) (io.ReadSeekCloser, error) {
	if more := o.more.Load(); more != nil && key == more.kept.Key {
		return more.cache.Open(more.kept)
	}
	if key != recordedKey {
		return nil, fs.ErrNotExist
	}
	return os.Open(o.cache.Dir + "/" + o.kept.Key + ".tree")
}
