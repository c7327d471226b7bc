package network

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

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
	if err := clean(root, false); err != nil {
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

// sweep removes what a program has left that was killed before it had begun a run. The folder is this program's.
func (s *site) sweep() error {
	if !s.locked {
		return nil
	}
	root, err := os.OpenRoot(s.folder)
	if err != nil {
		return err
	}
	return errors.Join(clean(root, true), root.Close())
}

// clean removes what the site and its server have written, all but the lock if that is to stay.
func clean(root *os.Root, stays bool) error {
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return err
	}
	all := root.RemoveAll(filepath.Join(server.Store, server.JetStream)) // before the file that says which run it is
	for _, e := range entries {
		if !e.IsDir() && cluster.IsRunFile(e.Name()) && !(stays && e.Name() == cluster.LockFile) {
			all = errors.Join(all, root.Remove(e.Name()))
		}
	}
	_ = root.Remove(server.Store) // if nothing else is in it
	return all
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
