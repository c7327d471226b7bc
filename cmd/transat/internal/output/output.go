// Package output writes results where they are wanted, whole or not at all.
//
// A File gets its name only when it is complete, so that a full disk or Ctrl-C leaves nothing
// half-written behind; WriteFile is the short form of its life. Apart sees to it that no output
// overwrites an input. Checked watches a stream such as
// stdout, whose errors are otherwise easily lost between buffers.
package output

import (
	"bufio"
	"fmt"
	"io"
	"os"
)

// Apart returns an error if an output would overwrite an input: if name, which a flag gives, stands for
// the same file as one of inputs, perhaps through a link. Inputs that are no files, such as "-" and the
// names of samples, do not matter.
//
//	err := output.Apart("--proof", flags.proof, args[0])
func Apart(flag, name string, inputs ...string) error {
	out, err := os.Stat(name)
	if err != nil || !out.Mode().IsRegular() {
		return nil // it is yet to be made, or cannot be; or it is a device
	}
	for _, input := range inputs {
		if in, err := os.Stat(input); err == nil && os.SameFile(in, out) {
			return fmt.Errorf("%s=%s would overwrite the input %s: want another name", flag, name, input)
		}
	}
	return nil
}

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
