package conqueror

import (
	"errors"
	"os"
	"path/filepath"

	"transat/solver/files"
)

// Folder is a temporary folder that outlives this program at most until another one makes one in the same place: a file in it is locked as
// long as its owner lives, and a folder whose file nobody holds is removed.
type Folder struct {
	Name string
	held *os.File // nil where nothing can be locked
}

// lockFile is the file that is locked.
const lockFile = "lock"

// NewFolder makes a folder whose name begins with prefix, in that of the system if in is "", and removes those of owners that have died.
func NewFolder(in, prefix string) (*Folder, error) {
	if in == "" {
		in = os.TempDir()
	}
	sweep(in, prefix)
	name, err := os.MkdirTemp(in, prefix)
	if err != nil || !files.Locks {
		return &Folder{Name: name}, err
	}
	// It has its name only when it is locked, since others look for it.
	file, err := os.OpenFile(filepath.Join(name, "new"), os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil {
		files.Lock(file)
		err = os.Rename(file.Name(), filepath.Join(name, lockFile))
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(name))
	}
	return &Folder{name, file}, nil
}

// sweep removes the folders of owners that have died. What cannot be removed stays.
func sweep(in, prefix string) {
	all, err := filepath.Glob(filepath.Join(in, prefix+"*", lockFile))
	if err != nil || !files.Locks {
		return
	}
	for _, name := range all {
		file, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			continue // another user's, or gone
		}
		if !files.Lock(file) {
			_ = os.RemoveAll(filepath.Dir(name))
		}
		_ = file.Close()
	}
}

// Remove removes the folder.
func (f *Folder) Remove() error {
	if f.held != nil {
		_ = f.held.Close() // nothing was written there
	}
	return os.RemoveAll(f.Name)
}
