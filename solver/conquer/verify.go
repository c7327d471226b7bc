package conquer

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"transat/solver/cnf"
	"transat/solver/drat/stream"
)

// Derived returns the clauses that the search of a tree uses besides those of its formula. A proof begins with them.
func Derived(ctx context.Context, t Tree, split Splitting) ([][]cnf.Lit, error) {
	nodes, err := t.split(ctx, split)
	if err != nil {
		return nil, err
	}
	return nodes.Derived(), nil
}

// Stream checks the lemmas of one search, from its first one on or from Forget on. It is a cnf.ProofWriter, whose error is a
// *stream.WrongError if a lemma does not follow.
type Stream struct{ checker *stream.Checker }

// NewStream returns a stream of lemmas of f. It takes the memory of the clauses of f, and of the lemmas that were not deleted.
func NewStream(f *cnf.Formula) *Stream {
	s := &Stream{stream.NewChecker(f)}
	_ = s.checker.Begin(nil, nil) // an error of the formula comes again
	return s
}

// Add implements cnf.ProofWriter.
func (s *Stream) Add(lemma []cnf.Lit) error { return s.checker.Add(lemma) }

// Delete implements cnf.ProofWriter.
func (s *Stream) Delete(lemma []cnf.Lit) error { return s.checker.Delete(lemma) }

// Shown adds lemmas that another stream has: their sources have been checked.
func (s *Stream) Shown(lemmas [][]cnf.Lit) error { return s.checker.Shown(lemmas) }

// Follows returns an error unless a clause follows from the lemmas.
func (s *Stream) Follows(clause []cnf.Lit) error {
	return errors.Join(s.checker.Add(clause), s.checker.Delete(clause))
}

// Refuted returns an error unless it follows from the lemmas that a cube cannot hold.
func (s *Stream) Refuted(cube []cnf.Lit) error {
	return s.Follows(Clause(cube))
}

// TreeChecker checks what a search says of its tree.
type TreeChecker struct {
	tree    Tree
	checker *stream.Checker
}

// NewTreeChecker returns a verifier of searches of a tree. The error is that of [cube.NewTree].
func NewTreeChecker(ctx context.Context, t Tree, split Splitting) (*TreeChecker, error) {
	derived, err := Derived(ctx, t, split)
	if err != nil {
		return nil, err
	}
	v := &TreeChecker{t, stream.NewChecker(t.Formula)}
	return v, v.checker.Derived(derived)
}

// Stretch is what a search says of a stretch: the nodes that were open before and are open now, with those that were given away, and
// those that it has refuted.
type Stretch struct {
	Before, After []Node
	Shown         []Shown
}

// Check checks that what was open before a stretch is refuted if what is open afterwards is. That its cubes are
// refuted is for a Stream to say. It returns how many ranges of the list were halved.
func (v *TreeChecker) Check(s Stretch) (halved int64, err error) {
	goals, halved, err := v.visited(s)
	if err != nil {
		return 0, err
	}
	var known [][]cnf.Lit
	for _, n := range s.After {
		if !v.tree.Whole(n) {
			known = append(known, Clause(n.Cube))
		}
	}
	for _, n := range s.Shown {
		if n.By == Leaf {
			known = append(known, Clause(n.Cube))
		}
	}
	err = v.checker.Begin(nil, known)
	for _, clause := range append(TreeClauses(s.Shown), goals...) {
		if err == nil {
			err = v.checker.Add(clause)
		}
	}
	return halved, err
}

// visited returns the clauses of the nodes that are to be refuted: those open before that are not in a range that is still open.
func (v *TreeChecker) visited(s Stretch) (goals [][]cnf.Lit, halved int64, err error) {
	var before, after []Node
	for _, n := range s.Before {
		if v.tree.Whole(n) {
			before = append(before, n)
		} else {
			goals = append(goals, Clause(n.Cube))
		}
	}
	for _, n := range s.After {
		if v.tree.Whole(n) {
			after = append(after, n)
		}
	}
	order := func(a, b Node) int { return cmp.Compare(a.From, b.From) }
	slices.SortFunc(before, order)
	slices.SortFunc(after, order)
	halved = int64(len(after) - len(before))
	for _, b := range before {
		for at := b.From; at < b.To; {
			if len(after) > 0 && after[0].From == at && after[0].To <= b.To {
				at, after = after[0].To, after[1:]
				continue
			}
			goals = append(goals, Clause(v.tree.List[at]))
			halved++
			at++
		}
	}
	if len(after) > 0 {
		return nil, 0, errRange
	}
	return goals, halved, nil
}

// TreeClauses returns the clauses of refuted nodes as a proof has them: what holds, of the highest nodes first, and then the nodes, the
// deepest first, so that those of children come before that of their parent. Those of leaves are left out: they are lemmas.
func TreeClauses(shown []Shown) [][]cnf.Lit {
	var holds, inner [][]cnf.Lit
	for _, n := range shown {
		switch n.By {
		case Holds:
			holds = append(holds, Clause(n.Cube))
		case Split:
			inner = append(inner, Clause(n.Cube))
		}
	}
	slices.SortStableFunc(holds, func(a, b []cnf.Lit) int { return cmp.Compare(len(a), len(b)) })
	slices.SortStableFunc(inner, func(a, b []cnf.Lit) int { return cmp.Compare(len(b), len(a)) })
	return append(holds, inner...)
}
