package output

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"transat/solver/files"
)

// File is a file in the making. It is written through a temporary file in the same folder, which
// takes its place on Commit; until then, an old file of that name stays as it was, and then its mode stays. A symbolic link stays, too:
// what it stands for is written. All errors speak of the name, not of the temporary file.
//
// A name that is a device or a pipe is written directly, and so is an open descriptor, such as /dev/fd/3: through that descriptor, behind
// what was written before. What goes to where stdout or stderr go as well, such as /dev/stdout, is written in one piece on Commit, so
// that no other line comes between.
//
//	f, err := output.Create("proof.drat")
//	…
//	defer f.Discard()
//	… write to f, and return early if something is wrong …
//	return f.Commit()
type File struct {
	name   string
	target string   // what name stands for
	file   *os.File // is written to
	direct bool     // file is the target
	stream *os.File // gets what is in file, which is a temporary one; nil for a file that is renamed, or direct
	secure bool     // it is brought to the disk before it gets its name
	done   bool
}

// Create begins a file of that name. It fails if the folder does not exist or cannot be written to,
// or if name is a folder.
func Create(name string) (*File, error) {
	f := &File{name: name}
	if err := f.open(); err != nil {
		return nil, f.named(err)
	}
	return f, nil
}

// open finds out what the name stands for, and opens what is to be written.
func (f *File) open() (err error) {
	if f.target, err = files.Target(f.name); err != nil {
		return err
	}
	var stream *os.File
	number, own, isDescriptor := files.Descriptor(f.target)
	info, err := os.Stat(f.target)
	switch {
	case isDescriptor && own:
		stream, err = duplicate(number)
	case err == nil && alsoStd(info):
		stream, err = duplicate(int(standard(info).Fd()))
	case err == nil && !info.Mode().IsRegular(), isDescriptor:
		stream, err = os.OpenFile(f.target, os.O_WRONLY|os.O_APPEND, 0)
	default:
		f.file, err = files.Create(f.target)
		return err
	}
	if err != nil {
		return err
	}
	if info, err := stream.Stat(); err == nil && standard(info) != nil {
		f.stream = stream
		f.file, err = os.CreateTemp("", "transat-*")
		if err != nil {
			_ = stream.Close()
		}
		return err
	}
	f.file, f.direct = stream, true
	return nil
}

// standard is stdout or stderr of the process if it is that file, pipe or terminal, or nil.
func standard(info fs.FileInfo) *os.File {
	for _, std := range []*os.File{os.Stdout, os.Stderr} {
		if of, err := std.Stat(); err == nil && os.SameFile(of, info) {
			return std
		}
	}
	return nil
}

// alsoStd reports whether a file has another name, but is that to which stdout or stderr go.
func alsoStd(info fs.FileInfo) bool { return info.Mode().IsRegular() && standard(info) != nil }

// Ordinary reports whether the name is that of a file, or of none yet, so that it can be replaced as a whole.
func Ordinary(name string) bool {
	target, err := files.Target(name)
	if err != nil {
		return false
	}
	if _, _, open := files.Descriptor(target); open {
		return false
	}
	info, err := os.Stat(target)
	return err != nil || info.Mode().IsRegular() && !alsoStd(info)
}

// Beside is the name of a temporary file that another run of the program finds again: target with a suffix. ok is false
// if the name is no ordinary one.
func Beside(name, suffix string) (temporary string, ok bool) {
	target, err := files.Target(name)
	return files.Beside(target, suffix), err == nil && Ordinary(name)
}

// Nearby is the folder where more temporary files for an output may lie: its own, since there must be room anyhow, or "", which is that
// for temporary files, if it is no ordinary file.
func Nearby(name string) string {
	if !Ordinary(name) {
		return ""
	}
	target, _ := files.Target(name) // otherwise it is not ordinary
	return filepath.Dir(target)
}

// CreateThrough is Create with a temporary file of a given name, that of Beside. One that a program has
// left there, because it was killed, is written over. What is committed outlives a failure of the computer as well.
func CreateThrough(temporary, name string) (*File, error) {
	f := &File{name: name, secure: true}
	var err error
	if f.target, err = files.Target(name); err != nil {
		return nil, f.named(err)
	}
	if f.file, err = files.CreateAs(temporary, f.target); err != nil {
		return nil, f.named(err)
	}
	return f, nil
}

// Try fails if Create would, and leaves nothing behind. It does not open a pipe, at the other end of which someone may wait for what comes.
func Try(name string) error {
	if info, err := os.Stat(name); err == nil && info.Mode()&fs.ModeNamedPipe != 0 {
		return nil
	}
	f, err := Create(name)
	if err == nil {
		f.Discard()
	}
	return err
}

// Write appends p to the file.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.file.Write(p)
	return n, f.named(err)
}

// Commit ends the file and gives it its name. If that fails, the file is discarded.
func (f *File) Commit() error {
	defer f.Discard()
	if err := f.commit(); err != nil {
		return f.named(err)
	}
	f.done = true
	return nil
}

func (f *File) commit() error {
	switch {
	case f.stream != nil:
		if _, err := f.file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		_, err := io.Copy(f.stream, f.file)
		return errors.Join(err, f.stream.Close(), f.file.Close(), os.Remove(f.file.Name()))
	case f.direct:
		return f.file.Close()
	case f.secure:
		if err := f.file.Sync(); err != nil {
			return err
		}
	}
	return files.Place(f.file, f.target)
}

// Discard removes the file, unless it is a device. After Commit it does nothing.
func (f *File) Discard() {
	if f.done {
		return
	}
	f.done = true
	// Errors do not matter: the file is of no use any more.
	_ = f.file.Close()
	if f.stream != nil {
		_ = f.stream.Close()
	}
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
