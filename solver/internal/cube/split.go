package cube

import (
	"context"
	"slices"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/lookahead"
)

// splitter splits nodes in two. It holds one node at a time: give each goroutine its own.
type splitter interface {
	root() node
	// at returns the node to which decisions lead. The error says that they are not those of the splitter.
	at(decisions []cnf.Lit) (node, error)
	// expand appends the children of a node to dst, the one to come first first. If the node is a model, it returns that.
	expand(n node, dst part) (children part, model cnf.Model)
	// failed returns literals that the last call of expand has found to hold at the node, in their order: propagation refutes the
	// complement of each after those before it. The children rest on them.
	failed() []cnf.Lit
	// derived returns clauses that are searched besides those of the formula, each of which follows by propagation from these and
	// from the ones before it.
	derived() [][]cnf.Lit
	// work returns what look-ahead has done so far, in its unit.
	work() int64
}

// The values of Config.Splitter.
const (
	RuleSplitter      = "rule"      // the branching rule of the tree search
	LookaheadSplitter = "lookahead" // package lookahead
	LearningSplitter  = "learning"  // what clause learning learns about cubes that it does not solve
)

// splitter makes a splitter.
func (r *run) splitter() (splitter, error) {
	rule := r.cfg.Splitter == RuleSplitter || r.cfg.Splitter == ""
	if rule && r.cfg.Cubes == nil { // cubes of a list are no nodes of a branching rule
		return newRuled(r.ctx, r.cfg.Formula, r.cfg.Rule)
	}
	return newLooking(r.ctx, r.cfg.Formula)
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

func (r ruled) root() node { return r.node(r.Root()) }
func (r ruled) at(decisions []cnf.Lit) (node, error) {
	sub, err := r.At(decisions)
	if err != nil {
		return node{}, err
	}
	return r.node(sub), nil
}

func (r ruled) derived() [][]cnf.Lit { return r.Derived() }
func (r ruled) work() int64          { return 0 }
func (r ruled) failed() []cnf.Lit    { return nil }

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

// looking splits by look-ahead, or on the branch that a node has from learning.
type looking struct {
	ctx   context.Context
	look  *lookahead.Looker
	last  lookahead.Choice
	learn *cdcl.CubeSolver // finds such branches, or nil
}

// lesson is how many conflicts it takes for that.
const lesson = 2000

func newLooking(ctx context.Context, f *cnf.Formula) (splitter, error) {
	look, err := lookahead.New(ctx, f)
	if err != nil {
		return nil, err
	}
	return &looking{ctx: ctx, look: look}, nil
}

// node returns the node that steps lead to, of which the decisions are path.
func (s *looking) node(path, steps []cnf.Lit) node {
	n := node{path: path, steps: steps}
	n.conflict = !s.look.Go(steps)
	n.assigned = s.look.Assigned()
	n.level = n.assigned
	return n
}

func (s *looking) root() node                           { return s.node(nil, nil) }
func (s *looking) at(decisions []cnf.Lit) (node, error) { return s.node(decisions, decisions), nil }

func (s *looking) derived() [][]cnf.Lit { return nil }
func (s *looking) work() int64          { return s.look.Work() }
func (s *looking) failed() []cnf.Lit    { return s.last.Failed }

func (s *looking) expand(n node, dst part) (part, cnf.Model) {
	s.last = lookahead.Choice{}
	if n.steps == nil {
		n.steps = n.path
	}
	if !s.look.Go(n.steps) {
		return dst, nil
	}
	s.choose(n)
	if s.last.Refuted || s.last.Model != nil {
		return dst, s.last.Model
	}
	steps := slices.Concat(n.steps, s.last.Failed)
	for _, l := range [...]cnf.Lit{s.last.Branch, s.last.Branch.Not()} {
		dst = append(dst, s.node(append(slices.Clip(n.path), l), append(slices.Clip(steps), l)))
	}
	return dst, nil
}

// choose chooses what to split a node on.
func (s *looking) choose(n node) {
	if s.learn != nil {
		if r, err := s.learn.SolveWithin(s.ctx, cdcl.Limits{Conflicts: lesson}, n.path); err == nil {
			n.branch = r.Branch
		}
	}
	if n.branch != 0 && s.look.Open(cnf.Pos(n.branch)) {
		s.last.Branch = cnf.Pos(n.branch)
		return
	}
	s.last = s.look.Choose(s.ctx)
}
