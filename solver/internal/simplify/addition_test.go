package simplify_test

import (
	"testing"

	"pgregory.net/rapid"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/simplify"
	"transat/solver/internal/solvertest"
)

// exclude adds that at most one of some literals is true, if the others are false.
func exclude(f *cnf.Formula, lits []cnf.Lit, others ...cnf.Lit) {
	for i, l := range lits {
		for _, m := range lits[:i] {
			f.Add(append([]cnf.Lit{m.Not(), l.Not()}, others...)...)
		}
	}
}

// exclusions draws formulas of pairwise exclusions, some of which hold under conditions, with clauses of the same literals.
func exclusions(t *rapid.T) *cnf.Formula {
	vars := rapid.IntRange(5, 14).Draw(t, "vars")
	f := cnf.NewFormula(vars)
	literal := func(v int) cnf.Lit { return cnf.Signed(cnf.Var(v), rapid.IntRange(0, 3).Draw(t, "sign") == 0) }
	some := func(most int) (lits []cnf.Lit) {
		for range rapid.IntRange(1, most).Draw(t, "length") {
			lits = append(lits, literal(rapid.IntRange(1, vars).Draw(t, "variable")))
		}
		return lits
	}
	for range rapid.IntRange(1, 3).Draw(t, "groups") {
		var group []cnf.Lit
		for v := rapid.IntRange(1, vars-4).Draw(t, "first"); v <= vars; v++ {
			group = append(group, literal(v))
		}
		exclude(f, group, some(4)[1:]...)
	}
	for range rapid.IntRange(0, 30).Draw(t, "clauses") {
		f.Add(some(3)...)
	}
	return f
}

// Formulas with added variables keep their verdicts, and the models of the others; proofs are accepted, wherever the work ends.
func TestAddition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := exclusions(t)
		opt := simplify.Options{Add: true, Work: rapid.SampledFrom([]int64{0, 0, 0, 1000, 10_000}).Draw(t, "work")}
		for v := cnf.Var(1); int(v) <= f.Vars(); v++ {
			if rapid.IntRange(0, 3).Draw(t, "keep") > 0 {
				opt.Keep = append(opt.Keep, v)
			}
		}
		got, _ := decide(t, f, opt)
		if want := solvertest.BruteForce(f); got != want {
			t.Fatalf("%v, want %v\n%v", got, want, clauses(f))
		}
	})
	for holes := 5; holes < 8; holes++ { // and where a proof rests on the added variables
		f := families.Pigeons(holes+1, holes, families.Pairwise)
		if got, s := decide(t, f, simplify.Options{Add: true}); got != cnf.Unsatisfiable || s.Stats.Added < int64(holes) {
			t.Errorf("%d holes: %v with %d more variables", holes, got, s.Stats.Added)
		}
	}
}

// The n(n-1)/2 exclusions of n literals become at most 3n-6, and stay so when variables are eliminated, now and later. Under conditions
// they do the same. Clauses of more than five literals stay as they are.
func TestPairwiseExclusions(t *testing.T) {
	for _, test := range []struct {
		n, others int
		add, less bool
	}{
		{4, 0, true, false},
		{5, 0, true, true},
		{6, 0, true, true},
		{20, 0, true, true},
		{50, 0, true, true},
		{50, 0, false, false},
		{20, 1, true, true},
		{20, 3, true, true},
		{20, 4, true, false},
	} {
		f := cnf.NewFormula(test.n + test.others)
		var keep []cnf.Var
		var lits []cnf.Lit
		for v := cnf.Var(1); int(v) <= f.Vars(); v++ {
			keep, lits = append(keep, v), append(lits, cnf.Pos(v))
		}
		exclude(f, lits[:test.n], lits[test.n:]...)
		_, s := decide(t, f, simplify.Options{Keep: keep, Add: test.add})
		got, vars := s.Formula.Len(), s.Formula.Vars()
		if (got < f.Len()) != test.less || test.less && got > 3*test.n-6 || vars != f.Vars()+int(s.Stats.Added) {
			t.Errorf("%+v: %d variables and %d clauses, of %d and %d", test, vars, got, f.Vars(), f.Len())
		}
		next, err := simplify.Run(t.Context(), s.Formula, simplify.Options{Keep: keep, Own: f.Vars(), Bounds: []int{16}, Again: true})
		if err != nil || next.Formula.Len() != s.Formula.Len() {
			t.Errorf("%+v: %d clauses become %d, %v", test, s.Formula.Len(), next.Formula.Len(), err)
		}
		if m := next.Extend(make(cnf.Model, next.Formula.Vars()+1)); len(m) != f.Vars()+1 {
			t.Errorf("%+v: a model of %d values", test, len(m))
		}
	}
}

