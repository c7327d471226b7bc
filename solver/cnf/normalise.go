package cnf

import (
	"context"
	"slices"
)

// Problem is a formula in the form that engines need: without tautologies and repeated literals, and with clauses of
// fewer than two literals apart.
type Problem struct {
	Vars    int      // the highest variable in any clause; those above it are free
	Clauses *Formula // two or more literals each, distinct variables
	Units   []Lit    // the literals of the unit clauses, each once, in order of appearance
	Refuted bool     // there is an empty clause, or two unit clauses contradict each other
	Occ     []uint32 // by literal: number of Clauses that contain it
	Longest int      // length of the longest of Clauses, 0 if there is none
	Derived [][]Lit  // clauses of Clauses that an engine has derived from the others
}

// Normalise checks the context after this number of clauses, or of literals of one clause.
const (
	clausesPerCheck  = 1 << 12
	literalsPerCheck = 1 << 16
)

// Normalise turns f into a problem, in two passes over the literals. The error is the context's, a *LiteralError, or
// ErrTooLarge.
func Normalise(ctx context.Context, f *Formula) (*Problem, error) {
	if err := f.Acceptable(); err != nil {
		return nil, err
	}
	vars := 0
	for _, l := range f.lits {
		vars = max(vars, int(l.Var()))
	}
	p := &Problem{Vars: vars, Clauses: NewFormula(vars), Occ: make([]uint32, 2*vars+2)}
	p.Clauses.Grow(f.Len(), f.Literals())
	seen := make([]uint32, len(p.Occ)) // by literal: number of the last clause that held it, from 1
	unit := make([]bool, len(p.Occ))
	var clause []Lit
	for i := range f.Len() {
		if i%clausesPerCheck == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var tautology bool
		var err error
		if clause, tautology, err = merge(ctx, clause[:0], f.Clause(i), seen, uint32(i+1)); err != nil {
			return nil, err
		}
		switch {
		case tautology:
		case len(clause) == 0:
			p.Refuted = true
		case len(clause) == 1:
			l := clause[0]
			if !unit[l.Code()] {
				unit[l.Code()] = true
				p.Units = append(p.Units, l)
			}
			p.Refuted = p.Refuted || unit[l.Not().Code()]
		default:
			p.Add(clause)
		}
	}
	return p, nil
}

// merge appends the distinct literals of clause to dst, and reports whether two of them are complementary. In seen,
// number marks the literals of this clause.
func merge(ctx context.Context, dst, clause []Lit, seen []uint32, number uint32) (merged []Lit, tautology bool, err error) {
	for i, l := range clause {
		if i%literalsPerCheck == literalsPerCheck-1 && ctx.Err() != nil {
			return dst, false, ctx.Err()
		}
		if seen[l.Not().Code()] == number {
			return dst, true, nil
		}
		if seen[l.Code()] != number {
			seen[l.Code()] = number
			dst = append(dst, l)
		}
	}
	return dst, false, nil
}

// Add appends a clause of two or more literals with distinct variables.
func (p *Problem) Add(clause []Lit) {
	p.Clauses.Add(clause...)
	p.Longest = max(p.Longest, len(clause))
	for _, l := range clause {
		p.Occ[l.Code()]++
	}
}

// Sorted returns the same problem with literals, clauses and units in order. An engine that adds floating-point numbers
// clause by clause then gets the same sums for any order in the file.
func (p *Problem) Sorted() *Problem {
	q := *p
	q.Units = slices.Clone(p.Units)
	slices.SortFunc(q.Units, Lit.Compare)
	clauses := make([][]Lit, p.Clauses.Len())
	for i := range clauses {
		clauses[i] = slices.Clone(p.Clauses.Clause(i))
		slices.SortFunc(clauses[i], Lit.Compare)
	}
	slices.SortFunc(clauses, func(a, b []Lit) int { return slices.CompareFunc(a, b, Lit.Compare) })
	q.Clauses = NewFormula(p.Vars)
	q.Clauses.Grow(p.Clauses.Len(), p.Clauses.Literals())
	for _, clause := range clauses {
		q.Clauses.Add(clause...)
	}
	return &q
}
