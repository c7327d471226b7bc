package conqueror

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/drat"
)

// Options configure a Solver.
type Options struct {
	Folder string        // for temporary files; "" is that of the system
	Limit  time.Duration // for a cube; 0 is DefaultLimit
	Most   int64         // bytes of a proof, and of other output; 0 is DefaultMost
}

// Defaults of Options.
const (
	DefaultLimit = time.Hour
	DefaultMost  = 1 << 29
)

// Conquest is what the program has made of a cube.
type Conquest struct {
	Verdict cnf.Verdict // Unknown: the program gave up, or its time was over
	Model   cnf.Model   // checked, if Satisfiable
	// Lemmas follow by propagation from the formula and the ones before them, if Unsatisfiable. The last excludes the cube. Without a
	// proof there are none.
	Lemmas [][]cnf.Lit
}

// Solver runs a program for one cube at a time.
type Solver struct {
	formula *cnf.Formula
	command Command
	opt     Options
	folder  *Folder
	late    time.Duration // that output is waited for which something else holds open, when the program and all its group have ended
	left    bool          // that was so
}

// New prepares to run a program. The error is that of a folder that cannot be made.
func New(f *cnf.Formula, c Command, opt Options) (*Solver, error) {
	if opt.Limit == 0 {
		opt.Limit = DefaultLimit
	}
	if opt.Most == 0 {
		opt.Most = DefaultMost
	}
	folder, err := NewFolder(opt.Folder, "transat-conqueror-")
	if err != nil {
		return nil, err
	}
	return &Solver{formula: f, command: c, opt: opt, folder: folder, late: time.Second}, nil
}

// Left reports whether a program has left something at work that could not be ended, and holds its output open. Such a run takes a second
// longer.
func (s *Solver) Left() bool { return s.left }

// Close removes the folder.
func (s *Solver) Close() error { return s.folder.Remove() }

// Solve runs the program. The error is the context's, or says why the answer is no good.
func (s *Solver) Solve(ctx context.Context, cube []cnf.Lit) (Conquest, error) {
	under := s.under(cube)
	formula, proof := filepath.Join(s.folder.Name, "cube.cnf"), filepath.Join(s.folder.Name, "proof")
	defer os.Remove(formula)
	defer os.Remove(proof)
	if err := write(formula, under); err != nil {
		return Conquest{}, err
	}
	verdict, model, err := s.run(ctx, s.command.with(formula, proof), proof)
	switch {
	case ctx.Err() != nil:
		return Conquest{}, ctx.Err()
	case err != nil:
		return Conquest{}, err
	case verdict == cnf.Satisfiable:
		if err := under.Check(model); err != nil {
			return Conquest{}, fmt.Errorf("its model is wrong: %w", err)
		}
		return Conquest{Verdict: verdict, Model: model}, nil
	case verdict == cnf.Unsatisfiable && s.command.proof:
		lemmas, err := s.check(ctx, under, proof, cube)
		if err != nil {
			return Conquest{}, err
		}
		return Conquest{Verdict: verdict, Lemmas: lemmas}, nil
	}
	return Conquest{Verdict: verdict}, nil
}

// under returns the formula with the literals of a cube as unit clauses.
func (s *Solver) under(cube []cnf.Lit) *cnf.Formula {
	f := cnf.NewFormula(s.formula.Vars())
	f.Grow(s.formula.Len()+len(cube), s.formula.Literals()+len(cube))
	for i := range s.formula.Len() {
		f.Add(s.formula.Clause(i)...)
	}
	for _, l := range cube {
		f.Add(l)
	}
	return f
}

// write writes a formula.
func write(name string, f *cnf.Formula) error {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(dimacs.Write(file, f), file.Close())
}

// check checks a proof, and returns its core lemmas as lemmas of the formula without the cube.
func (s *Solver) check(ctx context.Context, under *cnf.Formula, name string, cube []cnf.Lit) ([][]cnf.Lit, error) {
	core := &collector{number: int64(under.Len())}
	for _, l := range cube {
		core.excluding = append(core.excluding, l.Not())
	}
	if lemmas, ok := checkHinted(ctx, under, name); ok {
		for _, lemma := range lemmas {
			core.add(lemma)
		}
		return append(core.lemmas, core.excluding), nil
	}
	steps, err := readProof(name)
	if err != nil {
		return nil, err
	}
	report, err := drat.Check(ctx, under, steps, drat.Options{Hints: core})
	switch {
	case err != nil:
		return nil, fmt.Errorf("its proof is wrong: %w", err)
	case report.RATLemmas > 0:
		return nil, errNewVariables
	}
	return append(core.lemmas, core.excluding), nil
}

var errNewVariables = errors.New("its proof defines new variables, and cannot be joined with others " +
	"(kissat and cadical: --no-factor; transat solve: --no-new-variables)")

// readProof reads a proof of any format, without its hints.
func readProof(name string) (*drat.Proof, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, errors.New("it has written no proof")
	}
	defer file.Close()
	r, err := dimacs.NewProofReader("its proof", file, dimacs.ProofOptions{})
	if err != nil {
		return nil, err
	}
	p := &drat.Proof{}
	for {
		step, err := r.Next()
		switch {
		case err == io.EOF:
			return p, nil
		case err != nil:
			return nil, err
		case !step.Deletion:
			err = p.Add(step.Clause)
		case !r.Format().Hints():
			err = p.Delete(step.Clause)
		}
		if err != nil {
			return nil, err
		}
	}
}

// collector keeps lemmas, each with the clause that excludes a cube.
type collector struct {
	excluding []cnf.Lit
	lemmas    [][]cnf.Lit
	number    int64
}

// add adds a lemma of the formula under the cube.
func (c *collector) add(clause []cnf.Lit) {
	lemma := make([]cnf.Lit, 0, len(clause)+len(c.excluding))
	c.lemmas = append(c.lemmas, append(append(lemma, clause...), c.excluding...))
}

// Infer implements cnf.HintWriter.
func (c *collector) Infer(clause []cnf.Lit, _ []int64) (int64, error) {
	if len(clause) > 0 {
		c.add(clause)
	}
	c.number++
	return c.number, nil
}

// Forget implements cnf.HintWriter.
func (c *collector) Forget(...int64) error { return nil }
