package rules

import (
	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/engine/general"
	"transat/solver/internal/engine/packed"
)

// CheckMemory returns an error if a search of f would need more than limit bytes; 0 is no limit.
func CheckMemory(f *cnf.Formula, limit int64) error {
	if limit == 0 {
		return nil
	}
	if need := MemoryNeed(f); need > limit {
		return &cnf.MemoryError{Need: need, Limit: limit}
	}
	return nil
}

// MemoryNeed returns how many bytes it takes at most to normalise f and to build an engine for it. The memory
// that the engine needs later, for the depth of the tree, is not in it. It costs one pass over the
// literals.
func MemoryNeed(f *cnf.Formula) int64 {
	s := engine.SizeOf(f)
	lits := 2*s.Vars + 3
	normalised := 4*s.Literals + 4*s.Clauses + lits*(4+4+1) // clauses, occurrences, and two marks a literal
	return normalised + max(general.Memory(s), packed.Memory(s.Vars)) + allowance
}

// allowance is for small amounts that are hard to tell in advance, above all the rounding up of allocations.
const allowance = 1 << 19
