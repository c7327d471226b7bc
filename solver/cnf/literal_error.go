package cnf

import "fmt"

// LiteralError says that something is no literal: a literal of no variable, such as the zero Lit, Pos(0) and FromDIMACS(0), or an integer that is none.
// Whatever takes literals and can return an error returns this one, possibly wrapped, and gives no answer.
type LiteralError struct {
	Where  string // such as "clause 3" or "assumptions"
	Place  int    // there, counted from 1
	Number int    // what is there, as a DIMACS integer
}

// Error says where it is, and what is wanted.
func (e *LiteralError) Error() string {
	return fmt.Sprintf("%s: literal %d is %d: want a variable from 1 to %d, or its negative", e.Where, e.Place, e.Number, MaxVars)
}

// CheckLiterals returns a *LiteralError if one of the literals is of no variable. Where names them in it.
func CheckLiterals(where string, lits []Lit) error {
	for i, l := range lits {
		if l.IsNone() {
			return &LiteralError{Where: where, Place: i + 1}
		}
	}
	return nil
}

// AddInts appends a clause of DIMACS integers: AddInts(1, -2) is "variable 1 is true, or variable 2 is false". The error is a *LiteralError if one is 0 or
// beyond ±MaxVars; then nothing is appended.
func (f *Formula) AddInts(clause ...int) error {
	lits := make([]Lit, len(clause))
	for i, n := range clause {
		if n == 0 || n > MaxVars || n < -MaxVars {
			return &LiteralError{Where: fmt.Sprintf("clause %d", f.Len()+1), Place: i + 1, Number: n}
		}
		lits[i] = FromDIMACS(n)
	}
	f.Add(lits...)
	return nil
}

// Err returns a *LiteralError for the first literal of no variable that was added, and nil if there is none.
func (f *Formula) Err() error {
	if f.fault == nil {
		return nil
	}
	return f.fault
}

// Acceptable returns why engines refuse f, a *LiteralError or ErrTooLarge, or nil if they do not.
func (f *Formula) Acceptable() error {
	if f.vars > MaxVars || len(f.lits) > MaxLiterals {
		return fmt.Errorf("%w: %d variables and %d literals, at most %d and %d are allowed", ErrTooLarge, f.vars, len(f.lits), MaxVars, MaxLiterals)
	}
	return f.Err()
}
