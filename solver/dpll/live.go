package dpll

import (
	"context"
	"errors"
	"fmt"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/rules"
)

// Live is the search tree of a formula, solved as it is expanded. Element for element it is the tree that
// Record returns: the same children in the same order, the same work, the same levels. A frozen subtree is one element, see
// frozen.go.
//
// A Live holds one node at a time and goes from there to the next one it is asked about, which is
// cheap if that is near. It must not be used by two goroutines at once; give each its own, since a
// Subproblem of one is a Subproblem of all.
type Live struct {
	formula *cnf.Formula
	search  *search
	path    []cnf.Lit // decisions of the engine's current node
	root    Subproblem
	model   cnf.Model
}

// LiveOptions configure a Live. The zero value is the tree under the rule "lex".
type LiveOptions struct {
	Rule   string      // name of the branching rule, one of rules.All; "" is "lex"
	Engine rules.Build // makes the engine instead of the rule, as in Options
}

// NewLive returns the tree of f. The context is for the set-up alone. The error is the context's, or as for Solve.
func NewLive(ctx context.Context, f *cnf.Formula, opt LiveOptions) (*Live, error) {
	s, err := begin(ctx, f, setUp{rule: opt.Rule, engine: opt.Engine})
	if err != nil {
		return nil, err
	}
	return s.live(f), nil
}

func (s *search) live(f *cnf.Formula) *Live {
	return &Live{formula: f, search: s, root: rootAt(s.engine.Reset())}
}

// Root returns the root.
func (l *Live) Root() Subproblem { return l.root }

// Level returns the number of variables that are assigned when s is listed: those at its parent, and its own decision. Unit
// propagation comes when s is expanded, but at the root: there it is the number after propagation.
func (l *Live) Level(s Subproblem) int { return s.listed }

// Subtree returns 0: the subtree of s is not known before it has been solved.
func (l *Live) Subtree(Subproblem) (work, nodes, elements int64) { return 0, 0, 0 }

// Expand appends the children of s to dst, if it has any: first the child of the literal
// that the branching rule picks. It returns the extended slice, the work of s itself, how many nodes s is, and whether it is a
// model. A frozen subtree has no children: it is searched as by Finish, and is all the nodes that this visits. Any other element
// is one node. The propagation of the children is done here, but is their work.
func (l *Live) Expand(s Subproblem, dst []Subproblem) (children []Subproblem, work, nodes int64, found bool) {
	if s.conflict {
		return dst, s.work, 1, false
	}
	l.install(s)
	first := l.search.engine.Branch()
	if !first.IsNone() && l.search.engine.FrozenDepth() >= 0 {
		work, nodes, found = l.Finish(s)
		return dst, work, nodes, found
	}
	children, found = l.children(s, first, dst)
	return children, s.work, 1, found
}

// Split is Expand for callers that want single nodes: it takes a frozen subtree apart. The nodes inside are no load elements, but
// all methods take them.
func (l *Live) Split(s Subproblem, dst []Subproblem) (children []Subproblem, work int64, found bool) {
	if s.conflict {
		return dst, s.work, false
	}
	l.install(s)
	children, found = l.children(s, l.search.engine.Branch(), dst)
	return children, s.work, found
}

// children appends the children of s, the engine's current node. Literal first leads to the first child; without it, s is a model.
func (l *Live) children(s Subproblem, first cnf.Lit, dst []Subproblem) (children []Subproblem, found bool) {
	if first.IsNone() {
		l.keepModel()
		return dst, true
	}
	for _, lit := range [...]cnf.Lit{first, first.Not()} {
		dst = append(dst, s.child(lit, l.search.engine.Assume(lit)))
		l.search.engine.Undo()
	}
	return dst, false
}

// Finish searches the subtree of s depth first, to its end or to the first model. It returns the
// work and the number of the nodes visited, s included, and whether a model was found. It cannot be
// interrupted: to stop early, finish smaller subtrees.
func (l *Live) Finish(s Subproblem) (work, nodes int64, found bool) {
	if s.conflict {
		return s.work, 1, false
	}
	l.install(s)
	l.search.restart()
	found, err := l.search.run(context.Background(), engine.Step{Assigned: s.level, Visits: s.work})
	if err != nil {
		panic(fmt.Sprintf("solver: a search without limits ended with: %v", err))
	}
	if found {
		l.keepModel()
	}
	for range l.search.path {
		l.search.engine.Undo()
	}
	return l.search.work, l.search.stats.Nodes, found
}

// Model returns the model that Expand or Finish found last, or nil if they have not found any.
func (l *Live) Model() cnf.Model { return l.model }

// Derived returns the clauses that are searched besides the formula. Each follows from the formula and the ones before it
// by unit propagation, so that a proof which relies on the tree can begin with them. Do not modify them.
func (l *Live) Derived() [][]cnf.Lit { return l.search.derived }

// Check returns an error if s is not a node of this tree. Expand and Finish panic on such a
// subproblem, or return nonsense, so check subproblems from elsewhere. It costs a walk from the root.
func (l *Live) Check(s Subproblem) error {
	at, listed := l.search.engine.Reset(), l.root.listed
	l.path = l.path[:0]
	for _, d := range s.decisions {
		if at.End == engine.Conflict || l.search.engine.Branch().Var() != d.Var() || d.Var() == 0 {
			return errors.New("subproblem is not a node of this tree: its decisions are not those of the branching rule")
		}
		listed = at.Assigned + 1
		at = l.search.engine.Assume(d)
		l.path = append(l.path, d)
	}
	if !s.Equal(subproblemAt(s.decisions, listed, at)) {
		return errors.New("subproblem is not a node of this tree: its level or its work is wrong")
	}
	return nil
}

// install makes s, which is not in conflict, the engine's current node. The common beginning of the current path and the
// path of s stays.
func (l *Live) install(s Subproblem) {
	common := 0
	for common < len(l.path) && common < len(s.decisions) && l.path[common] == s.decisions[common] {
		common++
	}
	for len(l.path) > common {
		l.search.engine.Undo()
		l.path = l.path[:len(l.path)-1]
	}
	for _, d := range s.decisions[common:] {
		l.search.engine.Branch()
		if at := l.search.engine.Assume(d); at.End == engine.Conflict {
			panic("solver: subproblem of another formula: it fails before its last decision")
		}
		l.path = append(l.path, d)
	}
}

// keepModel takes the engine's assignment as a model, and checks it.
func (l *Live) keepModel() {
	l.model = l.formula.Checked(l.search.engine.Model)
}

// At returns the node to which decisions lead, from the root down. Unlike Check it goes there from the last node that was asked about. The
// error says that the decisions are not those of the branching rule.
func (l *Live) At(decisions []cnf.Lit) (Subproblem, error) {
	common := 0
	for common < len(l.path) && common < len(decisions)-2 && l.path[common] == decisions[common] {
		common++
	}
	for len(l.path) > common {
		l.search.engine.Undo()
		l.path = l.path[:len(l.path)-1]
	}
	s := l.root
	for at := common; at < len(decisions); at++ {
		if s.conflict || l.search.engine.Branch().Var() != decisions[at].Var() || decisions[at].Var() == 0 {
			return Subproblem{}, errors.New("decisions that are not those of the branching rule")
		}
		s = subproblemAt(decisions[:at+1:at+1], s.level+1, l.search.engine.Assume(decisions[at]))
		l.path = append(l.path, decisions[at])
	}
	if s.conflict && len(decisions) > 0 {
		l.search.engine.Undo()
		l.path = l.path[:len(l.path)-1]
	}
	return s, nil
}
