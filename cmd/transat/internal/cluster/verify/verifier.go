// Package verify checks the records of workers, so that they need not be trusted.
//
// A record says what was searched of a piece from one state to another, and comes with its part of the proof. The proof is checked
// in two senses. Its lemmas must follow by propagation, with the decisions of the state assumed (package stream). And they must be
// the lemmas of a depth-first search from the first state to the second (dpll.Audit), with as many decisions as the record counts,
// and the same bytes that such a search writes. The rest and the branches given away must be branches under the rule
// (dpll.Worker.Complete). Which lemmas held when a stretch began follows from the branch, so nothing needs to be kept between two
// records, and a run that goes on checks nothing again.
//
// A verifier does not see which variables a worker has chosen in the parts that it has refuted. A worker that chooses others than
// the rule does is right all the same, but its nodes are not the nodes of one processor.
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

// Verifier checks records, one at a time.
type Verifier struct {
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

// New returns a verifier of searches for f under a rule, with proofs in a format. It takes the memory of a worker, and that of the
// clauses once more. The error is that of dpll.NewWorker.
func New(ctx context.Context, f *cnf.Formula, rule string, format dimacs.ProofFormat) (*Verifier, error) {
	v := &Verifier{format: format}
	var err error
	if v.engine, err = dpll.NewWorker(ctx, f, dpll.WorkerOptions{Rule: rule}); err != nil {
		return nil, err
	}
	v.checker = stream.NewChecker(f)
	return v, v.checker.Derived(v.engine.Derived())
}

// Check checks a record of a piece that was in a state, with the text of its proof. The error is a *WrongError, or that of the
// context, and then nothing is known.
func (v *Verifier) Check(ctx context.Context, state dpll.Branch, record *ledger.Record, text []byte) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("internal error: %v", fault)
		}
		if err != nil && ctx.Err() == nil {
			err = &WrongError{record.Piece, err}
		}
	}()
	t := &rewriter{checker: v.checker}
	t.steps = dimacs.NewDRATWriter(&t.text, v.format)
	audit := dpll.NewAudit(state, v.engine.Derived(), t)
	if err := v.checker.Begin(state.Decisions(), state.Lemmas()); err != nil {
		return err
	}
	if err := v.follow(audit, t, record, text); err != nil {
		return err
	}
	if err := v.end(audit, record); err != nil {
		return err
	}
	switch {
	case !bytes.Equal(t.text.Bytes(), text):
		return fmt.Errorf("its proof is not what a search of it writes")
	case audit.Decisions() != record.Stats.Decisions || t.lemmas != record.Lemmas:
		return fmt.Errorf("it counts %d inner nodes and %d lemmas, and its proof has %d and %d",
			record.Stats.Decisions, record.Lemmas, audit.Decisions(), t.lemmas)
	}
	return nil
}

// follow goes through the lemmas and the marks.
func (v *Verifier) follow(audit *dpll.Audit, t *rewriter, record *ledger.Record, text []byte) error {
	at := int64(0)
	for _, m := range record.Marks {
		if m.Offset < at || m.Offset > int64(len(text)) {
			return fmt.Errorf("a mark at byte %d of %d", m.Offset, len(text))
		}
		if err := v.lemmas(audit, text[at:m.Offset]); err != nil {
			return err
		}
		if at = m.Offset; t.written() != at {
			return fmt.Errorf("a mark at byte %d, and its place is at %d", at, t.written())
		}
		path, err := audit.Include(m.Piece)
		if err == nil {
			err = v.checker.Include(path)
		}
		if err != nil {
			return err
		}
	}
	err := v.lemmas(audit, text[at:])
	_ = t.written()
	return err
}

// lemmas goes through the lemmas. Deletions follow from them.
func (v *Verifier) lemmas(audit *dpll.Audit, text []byte) error {
	steps, err := dimacs.NewProofReader("its proof", bytes.NewReader(text), dimacs.ProofOptions{Format: v.format})
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
func (v *Verifier) end(audit *dpll.Audit, record *ledger.Record) error {
	if record.Rest == nil {
		if err := audit.Close(); err != nil {
			return err
		}
		return v.checker.End()
	}
	rest, err := v.engine.Complete(record.Rest.Branch)
	if err != nil {
		return err
	}
	given := make([]dpll.Branch, len(record.Given))
	for i, g := range record.Given {
		given[i] = g.Branch
	}
	return audit.Rest(rest, given)
}

// rewriter passes the steps of an audit to the checker, and writes them as a worker would have.
type rewriter struct {
	checker *stream.Checker
	steps   *dimacs.DRATWriter
	text    bytes.Buffer
	lemmas  int64
}

// Add implements cnf.ProofWriter.
func (t *rewriter) Add(clause []cnf.Lit) error {
	t.lemmas++
	if err := t.checker.Add(clause); err != nil {
		return err
	}
	return t.steps.Add(clause)
}

// Delete implements cnf.ProofWriter.
func (t *rewriter) Delete(clause []cnf.Lit) error {
	if err := t.checker.Delete(clause); err != nil {
		return err
	}
	return t.steps.Delete(clause)
}

// written returns how many bytes have been written.
func (t *rewriter) written() int64 {
	_ = t.steps.Flush() // a buffer takes everything
	return int64(t.text.Len())
}
