package cdcl

import (
	"context"
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/drat"
)

// desk is the exchange of a solver in a test, which others put lemmas on.
type desk struct{ given, waiting [][]cnf.Lit }

func (d *desk) Give(lemma []cnf.Lit) bool {
	d.given = append(d.given, append([]cnf.Lit(nil), lemma...))
	return true
}

func (d *desk) Take() [][]cnf.Lit {
	taken := d.waiting
	d.waiting = nil
	return taken
}

// pair is two solvers that take turns, each with a half of the cubes.
type pair struct {
	solvers [2]*CubeSolver
	desks   [2]desk
}

// run solves all cubes, and returns the conflicts of both.
func (p *pair) run(t *testing.T, f *cnf.Formula, cubes [][]cnf.Lit, share bool, proof cnf.ProofWriter) (conflicts int64) {
	t.Helper()
	for i := range p.solvers {
		var err error
		if p.solvers[i], err = NewCubeSolver(context.Background(), f, proof); err != nil {
			t.Fatal(err)
		}
		if share {
			p.solvers[i].Share(&p.desks[i])
		}
	}
	half := len(cubes) / 2
	left := [2][][]cnf.Lit{cubes[:half], cubes[half:]}
	for len(left[0])+len(left[1]) > 0 {
		for i := range left {
			if len(left[i]) == 0 {
				continue
			}
			result, err := p.solvers[i].SolveWithin(context.Background(), Limits{Conflicts: 100}, left[i][0])
			if err != nil || result.Verdict == cnf.Satisfiable {
				t.Fatal(result.Verdict, err)
			}
			conflicts += result.Conflicts
			if result.Verdict == cnf.Unsatisfiable {
				left[i] = left[i][1:]
			}
			p.desks[1-i].waiting = append(p.desks[1-i].waiting, p.desks[i].given...)
			p.desks[i].given = nil
		}
	}
	return conflicts
}

// Two solvers that tell each other short lemmas need fewer conflicts, and the steps of both, as they come, are one proof.
func TestExchange(t *testing.T) {
	f := families.SumMiter(8, 4)
	var cubes [][]cnf.Lit
	vars := []cnf.Var{cnf.Var(f.Vars() / 5), cnf.Var(f.Vars() / 3), cnf.Var(f.Vars() / 2)}
	for bits := range 8 {
		var cube []cnf.Lit
		for i, v := range vars {
			cube = append(cube, cnf.Signed(v, bits>>(2-i)&1 == 1))
		}
		cubes = append(cubes, cube)
	}
	var alone, sharing pair
	var proof drat.Proof
	before := alone.run(t, f, cubes, false, nil)
	after := sharing.run(t, f, cubes, true, &proof)
	for i, s := range sharing.solvers {
		if stats := s.solver.stats; stats.Given < 50 || stats.Taken < 50 {
			t.Errorf("solver %d has given %d lemmas, and has taken %d", i, stats.Given, stats.Taken)
		}
	}
	if after >= before {
		t.Errorf("%d conflicts, and %d without an exchange", after, before)
	}
	for length := 2; length >= 0; length-- { // the tree above the cubes
		for i := 0; i < len(cubes); i += 1 << (3 - length) {
			var clause []cnf.Lit
			for _, l := range cubes[i][:length] {
				clause = append(clause, l.Not())
			}
			_ = proof.Add(clause)
		}
	}
	if _, err := drat.Check(t.Context(), f, &proof, drat.Options{Forward: true}); err != nil {
		t.Error(err)
	}
}

// A solver takes a lemma once, in any order of its literals, and none about variables of which the formula says nothing.
func TestTakenLemmas(t *testing.T) {
	f := cnf.NewFormula(6)
	f.Add(cnf.Pos(1), cnf.Pos(2), cnf.Pos(3))
	f.Add(cnf.Neg(4), cnf.Pos(1), cnf.Pos(2))
	p := pair{}
	s, err := NewCubeSolver(t.Context(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.Share(&p.desks[0])
	p.desks[0].waiting = [][]cnf.Lit{
		{cnf.Pos(1), cnf.Pos(2)}, {cnf.Pos(2), cnf.Pos(1)}, {cnf.Pos(1), cnf.Neg(1)}, {cnf.Pos(5)}, {cnf.Pos(7)}, {}, {cnf.Lit{}},
	}
	if r, err := s.Solve(t.Context(), []cnf.Lit{cnf.Neg(1), cnf.Neg(2)}); err != nil || r.Verdict != cnf.Unsatisfiable || r.Taken != 1 {
		t.Errorf("%+v, %v, want one lemma taken, by which the cube is refuted", r, err)
	}
	p.desks[0].waiting = [][]cnf.Lit{{cnf.Neg(2)}, {cnf.Neg(1)}}
	if r, err := s.Solve(t.Context(), nil); err != nil || r.Verdict != cnf.Satisfiable || r.Taken != 0 {
		t.Errorf("%+v, %v, want nothing taken so soon", r, err)
	}
	s.solver.takeAt = 0
	if r, err := s.Solve(t.Context(), nil); err != nil || r.Verdict != cnf.Unsatisfiable || r.Taken != 2 {
		t.Errorf("%+v, %v, want two lemmas taken, by which the formula is refuted", r, err)
	}
}
