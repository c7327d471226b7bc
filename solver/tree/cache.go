package tree

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"

	"transat/solver/cnf"
	"transat/solver/files"
	"transat/solver/internal/rules"
)

// Cache is a folder of recorded trees. The name of a file has the hash of the formula, the rule and the format version,
// so trees are not confused, and programs of different versions can share a folder. Several processes may use one
// folder at the same time.
type Cache struct {
	Dir string
}

// DefaultCacheDir returns the folder transat in the user's cache folder. It fails if the system does not name one.
func DefaultCacheDir() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "transat"), nil
}

// CacheError says that a file in the cache cannot be used. The tree can be recorded again.
type CacheError struct {
	Path   string
	Reason string
}

// Error names the file and what is wrong with it.
func (e *CacheError) Error() string { return fmt.Sprintf("%s: %s", e.Path, e.Reason) }

// Load returns the tree of f under the rule of that name; "" is the default rule.
//
// If there is none, the error is fs.ErrNotExist. If the file is damaged, cut short, of another format version, or holds
// the tree of another formula or rule, the error is a *CacheError.
func (c Cache) Load(f *cnf.Formula, rule string) (*Tree, error) {
	r, err := rules.Find(rule)
	if err != nil {
		return nil, err
	}
	id := identity{hash: f.Hash(), rule: r.Name}
	path := c.path(id)
	data, err := readFile(path)
	if kind, ok := errors.AsType[*files.KindError](err); ok {
		return nil, &CacheError{Path: path, Reason: kind.Reason}
	}
	if err != nil {
		return nil, err
	}
	t, err := read(data)
	switch {
	case err != nil:
		return nil, &CacheError{Path: path, Reason: err.Error()}
	case t.hash != id.hash:
		return nil, &CacheError{Path: path, Reason: "this is the tree of another formula"}
	case t.rule != id.rule:
		return nil, &CacheError{Path: path, Reason: fmt.Sprintf("this is the tree of another rule, %q", t.rule)}
	}
	return t, nil
}

// readFile reads a tree file, unless it is longer than its head allows.
func readFile(path string) ([]byte, error) {
	file, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	head := make([]byte, ruleAt)
	if _, err := file.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	elements := min(binary.LittleEndian.Uint64(head[elementsAt:]), maxElements)
	return files.Read(file, int64(maxHeadBytes)+int64(elements)*maxElementBytes+crc32.Size)
}

// Size returns the number of bytes of the file with the tree of f, about 2.6 a node on hard random 3-SAT, or 0 if there
// is none. It does not read the file.
func (c Cache) Size(f *cnf.Formula, rule string) int64 {
	r, err := rules.Find(rule)
	if err != nil {
		return 0
	}
	info, err := os.Stat(c.path(identity{hash: f.Hash(), rule: r.Name}))
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return info.Size()
}

// Store writes t into the cache, over an earlier file, and makes the folder if it does not exist. The file appears
// complete or not at all: after an error nothing has changed.
func (c Cache) Store(t *Tree) error {
	if err := os.MkdirAll(c.Dir, 0o777); err != nil {
		return err
	}
	return writeAtomically(c.path(t.identity), t.write)
}

func (c Cache) path(id identity) string {
	return filepath.Join(c.Dir, fmt.Sprintf("%x-%s-v%d.tree", id.hash[:16], id.rule, id.version()))
}

// writeAtomically writes a temporary file in the same folder, and renames it.
func writeAtomically(path string, write func(io.Writer) error) (err error) {
	tmp, err := files.Create(path)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(tmp.Name()))
		}
	}()
	err = write(tmp)
	if err == nil {
		err = tmp.Sync()
	}
	if err != nil {
		_ = tmp.Close()
		return err
	}
	return files.Place(tmp, path)
}
