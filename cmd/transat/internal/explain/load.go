package explain

import (
	"context"
	"errors"
	"fmt"

	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/treecache"
)

// Load finds the tree of a formula, or one without a formula. Progress may be nil.
func Load(ctx context.Context, f input.Formula, store *treecache.Store,
	progress func(share float64, what string),
) (experiment.Workload, error) {
	w, err := experiment.Load(ctx, f, store, progress)
	if errors.Is(err, treecache.ErrModels) {
		err = fmt.Errorf("%s: satisfiable, and its tree is too large to be recorded: there is luck in every run, and nothing to explain", f.Name)
	}
	return w, err
}
