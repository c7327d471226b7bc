package cdcl

import (
	"errors"
	"testing"

	"transat/instances/families"
)

// Learned clauses of two literals leave the solver with the formula, and come back as clauses of it.
func TestExportTakesLearnedBinaries(t *testing.T) {
	s, err := Load(t.Context(), families.Multipliers(5), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Solve(t.Context(), Limits{Conflicts: 400}); !errors.Is(err, ErrLimit) {
		t.Fatalf("error %v, want the limit", err)
	}
	s.Clean()
	before, two := len(s.clauses), 0
	for _, c := range s.learned {
		if s.arena[c] == 2 {
			two++
		}
	}
	learned := len(s.learned)
	f, _ := s.Export()
	if two == 0 || f.Len() != before+two || len(s.learned) != learned-two {
		t.Errorf("%d clauses from %d and %d learned ones of two literals; %d of %d stay", f.Len(), before, two, len(s.learned), learned)
	}
	if err := s.Import(Simplified{Formula: f, Gone: make([]bool, s.vars+1)}); err != nil {
		t.Fatal(err)
	}
	if len(s.clauses) != before+two {
		t.Errorf("%d clauses came back, want %d", len(s.clauses), before+two)
	}
}
