package cdcl

import (
	"math/rand/v2"
	"slices"
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
					for _, tier := range s.tiers.vivified() {
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

// Clauses of the tier's levels and more than two literals are tried, the ones that wait first. Of a clause, the literals that occur
// most often come first, and clauses that begin with the same literals lie together.
func TestCandidatesOfVivification(t *testing.T) {
	s := New(12, Options{})
	add := func(levels int, lits ...cnf.Var) ref {
		all := make([]cnf.Lit, len(lits))
		for i, v := range lits {
			all[i] = cnf.Pos(v)
		}
		c := s.alloc(all, true, levels)
		s.learned = append(s.learned, c)
		return c
	}
	tried := add(3, 5, 6, 7)
	last, first, second := add(3, 8, 9, 1), add(4, 7, 2, 5), add(5, 6, 7, 5)
	add(2, 5, 6, 7)         // fewer levels
	add(7, 5, 6, 7)         // more levels
	add(3, 5, 6)            // two literals
	s.drop(add(3, 5, 6, 7)) // forgotten
	*s.flags(tried) |= flagVivify
	v := vivifier{counts: make([]uint32, 2*s.vars+2)}
	middle := s.tiers.vivified()[1]
	order := func(most int) (all []ref) {
		s.collectCandidates(&v, middle, most)
		for _, k := range v.list {
			all = append(all, k.clause)
		}
		return all
	}
	if got, want := order(9), []ref{second, first, last, tried}; !slices.Equal(got, want) {
		t.Errorf("clauses %v, want %v", got, want)
	}
	k := v.list[1] // 5 and 7 occur three times each, 2 once
	if got, want := v.lits[k.begin:k.begin+3], []uint32{cnf.Pos(5).Code(), cnf.Pos(7).Code(), cnf.Pos(2).Code()}; !slices.Equal(got, want) {
		t.Errorf("literals %v, want %v", got, want)
	}
	if got := order(3); slices.Contains(got, tried) || len(got) != 3 {
		t.Errorf("%v of three, %d has been tried", got, tried)
	}
	if got := order(1); len(got) != 1 {
		t.Errorf("%v of one", got)
	}
	for _, c := range []ref{first, second, last} {
		*s.flags(c) |= flagVivify
	}
	if order(9); *s.flags(tried)&flagVivify != 0 || *s.flags(first)&flagVivify != 0 {
		t.Error("when all have been tried, it does not begin anew")
	}
}

// Vivification is over when its work is spent, and tries the other clauses next time.
func TestVivificationGoesOn(t *testing.T) {
	f := families.Multipliers(5)
	s, err := Load(t.Context(), f, Options{})
	if err != nil {
		t.Fatal(err)
	}
	tried := func() (n int) {
		for _, c := range s.clauses {
			n += int(*s.flags(c) & flagVivify / flagVivify)
		}
		return n
	}
	v := vivifier{counts: make([]uint32, 2*s.vars+2)}
	s.probing = true
	last, most := 0, 0
	for range 5 {
		before := s.stats.Work
		s.vivifyTier(&v, tier{share: 1}, 400)
		if got := tried(); got <= last || got-last > 400/candidateWork {
			t.Fatalf("%d clauses tried, then %d", last, got)
		} else {
			last = got
		}
		most = max(most, int(s.stats.Work-before))
	}
	if most > 4000 { // the last clause may take more than is left
		t.Errorf("work %d of 400", most)
	}
}

// What one vivification needs stays for the next, unless it is large.
func TestVivificationKeepsItsLists(t *testing.T) {
	s, err := Load(t.Context(), families.Multipliers(4), Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.stats.Work, s.stats.Conflicts = 1_000_000, 1_000_000
	s.vivify()
	if cap(s.vivifier.list) == 0 {
		t.Error("the list of candidates is gone")
	}
	s.vivifier.lits = make([]uint32, 0, 2*keptLits)
	s.stats.Conflicts *= 2
	s.stats.Work *= 2
	s.vivify()
	if cap(s.vivifier.lits) > keptLits {
		t.Errorf("room for %d literals is kept", cap(s.vivifier.lits))
	}
}
