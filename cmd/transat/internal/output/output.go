// Package output writes results where they are wanted, whole or not at all.
//
// A File gets its name only when it is complete, so that a full disk or Ctrl-C leaves nothing
// half-written behind; WriteFile is the short form of its life. Apart sees to it that no output
// overwrites an input, and Distinct that none overwrites another. Checked watches a stream such as
// stdout, whose errors are otherwise easily lost between buffers.
package output

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"os"

	"transat/solver/files"
)

// Apart returns an error if an output would overwrite an input: if name, the value of a flag, is the same file as one of inputs,
// perhaps through a link. "-" is the file that stdin comes from, if it is one. Inputs that are not files, such as the names of
// samples, do not matter.
//
//	err := output.Apart("--proof", flags.proof, args[0])
func Apart(flag, name string, inputs ...string) error {
	out, err := os.Stat(name)
	if err != nil || !out.Mode().IsRegular() {
		return nil // it is yet to be made, or cannot be; or it is a device
	}
	for _, input := range inputs {
		what, in, err := "input "+input, fs.FileInfo(nil), error(nil)
		if input == "-" {
			what = "input, which is stdin"
			in, err = os.Stdin.Stat()
		} else {
			in, err = os.Stat(input)
		}
		if err == nil && os.SameFile(in, out) {
			return fmt.Errorf("%s=%s would overwrite the %s: want another name", flag, name, what)
		}
	}
	return nil
}

// Named is an output that a flag names; without a name, there is none.
type Named struct{ Flag, Name string }

// Distinct returns an error if two outputs are the same file, perhaps through links; the file need not exist yet. Devices, pipes and
// open descriptors may be named twice: they take the outputs one after the other.
func Distinct(outputs ...Named) error {
	for i, b := range outputs {
		for _, a := range outputs[:i] {
			if a.Name != "" && b.Name != "" && files.Same(a.Name, b.Name) && Ordinary(a.Name) {
				return fmt.Errorf("%s=%s and %s=%s are the same file: want two", a.Flag, a.Name, b.Flag, b.Name)
			}
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
