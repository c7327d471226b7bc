package solver

import (
	"context"

	"transat/solver/localsearch"
)

// LocalSearchOptions configure a local search.
type LocalSearchOptions = localsearch.Options

// LocalSearchResult is what a local search has come to.
type LocalSearchResult = localsearch.Result

// LocalSearch looks for a model of f by local search, which can never tell that f is unsatisfiable. See [localsearch.Run].
func LocalSearch(ctx context.Context, f *Formula, opt LocalSearchOptions) (LocalSearchResult, error) {
	return localsearch.Run(ctx, f, opt)
}
