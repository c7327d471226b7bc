package drat

import (
	"errors"
	"fmt"

	"transat/solver/cnf"
)

// Proof is a list of steps: lemmas, and deletions of clauses. The zero value has no steps. All literals lie in one
// slice, so a proof takes four bytes a literal and four a step. A Proof is a [cnf.ProofWriter], so a search can write
// to it.
type Proof struct {
	lits  []cnf.Lit
	ends  []uint32 // ends[i]>>1 is where step i ends in lits; the lowest bit is set for a deletion
	clear int      // number of deletions
}

var _ cnf.ProofWriter = (*Proof)(nil)

// MaxLiterals is the most literals that the steps of a Proof can have together.
const MaxLiterals = 1<<31 - 1

// Errors of Add and Delete.
var (
	// ErrProofTooLarge says that a proof would have more than MaxLiterals literals.
	ErrProofTooLarge = errors.New("proof too large")
	// ErrNoLiteral says that a step has a literal that is not of a variable from 1 to cnf.MaxLitVar.
	ErrNoLiteral = errors.New("not a literal")
)

// Add appends a lemma, and copies its literals in their order: the first one is the pivot. The error is
// ErrProofTooLarge, or wraps ErrNoLiteral and a *cnf.LiteralError; the proof then stays as it was.
func (p *Proof) Add(clause []cnf.Lit) error { return p.step(clause, 0) }

// Delete appends the deletion of a clause, and copies its literals. The errors are those of Add.
func (p *Proof) Delete(clause []cnf.Lit) error {
	if err := p.step(clause, 1); err != nil {
		return err
	}
	p.clear++
	return nil
}

func (p *Proof) step(clause []cnf.Lit, deletion uint32) error {
	if len(clause) > MaxLiterals-len(p.lits) {
		return fmt.Errorf("%w: more than %d literals", ErrProofTooLarge, MaxLiterals)
	}
	for i, l := range clause {
		if v := l.Var(); v < 1 || v > cnf.MaxLitVar {
			return fmt.Errorf("%w, at most %d is allowed: %w", ErrNoLiteral, cnf.MaxLitVar,
				&cnf.LiteralError{Where: fmt.Sprintf("step %d", p.Len()+1), Place: i + 1, Number: l.DIMACS()})
		}
	}
	p.lits = append(p.lits, clause...)
	p.ends = append(p.ends, uint32(len(p.lits))<<1|deletion)
	return nil
}

// Len returns the number of steps.
func (p *Proof) Len() int { return len(p.ends) }

// Literals returns the number of literals in all steps.
func (p *Proof) Literals() int { return len(p.lits) }

// Step returns step i, 0 ≤ i < Len(): its literals in the given order, and whether it is a deletion. The slice belongs
// to the proof: read it only.
func (p *Proof) Step(i int) (clause []cnf.Lit, deletion bool) {
	start := uint32(0)
	if i > 0 {
		start = p.ends[i-1] >> 1
	}
	end := p.ends[i]
	return p.lits[start : end>>1 : end>>1], end&1 == 1
}

// deletes reports whether step i is a deletion.
func (p *Proof) deletes(i int) bool { return p.ends[i]&1 == 1 }
