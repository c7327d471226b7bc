package drat

import (
	"errors"
	"fmt"

	"transat/solver/cnf"
)

// Errors of proofs, besides *StepError.
var (
	// ErrNoRefutation says that after all steps of the proof unit propagation does not refute the formula with its lemmas:
	// the proof is cut short, or belongs to another formula.
	ErrNoRefutation = errors.New("the proof ends without the empty clause, and unit propagation does not refute the formula and its lemmas")
	// ErrEmptyProof says that the proof has no steps, and unit propagation does not refute the formula.
	ErrEmptyProof = errors.New("the proof is empty, and unit propagation does not refute the formula")
	// ErrTooLarge says that formula and proof together exceed the limits of the checker.
	ErrTooLarge = errors.New("formula and proof are too large to check")
)

var errForwardHints = errors.New("hints come from checking backward")

// StepError says that a lemma does not follow. Checking forward, it is the first such lemma of the proof; checking
// backward, the last one that the refutation needs.
type StepError struct {
	Step   int       // number of the step, from 0
	Lemma  []cnf.Lit // its literals, as written
	Reason Reason
	Clause []cnf.Lit // for NoResolvent: the clause with which it fails; otherwise nil
}

// Reason says how a lemma fails.
type Reason uint8

// The reasons.
const (
	// NotEmpty: the lemma is the empty clause, and unit propagation finds no conflict.
	NotEmpty Reason = iota
	// NoResolvent: the lemma does not follow by unit propagation, and neither does its resolvent with some clause upon its
	// first literal.
	NoResolvent
)

// Error names the step, counted from 1.
func (e *StepError) Error() string {
	if e.Reason == NotEmpty {
		return fmt.Sprintf("step %d: the empty clause does not follow by unit propagation", e.Step+1)
	}
	return fmt.Sprintf("step %d: lemma %v does not follow by unit propagation, nor does its resolvent with clause %v on literal %v",
		e.Step+1, e.Lemma, e.Clause, e.Lemma[0])
}
