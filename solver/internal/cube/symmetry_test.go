package cube

import (
	"testing"

	"transat/instances/families"
	"transat/instances/instancetest"
	"transat/solver/cnf"
)

// Symmetries show whether clauses break them or not, and few of them do not count.
func TestSymmetriesShow(t *testing.T) {
	for name, c := range map[string]struct {
		f    *cnf.Formula
		many bool
	}{
		"Ramsey 3, 5":         {families.Ramsey(3, 5, 14), true},
		"Ramsey 4, 4":         {families.Ramsey(4, 4, 12), true},
		"pigeons":             {families.Pigeons(7, 6, families.Pairwise), true},
		"Mycielski":           {families.Mycielski(4), true},
		"van der Waerden":     {families.Waerden(3, 7, 46), false},
		"Schur":               {families.Schur(4, 45), false},
		"colouring":           {families.Colouring(3, 90, 400, 4, false), false},
		"multiplier miter":    {families.MultiplierMiter(5), false},
		"distributive law":    {families.Distributive(5), false},
		"Pythagorean triples": {families.Pythagorean(1, 1000, 5), false},
		"random":              {instancetest.Formula(t, "200-860-3/1"), false},
		"no clause":           {cnf.NewFormula(3), false},
	} {
		if Symmetric(c.f) != c.many {
			t.Errorf("%s: many symmetries: %v, want %v", name, !c.many, c.many)
		}
	}
}

// Where there are many symmetries, an estimate is lower, and its interval is wide.
func TestEstimateHeedsSymmetries(t *testing.T) {
	cfg := Config{Formula: families.Ramsey(3, 4, 9), Splitter: RuleSplitter, Rule: "lex"}
	var e [2]Estimated
	for i := range e {
		var err error
		if e[i], err = Estimate(t.Context(), cfg, Sampling{Used: within(30), Symmetric: i == 1}); err != nil {
			t.Fatal(err)
		}
	}
	a, b := e[0], e[1]
	if off := b.Deviation / b.Conflicts; a.Solved || b.Conflicts > a.Conflicts || off < symmetricOff || off < a.Deviation/a.Conflicts {
		t.Errorf("%+v, with symmetries %+v", a, b)
	}
}
