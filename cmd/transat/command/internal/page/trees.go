package page

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/suggest"
	"transat/cmd/transat/internal/web/site"
	"transat/instances"
	"transat/solver/tree"
)

// shelf lends the trees of the program itself to the page, and the recorded trees of a cache, if their formulas have a name.
type shelf struct {
	cache   *tree.Cache // nil for none
	samples func() map[[32]byte]string
	own     func() ([]ownTree, error)
}

func newShelf(cache *tree.Cache, own []input.Formula) *shelf {
	return &shelf{
		cache: cache, samples: sync.OnceValue(sampleNames),
		own: sync.OnceValues(func() ([]ownTree, error) { return packTrees(own) }),
	}
}

// ownTree is a tree of the program itself.
type ownTree struct {
	site.Tree
	packed []byte
}

// packTrees packs the trees of the program.
func packTrees(own []input.Formula) ([]ownTree, error) {
	var all []ownTree
	for i, f := range own {
		t, err := f.Tasks(context.Background())
		if err != nil {
			return nil, err
		}
		var packed bytes.Buffer
		if _, err := t.WriteTo(&packed); err != nil {
			return nil, err
		}
		all = append(all, ownTree{site.Tree{
			Name: f.Name, Key: fmt.Sprintf("own-%d.tree", i+1), Rule: cli.DefaultRule, Nodes: t.Nodes(), Bytes: int64(packed.Len()),
		}, packed.Bytes()})
	}
	return all, nil
}

// List returns the trees, sorted by name.
func (s *shelf) List() ([]site.Tree, error) {
	own, err := s.own()
	if err != nil {
		return nil, err
	}
	var all []site.Tree
	for _, t := range own {
		all = append(all, t.Tree)
	}
	if s.cache == nil {
		return all, nil
	}
	kept, err := s.cache.List()
	if err != nil {
		return nil, err
	}
	for _, k := range kept {
		if name := s.name(k); name != "" {
			all = append(all, site.Tree{Name: name, Key: k.Key, Rule: k.Rule, Nodes: k.Elements, Bytes: k.Bytes})
		}
	}
	slices.SortFunc(all, func(a, b site.Tree) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Key, b.Key))
	})
	return all, nil
}

// name is the name of a tree on the page: the name of its sample, or of the formula's file without the folders, which visitors
// need not know.
func (s *shelf) name(k tree.CachedTree) string {
	name := k.Name
	if name == "" {
		return s.samples()[k.Hash]
	}
	if _, err := instances.Open(name); err == nil {
		return name
	}
	return filepath.Base(name)
}

// sampleNames are the names of all listed samples by the hashes of their formulas. Trees that older versions have recorded have no
// names in the cache.
func sampleNames() map[[32]byte]string {
	names := map[[32]byte]string{}
	for _, info := range instances.Samples() {
		set, err := instances.Open(info.Name)
		if err != nil {
			continue
		}
		for _, i := range set.Instances {
			if i.Tree != nil {
				continue
			}
			if f, err := i.Formula(); err == nil {
				names[f.Hash()] = i.Name
			}
		}
	}
	return names
}

// Open opens the file of a tree. Only keys that the cache lists lead to a file.
func (s *shelf) Open(key string) (io.ReadSeekCloser, error) {
	own, err := s.own()
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(own, func(t ownTree) bool { return t.Key == key }); i >= 0 {
		return reader{bytes.NewReader(own[i].packed)}, nil
	}
	if s.cache == nil {
		return nil, fs.ErrNotExist
	}
	kept, err := s.cache.List()
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(kept, func(k tree.CachedTree) bool { return k.Key == key })
	if i < 0 || s.name(kept[i]) == "" {
		return nil, fs.ErrNotExist
	}
	return s.cache.Open(kept[i])
}

// reader is a file in memory.
type reader struct{ *bytes.Reader }

// Close implements io.Closer.
func (reader) Close() error { return nil }

// choose returns the trees with these names, recorded under any rule. A name may be short, or the name of a whole sample.
func (s *shelf) choose(names []string) ([]site.Tree, error) {
	if len(names) == 0 {
		return nil, nil
	}
	if s.cache == nil {
		return nil, cli.Misuse(errors.New("--tree needs the cache, which is off"))
	}
	all, err := s.List()
	if err != nil {
		return nil, err
	}
	var known []string
	for _, t := range all {
		known = append(known, t.Name)
	}
	var chosen []site.Tree
	for _, name := range names {
		wanted, found := spelledOut(name), false
		for _, t := range all {
			if !slices.Contains(wanted, t.Name) {
				continue
			}
			found = true
			if !slices.Contains(chosen, t) {
				chosen = append(chosen, t)
			}
		}
		if !found {
			return nil, cli.Misuse(suggest.Unknown("recorded tree", name, known,
				fmt.Sprintf("transat compare %s records it; %s", name, there(known))))
		}
	}
	return chosen, nil
}

// spelledOut returns the names in the cache that a user's name stands for: a sample in full (250-1075-3/04 for
// 250-1075-3/4), all formulas of a set, or the name of a file as it is.
func spelledOut(name string) []string {
	set, err := instances.Open(name)
	if err != nil {
		return []string{name}
	}
	names := []string{name}
	for _, i := range set.Instances {
		names = append(names, i.Name)
	}
	return names
}

// there lists the trees of the cache.
func there(known []string) string {
	const few = 8
	known = slices.Compact(known)
	switch {
	case len(known) == 0:
		return "the cache holds none"
	case len(known) > few:
		return fmt.Sprintf("the cache holds %s and %d more", strings.Join(known[:few], ", "), len(known)-few)
	}
	return "the cache holds " + strings.Join(known, ", ")
}
