package drat

import (
	"context"
	"testing"

	"transat/solver/cnf"
)

// Checking forward, a proof with few clauses at a time needs little room, and reused places do no harm to RAT checks.
func TestForwardUsesPlacesAgain(t *testing.T) {
	f := cnf.NewFormula(2)
	for _, a := range []cnf.Lit{cnf.Pos(1), cnf.Neg(1)} {
		f.Add(a, cnf.Pos(2))
		f.Add(a, cnf.Neg(2))
	}
	var p Proof
	write := func(do func([]cnf.Lit) error, clause ...cnf.Lit) {
		if err := do(clause); err != nil {
			t.Fatal(err)
		}
	}
	for v := cnf.Var(3); v < 1000; v += 2 {
		write(p.Add, cnf.Pos(v), cnf.Pos(v+1))
		write(p.Delete, cnf.Pos(v+1), cnf.Pos(v))
		write(p.Add, cnf.Pos(v+1), cnf.Neg(v))
		write(p.Delete, cnf.Pos(v+1), cnf.Neg(v))
	}
	write(p.Add, cnf.Pos(2))
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

// The stamps of the store run out after 2³² clauses.
func TestStampsStartAgain(t *testing.T) {
	s := newStore(8, 0, false)
	a, b := []cnf.Lit{cnf.Pos(1), cnf.Pos(2), cnf.Pos(1)}, []cnf.Lit{cnf.Pos(3), cnf.Neg(3)}
	s.mark(a)
	s.stamp = 1<<32 - 1
	s.mark(b)
	s.stamps[4] = 1 // from the first clause
	s.stamp = 1<<32 - 1
	if n, tautology := s.mark(a); n != 2 || tautology {
		t.Errorf("%d literals, tautology %v, want 2 and no tautology", n, tautology)
	}
}
