// Package parts keeps a proof by parts in a folder: see [solver.ProveParts] for what the parts are.
//
//	cubes        a line "a LITERALS 0" for each cube, and the checksum of the formula in a comment
//	0.lrat       refutes the formula with the clauses that exclude the cubes
//	1.lrat …     refutes the formula with the literals of cube 1 as unit clauses, and so on
//	costs        comments with the conflicts and the seconds that each part took
//	0.cnf …      these formulas, if they are wanted, for checkers that know nothing of parts
//
// Every file appears when it is complete, so a folder that a run has left goes on with the next one, and several computers can fill one
// folder. A proof that does not end with the empty clause, whatever has cut it, is made again. [Open] begins or continues a folder,
// [Cubes] reads the list for a check.
package parts

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"transat/cmd/transat/internal/evidence"
	"transat/cmd/transat/internal/output"
	"transat/dimacs"
	"transat/solver"
	"transat/solver/cnf"
	"transat/solver/drat"
	"transat/solver/files"
)

const (
	list    = "cubes"
	hashed  = "c formula "
	mostBuf = 1 << 16
)

// Name is the file of a part's proof.
func Name(folder string, number int) string {
	return filepath.Join(folder, strconv.Itoa(number)+".lrat")
}

// formulaName is the file of the formula that a part refutes.
func formulaName(folder string, number int) string {
	return filepath.Join(folder, strconv.Itoa(number)+".cnf")
}

// Folder has the parts of the proof of a formula. It is a [solver.Parts].
type Folder struct {
	name     string
	formula  *cnf.Formula
	cubes    [][]cnf.Lit
	formulas bool
	Verified bool // parts that are there are checked; otherwise they must be complete
	// Warn, if not nil, gets errors that do not end the search: a cost that could not be noted.
	Warn func(error)

	mu             sync.Mutex
	trusted, again int
}

// Open begins the proof of a formula by parts in a folder, or continues it. With formulas, each part's formula is written beside its
// proof. The error says that the folder cannot be used, or has a proof of another formula or by other cubes.
func Open(name string, f *cnf.Formula, cubes [][]cnf.Lit, formulas bool) (*Folder, error) {
	if err := os.MkdirAll(name, 0o777); err != nil {
		return nil, err
	}
	of, err := first(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &Folder{name: name, formula: f, cubes: cubes, formulas: formulas}, writeList(name, heading(f), cubes)
	case err != nil:
		return nil, err
	case of != heading(f):
		return nil, fmt.Errorf("%s has the parts of a proof of another formula: want another folder", name)
	}
	old, err := Cubes(name, f.Vars())
	if err != nil {
		return nil, err
	}
	if !slices.EqualFunc(old, cubes, slices.Equal[[]cnf.Lit]) {
		return nil, fmt.Errorf("%s has the parts of a proof by other cubes: want another folder", name)
	}
	return &Folder{name: name, formula: f, cubes: cubes, formulas: formulas}, nil
}

// heading is the first line of a list of the cubes of a formula.
func heading(f *cnf.Formula) string {
	hash := f.Hash()
	return hashed + hex.EncodeToString(hash[:])
}

// first reads the first line of the list of a folder, as far as a heading would go.
func first(folder string) (string, error) {
	file, err := openList(folder)
	if err != nil {
		return "", err
	}
	defer file.Close()
	line, err := bufio.NewReader(io.LimitReader(file, int64(len(hashed)+2*sha256.Size+1))).ReadString('\n')
	if err == io.EOF {
		err = nil
	}
	return strings.TrimSpace(line), err
}

// Foreign reports whether the list of a folder says that its parts are of a proof of another formula. Lists of others need not say it.
func Foreign(folder string, f *cnf.Formula) bool {
	line, err := first(folder)
	return err == nil && strings.HasPrefix(line, hashed) && line != heading(f)
}

func openList(folder string) (*os.File, error) { return files.Open(filepath.Join(folder, list)) }

