package tree

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"transat/solver/files"
)

// The cache finds a tree by its formula, not by a name. Beside its file there may be another, with the suffix
// nameSuffix, that holds the last name of the formula, for people who choose from a list.
const (
	treeSuffix = ".tree"
	nameSuffix = ".name"
	maxName    = 4096 // bytes
)

// CachedTree describes a tree in a cache, by the head of its file. The rest of the file may be damaged.
type CachedTree struct {
	Key      string // identifies the tree in this cache
	Name     string // of the formula, as given to SetName, or ""
	Hash     [32]byte
	Rule     string
	Elements int64
	Bytes    int64 // of the file
}

// List returns all trees of the cache that this version can load, sorted by key. It reads the head of each file. For a
// folder that does not exist, the list is empty.
func (c Cache) List() ([]CachedTree, error) {
	entries, err := os.ReadDir(c.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var all []CachedTree
	for _, entry := range entries {
		key, ok := strings.CutSuffix(entry.Name(), treeSuffix)
		if !ok || !entry.Type().IsRegular() {
			continue
		}
		if k, ok := c.describe(key); ok {
			all = append(all, k)
		}
	}
	return all, nil
}

// Open opens the file of a tree that List has returned.
func (c Cache) Open(k CachedTree) (*os.File, error) {
	return files.Open(filepath.Join(c.Dir, filepath.Base(k.Key)+treeSuffix))
}

// SetName stores the name of the formula of a tree in the cache, for List. The latest name counts.
func (c Cache) SetName(t *Tree, name string) error {
	if len(name) > maxName || strings.ContainsAny(name, "\r\n") {
		return fmt.Errorf("%q is no name for a formula", name)
	}
	path := strings.TrimSuffix(c.path(t.identity), treeSuffix) + nameSuffix
	if old, err := files.ReadFile(path, maxName+1); err == nil && string(old) == name+"\n" {
		return nil
	}
	return writeAtomically(path, func(w io.Writer) error {
		_, err := io.WriteString(w, name+"\n")
		return err
	})
}

// describe reads the head of a tree's file.
func (c Cache) describe(key string) (k CachedTree, ok bool) {
	file, err := files.Open(filepath.Join(c.Dir, key+treeSuffix))
	if err != nil {
		return CachedTree{}, false
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return CachedTree{}, false
	}
	head := make([]byte, maxHeadBytes)
	n, err := io.ReadFull(file, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return CachedTree{}, false
	}
	head = head[:n]
	if n <= ruleAt || !bytes.HasPrefix(head, []byte(magic)) || n <= ruleAt+int(head[ruleAt]) {
		return CachedTree{}, false
	}
	id := identity{hash: [32]byte(head[hashAt:]), rule: string(head[ruleAt+1:][:head[ruleAt]])}
	elements := binary.LittleEndian.Uint64(head[elementsAt:])
	if filepath.Base(c.path(id)) != key+treeSuffix || elements > maxElements {
		return CachedTree{}, false // a file of another version, or not the one that its name says
	}
	return CachedTree{Key: key, Name: c.storedName(key), Hash: id.hash, Rule: id.rule, Elements: int64(elements), Bytes: info.Size()}, true
}

// storedName returns the name beside a tree's file, or "".
func (c Cache) storedName(key string) string {
	text, err := files.ReadFile(filepath.Join(c.Dir, key+nameSuffix), maxName+1)
	name, ok := strings.CutSuffix(string(text), "\n")
	if err != nil || !ok || len(name) > maxName || strings.ContainsAny(name, "\r\n") {
		return ""
	}
	return name
}
