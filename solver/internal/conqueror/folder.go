package conqueror

import (
	"errors"
	"os"
	"path/filepath"

	"transat/solver/files"
)

// Folder is a temporary folder that outlives this program at most until another one makes one in the same place: a file in it is locked as
// long as its owner lives, and a folder whose file can be locked by another one is removed. Where files cannot be locked, it stays if its
// owner is killed.
type Folder struct {
	Name string
	held *os.File // nil where nothing can be locked
}

// lockFile is the file that is locked.
const lockFile = "lock"

// locker is files.Lock, or another one in tests.
type locker func(*os.File) (held bool, err error)

// NewFolder makes a folder whose name begins with prefix, in that of the system if in is "", and removes those of owners that have died.
func NewFolder(in, prefix string) (*Folder, error) { return newFolder(in, prefix, files.Lock) }

func newFolder(in, prefix string, lock locker) (*Folder, error) {
	if in == "" {
		in = os.TempDir()
	}
	sweep(in, prefix, lock)
	name, err := os.MkdirTemp(in, prefix)
	if err != nil {
		return nil, err
	}
	// It has its name only when it is locked, since others look for it, and remove what they can lock.
	file, err := os.OpenFile(filepath.Join(name, "new"), os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil {
		if held, _ := lock(file); !held {
			return &Folder{Name: name}, file.Close()
		}
		err = os.Rename(file.Name(), filepath.Join(name, lockFile))
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(name))
	}
	return &Folder{name, file}, nil
}

// sweep removes the folders of owners that have died. What cannot be locked or removed stays.
func sweep(in, prefix string, lock locker) {
	all, err := filepath.Glob(filepath.Join(in, prefix+"*", lockFile))
	if err != nil {
		return
	}
	for _, name := range all {
		file, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			continue // another user's, or gone
		}
		if held, _ := lock(file); held {
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
