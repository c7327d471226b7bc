package cnf

import "strconv"

// Var is a Boolean variable, numbered from 1 as in a DIMACS file. Zero is no variable.
type Var uint32

// Lit is a literal: a variable or its negation, encoded as 2·variable + sign (sign 1 for the
// negation). This is the numbering of binary DRAT. The codes 0 and 1 belong to no variable, which
// leaves them free for a literal that is always true and one that is always false.
type Lit uint32

// MaxVar is the largest variable a Lit can hold with room to spare for signed arithmetic.
const MaxVar Var = 1<<30 - 1

// Pos returns the literal "v is true".
func Pos(v Var) Lit { return Lit(v) << 1 }

// Neg returns the literal "v is false".
func Neg(v Var) Lit { return Lit(v)<<1 | 1 }

// FromDIMACS converts a DIMACS integer, which must not be 0, to a literal: 3 is "variable 3 is
// true", -3 is "variable 3 is false".
func FromDIMACS(n int) Lit {
	if n < 0 {
		return Neg(Var(-n))
	}
	return Pos(Var(n))
}

// DIMACS is the inverse of FromDIMACS.
func (l Lit) DIMACS() int {
	if l.Negative() {
		return -int(l.Var())
	}
	return int(l.Var())
}

// Not returns the complement of l.
func (l Lit) Not() Lit { return l ^ 1 }

// Var returns the variable of l.
func (l Lit) Var() Var { return Var(l >> 1) }

// Negative reports whether l is the negation of its variable.
func (l Lit) Negative() bool { return l&1 == 1 }

// String returns l as a DIMACS integer.
func (l Lit) String() string { return strconv.Itoa(l.DIMACS()) }
