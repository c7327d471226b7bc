package cnf

import (
	"cmp"
	"strconv"
)

// Var is a Boolean variable, numbered from 1 as in a DIMACS file. Zero is no variable.
type Var uint32

// Lit is a literal: a variable or its negation. [Pos], [Neg] and [FromDIMACS] make one. An integer is no literal, so
// f.Add(1, 2) does not compile: write f.AddInts(1, 2).
//
// The zero Lit is a literal of no variable. Engines refuse a formula that holds it, with a [LiteralError].
//
// A literal is stored as its code: 2·variable + sign, with sign 1 for the negation, as in binary DRAT. Engines use it
// as an index. The codes 0 and 1 belong to no variable, so engines may use them for a literal that is always true and
// one that is always false.
type Lit struct{ code uint32 }

// MaxLitVar is the largest variable that a Lit holds, so that its code fits into an int32. Formulas have at most
// MaxVars variables.
const MaxLitVar Var = 1<<30 - 1

// Pos returns the literal "v is true". If v is 0 or above MaxLitVar, it returns the literal of no variable.
func Pos(v Var) Lit {
	if v > MaxLitVar {
		return Lit{}
	}
	return Lit{uint32(v) << 1}
}

// Neg returns the literal "v is false". If v is 0 or above MaxLitVar, it returns a literal of no variable.
func Neg(v Var) Lit { return Pos(v).Not() }

// Signed returns Neg(v) if negative, and Pos(v) otherwise.
func Signed(v Var, negative bool) Lit {
	if negative {
		return Neg(v)
	}
	return Pos(v)
}

// FromDIMACS converts a DIMACS integer to a literal: 3 is "variable 3 is true", -3 is "variable 3 is false". If n is 0, or beyond
// ±MaxLitVar, it returns a literal of no variable.
func FromDIMACS(n int) Lit {
	switch {
	case n > int(MaxLitVar) || n < -int(MaxLitVar):
		return Lit{}
	case n < 0:
		return Neg(Var(-n))
	default:
		return Pos(Var(n))
	}
}

// DIMACS is the inverse of FromDIMACS. It is 0 for a literal of no variable.
func (l Lit) DIMACS() int {
	if l.Negative() {
		return -int(l.Var())
	}
	return int(l.Var())
}

// FromCode returns the literal with a code: 2·variable, plus 1 for the negation. For numbers of a DIMACS file use
// FromDIMACS.
func FromCode(code uint32) Lit { return Lit{code} }

// Code returns the code of l: 2·variable, plus 1 for the negation. It is an index for lists by literal.
func (l Lit) Code() uint32 { return l.code }

// AppendCodes appends the codes of literals to dst, for files and messages.
func AppendCodes(dst []uint32, lits []Lit) []uint32 {
	for _, l := range lits {
		dst = append(dst, l.code)
	}
	return dst
}

// AppendFromCodes is the inverse of AppendCodes.
func AppendFromCodes(dst []Lit, codes []uint32) []Lit {
	for _, code := range codes {
		dst = append(dst, Lit{code})
	}
	return dst
}

// Not returns the complement of l.
func (l Lit) Not() Lit { return Lit{l.code ^ 1} }

// Var returns the variable of l.
func (l Lit) Var() Var { return Var(l.code >> 1) }

// Negative reports whether l is the negation of its variable.
func (l Lit) Negative() bool { return l.code&1 == 1 }

// IsNone reports whether l is a literal of no variable, such as the zero Lit.
func (l Lit) IsNone() bool { return l.code < 2 }

// Compare orders literals by their variables, and each variable before its negation; use cnf.Lit.Compare in
// slices.SortFunc.
func (l Lit) Compare(m Lit) int { return cmp.Compare(l.code, m.code) }

// Equal is ==, for packages such as go-cmp, which cannot look into a Lit.
func (l Lit) Equal(m Lit) bool { return l == m }

// String returns l as a DIMACS integer.
func (l Lit) String() string { return strconv.Itoa(l.DIMACS()) }
