package packed

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

func extended(t *testing.T, f *cnf.Formula) *cnf.Problem {
	t.Helper()
	p, err := cnf.Normalise(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	return WithResolvents(p)
}

// dimacsOf returns clauses in the notation of the tests.
func dimacsOf(clauses [][]cnf.Lit) (all [][]int) {
	for _, c := range clauses {
		var clause []int
		for _, l := range c {
			clause = append(clause, l.DIMACS())
		}
		all = append(all, clause)
	}
	return all
}

func TestResolvents(t *testing.T) {
	for _, test := range []struct {
		name string
		f    *cnf.Formula
		want [][]int
	}{
		{"a shared literal", solvertest.Formula(4, []int{1, 2, 3}, []int{-1, 2, -4}), [][]int{{2, 3, -4}}},
		{"two shared literals", solvertest.Formula(3, []int{1, 2, 3}, []int{2, -1, 3}), [][]int{{2, 3}}},
		{"a binary clause", solvertest.Formula(3, []int{-1, 2}, []int{1, 2, 3}), [][]int{{2, 3}}},
		{"nothing shared", solvertest.Formula(5, []int{1, 2, 3}, []int{-1, 4, 5}), nil},
		{"binary, nothing shared", solvertest.Formula(4, []int{1, 2}, []int{-1, 3, 4}), nil},
		{"a literal that fails", solvertest.Formula(2, []int{1, 2}, []int{-1, 2}), nil},
		{"a tautology", solvertest.Formula(3, []int{1, 2, 3}, []int{-1, 2, -3}), nil},
		{"no complement", solvertest.Formula(4, []int{1, 2, 3}, []int{1, 2, 4}), nil},
		{"there already", solvertest.Formula(4, []int{1, 2, 3}, []int{-1, 2, 4}, []int{4, 3, 2}), nil},
		{"subsumed by a clause", solvertest.Formula(4, []int{1, 2, 3}, []int{-1, 2, 4}, []int{3, 4}), nil},
		{
			"subsumed by a resolvent", solvertest.Formula(5, []int{1, 2, 3}, []int{-1, 2, 4}, []int{5, 3, 4}, []int{-5, 3, 4}),
			[][]int{{3, 4}},
		},
		{"found twice", solvertest.Formula(5, []int{1, 2, 3}, []int{-1, 2, 4}, []int{5, 2, 3}, []int{-5, 2, 4}), [][]int{{2, 3, 4}}},
		{"not of resolvents", solvertest.Formula(5, []int{1, 2, 3}, []int{-1, 2, 4}, []int{-3, 2, 5}), [][]int{{1, 2, 5}, {2, 3, 4}}},
		{"a long clause", solvertest.Formula(4, []int{1, 2, 3}, []int{-1, 2, 4}, []int{1, 2, 3, 4}), nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := extended(t, test.f)
			if diff := cmp.Diff(test.want, dimacsOf(p.Derived)); diff != "" {
				t.Error(diff)
			}
			if p.Clauses.Len() != test.f.Len()+len(test.want) {
				t.Errorf("%d clauses, there were %d", p.Clauses.Len(), test.f.Len())
			}
		})
	}
}

// The definition, by trying all pairs of clauses and all clauses that might subsume.
func TestResolventsAreThoseOfTheDefinition(t *testing.T) {
	found := 0
	for i := range solvertest.Cases(t, 200) {
		rng := rand.New(rand.NewPCG(17, uint64(i)))
		f := solvertest.RandomMixed(rng, 4+rng.IntN(20), 3)
		p, err := cnf.Normalise(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		var clauses [][]cnf.Lit
		for i := range p.Clauses.Len() {
			clauses = append(clauses, p.Clauses.Clause(i))
		}
		got := WithResolvents(p)
		if diff := cmp.Diff(definedResolvents(clauses), got.Derived); diff != "" {
			t.Fatalf("%v\n%s", f, diff)
		}
		found += len(got.Derived)
		occ := make([]uint32, len(p.Occ))
		for i := range got.Clauses.Len() {
			for _, l := range got.Clauses.Clause(i) {
				occ[l.Code()]++
			}
		}
		if diff := cmp.Diff(occ, got.Occ); diff != "" {
			t.Fatalf("occurrences: %s", diff)
		}
	}
	if found < 100 {
		t.Errorf("only %d resolvents", found)
	}
}

func definedResolvents(clauses [][]cnf.Lit) (minimal [][]cnf.Lit) {
	var all [][]cnf.Lit
	for _, c := range clauses {
		for _, d := range clauses {
			for _, x := range c {
				if r := definedResolvent(c, d, x); len(r) == 2 || len(r) == 3 && len(c)+len(d) == 6 {
					all = append(all, r)
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b []cnf.Lit) int { return slices.CompareFunc(a, b, cnf.Lit.Compare) })
	all = slices.CompactFunc(all, slices.Equal)
	for _, r := range all {
		subsumes := func(c []cnf.Lit) bool {
			return !slices.Equal(c, r) && !slices.ContainsFunc(c, func(l cnf.Lit) bool { return !slices.Contains(r, l) })
		}
		inFormula := func(c []cnf.Lit) bool {
			return len(c) == len(r) && !slices.ContainsFunc(c, func(l cnf.Lit) bool { return !slices.Contains(r, l) })
		}
		if !slices.ContainsFunc(all, subsumes) && !slices.ContainsFunc(clauses, subsumes) && !slices.ContainsFunc(clauses, inFormula) {
			minimal = append(minimal, r)
		}
	}
	return minimal
}

// definedResolvent returns the resolvent of c and d on x in order, or nil if there is none, if it is a tautology, or if they
// share no other literal.
func definedResolvent(c, d []cnf.Lit, x cnf.Lit) []cnf.Lit {
	if !slices.Contains(d, x.Not()) {
		return nil
	}
	var r []cnf.Lit
	for _, l := range slices.Concat(c, d) {
		if l.Var() != x.Var() {
			r = append(r, l)
		}
	}
	all := len(r)
	slices.SortFunc(r, cnf.Lit.Compare)
	r = slices.Compact(r)
	if len(r) == all || slices.ContainsFunc(r, func(l cnf.Lit) bool { return slices.Contains(r, l.Not()) }) {
		return nil
	}
	return r
}

// An engine that can hold the formula, but not that and its resolvents, does without them.
func TestTooManyResolventsAreNone(t *testing.T) {
	for _, test := range []struct {
		side cnf.Var // the number of clauses (1 2 x), and of clauses (¬1 2 y)
		want int
	}{{7, 49}, {20, 0}} {
		f := cnf.NewFormula(0)
		for i := range test.side {
			f.Add(cnf.Pos(1), cnf.Pos(2), cnf.Pos(3+i))
			f.Add(cnf.Neg(1), cnf.Pos(2), cnf.Pos(50+i))
		}
		p := extended(t, f)
		if len(p.Derived) != test.want || p.Clauses.Len() != f.Len()+test.want {
			t.Errorf("side %d: %d resolvents and %d clauses, want %d more", test.side, len(p.Derived), p.Clauses.Len(), test.want)
		}
	}
}
