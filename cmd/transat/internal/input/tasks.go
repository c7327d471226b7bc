package input

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"transat/balance/tasktree"
	"transat/dimacs"
	"transat/solver/cnf"
)

// Files with a tree of measured tasks instead of a formula: they are known by their first bytes, whatever their names, and compressed
// as formulas may be.

// TreeError says that a formula was wanted, and the input has a search tree.
type TreeError struct {
	Name    string
	Bounded bool // it is searched by branch and bound, so there is no tree to walk through
}

// Error names the commands that take it.
func (e *TreeError) Error() string {
	if e.Bounded {
		return e.Name + " is a search by branch and bound, without a formula: transat compare, simulate, sweep, explain and advise take it"
	}
	return e.Name + " is a search tree without a formula: transat compare, simulate, sweep, explain, advise and walk take it"
}

// ErrBounded says that a search tree cannot be had as a whole.
var ErrBounded = errors.New("it is searched by branch and bound, and what is expanded depends on the run: " +
	"it cannot be recorded or walked through")

// GivenTasks is a search tree that is in memory.
func GivenTasks(name string, t *tasktree.Tree) Formula {
	return LaterTasks(name, func() (*tasktree.Tree, error) { return t, nil })
}

// LaterTasks is a search tree that is made when it is first wanted.
func LaterTasks(name string, made func() (*tasktree.Tree, error)) Formula {
	return later(&TreeError{Name: name}, made)
}

// later is LaterTasks, and what is said to who wants a formula.
func later(wrong *TreeError, made func() (*tasktree.Tree, error)) Formula {
	return Formula{
		Name: wrong.Name, noFormula: wrong, tasks: sync.OnceValues(made),
		read:  func() (*cnf.Formula, error) { return nil, wrong },
		cubes: func() (withCubes, error) { return withCubes{}, wrong },
	}
}

// HasTasks reports whether the input is known to be a search tree of tasks. Of standard input and pipes that is known only when they
// are read: [Formula.Read] then returns a *[TreeError].
func (f Formula) HasTasks() bool { return f.noFormula != nil }

// NoFormula is the error for who wants a formula of an input that HasTasks.
func (f Formula) NoFormula() error { return f.noFormula }

// Tasks returns the search tree of an input that has one instead of a formula, and nil for all others. A file with cubes in the
// format iCNF has one if comments say how many seconds each took.
func (f Formula) Tasks(ctx context.Context) (*tasktree.Tree, error) {
	if f.tasks == nil {
		return nil, nil
	}
	return Await(ctx, f.tasks)
}

// headBytes is how much of an input is looked at to tell what it is, decompressed.
const headBytes = 1 << 12

// headOf returns the first bytes of an input, decompressed, as far as they can be read.
func headOf(r io.Reader) []byte {
	text, err := dimacs.Decompress(r)
	if err != nil {
		return nil
	}
	defer text.Close()
	head := make([]byte, headBytes)
	n, _ := io.ReadFull(text, head) // errors come again when all of it is read
	return head[:n]
}

// readTasks reads the tree of an input, or returns nil if its first bytes are not those of one.
func (s Finder) readTasks(name string, head []byte, open func() (io.ReadCloser, error)) (*tasktree.Tree, error) {
	format := tasktree.Recognise(head)
	cubes := format == "" && hasCubes(head)
	if format == "" && !cubes {
		return nil, nil
	}
	file, err := open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if cubes {
		return s.readTimedCubes(name, file)
	}
	text, err := dimacs.Decompress(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	defer text.Close()
	return tasktree.Read(text, tasktree.Options{Name: name, Room: s.Room})
}

// fileTasks is the tree of a file, or nil.
func (s Finder) fileTasks(path, name string) (*tasktree.Tree, error) {
	open := func() (io.ReadCloser, error) { return os.Open(path) }
	return s.readTasks(name, fileHead(path), open)
}

// fileHead is headOf of a file, and empty if it cannot be opened.
func fileHead(path string) []byte {
	file, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	return headOf(file)
}

// Stream is an input of any kind that can be read only once, and is opened when it is first wanted. Its name is for messages.
func (s Finder) Stream(name string, open func() (io.Reader, error)) Formula {
	return s.once(name, open)
}

// stream is an input that can be read only once. What it is, its first bytes tell, when they are wanted.
type stream struct {
	open func() (io.Reader, error)
	name string
	once sync.Once
	r    *bufio.Reader
	head []byte
	err  error
}

// mostAhead is how much of a stream is read to find its first bytes, which may lie in a compressed block.
const mostAhead = 1 << 20

// begin reads the first bytes.
func (s *stream) begin() error {
	s.once.Do(func() {
		var in io.Reader
		if in, s.err = s.open(); s.err != nil {
			return
		}
		s.r = bufio.NewReaderSize(in, mostAhead)
		raw, _ := s.r.Peek(headBytes)
		if s.head = headOf(bytes.NewReader(raw)); len(s.head) == 0 {
			raw, _ = s.r.Peek(mostAhead)
			s.head = headOf(bytes.NewReader(raw))
		}
	})
	return s.err
}

// formula returns the stream for a reader of formulas, or an error if there is a tree.
func (s *stream) formula() (io.Reader, error) {
	if err := s.begin(); err != nil {
		return nil, err
	}
	if tasktree.Recognise(s.head) != "" {
		return nil, &TreeError{Name: s.name}
	}
	return s.r, nil
}

// once is the input of a stream, which can be read again although the stream gives it only once.
func (s Finder) once(name string, open func() (io.Reader, error)) Formula {
	in, sum, shown := &stream{open: open, name: name}, new(sum), new(dimacs.Projection)
	return Formula{
		Name: name, sum: sum, shown: shown,
		read: sync.OnceValues(func() (*cnf.Formula, error) {
			r, err := in.formula()
			if err != nil {
				return nil, err
			}
			f, err := dimacs.Read(r, s.options(name, sum, shown))
			return f, withRemedy(err)
		}),
		cubes: sync.OnceValues(func() (both withCubes, err error) {
			r, err := in.formula()
			if err != nil {
				return both, err
			}
			both.formula, both.cubes, err = dimacs.ReadCubes(r, s.options(name, sum, shown))
			return both, withRemedy(err)
		}),
		tasks: sync.OnceValues(func() (*tasktree.Tree, error) {
			if err := in.begin(); err != nil {
				return nil, err
			}
			return s.readTasks(name, in.head, func() (io.ReadCloser, error) { return io.NopCloser(in.r), nil })
		}),
	}
}
