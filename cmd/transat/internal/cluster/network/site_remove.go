package network

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"transat/cmd/transat/internal/cluster"
	"transat/cmd/transat/internal/cluster/server"
)

// remove removes the files of the site, and the folder if nothing else is in it. If something is, that stays, which is a
// *cluster.LeftError.
func (s *site) remove() error {
	root, err := os.OpenRoot(s.folder)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := clean(root); err != nil {
		return err
	}
	left, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return err
	}
	if len(left) > 0 {
		e := &cluster.LeftError{Folder: s.folder}
		for _, entry := range left {
			e.Names = append(e.Names, entry.Name())
		}
		return e
	}
	if same, err := isCurrent(root); same || err != nil {
		return err // the current folder stays, empty
	}
	return os.Remove(filepath.Clean(s.folder))
}

// clean removes what the site and its server have written.
func clean(root *os.Root) error {
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return err
	}
	var all error
	for _, e := range entries {
		if !e.IsDir() && ours(e.Name()) {
			all = errors.Join(all, root.Remove(e.Name()))
		}
	}
	all = errors.Join(all, root.RemoveAll(filepath.Join(server.Store, server.JetStream)))
	_ = root.Remove(server.Store) // if nothing else is in it
	return all
}

// ours reports whether the site writes files of that name, perhaps when the program dies meanwhile.
func ours(name string) bool {
	for _, own := range []string{siteFile, keyFile, lockFile} {
		if name == own || strings.HasPrefix(name, "."+own+".") {
			return true
		}
	}
	return false
}

// isCurrent reports whether a folder is the current one.
func isCurrent(root *os.Root) (bool, error) {
	there, err := root.Stat(".")
	if err != nil {
		return false, err
	}
	here, err := os.Stat(".")
	return err == nil && os.SameFile(there, here), err
}
