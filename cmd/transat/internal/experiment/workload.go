package experiment

import (
	"context"
	"errors"
	"fmt"
	"math"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/tasktree"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/treecache"
	"transat/instances"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

// Tree describes a search tree.
type Tree struct {
	Name         string
	Satisfiable  bool
	Nodes        int64 // 0 if the tree was not recorded, because it holds models
	Elements     int64 // load elements, 0 likewise; fewer than Nodes if some stand for several
	CriticalPath Path  // 0 likewise
	// First is what a sequential search does up to the first model; 0 if there is none.
	First   Path
	LeftOut bool // because the formula is satisfiable
	// Bounded says that it is searched by branch and bound. Then First, Nodes and Elements are those of one processor, and Best is the
	// largest value.
	Bounded bool
	Best    balance.Incumbent
	// TotalWork is the work of all nodes; 0 likewise.
	TotalWork int64
	Tasks     Tasks // of a tree of tasks; otherwise zero
}

// Path is a path in a tree, from the root to a leaf, or a part of the tree.
type Path struct{ Work, Nodes int64 }

// Workload is a search tree on which setups can run. [Load] finds one, and [Of] makes one of any tree.
type Workload struct {
	Tree
	Work  int64 // of all nodes; MaxInt64 if the tree was not recorded
	Level int   // of the root
	// Adapt makes of a setup the one for trees of this kind, whose elements may have another size in messages.
	Adapt func(Setup) Setup
	// Run runs a setup, which has to be adapted.
	Run func(ctx context.Context, s Setup, watch compare.Watch) (balance.Result, error)
	// Part returns the part of the tree below a node, with at most that many nodes, but not many fewer; ok is false if the
	// tree does not know how many nodes lie where.
	Part func(nodes int64) (w Workload, ok bool)
	// Record returns the tree as one of tasks, with at most that many; nil for a tree that was not recorded.
	Record func(most int64) (*tasktree.Tree, error)

	formula *cnf.Formula // of a tree that was not recorded
}

// Of makes a workload of a tree. Adapt is nil for trees of formulas.
func Of[E any](name string, tree balance.Tree[E], adapt func(Setup) Setup) Workload {
	if tasks, ok := any(tree).(*tasktree.Tree); ok {
		return OfTasks(name, tasks)
	}
	work, nodes, _ := tree.Subtree(tree.Root())
	return of(name, tree, func(s Setup) Setup {
		if adapt != nil {
			s = adapt(s)
		}
		return s.ForTree(work, nodes)
	})
}

// of is Of with an Adapt that does all that is to be done.
func of[E any](name string, tree balance.Tree[E], adapt func(Setup) Setup) Workload {
	w := Workload{Level: tree.Level(tree.Root())}
	w.Name, w.Adapt = name, adapt
	w.Work, w.Nodes, w.Elements = tree.Subtree(tree.Root())
	w.TotalWork = w.Work
	w.Run = func(ctx context.Context, s Setup, watch compare.Watch) (balance.Result, error) {
		return compare.Simulate(ctx, s, tree, watch)
	}
	w.Record = func(most int64) (*tasktree.Tree, error) { return tasktree.Record(tree, most) }
	w.Part = func(most int64) (Workload, bool) {
		root, ok := below(tree, most)
		return of(name, balance.Tree[E](branch[E]{tree, root}), adapt), ok
	}
	return w
}

// branch is the part of a tree below a node.
type branch[E any] struct {
	balance.Tree[E]
	root E
}

// Root implements balance.Tree.
func (b branch[E]) Root() E { return b.root }

// Load implements balance.Loader, if the tree does.
func (b branch[E]) Load(e E) float64 {
	if tree, ok := b.Tree.(balance.Loader[E]); ok {
		return tree.Load(e)
	}
	return 0
}

// below goes down from the root, always to the child with the most nodes, to the first node that has at most that many.
func below[E any](tree balance.Tree[E], most int64) (root E, ok bool) {
	root = tree.Root()
	_, nodes, _ := tree.Subtree(root)
	for nodes > most {
		children, _, _, _ := tree.Expand(root, nil)
		largest := int64(0)
		for _, c := range children {
			if _, n, _ := tree.Subtree(c); n > largest {
				root, largest = c, n
			}
		}
		if largest == 0 {
			return root, false
		}
		nodes = largest
	}
	return root, nodes > 0
}

// Load finds the tree of a formula, or one without a formula, and tells progress, if not nil, the share that is done. The error is
// treecache.ErrModels if the tree holds models and is too large to be recorded: then the workload has a solver search it,
// and knows nothing but its name.
func Load(ctx context.Context, f input.Formula, store *treecache.Store, progress func(share float64, what string)) (Workload, error) {
	if progress == nil {
		progress = func(float64, string) {}
	}
	defer func() { progress(1, f.Name+" is recorded") }()
	recording := func(share float64, nodes int64) {
		progress(share, fmt.Sprintf("recording %s: %.1f million nodes", f.Name, float64(nodes)/1e6))
	}
	if f.Tree != nil {
		record, err := store.UTS(ctx, f.Tree, func(nodes int64) {
			share := 0.0
			if all := f.Tree.Nodes(); all > 0 {
				share = float64(nodes) / float64(all)
			}
			recording(share, nodes)
		})
		if err != nil {
			return Workload{}, err
		}
		w := Of(f.Tree.Name(), record, ForUTS)
		w.CriticalPath = path(record.CriticalPath())
		return w, nil
	}
	switch own := f.Program.(type) {
	case program:
		return own.workload(ctx, f.Name)
	case *instances.Knapsack:
		return ofInstance(ctx, own, instances.KnapsackStateBytes, progress)
	case *instances.Clique:
		return ofInstance(ctx, own, instances.CliqueStateBytes, progress)
	}
	if tasks, err := f.Tasks(ctx); tasks != nil || err != nil {
		if err != nil {
			return Workload{}, err
		}
		return Of(f.Name, balance.Tree[tasktree.Node](tasks), nil), nil
	}
	tree := f.Recorded
	if tree == nil {
		formula, err := f.Read(ctx)
		if err != nil {
			return Workload{}, err
		}
		tree, err = store.Tree(ctx, f.Name, formula, func(p dpll.Progress) { recording(p.Closed, p.Nodes) })
		if errors.Is(err, treecache.ErrModels) {
			return live(f.Name, formula, store.Rule), err
		}
		if err != nil {
			return Workload{}, err
		}
	}
	w := Of(f.Name, tree, nil)
	w.Work, w.Nodes, w.Elements = tree.Work(), tree.Nodes(), tree.Elements() // for satisfiable formulas too, for which Subtree has no counts
	work, nodes := w.Work, w.Nodes
	w.TotalWork = work
	w.Adapt = func(s Setup) Setup { return s.ForTree(work, nodes) }
	w.CriticalPath, w.Satisfiable = path(tree.CriticalPath()), tree.Models() > 0
	if w.Satisfiable {
		work, nodes, _ := tree.Finish(tree.Root())
		w.First = Path{work, nodes}
	}
	return w, nil
}

func path(work, nodes int64) Path { return Path{work, nodes} }

// live is a workload that has a solver search a formula in every run, since it holds models and its tree is too large.
func live(name string, f *cnf.Formula, rule string) Workload {
	return Workload{
		Tree: Tree{Name: name, Satisfiable: true}, Work: math.MaxInt64, formula: f,
		Adapt: func(s Setup) Setup { return s.ForTree(0, 0) },
		Run: func(ctx context.Context, s Setup, watch compare.Watch) (balance.Result, error) {
			live, err := dpll.NewLive(ctx, f, dpll.LiveOptions{Rule: rule})
			if err != nil {
				return balance.Result{}, err
			}
			return compare.Simulate(ctx, s, live, watch)
		},
	}
}

// first searches a formula that has a model, one node after the other, until it has found one.
func (w Workload) first(ctx context.Context, rule string, progress func(what string)) (Path, error) {
	live, err := dpll.NewLive(ctx, w.formula, dpll.LiveOptions{Rule: rule})
	if err != nil {
		return Path{}, err
	}
	const every = 1 << 14 // nodes
	var done Path
	next := int64(0)
	for open := []dpll.Subproblem{live.Root()}; len(open) > 0; {
		if done.Nodes >= next {
			next = done.Nodes + every
			if err := ctx.Err(); err != nil {
				return Path{}, err
			}
			progress(fmt.Sprintf("searching %s sequentially: %.1f million nodes", w.Name, float64(done.Nodes)/1e6))
		}
		x := open[len(open)-1]
		open = open[:len(open)-1]
		children, work, nodes, found := live.Expand(x, nil)
		done.Work += work
		done.Nodes += nodes
		if found {
			break
		}
		for i := len(children) - 1; i >= 0; i-- { // the first child comes to lie on top
			open = append(open, children[i])
		}
	}
	return done, nil
}

// stateHeaderBytes is what an element has on a machine in lockstep besides the state of its node.
const stateHeaderBytes = 8

// ForUTS is a setup whose elements are nodes of a UTS.
func ForUTS(s Setup) Setup { return WithState(s, instances.UTSStateBytes) }

// WithState is a setup whose elements have the state of a node, of that many bytes, instead of an assignment, of a length that grows with
// the level.
func WithState(s Setup, bytes int) Setup {
	if s.ElementBytes > 0 {
		return s
	}
	s.Cost.ElementBytes, s.Cost.LevelBytes = s.Cost.ElementBytes+bytes, 0
	if s.Lockstep != nil {
		cost := *s.Lockstep
		cost.ElementBytes = stateHeaderBytes + bytes
		s.Lockstep = &cost
	}
	return s
}
