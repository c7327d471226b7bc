package experiment

import (
	"context"
	"fmt"

	"transat/balance"
	"transat/balance/compare"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/report"
)

// Trees with bounds: branch and bound. How many nodes are expanded depends on the order, so each run is compared with the search of one
// processor, which is done before.

// OfBounded makes a workload of a tree with bounds. Its numbers are those of the search of one processor, as First is. The error is
// the context's. Adapt is as for [Of].
func OfBounded[E any](
	ctx context.Context, name string, tree balance.Bounded[E], adapt func(Setup) Setup, progress func(nodes int64),
) (Workload, error) {
	one, err := balance.BranchAndBound(ctx, tree, progress)
	if err != nil {
		return Workload{}, err
	}
	w := of(name, tree, func(s Setup) Setup {
		if adapt != nil {
			s = adapt(s)
		}
		return s.ForTree(one.Work, one.Nodes)
	})
	w.Work, w.Nodes, w.Elements, w.TotalWork = one.Work, one.Nodes, one.Nodes, one.Work
	w.Bounded, w.Best, w.First = true, one.Value, Path{one.Work, one.Nodes}
	run := w.Run
	w.Run = func(ctx context.Context, s Setup, watch compare.Watch) (balance.Result, error) {
		r, err := run(ctx, s, watch)
		return s.Beside(r, one), err
	}
	return w, nil
}

// instance is a tree with bounds that has a name.
type instance[E any] interface {
	balance.Bounded[E]
	Name() string
}

// ofInstance is OfBounded for a built-in tree, of whose nodes the state has that many bytes.
func ofInstance[E any](ctx context.Context, tree instance[E], bytes int, progress func(share float64, what string)) (Workload, error) {
	name, adapt := tree.Name(), func(s Setup) Setup { return WithState(s, bytes) }
	return OfBounded(ctx, name, tree, adapt, func(nodes int64) {
		progress(0, fmt.Sprintf("searching %s on one processor: %.1f million nodes", name, float64(nodes)/1e6))
	})
}

// Bounded returns the workload of an input that is searched by branch and bound; ok is false for all others.
func Bounded(ctx context.Context, f input.Formula) (w Workload, ok bool, err error) {
	if !hasBounds(f) {
		return Workload{}, false, nil
	}
	w, err = Load(ctx, f, nil, nil)
	return w, true, err
}

func hasBounds(f input.Formula) bool {
	switch own := f.Program.(type) {
	case program:
		return own.hasBounds()
	case nil:
		return false
	}
	return true // one of package instances
}

// boundedText names a tree with bounds and tells the search of one processor.
func (t *Tree) boundedText(sequential float64) string {
	best := "that it has no solution"
	if t.Best != balance.NoIncumbent {
		best = fmt.Sprintf("the largest value, %d", t.Best)
	}
	return fmt.Sprintf("%s: branch and bound; one processor finds %s, in %s nodes and %s", t.Name, best, report.Grouped(t.Nodes),
		report.Seconds(sequential))
}

// boundedLimit tells that there is no limit, and which policies are beyond what would be one.
func boundedLimit(rows []Row) string {
	text := "there is no limit, since the number of nodes depends on when a processor hears of a better value"
	var beyond []string
	for _, r := range rows {
		if r.Speedup > float64(r.Physical.Procs()) {
			beyond = append(beyond, r.Policy.String())
		}
	}
	switch len(beyond) {
	case 0:
		return text
	case 1:
		return text + ", and the speed-up of " + beyond[0] + " is above n"
	}
	return text + ", and the speed-ups of " + listed(beyond) + " are above n"
}
