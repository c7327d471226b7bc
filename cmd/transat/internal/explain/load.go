package explain

import (
	"context"
	"errors"
	"fmt"

	"transat/cmd/transat/internal/experiment"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/treecache"
	"transat/solver/dpll"
)

// Load finds the tree of a formula, or one without a formula, and makes a workload of it. Progress may be nil.
func Load(ctx context.Context, f input.Formula, store *treecache.Store, progress func(share float64, what string)) (Workload, error) {
	if progress == nil {
		progress = func(float64, string) {}
	}
	if f.Tree != nil {
		record, err := store.UTS(ctx, f.Tree, func(nodes int64) {
			progress(float64(nodes)/float64(max(nodes, f.Tree.Nodes())), "recording "+f.Name)
		})
		if err != nil {
			return Workload{}, err
		}
		_, nodes, _ := record.Subtree(record.Root())
		return Of(f.Tree.Name(), record, nodes, experiment.ForUTS), nil
	}
	tree := f.Recorded
	if tree == nil {
		read, err := f.Read(ctx)
		if err != nil {
			return Workload{}, err
		}
		tree, err = store.Tree(ctx, f.Name, read, func(p dpll.Progress) {
			progress(p.Closed, fmt.Sprintf("recording %s: %.1f million nodes", f.Name, float64(p.Nodes)/1e6))
		})
		if errors.Is(err, treecache.ErrModels) {
			return Workload{}, fmt.Errorf("%s: satisfiable, and its tree is too large to be recorded: there is luck in every run, and nothing to explain", f.Name)
		}
		if err != nil {
			return Workload{}, err
		}
	}
	return Of(f.Name, tree, tree.Nodes(), nil), nil
}
