package cdcl

import (
	"slices"
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// After clauses were forgotten at any time, no hole is left behind the first of them, every clause is watched by its first two literals,
// and every reason is the clause that it was.
func TestForgottenClausesLeaveNoHoles(t *testing.T) {
	for _, f := range []*cnf.Formula{families.Multipliers(4), families.Schedule(0, 12, 3, 5), solvertest.RandomKSAT(3, 80, 320, 4)} {
		s, err := Load(t.Context(), f, Options{})
		if err != nil {
			t.Fatal(err)
		}
		want, err := Solve(t.Context(), f, nil)
		if err != nil {
			t.Fatal(err)
		}
		verdict := cnf.Unknown
		for round := 0; verdict == cnf.Unknown; round++ {
			if verdict, err = s.Solve(t.Context(), Limits{Conflicts: 30}); err != nil && err != ErrLimit {
				t.Fatal(err)
			}
			if s.refuted {
				break
			}
			reasons := reasonsOf(s)
			for i, c := range s.learned {
				if (i+round)%3 == 0 && s.arena[c] > 2 && !s.isReason(c) {
					s.forget(c)
				}
			}
			s.compact(true)
			checkWatches(t, s)
			if !slices.EqualFunc(reasons, reasonsOf(s), slices.Equal) {
				t.Fatal("reasons have changed")
			}
		}
		if verdict != want.Verdict {
			t.Errorf("%v, want %v", verdict, want.Verdict)
		}
	}
}

// reasonsOf returns the literals of the reasons of all values. The places of literals say nothing, so they are sorted.
func reasonsOf(s *Solver) (all [][]uint32) {
	for _, l := range s.trail {
		var words []uint32
		if c := s.values[l.Var()].reason; c != 0 {
			words = slices.Sorted(slices.Values(s.words(c)))
		}
		all = append(all, words)
	}
	return all
}

func checkWatches(t *testing.T, s *Solver) {
	t.Helper()
	all := slices.Concat(s.clauses, s.learned)
	slices.Sort(all)
	watched := map[ref]int{}
	for code, list := range s.watches {
		for _, w := range list {
			c := w.ref()
			if _, ok := slices.BinarySearch(all, c); !ok || s.isGarbage(c) {
				t.Fatalf("a watch of %d, which is no clause", c)
			}
			if !slices.Contains(s.words(c)[:2], uint32(code)) || !slices.Contains(s.words(c), w.blocker.Code()) || w.binary() != (s.arena[c] == 2) {
				t.Fatalf("watch %v of literal %d for clause %v", w, code, s.words(c))
			}
			watched[c]++
		}
	}
	words := 1
	for _, c := range all {
		if watched[c] != 2 {
			t.Fatalf("clause %v is watched %d times", s.words(c), watched[c])
		}
		words += headWords + int(s.arena[c]) + s.tail
	}
	if s.garbage == 0 && len(s.arena) != words && !slices.Contains(s.arena[1:], 0) {
		t.Fatalf("%d words, of which clauses take %d", len(s.arena), words)
	}
}
