package cdcl

import (
	"math/rand/v2"
	"slices"
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// Proofs hold by the strict definition: a deleted clause is never needed, not even one that once implied a literal at
// the root.
func TestDeletionsAreMeant(t *testing.T) {
	all := []*cnf.Formula{
		families.Pigeons(6, 5, families.Pairwise), families.Multipliers(3), families.ParityChain(8, false),
		solvertest.RandomKSAT(3, 60, 300, 3),
	}
	for i := range solvertest.Cases(t, 300) {
		all = append(all, solvertest.RandomMixed(rand.New(rand.NewPCG(44, uint64(i))), 4+i%20, 2+i%4))
	}
	cleaned := 0
	for i, f := range all {
		var proof solvertest.ProofList
		s, err := Load(t.Context(), f, Options{Proof: &proof})
		if err != nil {
			t.Fatal(err)
		}
		for {
			verdict, err := s.Solve(t.Context(), Limits{Conflicts: 5})
			if verdict == cnf.Unknown && err == ErrLimit {
				s.backtrack(0)
				if s.propagate() == 0 { // every time, so that all that is learned at the root counts
					s.clean()
					cleaned++
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if verdict == cnf.Unsatisfiable {
				if err := solvertest.CheckStrict(f, &proof); err != nil {
					t.Fatalf("formula %d: %v", i, err)
				}
			}
			break
		}
	}
	if cleaned < 20 {
		t.Errorf("satisfied clauses were removed only %d times", cleaned)
	}
}

// A clause that is the reason of a value is not forgotten, however unpromising it is.
func TestReasonsAreNotForgotten(t *testing.T) {
	s := New(12, Options{})
	var clause []cnf.Lit
	for v := cnf.Var(1); v <= 8; v++ {
		clause = append(clause, cnf.Pos(v))
	}
	learned := func(lits []cnf.Lit) ref {
		c := s.alloc(lits, true, 7)
		s.learned = append(s.learned, c)
		s.watch(c)
		return c
	}
	for v := cnf.Var(1); v <= 12; v++ {
		s.know(v)
	}
	s.enroll()
	c := learned(clause)
	for i := range 20 {
		learned([]cnf.Lit{cnf.Neg(9), cnf.Neg(10), cnf.Neg(11), cnf.Pos(cnf.Var(1 + i%8))})
	}
	for _, l := range clause[1:] {
		s.push(l.Not())
		if s.propagate() != 0 {
			t.Fatal("a conflict")
		}
	}
	if s.values[1].reason != c {
		t.Fatal("the clause is not the reason")
	}
	s.schedule.reduceAt = 0
	s.reduce()
	if kept := s.values[1].reason; !slices.Contains(s.learned, kept) || !slices.Equal(sorted(s.literals(nil, kept)), clause) {
		t.Errorf("the reason is now %v", s.literals(nil, kept))
	}
	if s.stats.Forgotten == 0 {
		t.Error("nothing was forgotten")
	}
}

func sorted(lits []cnf.Lit) []cnf.Lit {
	slices.SortFunc(lits, cnf.Lit.Compare)
	return lits
}

// With KeepFormula, only lemmas are deleted from the proof.
func TestKeepFormula(t *testing.T) {
	f := families.Multipliers(4)
	for _, keep := range []bool{false, true} {
		var proof solvertest.ProofList
		s, err := Load(t.Context(), f, Options{Proof: &proof, KeepFormula: keep})
		if err != nil {
			t.Fatal(err)
		}
		if verdict, err := s.Solve(t.Context(), Limits{}); verdict != cnf.Unsatisfiable || err != nil {
			t.Fatal(verdict, err)
		}
		balance, deleted := map[string]int{}, 0
		for _, step := range proof.Steps {
			key := string(literalBytes(step.Clause))
			if !step.Deletion {
				balance[key]++
			} else if balance[key]--; balance[key] < 0 {
				deleted++
			}
		}
		if keep != (deleted == 0) {
			t.Errorf("KeepFormula is %v, and %d clauses of the formula are deleted", keep, deleted)
		}
	}
}

func literalBytes(clause []cnf.Lit) []byte {
	var key []byte
	for _, l := range sorted(slices.Clone(clause)) {
		key = append(key, byte(l.Code()), byte(l.Code()>>8))
	}
	return key
}

// For every refuted cube, the proof gets the complement.
func TestRefutedCubesAreInTheProof(t *testing.T) {
	var proof solvertest.ProofList
	s, err := NewCubeSolver(t.Context(), families.Pigeons(5, 4, families.Pairwise), &proof)
	if err != nil {
		t.Fatal(err)
	}
	cube := []cnf.Lit{cnf.Pos(1), cnf.Pos(6)}
	if result, err := s.Solve(t.Context(), cube); err != nil || result.Verdict != cnf.Unsatisfiable {
		t.Fatal(result, err)
	}
	want := []cnf.Lit{cnf.Neg(1), cnf.Neg(6)}
	last := proof.Steps[len(proof.Steps)-1]
	if last.Deletion || !slices.Equal(last.Clause, want) {
		t.Errorf("the last step is %v, want %v", last, want)
	}
}
