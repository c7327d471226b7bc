package check

import (
	"context"
	"errors"
	"fmt"
	"time"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/evidence"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/output"
	"transat/dimacs"

	"transat/solver/cnf"
	"transat/solver/drat"
)

// Proofs with hints: one that is checked, and one that is written.

// trimmed is the proof that --lrat asks for. A nil trimmed stands for none.
type trimmed struct {
	name  string
	file  *output.File
	bytes int64
	steps *dimacs.LRATWriter
}

// createTrimmed begins the proof, and fails before anything is checked if it cannot be written.
func createTrimmed(flags checkFlags, f *cnf.Formula) (*trimmed, error) {
	if flags.lrat == "" {
		return nil, nil
	}
	file, err := output.Create(flags.lrat)
	if err != nil {
		return nil, fmt.Errorf("--lrat: %w", err)
	}
	t := &trimmed{name: flags.lrat, file: file}
	format := dimacs.ProofLRAT
	if flags.lratBinary {
		format = dimacs.ProofLRATBinary
	}
	t.steps = dimacs.NewLRATWriter(t, format, f.Len())
	return t, nil
}

// Write appends to the file, and counts.
func (t *trimmed) Write(p []byte) (int, error) {
	n, err := t.file.Write(p)
	t.bytes += int64(n)
	return n, err
}

// writer returns t as a checker wants it.
func (t *trimmed) writer() cnf.HintWriter {
	if t == nil {
		return nil
	}
	return t.steps
}

// commit puts the complete proof in its place.
func (t *trimmed) commit(out *checkOutput) error {
	if t == nil {
		return nil
	}
	if err := t.steps.Flush(); err != nil {
		return &cnf.ProofError{Err: err}
	}
	if err := t.file.Commit(); err != nil {
		return &cnf.ProofError{Err: err}
	}
	out.trimmed(t)
	return nil
}

// discard removes what has been written of a proof that has not been committed.
func (t *trimmed) discard() {
	if t != nil {
		t.file.Discard()
	}
}

// hinted checks a proof with hints as it is read.
func (c *checking) hinted(ctx context.Context) error {
	began := time.Now()
	bar := c.Line.Start("checking " + c.evidence.Name)
	report, err := input.Await(ctx, func() (drat.Report, error) { return evidence.CheckSteps(ctx, c.formula, c.evidence.Hinted) })
	bar.Done()
	var wrong *evidence.FaultError
	if err == nil || errors.As(err, &wrong) {
		c.out.hinted(c.evidence, report)
	}
	if wrong != nil {
		return &wrongError{fmt.Errorf("%s: %w", c.evidence.Name, wrong), wrong.At}
	}
	if err != nil {
		return cutFault(err)
	}
	c.out.checked(report, forward, time.Since(began))
	return nil
}

// trimmed tells of a proof that was written.
func (o *checkOutput) trimmed(t *trimmed) {
	lemmas := t.steps.Lemmas()
	o.answer.trimmedAnswer = &trimmedAnswer{t.name, lemmas, t.bytes}
	o.comment("proof with hints: %s, %s, in %s", cli.Counted(lemmas, "lemma"), cli.Counted(t.bytes, "byte"), t.name)
}
