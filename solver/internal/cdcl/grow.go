package cdcl

import "math/bits"

// A solver may get more variables between two calls of Solve. The lists by variable or literal grow, and learned
// clauses stay. A variable that neither occurs in a clause nor was assumed takes no part in the search, so it does not
// matter when it was added.

// Grow raises the number of variables to vars, if it is less. Lists grow by a share of their length, so adding
// variables one by one costs a few times as much as adding all at once.
func (s *Solver) Grow(vars int) {
	if vars > s.vars {
		s.extend(vars)
	}
}

// extend makes all lists long enough for vars.
func (s *Solver) extend(vars int) {
	s.vars = vars
	s.watches, s.vals = extended(s.watches, 2*vars+2), extended(s.vals, 2*vars+2)
	s.values, s.known = extended(s.values, vars+1), extended(s.known, vars+1)
	s.mark, s.levels = extended(s.mark, vars+1), extended(s.levels, vars+2)
	s.queue.extend(vars)
	s.heap.extend(vars)
	s.phases.extend(vars)
	s.hinter.extend(vars)
}

// extended returns list with at least the given length; new elements are zero.
func extended[L ~[]E, E any](list L, length int) L {
	if more := length - len(list); more > 0 {
		return append(list, make(L, more)...)
	}
	return list
}

const (
	wordBytes  = 4 // of the arena, and a ref
	watchBytes = 8
	// varBytes is the memory of a variable without clauses: two lists of watches, two values, and its entries in all other
	// lists.
	varBytes = 2*(3*bits.UintSize/8+1) + 8 + 1 + 1 + 4 + (8 + 8) + (8 + 4 + 4) + 3 + 4 + 1
)

// Bytes returns the memory of variables and clauses, with learned clauses and spare room in lists. It visits every
// variable.
func (s *Solver) Bytes() int64 {
	words := cap(s.arena) + cap(s.clauses) + cap(s.learned)
	watches := 0
	for _, list := range s.watches {
		watches += cap(list)
	}
	return wordBytes*int64(words) + watchBytes*int64(watches) + varBytes*int64(cap(s.values))
}

// BytesFor returns the least memory that the solver takes with vars variables, and that many more clauses and literals
// in them.
func (s *Solver) BytesFor(vars, clauses, literals int) int64 {
	const clauseBytes = (headWords+1)*wordBytes + 2*watchBytes
	return s.Bytes() + varBytes*int64(max(vars+1-cap(s.values), 0)) + clauseBytes*int64(clauses) + wordBytes*int64(literals)
}
