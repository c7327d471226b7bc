// Package output writes results where they are wanted, whole or not at all.
//
// WriteFile puts a file in place only when it is complete, so that a full disk or Ctrl-C leaves
// nothing half-written behind. Checked watches a stream such as stdout, whose errors are otherwise
// easily lost between buffers.
package output

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
)

// WriteFile writes a file through a temporary one in the same folder, which takes its place at the
// end. If anything fails the temporary file is removed and an old file of that name stays as it was.
// A name that is a device or a pipe is written directly.
func WriteFile(name string, write func(io.Writer) error) error {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return writeDirectly(name, write)
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name()) // fails, as it should, once the file has been renamed
	if err := fill(tmp, write); err != nil {
		return err
	}
	if err := os.Chmod(tmp.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), name)
}

func writeDirectly(name string, write func(io.Writer) error) error {
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return fill(file, write)
}

// fill writes file through a buffer and closes it.
func fill(file *os.File, write func(io.Writer) error) error {
	buffered := bufio.NewWriterSize(file, 1<<16)
	err := write(buffered)
	if err == nil {
		err = buffered.Flush()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

// Checked is a writer that remembers its first error and writes nothing after it.
type Checked struct {
	W   io.Writer
	err error
}

// Write writes p, unless an earlier write has failed.
func (c *Checked) Write(p []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	n, err := c.W.Write(p)
	c.err = err
	return n, err
}

// Err returns the first error of a Write, or nil.
func (c *Checked) Err() error { return c.err }
