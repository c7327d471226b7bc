package cube

import (
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/drat"
)

// solvesBeside solves one cube with a solver beside another one, which has given it lemmas, and returns those that it gives.
func solvesBeside(t *testing.T, cfg Config, cube cnf.Lit, lemmas []uint32) (a answer, given []uint32) {
	t.Helper()
	s, _ := solverOf(t, cfg)
	other := newSolver(s.run)
	s.run.solvers = append(s.run.solvers, other)
	s.share.Put([32]byte{}, lemmas)
	s.ask([]cnf.Lit{cube}, 0)
	if a = <-s.answers; a.err != nil || a.result.Verdict != cnf.Unsatisfiable {
		t.Fatalf("%+v", a)
	}
	for _, lemma := range other.share.Take() {
		given = append(cnf.AppendCodes(given, lemma), 0)
	}
	return a, given
}

// What a solver gives saves another one conflicts, whether or not lemmas are checked; and the steps of both are one proof.
func TestSolversShare(t *testing.T) {
	f := families.SumMiter(8, 4)
	for _, verify := range []bool{false, true} {
		var proof, own drat.Proof
		branch := cnf.Pos(cnf.Var(f.Vars() / 2))
		cfg := Config{Formula: f, Threads: 2, Proof: &proof, Verify: verify}
		_, first := solvesBeside(t, cfg, branch, nil)
		if len(SplitLemmas(first)) < 50 || CheckLemmas(first, f.Vars()) != nil {
			t.Fatalf("verify %v: a solver has given %d lemmas: %v", verify, len(SplitLemmas(first)), CheckLemmas(first, f.Vars()))
		}
		second, _ := solvesBeside(t, cfg, branch.Not(), first)
		alone, none := solvesBeside(t, Config{Formula: f, Threads: 1, Proof: &own, Verify: verify}, branch.Not(), nil)
		if r := second.result; r.Taken < 50 || r.Conflicts > alone.result.Conflicts*9/10 {
			t.Errorf("verify %v: %d conflicts with %d lemmas, and %d without", verify, r.Conflicts, r.Taken, alone.result.Conflicts)
		}
		if verify && second.checked == 0 {
			t.Error("the second solver has checked nothing")
		}
		if len(none) > 0 {
			t.Errorf("%d lemmas of a solver that has no others", len(SplitLemmas(none)))
		}
		_ = proof.Add(nil)
		if _, err := drat.Check(t.Context(), f, &proof, drat.Options{Forward: true}); err != nil {
			t.Errorf("verify %v: %v", verify, err)
		}
	}
}

// Lists of lemmas come through bytes as they are, up to a size, and lists that are none are errors.
func TestListsOfLemmas(t *testing.T) {
	list := []uint32{2, 5, 0, 3, 0, 1001, 6, 0}
	got, err := ReadLemmas(AppendLemmas(nil, list, 100), 500)
	if err != nil || len(SplitLemmas(got)) != 3 || len(got) != len(list) {
		t.Errorf("%v, %v", got, err)
	}
	if short := AppendLemmas([]byte{9}, list, 7); len(short) != 1+5 {
		t.Errorf("%v, want the first two lemmas behind the 9", short)
	}
	for name, data := range map[string][]byte{
		"no end":               {2, 5},
		"an empty lemma":       {2, 0, 0},
		"empty at first":       {0},
		"a deletion":           {1, 2, 0},
		"no variable":          {1, 0},
		"a variable too large": {12, 0},
		"a broken number":      {2, 0x80},
		"a number too large":   {0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0},
	} {
		if got, err := ReadLemmas(data, 5); err == nil {
			t.Errorf("%s: read as %v", name, got)
		}
	}
}

// An exchange bounds what waits in it, and gives nothing before it is opened.
func TestExchangeIsBounded(t *testing.T) {
	var x Exchange
	if x.Give([]cnf.Lit{cnf.Pos(1)}) || x.Gives() {
		t.Error("it has given a lemma though there is nobody")
	}
	x.Open()
	for range mostWaiting {
		x.Give([]cnf.Lit{cnf.Pos(1), cnf.Pos(2)})
		x.Put([32]byte{1}, []uint32{2, 0})
	}
	if n := len(x.Given()); n > mostWaiting || n < mostWaiting/2 {
		t.Errorf("%d words were given", n)
	}
	if n := len(x.Take()); n != mostLists {
		t.Errorf("%d lists of one lemma have waited, want %d", n, mostLists)
	}
	if n := len(x.Rests()); n != mostLists || len(x.Rests()) != 0 {
		t.Errorf("%d sources, want %d once", n, mostLists)
	}
	x.Give([]cnf.Lit{cnf.Pos(1)})
	x.Put([32]byte{1}, []uint32{2, 0})
	x.Take()
	if x.Reset(); x.Gives() || len(x.Rests()) != 0 {
		t.Error("something is left after Reset")
	}
}
