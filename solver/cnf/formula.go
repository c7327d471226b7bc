package cnf

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
)

// Formula is a Boolean formula in conjunctive normal form: clauses over the variables 1 to Vars(). A clause is a
// disjunction of literals, in the given order. Tautologies, repeated literals and the empty clause stay as they are;
// the engine deals with them.
//
// All literals lie in one slice, so a formula takes four bytes a literal and four a clause.
type Formula struct {
	vars int
	lits []Lit
	ends []uint32 // ends[i] is where clause i ends in lits; it begins at ends[i-1]

	fault *LiteralError // the first literal of no variable
}

// NewFormula returns a formula without clauses over the variables 1 to vars.
func NewFormula(vars int) *Formula { return &Formula{vars: vars} }

// Grow makes room for the given further numbers of clauses and literals.
func (f *Formula) Grow(clauses, lits int) {
	f.ends = append(make([]uint32, 0, len(f.ends)+clauses), f.ends...)
	f.lits = append(make([]Lit, 0, len(f.lits)+lits), f.lits...)
}

// Add appends a clause, and copies its literals. A variable above Vars() raises Vars(). After a literal of no variable,
// Err returns an error for the first one, and engines refuse the formula.
func (f *Formula) Add(clause ...Lit) {
	for i, l := range clause {
		f.vars = max(f.vars, int(l.Var()))
		if l.IsNone() && f.fault == nil {
			f.fault = &LiteralError{Where: fmt.Sprintf("clause %d", f.Len()+1), Place: i + 1}
		}
	}
	f.lits = append(f.lits, clause...)
	f.ends = append(f.ends, uint32(len(f.lits)))
}

// Declare raises Vars() to vars, if it is less.
func (f *Formula) Declare(vars int) { f.vars = max(f.vars, vars) }

// Vars returns the number of variables, used or not.
func (f *Formula) Vars() int { return f.vars }

// Len returns the number of clauses.
func (f *Formula) Len() int { return len(f.ends) }

// Literals returns the number of literals in all clauses.
func (f *Formula) Literals() int { return len(f.lits) }

// Clause returns clause i, 0 ≤ i < Len(). The slice belongs to the formula: read it only.
func (f *Formula) Clause(i int) []Lit {
	start := uint32(0)
	if i > 0 {
		start = f.ends[i-1]
	}
	return f.lits[start:f.ends[i]:f.ends[i]]
}

// Hash identifies the formula: the SHA-256 of its variables and clauses in their order.
func (f *Formula) Hash() [sha256.Size]byte {
	h := sha256.New()
	buf := binary.AppendUvarint(nil, uint64(f.vars))
	for i := range f.Len() {
		clause := f.Clause(i)
		buf = binary.AppendUvarint(buf, uint64(len(clause)))
		for _, l := range clause {
			buf = binary.AppendUvarint(buf, uint64(l.Code()))
		}
		if len(buf) >= 1<<12 {
			h.Write(buf)
			buf = buf[:0]
		}
	}
	h.Write(buf)
	return [sha256.Size]byte(h.Sum(nil))
}

// Model is a total assignment: Model[v] is the value of variable v. Its length is Vars()+1, and
// Model[0] is unused.
type Model []bool

// Satisfies reports whether l is true under m.
func (m Model) Satisfies(l Lit) bool { return m[l.Var()] != l.Negative() }

// Checked returns the model that fill writes to one in which every variable is false. It panics if that is no model of
// f, or if an assumed literal is false in it: the search is then broken.
func (f *Formula) Checked(fill func(Model), assumed ...Lit) Model {
	return f.CheckedBy(f.Check, fill, assumed...)
}

// CheckedBy is Checked with another way to check the model, which must find what Check finds.
func (f *Formula) CheckedBy(check func(Model) error, fill func(Model), assumed ...Lit) Model {
	m := make(Model, f.vars+1)
	fill(m)
	if err := check(m); err != nil {
		panic(fmt.Sprintf("solver: the search ended with a wrong model: %v", err))
	}
	for _, l := range assumed {
		if !m.Satisfies(l) {
			panic(fmt.Sprintf("solver: the search ended with a wrong model: the assumption %v is false", l))
		}
	}
	return m
}

// Check returns nil if m satisfies every clause of f, and otherwise an error that names the first falsified clause,
// counted from 1; or the error of Err.
func (f *Formula) Check(m Model) error {
	if err := f.Err(); err != nil {
		return err
	}
	if len(m) != f.vars+1 {
		return fmt.Errorf("model has %d variables, the formula has %d", len(m)-1, f.vars)
	}
clauses:
	for i := range f.Len() {
		for _, l := range f.Clause(i) {
			if m.Satisfies(l) {
				continue clauses
			}
		}
		return fmt.Errorf("model falsifies clause %d: %v", i+1, f.Clause(i))
	}
	return nil
}
