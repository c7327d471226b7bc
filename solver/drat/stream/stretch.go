package stream

import (
	"errors"
	"fmt"

	"transat/solver/cnf"
)

// Checker checks stretches of pieces, one after the other: for those who keep the books of pieces themselves, and can refuse a stretch
// of someone they do not trust, and have it searched again. A [Verifier] keeps such books, and is at its end with the first fault.
//
//	c := stream.NewChecker(formula)
//	c.Begin(path, lemmas)  // what is assumed in the piece, and what was checked in it before
//	c.Add(lemma)           // a cnf.ProofWriter
//	c.Include(path)        // of a piece that was given away from this one, which is refuted elsewhere
//	…
//	c.End()                // nil: with path assumed there is a conflict, if what was included is refuted
//
// After an error a Checker checks nothing until the next Begin. It must not be used by two goroutines at once.
type Checker struct {
	checker *checker
	lemmas  int64
	err     error
	fault   error // of the formula
}

var _ cnf.ProofWriter = (*Checker)(nil)

// errNoPiece says that a checker is told something while no stretch is under way.
var errNoPiece = errors.New("verifying: no part of the search is under way")

// NewChecker returns a checker for f. If that has a literal of no variable, Derived and Begin return its error.
func NewChecker(f *cnf.Formula) *Checker {
	c := &Checker{checker: newChecker(f.Vars()), err: errNoPiece, fault: f.Err()}
	for i := range f.Len() {
		c.checker.add(numbers(f.Clause(i)), false)
	}
	return c
}

// Derived takes up clauses that hold in every piece. Each must follow from the formula and those before it. It ends what is under way.
func (c *Checker) Derived(clauses [][]cnf.Lit) error {
	if c.fault != nil {
		return c.fault
	}
	c.checker.forgetPiece()
	c.err = errNoPiece
	for _, clause := range clauses {
		lits, err := c.check(clause)
		if err != nil {
			return err
		}
		c.checker.add(lits, false)
	}
	return nil
}

// check returns a clause as numbers, or an error if it does not follow.
func (c *Checker) check(clause []cnf.Lit) ([]uint32, error) {
	c.lemmas++
	lits, err := c.known(clause)
	if err == nil && !c.checker.follows(lits) {
		err = c.wrong(clause, "does not follow")
	}
	return lits, err
}

// known returns literals as numbers, or an error if the formula does not have their variables.
func (c *Checker) known(clause []cnf.Lit) ([]uint32, error) {
	lits := numbers(clause)
	for _, l := range lits {
		if l < 2 || int(l) >= len(c.checker.values) {
			return nil, c.wrong(clause, "has a variable that the formula does not have")
		}
	}
	return lits, nil
}

func (c *Checker) wrong(lemma []cnf.Lit, reason string) error {
	c.err = &WrongError{Number: c.lemmas, Lemma: lemma, Reason: reason}
	return c.err
}

// Begin begins a stretch of a piece in which path is assumed, and lemmas hold, which were checked before.
func (c *Checker) Begin(path []cnf.Lit, lemmas [][]cnf.Lit) error {
	c.lemmas, c.err = 0, c.fault
	if c.err != nil {
		return c.err
	}
	assumed, err := c.known(path)
	if err != nil {
		return err
	}
	c.checker.assume(assumed)
	for _, lemma := range lemmas {
		lits, err := c.known(lemma)
		if err != nil {
			return err
		}
		c.checker.add(lits, true)
	}
	return nil
}

// Add implements [cnf.ProofWriter]. The error is a *WrongError if the lemma does not follow.
func (c *Checker) Add(lemma []cnf.Lit) error {
	if c.err != nil {
		return c.err
	}
	lits, err := c.check(lemma)
	if err == nil {
		c.checker.add(lits, true)
	}
	return err
}

// Delete implements [cnf.ProofWriter].
func (c *Checker) Delete(lemma []cnf.Lit) error {
	if c.err != nil {
		return c.err
	}
	lits, err := c.known(lemma)
	if err == nil {
		c.checker.remove(lits)
	}
	return err
}

// Include says that the piece of a path belongs here. All decisions of the path must hold, so that this is its place.
func (c *Checker) Include(path []cnf.Lit) error {
	if c.err != nil {
		return c.err
	}
	claim, err := c.known(path)
	if err != nil {
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
