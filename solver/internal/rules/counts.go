package rules

import (
	"context"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/engine/general"
	"transat/solver/internal/engine/packed"
)

// Rules that count give a variable x one number for each clause length i, shortest first:
//
//	max(h(x), h(¬x)) + weight · min(h(x), h(¬x))
//
// where h(l) counts the remaining clauses of length i that contain l. The variable with the
// lexicographically largest vector of these numbers is picked, the lowest one on ties. The positive
// literal is always tried first: which child is the first does not matter to an unsatisfiable tree,
// and a fixed order keeps trees comparable between rules.

// fewLiterals is how many literals a formula has at most for which package packed does not pay: its engine takes a megabyte for any
// formula, and to clear that takes half a millisecond. Package general searches the whole tree of some hundred nodes in 15 µs.
const fewLiterals = 150

// counting returns a way to build engines that branch by counts with a weight of 1 or 2. All engines pick the same variable.
func counting(minWeight int) Build {
	return func(ctx context.Context, p *cnf.Problem) (engine.Engine, error) {
		if packed.Fits(p) && p.Clauses.Literals() > fewLiterals {
			return packed.New(p, minWeight), nil
		}
		return general.New(ctx, p, minWeight)
	}
}