// Variables that save a small share of the literals are taken back.
func TestAdditionIsTakenBack(t *testing.T) {
	f := solvertest.RandomKSAT(1, 30, 100, 6)
	var keep []cnf.Var
	var lits []cnf.Lit
	for v := cnf.Var(1); int(v) <= f.Vars(); v++ {
		keep, lits = append(keep, v), append(lits, cnf.Pos(v))
	}
	exclude(f, lits[:9])
	_, without := decide(t, f, simplify.Options{Keep: keep})
	_, with := decide(t, f, simplify.Options{Keep: keep, Add: true})
	if with.Stats.Added != 0 || with.Formula.Len() != without.Formula.Len() || with.Formula.Literals() != without.Formula.Literals() {
		t.Errorf("%d clauses with %+v, %d without", with.Formula.Len(), with.Stats, without.Formula.Len())
	}
	if with.Stats.Eliminated != 0 || with.Formula.Vars() == f.Vars() {
		t.Errorf("%d variables eliminated, %d left", with.Stats.Eliminated, with.Formula.Vars())
	}
}

// Added variables save conflicts where objects exclude each other pairwise.
func TestAdditionSavesConflicts(t *testing.T) {
	for name, test := range map[string]struct {
		f    *cnf.Formula
		most float64 // share of the conflicts
	}{
		"pigeons": {families.Pigeons(9, 8, families.Pairwise), 0.5},
		"tiles 0": {families.Tiles(0, 3, 3, 12), 0.8},
		"tiles 2": {families.Tiles(2, 3, 3, 12), 0.8},
	} {
		var conflicts [2]float64
		for i, add := range []bool{false, true} {
			s, err := simplify.Run(t.Context(), test.f, simplify.Options{Add: add})
			if err != nil {
				t.Fatal(err)
			}
			learner, err := cdcl.Load(t.Context(), s.Formula, cdcl.Options{Own: cnf.Var(test.f.Vars())})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := learner.Solve(t.Context(), cdcl.Limits{}); err != nil {
				t.Fatal(err)
			}
			conflicts[i] = float64(learner.Stats().Conflicts)
		}
		if conflicts[1] > test.most*conflicts[0] {
			t.Errorf("%s: %v conflicts with added variables, %v without", name, conflicts[1], conflicts[0])
		}
	}
}

// Where nothing is gained, little work is spent.
func TestAdditionGivesUp(t *testing.T) {
	f := solvertest.RandomKSAT(1, 3000, 12_000, 3)
	for i := range cnf.Var(2999) {
		f.Add(cnf.Pos(3000), cnf.Neg(i+1))
	}
	var stats [2]simplify.Stats
	for i, add := range []bool{false, true} {
		s, err := simplify.Run(t.Context(), f, simplify.Options{Add: add, Work: 1_000_000})
		if err != nil {
			t.Fatal(err)
		}
		stats[i] = s.Stats
	}
	if more := stats[1].Work - stats[0].Work; stats[1].Added > 3 || more > 100_000 {
		t.Errorf("%d variables added, for %d ticks", stats[1].Added, more)
	}
}
