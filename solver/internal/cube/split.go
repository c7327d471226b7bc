package cube

import (
	"context"

	"transat/solver/cnf"
	"transat/solver/dpll"
)

// splitter splits nodes in two. It holds one node at a time: give each goroutine its own.
type splitter interface {
	root() node
	// expand appends the children of a node to dst, the one to come first first. If the node is a model, it returns that.
	expand(n node, dst part) (children part, model cnf.Model)
	// derived returns clauses that are searched besides those of the formula, each of which follows by propagation from these and
	// from the ones before it.
	derived() [][]cnf.Lit
}

// ruled splits as the tree search does, by a branching rule.
type ruled struct{ *dpll.Live }

func newRuled(ctx context.Context, f *cnf.Formula, rule string) (splitter, error) {
	live, err := dpll.NewLive(ctx, f, dpll.LiveOptions{Rule: rule})
	if err != nil {
		return nil, err
	}
	return ruled{live}, nil
}

func (r ruled) node(s dpll.Subproblem) node {
	return node{path: s.Decisions(), sub: s, level: r.Level(s), assigned: s.Assigned(), conflict: s.Conflict()}
}

func (r ruled) root() node           { return r.node(r.Root()) }
func (r ruled) derived() [][]cnf.Lit { return r.Derived() }

func (r ruled) expand(n node, dst part) (part, cnf.Model) {
	children, _, found := r.Split(n.sub, nil)
	if found {
		return dst, r.Model()
	}
	for _, c := range children {
		dst = append(dst, r.node(c))
	}
	return dst, nil
}
