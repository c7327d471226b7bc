package solver

import "transat/solver/cnf"

// Formulas, their models and the verdict on them are those of package cnf, under the names that users of this package need.
type (
	// Var is a Boolean variable, numbered from 1.
	Var = cnf.Var
	// Lit is a literal: a variable or its negation.
	Lit = cnf.Lit
	// Formula is a formula in conjunctive normal form.
	Formula = cnf.Formula
	// Model is a total assignment.
	Model = cnf.Model
	// Verdict is the answer to "is there an assignment that satisfies the formula?".
	Verdict = cnf.Verdict
	// ProofWriter takes down a proof of unsatisfiability.
	ProofWriter = cnf.ProofWriter
	// MemoryError says that a search needs more memory than it may take. It is an ErrMemory.
	MemoryError = cnf.MemoryError
	// LiteralError says that something is no literal.
	LiteralError = cnf.LiteralError
)

// The verdicts.
const (
	Unknown       = cnf.Unknown
	Satisfiable   = cnf.Satisfiable
	Unsatisfiable = cnf.Unsatisfiable
)

// Limits of the engines. Larger formulas are refused with ErrTooLarge.
const (
	MaxVar      = cnf.MaxVar // the largest variable that a literal can hold
	MaxVars     = cnf.MaxVars
	MaxLiterals = cnf.MaxLiterals
)

// Errors that tell why a formula was refused, or given up.
var (
	ErrTooLarge = cnf.ErrTooLarge
	ErrMemory   = cnf.ErrMemory
)

// NewFormula returns a formula without clauses over the variables 1 to vars.
func NewFormula(vars int) *Formula { return cnf.NewFormula(vars) }

// Pos returns the literal "v is true".
func Pos(v Var) Lit { return cnf.Pos(v) }

// Neg returns the literal "v is false".
func Neg(v Var) Lit { return cnf.Neg(v) }

// Signed returns Neg(v) if negative, and Pos(v) otherwise.
func Signed(v Var, negative bool) Lit { return cnf.Signed(v, negative) }

// FromDIMACS converts a DIMACS integer to a literal. See [cnf.FromDIMACS].
func FromDIMACS(n int) Lit { return cnf.FromDIMACS(n) }
