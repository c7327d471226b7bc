package drat

import (
	"context"
	"testing"

	"transat/solver"
)

// Checking forward, a proof that holds few clauses at a time needs room for few, and RAT checks do
// not mind that places are used again.
func TestForwardUsesPlacesAgain(t *testing.T) {
	f := solver.NewFormula(2)
	for _, a := range []solver.Lit{solver.Pos(1), solver.Neg(1)} {
		f.Add(a, solver.Pos(2))
		f.Add(a, solver.Neg(2))
	}
	var p Proof
	write := func(do func([]solver.Lit) error, clause ...solver.Lit) {
		if err := do(clause); err != nil {
			t.Fatal(err)
		}
	}
	for v := solver.Var(3); v < 1000; v += 2 {
		write(p.Add, solver.Pos(v), solver.Pos(v+1))
		write(p.Delete, solver.Pos(v+1), solver.Pos(v))
		write(p.Add, solver.Pos(v+1), solver.Neg(v))
		write(p.Delete, solver.Pos(v+1), solver.Neg(v))
	}
	write(p.Add, solver.Pos(2))
	r, err := newRun(context.Background(), f, &p, Options{Forward: true})
	if err != nil {
		t.Fatal(err)
	}
	if refuted, err := r.forward(); !refuted || err != nil {
		t.Fatal(refuted, err)
	}
	if r.report.RATLemmas == 0 {
		t.Error("no RAT lemmas")
	}
	if clauses := len(r.words) / headerWords; clauses > 12 {
		t.Errorf("room for %d clauses, where there are at most 6 at a time", clauses)
	}
}

// The numbers with which the store stamps literals run out after 2³² clauses.
func TestStampsStartAgain(t *testing.T) {
	s := newStore(8, 0, false)
	a, b := []solver.Lit{2, 4, 2}, []solver.Lit{6, 7}
	s.mark(a)
	s.stamp = 1<<32 - 1
	s.mark(b)
	s.stamps[4] = 1 // from the first clause of all
	s.stamp = 1<<32 - 1
	if n, tautology := s.mark(a); n != 2 || tautology {
		t.Errorf("%d literals, tautology %v, want 2 and no tautology", n, tautology)
	}
}
