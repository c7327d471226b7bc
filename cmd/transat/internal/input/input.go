// Package input finds the formulas that a command line names: CNF files, standard input, samples. A file may also have a search tree
// (see tasks.go), or cubes with their times (see cubes.go).
//
// Find only looks at names, and at the first bytes of files. Formulas are read, or generated, when their turn comes, so that a sample
// of fifty does not lie in memory at once.
package input

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"transat/balance/foreign"
	"transat/balance/tasktree"
	"transat/dimacs"
	"transat/instances"
	"transat/solver/cnf"
	"transat/solver/tree"
)

// Formula is a formula that can be had, or a search tree that has none.
type Formula struct {
	Name string // as it is shown: the name of a file may have characters that cannot be printed
	// Tree is nil if there is a formula to read.
	Tree *instances.UTS
	// Recorded is the whole search tree, if there is one in the cache; then the formula is not read.
	Recorded *tree.Tree
	// Verdict is Unknown unless it is on record.
	Verdict cnf.Verdict
	read    func() (*cnf.Formula, error)
	sum     *sum                      // nil if it is not read from a file
	shown   *dimacs.Projection        // nil if there are no comments that could have one
	cubes   func() (withCubes, error) // nil if there can be none

	// Program is a tree of the program itself, or one of package instances for branch and bound: package experiment makes a workload of
	// it. It is nil for all others.
	Program   any
	noFormula *TreeError                     // see NoFormula
	tasks     func() (*tasktree.Tree, error) // nil if there can be none
}

// Given is a formula that has been read.
func Given(name string, f *cnf.Formula) Formula {
	return Formula{Name: name, read: func() (*cnf.Formula, error) { return f, nil }}
}

// withCubes is a formula with cubes, nil if the input has none.
type withCubes struct {
	formula *cnf.Formula
	cubes   [][]cnf.Lit
}

// Read returns the formula. If the context ends first it returns the context's error at once, even
// if the formula comes from a terminal or a pipe at which nothing happens.
func (f Formula) Read(ctx context.Context) (*cnf.Formula, error) { return Await(ctx, f.read) }

// ReadCubes is Read for an input that may have cubes as well, in the format iCNF. If it has none, cubes is
// nil.
func (f Formula) ReadCubes(ctx context.Context) (formula *cnf.Formula, cubes [][]cnf.Lit, err error) {
	if f.cubes == nil {
		formula, err = f.Read(ctx)
		return formula, nil, err
	}
	both, err := Await(ctx, f.cubes)
	return both.formula, both.cubes, err
}

// Await returns what read returns: something that takes long and knows no context, such as reading, or setting up
// a large machine. If the context ends first it returns the context's error at once, and read is left to itself.
func Await[T any](ctx context.Context, read func() (T, error)) (T, error) {
	var none T
	if err := ctx.Err(); err != nil {
		return none, err
	}
	type reply struct {
		value T
		err   error
	}
	done := make(chan reply, 1)
	go func() {
		var r reply
		defer func() {
			if fault := recover(); fault != nil {
				r.err = fmt.Errorf("internal error: %v; please report it with the input", fault)
			}
			done <- r
		}()
		r.value, r.err = read()
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		return none, ctx.Err()
	}
}

// Finder finds formulas by name: files, samples or stdin.
type Finder struct {
	Stdin   io.Reader
	Own     []Formula               // trees of the program itself, which go before all others of their names
	Lenient bool                    // a wrong number of clauses is a warning
	Warn    func(string)            // called with the errors that Lenient lets pass
	Room    func(bytes int64) error // asked before memory is taken for a formula from a file, or nil
}

// Find returns the formulas that go by a name: "-" is standard input, an existing file comes next,
// and last a sample, with all its formulas if it does not say which.
func (s Finder) Find(name string) ([]Formula, error) {
	for _, f := range s.Own {
		if f.Name == name {
			return []Formula{f}, nil
		}
	}
	if name == "-" {
		return []Formula{s.once("stdin", func() (io.Reader, error) { return s.Stdin, nil })}, nil
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s is a folder; want a file: a CNF, or a search tree (transat help trees)", name)
	case err == nil && !info.Mode().IsRegular():
		return []Formula{s.once(foreign.Text(name), func() (io.Reader, error) { return os.Open(name) })}, nil
	case err == nil:
		sum, shown := new(sum), new(dimacs.Projection)
		label := foreign.Text(name)
		if tasktree.Recognise(fileHead(name)) != "" {
			return []Formula{LaterTasks(label, func() (*tasktree.Tree, error) { return s.fileTasks(name, label) })}, nil
		}
		file := Formula{
			Name: label,
			sum:  sum, shown: shown,
			read: func() (*cnf.Formula, error) {
				f, err := dimacs.ReadFile(name, s.options(label, sum, shown))
				return f, withTrees(withRemedy(err), name)
			},
			cubes: func() (both withCubes, err error) {
				both.formula, both.cubes, err = dimacs.ReadFileCubes(name, s.options(label, sum, shown))
				return both, withRemedy(err)
			},
			tasks: sync.OnceValues(func() (*tasktree.Tree, error) { return s.fileTasks(name, label) }),
		}
		return []Formula{file}, nil
	case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR): // a sample may have a name below that of a file
		return nil, err
	}
	return fileOrSample(name, fmt.Errorf("%s: %w", name, fs.ErrNotExist))
}

// Projection is the projection in the comments of the formula, which has been read: the variables that make models different.
func (f Formula) Projection() dimacs.Projection {
	if f.shown == nil {
		return dimacs.Projection{}
	}
	return *f.shown
}

func (s Finder) options(name string, sum *sum, shown *dimacs.Projection) dimacs.Options {
	return dimacs.Options{
		Projection: shown,
		Copy:       sum.writer(),
		Name:       name,
		Lenient:    s.Lenient,
		Room:       s.Room,
		Warn:       func(e *dimacs.SyntaxError) { s.Warn(e.Error()) },
	}
}

// withTrees adds to the error that a file has no formula how a tree is written if it is JSON, what its first line lacks if it looks like
// one that names columns, and if the file has the name of a search tree, that it may have other forms.
func withTrees(err error, path string) error {
	var syntax *dimacs.SyntaxError
	if errors.As(err, &syntax) && strings.HasPrefix(syntax.Msg, "this is JSON") {
		return fmt.Errorf("%w; or, for a search tree, one object a line, without an array (transat help trees)", err)
	}
	if syntax == nil || !strings.HasPrefix(syntax.Msg, "missing header") {
		return err
	}
	line, _, _ := bytes.Cut(fileHead(path), []byte("\n"))
	if len(line) > 200 || !bytes.ContainsAny(line, ",;\t") {
		if treeName(path) {
			return fmt.Errorf("%w; or, for a search tree, one of the forms of transat help trees", err)
		}
		return err
	}
	return fmt.Errorf("%w; or, for a list of tasks, a first line that names its columns, id and work among them (transat help trees)", err)
}

// treeName reports whether a file has the name of a search tree.
func treeName(path string) bool {
	name := strings.ToLower(path)
	for _, packed := range []string{".gz", ".xz", ".zst", ".bz2"} {
		name = strings.TrimSuffix(name, packed)
	}
	return slices.Contains([]string{".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".vbc", ".icnf", ".tree"}, filepath.Ext(name))
}

// withRemedy adds a remedy to an error.
func withRemedy(err error) error {
	var syntax *dimacs.SyntaxError
	if errors.As(err, &syntax) && syntax.Miscount {
		return fmt.Errorf("%w; --lenient takes the file as it is", err)
	}
	return err
}
