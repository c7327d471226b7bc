package cdcl

import (
	"math/rand/v2"
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// Whatever is vivified, at whatever time, verdicts, models and both proofs hold.
func TestVivifyEverything(t *testing.T) {
	all := []*cnf.Formula{
		families.Pigeons(6, 5, families.Pairwise), families.Multipliers(4), families.ParityChain(8, false), families.Adders(10),
		families.Schedule(0, 12, 3, 5), families.Colouring(1, 40, 92, 3, false),
		solvertest.RandomKSAT(3, 60, 300, 3), solvertest.RandomKSAT(3, 80, 320, 4),
	}
	for i := range solvertest.Cases(t, 200) {
		all = append(all, solvertest.RandomMixed(rand.New(rand.NewPCG(45, uint64(i))), 4+i%20, 2+i%4))
	}
	kinds, vivified := map[cnf.Verdict]int{}, int64(0)
	for i, f := range all {
		want, err := Solve(t.Context(), f, nil)
		if err != nil {
			t.Fatal(err)
		}
		var proof solvertest.ProofList
		h := newHinted(t, f)
		s, err := Load(t.Context(), f, Options{Proof: &proof, Hints: h})
		if err != nil {
			t.Fatal(err)
		}
		for {
			verdict, err := s.Solve(t.Context(), Limits{Conflicts: 20})
			if verdict == cnf.Unknown && err == ErrLimit {
				if s.backtrack(0); s.propagate() == 0 {
					s.clean()
					s.probing = true
					v := vivifier{counts: make([]uint32, 2*s.vars+2)}
					for _, tier := range tiers() {
						s.vivifyTier(&v, tier, 1<<20)
					}
					s.probing = false
					s.Clean()
				}
				continue
			}
			if err != nil || h.err != nil {
				t.Fatalf("formula %d: %v, %v", i, err, h.err)
			}
			if verdict != want.Verdict {
				t.Fatalf("formula %d: %v, want %v", i, verdict, want.Verdict)
			}
			kinds[verdict]++
			if verdict == cnf.Satisfiable {
				f.Checked(func(m cnf.Model) { copy(m, s.Model()) })
			} else if err := solvertest.CheckStrict(f, &proof); err != nil {
				t.Fatalf("formula %d: %v", i, err)
			}
			break
		}
		vivified += s.stats.Vivified
	}
	if kinds[cnf.Satisfiable] < 5 || kinds[cnf.Unsatisfiable] < 5 || vivified < 300 {
		t.Errorf("%v, %d clauses vivified", kinds, vivified)
	}
}
