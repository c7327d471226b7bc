// Package referee checks what workers report, so that they need not be trusted.
//
// A record says what was searched of a piece from one state to another, and comes with its part of the proof. The proof is checked twice, in two
// senses: its lemmas must follow by propagation (package stream), with what is left of the piece assumed; and they must be those of a depth-first search from the
// first state to the second (dpll.Audit), with as many decisions as the record counts, and the same bytes that such a search writes. What is left and what is
// given away must be branches under the rule (dpll.Worker.Complete). Which lemmas held when a stretch began follows from the branch, so
// nothing needs to be kept between two records, and a run that goes on checks nothing again.
//
// What a referee does not see: the variables that a worker has chosen in what it has refuted. A worker that chooses others than the rule does is right all the same, but its
// nodes are not those of one processor.
package verify

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/drat/stream"
)

// Referee checks records, one at a time.
type Referee struct {
	format  dimacs.ProofFormat
	engine  *dpll.Worker
	checker *stream.Checker
}

// WrongError says why a record is not true.
type WrongError struct {
	Piece  uint64
	Reason error
}

func (e *WrongError) Error() string {
	return fmt.Sprintf("the record of piece %d is wrong: %v", e.Piece, e.Reason)
}
func (e *WrongError) Unwrap() error { return e.Reason }

// New returns a referee of searches for f under a rule, whose proofs have a format. It takes the memory of a worker, and that of the clauses once more.
// The error is that of dpll.NewWorker.
func New(ctx context.Context, f *cnf.Formula, rule string, format dimacs.ProofFormat) (*Referee, error) {
	r := &Referee{format: format}
	var err error
	if r.engine, err = dpll.NewWorker(ctx, f, dpll.WorkerOptions{Rule: rule}); err != nil {
		return nil, err
	}
	r.checker = stream.NewChecker(f)
	return r, r.checker.Derived(r.engine.Derived())
}

// Check checks a record of a piece that was in a state, with the text of its proof. The error is a *WrongError; or the context's, and then nothing is known.
func (r *Referee) Check(ctx context.Context, state dpll.Branch, record *ledger.Record, text []byte) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("internal error: %v", fault)
		}
		if err != nil && ctx.Err() == nil {
			err = &WrongError{record.Piece, err}
		}
	}()
	t := &told{checker: r.checker}
	t.steps = dimacs.NewProofWriter(&t.text, r.format)
	audit := dpll.NewAudit(state, r.engine.Derived(), t)
	if err := r.checker.Begin(state.Decisions(), state.Lemmas()); err != nil {
		return err
	}
	if err := r.follow(audit, t, record, text); err != nil {
		return err
	}
	if err := r.end(audit, record); err != nil {
		return err
	}
	switch {
	case !bytes.Equal(t.text.Bytes(), text):
		return fmt.Errorf("its proof is not what a search of it writes")
	case audit.Decisions() != record.Stats.Decisions || t.lemmas != record.Lemmas:
		return fmt.Errorf("it counts %d inner nodes and %d lemmas, and its proof has %d and %d", record.Stats.Decisions, record.Lemmas, audit.Decisions(), t.lemmas)
	}
	return nil
}

// follow goes through the lemmas and the marks.
func (r *Referee) follow(audit *dpll.Audit, t *told, record *ledger.Record, text []byte) error {
	at := int64(0)
	for _, m := range record.Marks {
		if m.Offset < at || m.Offset > int64(len(text)) {
			return fmt.Errorf("a mark at byte %d of %d", m.Offset, len(text))
		}
		if err := r.lemmas(audit, text[at:m.Offset]); err != nil {
			return err
		}
		if at = m.Offset; t.written() != at {
			return fmt.Errorf("a mark at byte %d, and its place is at %d", at, t.written())
		}
		path, err := audit.Include(m.Piece)
		if err == nil {
			err = r.checker.Include(path)
		}
		if err != nil {
			return err
		}
	}
	err := r.lemmas(audit, text[at:])
	_ = t.written()
	return err
}

// lemmas goes through the lemmas. Deletions follow from them.
func (r *Referee) lemmas(audit *dpll.Audit, text []byte) error {
	steps, err := dimacs.NewProofReader("its proof", bytes.NewReader(text), dimacs.ProofOptions{Format: r.format})
	if err != nil {
		return err
	}
	for {
		step, err := steps.Next()
		if err == io.EOF {
			return nil
		}
		if err == nil && !step.Deletion {
			err = audit.Lemma(step.Clause)
		}
		if err != nil {
			return err
		}
	}
}

// end looks at the state to which the stretch has led.
func (r *Referee) end(audit *dpll.Audit, record *ledger.Record) error {
	if record.Rest == nil {
		if err := audit.Close(); err != nil {
			return err
		}
		return r.checker.End()
	}
	rest, err := r.engine.Complete(record.Rest.Branch)
	if err != nil {
		return err
	}
	given := make([]dpll.Branch, len(record.Given))
	for i, g := range record.Given {
		given[i] = g.Branch
	}
	return audit.Rest(rest, given)
}

// told is what an audit tells: it goes to the checker, and is written as a worker would have.
type told struct {
	checker *stream.Checker
	steps   *dimacs.ProofWriter
	text    bytes.Buffer
	lemmas  int64
}

// Add implements cnf.ProofWriter.
func (t *told) Add(clause []cnf.Lit) error {
	t.lemmas++
	if err := t.checker.Add(clause); err != nil {
		return err
	}
	return t.steps.Add(clause)
}

// Delete implements cnf.ProofWriter.
func (t *told) Delete(clause []cnf.Lit) error {
	if err := t.checker.Delete(clause); err != nil {
		return err
	}
	return t.steps.Delete(clause)
}

// written returns how many bytes have been written.
func (t *told) written() int64 {
	_ = t.steps.Flush() // a buffer takes everything
	return int64(t.text.Len())
}
