package solver

import (
	"context"
	"fmt"
	"slices"
)

// problem is a formula as the engines want it: tautologies are gone, no literal is twice in a
// clause, and clauses with fewer than two literals are set apart.
type problem struct {
	vars    int      // the highest variable in any clause; those above it are free
	clauses *Formula // two or more literals each, distinct variables
	units   []Lit    // the literals of the unit clauses, each once, in order of appearance
	refuted bool     // there is an empty clause, or two unit clauses contradict each other
	occ     []uint32 // by literal: how many of clauses contain it
	longest int      // length of the longest of clauses, 0 if there is none
	derived [][]Lit  // those of clauses that are resolvents of others, see withResolvents
}

// clausesBetweenLooks is how many clauses are dealt with between two looks at the context while
// an engine is set up.
const clausesBetweenLooks = 1 << 12

// normalise brings f into the form of a problem, or returns the error of ctx. It costs two passes over
// the literals.
func normalise(ctx context.Context, f *Formula) (*problem, error) {
	if f.Vars() > MaxVars || f.Literals() > MaxLiterals {
		return nil, fmt.Errorf("%w: %d variables and %d literals, at most %d and %d are allowed",
			ErrTooLarge, f.Vars(), f.Literals(), MaxVars, MaxLiterals)
	}
	vars := 0
	for _, l := range f.lits {
		vars = max(vars, int(l.Var()))
	}
	p := &problem{vars: vars, clauses: NewFormula(vars), occ: make([]uint32, 2*vars+2)}
	p.clauses.Grow(f.Len(), f.Literals())
	seen := make([]uint32, len(p.occ)) // by literal: number of the last clause that held it, from 1
	unit := make([]bool, len(p.occ))
	var clause []Lit
	for i := range f.Len() {
		if i%clausesBetweenLooks == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var tautology bool
		clause, tautology = merge(clause[:0], f.Clause(i), seen, uint32(i+1))
		switch {
		case tautology:
		case len(clause) == 0:
			p.refuted = true
		case len(clause) == 1:
			l := clause[0]
			if !unit[l] {
				unit[l] = true
				p.units = append(p.units, l)
			}
			p.refuted = p.refuted || unit[l.Not()]
		default:
			p.add(clause)
		}
	}
	return p, nil
}

// merge appends the distinct literals of clause to dst, and reports whether two of them are
// complementary. Stamps in seen that equal number mark the literals of this clause.
func merge(dst, clause []Lit, seen []uint32, number uint32) (merged []Lit, tautology bool) {
	for _, l := range clause {
		if seen[l.Not()] == number {
			return dst, true
		}
		if seen[l] != number {
			seen[l] = number
			dst = append(dst, l)
		}
	}
	return dst, false
}

func (p *problem) add(clause []Lit) {
	p.clauses.Add(clause...)
	p.longest = max(p.longest, len(clause))
	for _, l := range clause {
		p.occ[l]++
	}
}

// sorted returns the same problem with literals, clauses and units in order. An engine that adds up
// floating-point numbers, clause by clause, then comes to the same sums whatever the order in the file.
func (p *problem) sorted() *problem {
	q := *p
	q.units = slices.Clone(p.units)
	slices.Sort(q.units)
	clauses := make([][]Lit, p.clauses.Len())
	for i := range clauses {
		clauses[i] = slices.Clone(p.clauses.Clause(i))
		slices.Sort(clauses[i])
	}
	slices.SortFunc(clauses, slices.Compare)
	q.clauses = NewFormula(p.vars)
	q.clauses.Grow(p.clauses.Len(), p.clauses.Literals())
	for _, clause := range clauses {
		q.clauses.Add(clause...)
	}
	return &q
}
