package output

import (
	"errors"
	"os"
	"path/filepath"
)

// File is a file in the making. It is written through a temporary file in the same folder, which
// takes its place on Commit; until then, an old file of that name stays as it was. A name that is a
// device or a pipe is written directly. All errors speak of the name, not of the temporary file.
//
//	f, err := output.Create("proof.drat")
//	…
//	defer f.Discard()
//	… write to f, and return early if something is wrong …
//	return f.Commit()
type File struct {
	name   string
	file   *os.File
	direct bool // there is no temporary file
	secure bool // it is brought to the disk before it gets its name
	done   bool
}

// Create begins a file of that name. It fails if the folder does not exist or cannot be written to,
// or if name is a folder.
func Create(name string) (*File, error) {
	f := &File{name: name}
	var err error
	if info, statErr := os.Stat(name); statErr == nil && !info.Mode().IsRegular() {
		f.direct = true
		f.file, err = os.OpenFile(name, os.O_WRONLY, 0)
	} else {
		f.file, err = os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	}
	if err != nil {
		return nil, f.named(err)
	}
	return f, nil
}

// CreateThrough is Create with a temporary file of a given name, in the same file system. One that a program has
// left there, because it was killed, is written over. What is committed outlives a failure of the computer as well.
func CreateThrough(temporary, name string) (*File, error) {
	file, err := os.Create(temporary)
	if err != nil {
		return nil, err
	}
	return &File{name: name, file: file, secure: true}, nil
}

// Folder makes a folder of that name, unless there is one, and fails if no files can be written to it.
func Folder(name string) error {
	if err := os.MkdirAll(name, 0o755); err != nil {
		return err
	}
	trial, err := os.CreateTemp(name, ".trial.*")
	if err != nil {
		return (&File{name: name}).named(err)
	}
	_ = trial.Close()
	return os.Remove(trial.Name())
}

// Write appends p to the file.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.file.Write(p)
	return n, f.named(err)
}

// Commit ends the file and gives it its name. If that fails, the file is discarded.
func (f *File) Commit() error {
	defer f.Discard()
	if f.secure {
		if err := f.file.Sync(); err != nil {
			return f.named(err)
		}
	}
	if err := f.file.Close(); err != nil {
		return f.named(err)
	}
	if !f.direct {
		if err := os.Chmod(f.file.Name(), 0o644); err != nil {
			return f.named(err)
		}
		if err := os.Rename(f.file.Name(), f.name); err != nil {
			return f.named(err)
		}
	}
	f.done = true
	return nil
}

// Discard removes the file, unless it is a device. After Commit it does nothing.
func (f *File) Discard() {
	if f.done {
		return
	}
	f.done = true
	// Errors do not matter: the file is of no use any more.
	_ = f.file.Close()
	if !f.direct {
		_ = os.Remove(f.file.Name())
	}
}

// named puts the name of f into an error of package os.
func (f *File) named(err error) error {
	var path *os.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return &os.PathError{Op: path.Op, Path: f.name, Err: path.Err}
	case errors.As(err, &link):
		return &os.PathError{Op: link.Op, Path: f.name, Err: link.Err}
	}
	return err
}