func writeList(folder, heading string, cubes [][]cnf.Lit) error {
	return output.WriteFile(filepath.Join(folder, list), func(w io.Writer) error {
		if _, err := io.WriteString(w, heading+"\n"); err != nil {
			return err
		}
		return dimacs.WriteCubeList(w, cubes)
	})
}

// Begun reports whether a folder has the list of a proof by parts.
func Begun(folder string) bool {
	_, err := os.Lstat(filepath.Join(folder, list))
	return err == nil
}

// Cubes reads the cubes of a folder, for a formula with that many variables.
func Cubes(folder string, vars int) ([][]cnf.Lit, error) {
	file, err := openList(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s has no file %q: want the folder of transat solve --proof-parts", folder, list)
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return dimacs.ReadCubeList(file, vars, dimacs.Options{Name: file.Name()})
}

// Has implements [solver.Parts]. A part is checked if the folder is Verified, and otherwise must end with the empty clause; what is wrong
// is solved again.
func (f *Folder) Has(ctx context.Context, number int) (there bool, checked int64, err error) {
	name := Name(f.name, number)
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, 0, nil
	case err != nil:
		return false, 0, err
	case !info.Mode().IsRegular():
		return false, 0, fmt.Errorf("%s is no ordinary file", name)
	case f.Verified:
		var report drat.Report
		report, err = Check(ctx, f.name, f.formula, f.cubes, number)
		there, checked = err == nil, int64(report.Checked)
		if errors.As(err, new(*evidence.FaultError)) {
			err = nil
		}
	default:
		there, err = complete(name)
	}
	if err == nil {
		f.count(there)
	}
	if err == nil && there && f.formulas {
		if _, none := os.Lstat(formulaName(f.name, number)); errors.Is(none, fs.ErrNotExist) {
			err = f.writeFormula(number)
		}
	}
	return there, checked, err
}

// count counts a part that was found.
func (f *Folder) count(good bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case !good:
		f.again++
	case !f.Verified:
		f.trusted++
	}
}

// Found returns how many parts were there and taken without a check, and how many were there and no good. It must not be called while
// Has is.
func (f *Folder) Found() (trusted, again int) { return f.trusted, f.again }

// Complete returns how many parts of those with the given numbers, or of all if there are none, are there and end with the empty clause.
func (f *Folder) Complete(numbers []int) (n int) {
	if numbers == nil {
		for number := range len(f.cubes) + 1 {
			numbers = append(numbers, number)
		}
	}
	for _, number := range numbers {
		if there, err := complete(Name(f.name, number)); there && err == nil {
			n++
		}
	}
	return n
}

// writeFormula writes the formula of a part.
func (f *Folder) writeFormula(number int) error {
	return output.WriteFile(formulaName(f.name, number), func(w io.Writer) error {
		return dimacs.Write(w, solver.Part(f.formula, f.cubes, number))
	})
}

// Create implements [solver.Parts].
func (f *Folder) Create(number int) (solver.PartFile, error) {
	if f.formulas {
		if err := f.writeFormula(number); err != nil {
			return nil, err
		}
	}
	file, err := output.Create(Name(f.name, number))
	if err != nil {
		return nil, err
	}
	return &part{File: file, buffer: bufio.NewWriterSize(file, mostBuf)}, nil
}

// Solved implements [solver.Parts].
func (f *Folder) Solved(number int, conflicts int64, long time.Duration) {
	if err := f.cost(number, conflicts, long); err != nil && f.Warn != nil {
		f.Warn(err)
	}
}

// part is a file with a buffer.
type part struct {
	*output.File
	buffer *bufio.Writer
}

func (p *part) Write(b []byte) (int, error) { return p.buffer.Write(b) }

func (p *part) Commit() error {
	if err := p.buffer.Flush(); err != nil {
		return err
	}
	return p.File.Commit()
}
