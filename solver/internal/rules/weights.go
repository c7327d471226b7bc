package rules

import (
	"context"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/engine/general"
	"transat/solver/internal/engine/packed"
)

// weights has version 4: version 1 of its trees had no frozen subtrees, version 2 had other numbers, and version 3 had other numbers for
// long clauses.
func weights() Rule {
	return Rule{
		Name:    "weights",
		Title:   "recursive weights of literals, frozen in small subtrees; for large formulas, boehm",
		Source:  "Mijnders, de Wilde, Heule: Symbiosis of search and heuristics for random 3-SAT, 2010 (the weights); frozen: our own",
		Version: 4,
		freezes: true,
		derive:  packed.WithResolvents,
		Build:   weighing,
	}
}

// weighing builds the engine of the rule "weights".
func weighing(ctx context.Context, p *cnf.Problem) (engine.Engine, error) {
	switch {
	case packed.Fits(p):
		return packed.NewWeighted(p.Sorted()), nil
	case general.FitsWeighted(p):
		return general.NewWeighted(ctx, p.Sorted())
	}
	return counting(2)(ctx, p)
}
