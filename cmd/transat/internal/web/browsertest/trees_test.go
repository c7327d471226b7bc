//go:build !js && !wasip1

package browsertest

import (
	"context"
	"io"
	"io/fs"
	"os"

	"transat/cmd/transat/internal/web/site"
	"transat/instances"
	"transat/solver/tree"
)

// The one recorded tree that the server has for these tests.
const (
	recordedName = "120-516-3/5"
	listedName   = "120-516-3/05" // the same, as the server has it
	recordedKey  = "a-tree"
)

// oneTree is that tree in a cache of its own.
type oneTree struct {
	cache tree.Cache
	kept  tree.CachedTree
}

// recordOne records the tree below a folder.
func recordOne(folder string) (site.Trees, error) {
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
	return oneTree{cache, all[0]}, nil
}

func (o oneTree) List() ([]site.Tree, error) {
	return []site.Tree{{Name: listedName, Key: recordedKey, Rule: o.kept.Rule, Nodes: o.kept.Elements, Bytes: o.kept.Bytes}}, nil
}

func (o oneTree) Open(key string) (io.ReadSeekCloser, error) {
	if key != recordedKey {
		return nil, fs.ErrNotExist
	}
	return os.Open(o.cache.Dir + "/" + o.kept.Key + ".tree")
}
