package general

import (
	"transat/solver/cnf"
	"transat/solver/internal/engine"
)

// Memory returns how many bytes it takes at most to build an engine of this package for a formula of that size, without
// the memory that the engine needs later for the depth of the tree.
func Memory(s engine.Size) int64 {
	lits := 2*s.Vars + 3
	perLit := 1 + 2*engine.BytesOf[listStart]() + engine.BytesOf[uint64]() + engine.BytesOf[cnf.Lit]()
	perLong := engine.BytesOf[longState]() + 4 + 1 + 4
	bytes := lits*perLit + (s.Literals-s.LongLiterals)*engine.BytesOf[pair]() + s.LongLiterals*(4+4) + s.Longs*perLong + 8*s.Longest
	bytes += s.Vars / 60 * engine.BytesOf[contestant]()
	if s.Vars <= copiedVars && s.Literals <= mostWeighed {
		bytes += weightedMemory(s.Clauses, s.Literals, lits)
	}
	return bytes
}

// weightedMemory returns how many bytes a Weighted takes in addition to an Engine.
func weightedMemory(clauses, literals, lits int64) int64 {
	const perClause, perLiteral, perLit = 4, 4, 3*4 + 2 + 2 // clauses; literals in them; literals there are
	const values = (1 + 4) << 16                            // of literals, and their g
	return engine.BytesOf[Weighted]() + values + perClause*clauses + perLiteral*literals + perLit*lits
}
