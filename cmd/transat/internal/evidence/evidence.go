// Package evidence reads the evidence of a solver for its answer: a model, or a proof.
//
// Which of the two a file holds is seen from its content, as is the format of a proof and a
// compression:
//
//	e, err := evidence.Read("proof.drat.zst", os.Stdin, evidence.Options{Vars: f.Vars()})
//	if e.Proof != nil {
//		report, err := drat.Check(ctx, f, &e.Proof.Proof, drat.Options{})
//		… e.Proof.Pos(i) says where step i is in the file …
//	}
package evidence

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"transat/dimacs"
	"transat/solver/drat"
)

// Evidence is a model or a proof; the other one is nil. A bare list of literals with a 0 at its end may be
// either, a model or a proof of one lemma: then both are there, or NoModel says why it is no model.
//
// A proof with hints is not read yet: it is checked as it is read, step by step. So are the models behind the first one.
type Evidence struct {
	Name    string
	Model   dimacs.Assignment
	NoModel error
	Line    int                                               // at which the model begins, from 1
	Others  func() (m dimacs.Assignment, line int, err error) // the next model, or io.EOF; nil if there is only one. JSON has no lines.
	Count   int64                                             // of models, as the answer has it, or -1 if it has none
	Proof   *ProofFile
	Hinted  *dimacs.ProofReader

	close func() error
}

// Close closes the file of a proof with hints or of several models.
func (e *Evidence) Close() error {
	if e.close == nil {
		return nil
	}
	return e.close()
}

// ProofFile is a proof that was read from a file, with the positions of its steps.
type ProofFile struct {
	drat.Proof
	Format    dimacs.ProofFormat
	Lemmas    int
	Formula   string  // SHA-256 of the formula that it names, or ""
	positions []int64 // by step: its line, or its byte if the proof is binary
}

// Options are the options of reading.
type Options struct {
	Vars int // of the formula
	// Format is that of the proof; "" recognises it, and models too.
	Format dimacs.ProofFormat
}

// Read reads the named file, or stdin if the name is "-". It returns an error if there is neither a
// model nor a proof, or something is wrong with it: a *dimacs.SyntaxError that says Cut if the end is
// missing. An empty file is a proof without steps.
func Read(name string, stdin io.Reader, opt Options) (*Evidence, error) {
	if name == "-" {
		return read("stdin", stdin, opt)
	}
	file, err := os.Open(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	case err != nil:
		return nil, err
	}
	e, err := readFile(name, file, opt)
	if err != nil || e.Hinted == nil && e.Others == nil {
		_ = file.Close() // it was read only
		return e, err
	}
	e.close = file.Close
	return e, nil
}

func readFile(name string, file *os.File, opt Options) (*Evidence, error) {
	if info, err := file.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a folder; want a model or a proof", name)
	}
	return read(name, file, opt)
}

func read(name string, r io.Reader, opt Options) (*Evidence, error) {
	kind := dimacs.ContentsProof
	if opt.Format == "" {
		kind, r = dimacs.Detect(r)
	}
	e := &Evidence{Name: name, Count: -1}
	var err error
	switch kind {
	case dimacs.ContentsFormula:
		return nil, fmt.Errorf("%s is a formula: want a model or a proof, after the formula", name)
	case dimacs.ContentsModel:
		err = e.readModel(r, opt)
	case dimacs.ContentsJSON:
		err = e.readJSON(r, opt)
	default: // an empty file is a proof without steps, which some formulas need no more than
		err = e.readProof(r, opt.Format)
	}
	if err != nil {
		return nil, err
	}
	return e, nil
}

// readModel reads a model, or a list of literals that may be a model.
func (e *Evidence) readModel(r io.Reader, opt Options) error {
	var seen head
	models := dimacs.NewModelReader(e.Name, io.TeeReader(r, &seen), opt.Vars)
	first, err := models.Next()
	e.Model, e.Line, e.NoModel = first, models.Line(), err
	if !models.List() {
		seen.forget()
		e.Others = func() (dimacs.Assignment, int, error) {
			m, err := models.Next()
			if err != nil {
				models.Close()
			}
			return m, models.Line(), err
		}
		return e.NoModel
	}
	models.Close()
	steps, err := dimacs.NewProofReader(e.Name, io.MultiReader(&seen, r), dimacs.ProofOptions{Format: dimacs.ProofText})
	if err != nil {
		return e.NoModel
	}
	if e.Proof, err = readSteps(steps); err != nil {
		return e.NoModel
	}
	return nil
}

// head keeps what is written to it, until it is told that it is not needed.
type head struct {
	bytes.Buffer
	forgotten bool
}

func (h *head) Write(p []byte) (int, error) {
	if h.forgotten {
		return len(p), nil
	}
	return h.Buffer.Write(p)
}

func (h *head) forget() { h.Buffer, h.forgotten = bytes.Buffer{}, true }

func (e *Evidence) readProof(r io.Reader, format dimacs.ProofFormat) error {
	steps, err := dimacs.NewProofReader(e.Name, r, dimacs.ProofOptions{Format: format})
	if err != nil {
		return err
	}
	if steps.Format().Hints() {
		e.Hinted = steps
		return nil
	}
	e.Proof, err = readSteps(steps)
	return err
}

func readSteps(steps *dimacs.ProofReader) (*ProofFile, error) {
	p := &ProofFile{Format: steps.Format(), Formula: steps.Formula()}
	for {
		step, err := steps.Next()
		if err == io.EOF {
			return p, nil
		}
		if err == nil {
			err = p.append(step)
		}
		if err != nil {
			return nil, err
		}
	}
}

func (p *ProofFile) append(step dimacs.ProofStep) error {
	if p.Format == dimacs.ProofBinary {
		p.positions = append(p.positions, step.Pos.Byte)
	} else {
		p.positions = append(p.positions, int64(step.Pos.Line))
	}
	if step.Deletion {
		return p.Delete(step.Clause)
	}
	p.Lemmas++
	return p.Add(step.Clause)
}

// Pos returns where step i begins.
func (p *ProofFile) Pos(i int) dimacs.ProofPos {
	if p.Format == dimacs.ProofBinary {
		return dimacs.ProofPos{Byte: p.positions[i]}
	}
	return dimacs.ProofPos{Line: int(p.positions[i])}
}
