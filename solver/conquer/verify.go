package conquer

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/drat/stream"
)

// Derived returns the clauses that the search of f under a rule uses besides those of f. A proof begins with them.
func Derived(ctx context.Context, f *cnf.Formula, rule string) ([][]cnf.Lit, error) {
	live, err := dpll.NewLive(ctx, f, dpll.LiveOptions{Rule: rule})
	if err != nil {
		return nil, err
	}
	return live.Derived(), nil
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

// Refuted returns an error unless it follows from the lemmas that a cube cannot hold.
func (s *Stream) Refuted(cube []cnf.Lit) error {
	clause := Clause(cube)
	return errors.Join(s.checker.Add(clause), s.checker.Delete(clause))
}

// TreeChecker checks what a search says of its tree.
type TreeChecker struct{ checker *stream.Checker }

// NewTreeChecker returns a verifier of searches of f under a rule. The error is that of [dpll.NewLive].
func NewTreeChecker(ctx context.Context, f *cnf.Formula, rule string) (*TreeChecker, error) {
	derived, err := Derived(ctx, f, rule)
	if err != nil {
		return nil, err
	}
	v := &TreeChecker{stream.NewChecker(f)}
	return v, v.checker.Derived(derived)
}

// Stretch is what a search says of a stretch: the nodes that were open before and are open now, with those that were given away, and
// those that it has refuted.
type Stretch struct {
	Before, After [][]cnf.Lit
	Shown         []Shown
}

// Check checks that what was open before a stretch is refuted if what is open afterwards is. That its cubes are
// refuted is for a Stream to say.
func (v *TreeChecker) Check(s Stretch) error {
	var known [][]cnf.Lit
	for _, c := range s.After {
		known = append(known, Clause(c))
	}
	var inner [][]cnf.Lit
	for _, n := range s.Shown {
		if !n.Split {
			known = append(known, Clause(n.Cube))
		} else {
			inner = append(inner, Clause(n.Cube))
		}
	}
	Deepest(inner)
	err := v.checker.Begin(nil, known)
	for _, clause := range inner {
		err = cmp.Or(err, v.checker.Add(clause))
	}
	for _, c := range s.Before {
		err = cmp.Or(err, v.checker.Add(Clause(c)))
	}
	return err
}

// Deepest puts the clauses of deeper nodes first, so that those of children come before that of their parent.
func Deepest(clauses [][]cnf.Lit) {
	slices.SortStableFunc(clauses, func(a, b []cnf.Lit) int { return cmp.Compare(len(b), len(a)) })
}
