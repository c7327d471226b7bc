package stream

import (
	"errors"
	"fmt"
	"slices"

	"transat/solver/cnf"
)

// Checker checks stretches of pieces, one after the other, for a caller that keeps the records of the pieces and can refuse a
// stretch: a coordinator that does not trust its workers. A [Verifier] keeps these records itself, with a Checker for each log,
// and stops at the first fault.
//
//	c := stream.NewChecker(formula)
//	c.Begin(path, lemmas)  // what is assumed in the piece, and what was checked in it before
//	c.Add(lemma)           // a cnf.ProofWriter
//	c.Include(path)        // a piece that was given away from this one, and is refuted elsewhere
//	…
//	c.End()                // nil: with path assumed there is a conflict, if the included pieces are refuted
//
// After an error a Checker checks nothing until the next Begin. Only one goroutine may use it at a time.
type Checker struct {
	checker *checker
	lemmas  int64 // since Begin
	err     error
	fault   error // of the formula
}

var _ cnf.ProofWriter = (*Checker)(nil)

// errNoPiece says that a step came while no stretch was under way.
var errNoPiece = errors.New("verifying: no part of the search is under way")

// NewChecker returns a checker for f. If f has a literal of no variable, Derived and Begin return its error.
func NewChecker(f *cnf.Formula) *Checker {
	c := &Checker{checker: newChecker(f.Vars()), err: errNoPiece, fault: f.Err()}
	for i := range f.Len() {
		c.checker.add(numbers(f.Clause(i)), false)
	}
	return c
}

// Derived adds clauses that hold in every piece. Each must follow from the formula and the clauses before it. A stretch under way ends.
func (c *Checker) Derived(clauses [][]cnf.Lit) error {
	if c.fault != nil {
		return c.fault
	}
	c.checker.forgetPiece()
	c.err = nil
	for _, clause := range clauses {
		if err := c.lemma(numbers(clause), false); err != nil {
			return err
		}
	}
	c.err = errNoPiece
	return nil
}

// Shown adds clauses that another verifier of the same formula has checked. They hold in the piece under way.
func (c *Checker) Shown(clauses [][]cnf.Lit) error {
	if c.err != nil {
		return c.err
	}
	for _, clause := range clauses {
		lits := numbers(clause)
		if err := c.known(lits); err != nil {
			return err
		}
		c.checker.add(lits, true)
	}
	return nil
}

// lemma checks a clause and adds it: as a lemma of the piece, or for all pieces.
func (c *Checker) lemma(lits []uint32, piece bool) error {
	if c.err != nil {
		return c.err
	}
	c.lemmas++
	if err := c.known(lits); err != nil {
		return err
	}
	if !c.checker.follows(lits) {
		return c.wrong(literals(lits), "does not follow")
	}
	c.checker.add(lits, piece)
	return nil
}

// remove takes a clause back. Between two pieces that does not matter: Begin forgets all lemmas.
func (c *Checker) remove(lits []uint32) error {
	if c.err == errNoPiece {
		return nil
	}
	if c.err != nil {
		return c.err
	}
	if err := c.known(lits); err != nil {
		return err
	}
	c.checker.remove(lits)
	return nil
}

// known returns an error if a literal has a variable that the formula does not have.
func (c *Checker) known(lits []uint32) error {
	for _, l := range lits {
		if l < 2 || int(l) >= len(c.checker.values) {
			return c.wrong(literals(lits), "has a variable that the formula does not have")
		}
	}
	return nil
}

func (c *Checker) wrong(lemma []cnf.Lit, reason string) error {
	e := &WrongError{Lemma: lemma, Reason: reason}
	if lemma != nil {
		e.Number = max(c.lemmas, 1)
	}
	c.err = e
	return e
}

// Begin begins a stretch of a piece in which path is assumed, and in which lemmas hold, which were checked before.
func (c *Checker) Begin(path []cnf.Lit, lemmas [][]cnf.Lit) error {
	c.lemmas, c.err = 0, c.fault
	if c.err != nil {
		return c.err
	}
	assumed := numbers(path)
	if err := c.known(assumed); err != nil {
		return err
	}
	c.checker.assume(assumed)
	return c.Shown(lemmas)
}

// Add implements [cnf.ProofWriter]. The error is a *WrongError if the lemma does not follow.
func (c *Checker) Add(lemma []cnf.Lit) error { return c.lemma(numbers(lemma), true) }

// Delete implements [cnf.ProofWriter].
func (c *Checker) Delete(lemma []cnf.Lit) error { return c.remove(numbers(lemma)) }

// Include says that the piece with this path belongs here. All decisions of the path must hold, so that this is its place.
func (c *Checker) Include(path []cnf.Lit) error {
	if c.err != nil {
		return c.err
	}
	claim := numbers(path)
	if err := c.known(claim); err != nil {
		return err
	}
	if !c.checker.include(claim) {
		return c.wrong(nil, fmt.Sprintf("rests on the part %v in the wrong place", path))
	}
	return nil
}

// End says that the piece is refuted.
func (c *Checker) End() error {
	if c.err != nil {
		return c.err
	}
	c.checker.back(c.checker.base)
	if !c.checker.fails() {
		return c.wrong(nil, "is not refuted")
	}
	c.err = errNoPiece
	return nil
}

// held returns the lemmas that hold in the piece under way, the oldest first.
func (c *Checker) held() (all [][]cnf.Lit) {
	for r := c.checker.lemmas; r != 0; r = c.checker.store[r+wordOlder] {
		all = append(all, literals(c.checker.lits(r)))
	}
	slices.Reverse(all)
	return all
}

func numbers(lits []cnf.Lit) []uint32 {
	return cnf.AppendCodes(make([]uint32, 0, len(lits)), lits)
}

func literals(lits []uint32) []cnf.Lit {
	return cnf.AppendFromCodes(make([]cnf.Lit, 0, len(lits)), lits)
}
