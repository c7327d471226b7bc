package rules

import (
	"context"

	"transat/solver/cnf"
	"transat/solver/engine"
	"transat/solver/engine/general"
	"transat/solver/engine/packed"
)

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
