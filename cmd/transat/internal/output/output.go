// Package output writes results where they are wanted, whole or not at all.
//
// A File gets its name only when it is complete, so that a full disk or Ctrl-C leaves nothing
// half-written behind; WriteFile is the short form of its life. Checked watches a stream such as
// stdout, whose errors are otherwise easily lost between buffers.
package output

import (
	"bufio"
	"io"
)

// WriteFile writes a File, through a buffer.
func WriteFile(name string, write func(io.Writer) error) error {
	f, err := Create(name)
	if err != nil {
		return err
	}
	defer f.Discard()
	buffered := bufio.NewWriterSize(f, 1<<16)
	if err := write(buffered); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	return f.Commit()
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
