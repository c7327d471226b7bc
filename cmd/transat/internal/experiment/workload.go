package experiment

import (
	"context"
	"errors"
	"fmt"
	"math"

	"transat/cmd/transat/internal/treecache"
	"transat/instances"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/tree"
)

// workload is a search tree that setups can run on.
type workload struct {
	about *Tree
	// run runs setup j.
	run func(ctx context.Context, j int) error
}

// workload finds the tree of formula i.
func (r *runner) workload(ctx context.Context, i int) (workload, error) {
	if tree := r.Formulas[i].Tree; tree != nil {
		return r.uts(ctx, i, tree)
	}
	if tree := r.Formulas[i].Recorded; tree != nil {
		r.report(recordingShare, r.Formulas[i].Name+" is recorded")
		return r.recorded(i, tree), nil
	}
	f, err := r.Formulas[i].Read(ctx)
	if err != nil {
		return workload{}, err
	}
	w := workload{about: &Tree{Name: r.Formulas[i].Name}}
	tree, err := r.tree(ctx, w.about.Name, f)
	switch {
	case errors.Is(err, treecache.ErrModels): // every setup has a solver search it
		w.about.Satisfiable = true
		if r.SkipModels {
			return w, nil
		}
		if w.about.First, err = r.first(ctx, w.about.Name, f); err != nil {
			return workload{}, err
		}
		w.run = func(ctx context.Context, j int) error {
			live, err := dpll.NewLive(ctx, f, dpll.LiveOptions{Rule: r.Trees.Rule})
			if err != nil {
				return err
			}
			return simulate(ctx, r, i, j, live, math.MaxInt64, 0) // how much there is to do is not known
		}
		return w, nil
	case err != nil:
		return workload{}, err
	}
	return r.recorded(i, tree), nil
}

// recorded is the tree of formula i.
func (r *runner) recorded(i int, tree *tree.Tree) workload {
	about := &Tree{
		Name: r.Formulas[i].Name, Satisfiable: tree.Models() > 0, Nodes: tree.Nodes(), Elements: tree.Elements(),
		CriticalPath: path(tree.CriticalPath()),
	}
	if about.Satisfiable {
		work, nodes, _ := tree.Finish(tree.Root())
		about.First = Path{work, nodes}
	}
	return workload{
		about: about,
		run:   func(ctx context.Context, j int) error { return simulate(ctx, r, i, j, tree, tree.Work(), tree.Nodes()) },
	}
}

// tree finds the tree of a formula.
func (r *runner) tree(ctx context.Context, name string, f *cnf.Formula) (*tree.Tree, error) {
	reported := 0.0
	tree, err := r.Trees.Tree(ctx, name, f, func(p dpll.Progress) {
		r.report((p.Closed-reported)*recordingShare, recording(name, p.Nodes))
		reported = p.Closed
	})
	r.report((1-reported)*recordingShare, name+" is recorded")
	return tree, err
}

// first searches a formula that has a model, one node after the other, until it has found one.
func (r *runner) first(ctx context.Context, name string, f *cnf.Formula) (Path, error) {
	live, err := dpll.NewLive(ctx, f, dpll.LiveOptions{Rule: r.Trees.Rule})
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
			r.report(0, fmt.Sprintf("searching %s sequentially: %.1f million nodes", name, float64(done.Nodes)/1e6))
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

// uts records a tree that has no formula.
func (r *runner) uts(ctx context.Context, i int, tree *instances.UTS) (workload, error) {
	reported := 0.0
	record, err := r.Trees.UTS(ctx, tree, func(nodes int64) {
		share := 0.0
		if all := tree.Nodes(); all > 0 {
			share = float64(nodes) / float64(all)
		}
		r.report((share-reported)*recordingShare, recording(tree.Name(), nodes))
		reported = share
	})
	if err != nil {
		return workload{}, err
	}
	r.report((1-reported)*recordingShare, tree.Name()+" is recorded")
	work, nodes, elements := record.Subtree(record.Root())
	return workload{
		about: &Tree{Name: tree.Name(), Nodes: nodes, Elements: elements, CriticalPath: path(record.CriticalPath())},
		run:   func(ctx context.Context, j int) error { return simulate(ctx, r, i, j, record, work, nodes) },
	}, nil
}

func path(work, nodes int64) Path { return Path{work, nodes} }

func recording(name string, nodes int64) string {
	return fmt.Sprintf("recording %s: %.1f million nodes", name, float64(nodes)/1e6)
}

// utsHeaderBytes is what an element of a UTS has on a machine in lockstep besides the state of its node.
const utsHeaderBytes = 8

// ForUTS is a setup whose elements are nodes of a UTS: instead of an assignment, of a length that grows
// with the level, an element has the state of its node.
func ForUTS(s Setup) Setup {
	s.Cost.ElementBytes, s.Cost.LevelBytes = s.Cost.ElementBytes+instances.UTSStateBytes, 0
	if s.Lockstep != nil {
		cost := *s.Lockstep
		cost.ElementBytes = utsHeaderBytes + instances.UTSStateBytes
		s.Lockstep = &cost
	}
	return s
}
