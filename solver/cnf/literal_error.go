package cnf

import "fmt"

// LiteralError says that a value is no literal: one of no variable, such as the zero Lit, Pos(0) and FromDIMACS(0), or
// an integer that stands for none. Functions that take literals and return an error return this one, possibly wrapped.
type LiteralError struct {
	Where  string // such as "clause 3" or "assumptions"
	Place  int    // position there, counted from 1
	Number int    // the wrong value, as a DIMACS integer
}

// Error says where the value is, and which values are allowed.
func (e *LiteralError) Error() string {
	return fmt.Sprintf("%s: literal %d is %d: want a variable from 1 to %d, or its negative", e.Where, e.Place, e.Number, MaxVars)
}

// CheckLiterals returns a *LiteralError if one of the literals is of no variable, with where as its Where.
func CheckLiterals(where string, lits []Lit) error {
	for i, l := range lits {
		if l.IsNone() {
			return &LiteralError{Where: where, Place: i + 1}
		}
	}
	return nil
}

// AddInts appends a clause of DIMACS integers: AddInts(1, -2) is "variable 1 is true, or variable 2 is false". If one
// is 0 or beyond ±MaxVars, it appends nothing and returns a *LiteralError.
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

// Err returns a *LiteralError for the first added literal of no variable, or nil.
func (f *Formula) Err() error {
	if f.fault == nil {
		return nil
	}
	return f.fault
}

// Acceptable returns nil if engines accept f, and otherwise a *LiteralError or ErrTooLarge.
func (f *Formula) Acceptable() error {
	if f.vars > MaxVars || len(f.lits) > MaxLiterals {
		return fmt.Errorf("%w: %d variables and %d literals, at most %d and %d are allowed",
			ErrTooLarge, f.vars, len(f.lits), MaxVars, MaxLiterals)
	}
	return f.Err()
}
