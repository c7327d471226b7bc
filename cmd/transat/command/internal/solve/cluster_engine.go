package solve

import (
	"context"
	"time"

	"transat/solver"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

// With --cluster, as without, the tree of random clauses is searched, and a small tree. Anything else is split into cubes: a tree that
// takes one core hours takes many computers long, too.
const (
	treeLook = 300 * time.Millisecond // for a look at the tree
	treeWait = time.Minute            // a tree that one core should search within that is small enough
	lookStep = 8                      // nodes

	mostClusterDepth = 200 // decisions of a cube, so that the cubes of a piece fit into a message
)

// clusterEngine returns the engine of a run.
func clusterEngine(ctx context.Context, f *cnf.Formula, flags solveFlags, rule string, out *solveOutput) string {
	if flags.engine != "auto" {
		return flags.engine
	}
	if solver.SeemsRandom(f) || !hopeless(ctx, f, rule) {
		return string(solver.DPLL)
	}
	out.comment("engine cube: the tree would take too long")
	return string(solver.Cube)
}

// hopeless reports whether a look at the tree says that it takes one core longer than treeWait. What cannot be known is not.
func hopeless(ctx context.Context, f *cnf.Formula, rule string) bool {
	w, err := dpll.NewWorker(ctx, f, dpll.WorkerOptions{Rule: rule})
	if err != nil || w.Begin(dpll.Branch{}) != nil {
		return false
	}
	began := time.Now()
	for took := time.Duration(0); took < treeLook; took = time.Since(began) {
		if outcome, err := w.Search(lookStep); err != nil || outcome != dpll.Running {
			return false
		}
	}
	took := time.Since(began).Seconds()
	closed := 1 - w.Rest().Weight()
	return closed <= 0 || took*(1-closed)/closed > treeWait.Seconds()
}
