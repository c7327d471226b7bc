package engine

import "transat/solver/cnf"

// Size has the numbers of a formula that the memory of an engine depends on.
type Size struct {
	Vars, Clauses, Literals int64
	Longs, LongLiterals     int64 // clauses of LongLength literals or more, and the literals in them
	Longest                 int64 // length of the longest of these, 0 if there is none
}

// LongLength is the length of the shortest long clause.
const LongLength = 4

// SizeOf returns the size of f. It costs one pass over the literals.
func SizeOf(f *cnf.Formula) Size {
	s := Size{Clauses: int64(f.Len()), Literals: int64(f.Literals())}
	for i := range f.Len() {
		clause := f.Clause(i)
		if n := int64(len(clause)); n >= LongLength {
			s.Longs++
			s.LongLiterals += n
			s.Longest = max(s.Longest, n)
		}
		for _, l := range clause {
			s.Vars = max(s.Vars, int64(l.Var()))
		}
	}
	return s
}
