package dpll

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
	"transat/solver/internal/rules"
	"transat/solver/internal/solvertest"
)

// FuzzEngines solves small formulas with all engines, under all rules, by the letter of the package
// comment, and by trying all assignments.
func FuzzEngines(f *testing.F) {
	f.Add([]byte{}, uint64(0), uint16(0))
	f.Add([]byte{3, emptyClause}, uint64(0), uint16(0))
	f.Add([]byte{0, 0, 1}, uint64(0), uint16(0))
	for n := range uint16(120) {
		f.Add([]byte{}, uint64(n), 1+3*n)
	}
	f.Fuzz(func(t *testing.T, data []byte, seed uint64, more uint16) {
		if len(data) > fuzzGiven {
			return
		}
		rng := rand.New(rand.NewPCG(9, seed))
		for range more % fuzzLiterals {
			data = append(data, byte(rng.Uint32()))
		}
		formula := formulaOfBytes(data)
		want := solvertest.BruteForce(formula)
		for _, rule := range rules.All() {
			if got := solveAndCompare(t, formula, rule); got != want {
				t.Errorf("rule %s says %v, but it is %v\n%v", rule.Name, got, want, formula)
			}
		}
	})
}

const (
	emptyClause   = 0xff
	fuzzVars      = 12
	fuzzLiterals  = 400
	fuzzGiven     = 32 // bytes of a formula that are given; the others are random, so that there are few to be shortened
	fuzzEnd       = 3  // of 8
	fuzzMaxLength = 5
)

// formulaOfBytes reads a formula of up to fuzzVars variables, whose number the first byte gives. A byte is
// a literal: the sign, four bits for the variable, and three bits that say, below fuzzEnd, that the
// clause ends here. Clauses have at most fuzzMaxLength literals, those of every other formula three.
func formulaOfBytes(data []byte) *cnf.Formula {
	if len(data) == 0 {
		return cnf.NewFormula(0)
	}
	head, data := data[0], data[1:min(len(data), fuzzLiterals)]
	f := cnf.NewFormula(1 + int(head>>1)%fuzzVars)
	longest := 3
	if head&1 == 1 {
		longest = fuzzMaxLength
	}
	var clause []cnf.Lit
	for _, b := range data {
		if b == emptyClause {
			f.Add()
			continue
		}
		clause = append(clause, cnf.Signed(cnf.Var(1+int(b>>1&15)%f.Vars()), b&1 == 1))
		if b>>5 < fuzzEnd || len(clause) == longest {
			f.Add(clause...)
			clause = clause[:0]
		}
	}
	return f
}

// solveAndCompare returns the verdict on f after it has found that the engines, and the reference,
// agree on the whole tree, and that a search that stops at the first model gives a right one.
func solveAndCompare(t *testing.T, f *cnf.Formula, rule rules.Rule) cnf.Verdict {
	opt := Options{Rule: rule.Name}
	if counts(rule) {
		compareTrees(t, f, rule)
	}
	result, err := Solve(context.Background(), f, opt)
	if err != nil {
		t.Fatal(err)
	}
	checkAnswer(t, f, result)
	return result.Verdict
}

// compareTrees compares the trees of the engines and of the reference.
func compareTrees(t *testing.T, f *cnf.Formula, rule rules.Rule) {
	opt := Options{Rule: rule.Name}
	want := newReference(f, rule, 1<<fuzzVars).tree()
	wantNodes, wantStats := nodesOf(t, newGeneralSearch(t, f, opt))
	if diff := cmp.Diff(want, wantNodes[:len(want)]); diff != "" {
		t.Fatalf("rule %s, general engine (-want +got):\n%s\n%v", rule.Name, diff, f)
	}
	others := map[string]*search{"large": newLargeSearch(t, f, opt), "chosen": newChosenSearch(t, f, opt)}
	for name, s := range others {
		got, stats := nodesOf(t, s)
		if diff := cmp.Diff(wantNodes, got); diff != "" {
			t.Fatalf("rule %s, nodes (-general +%s):\n%s\n%v", rule.Name, name, diff, f)
		}
		if diff := cmp.Diff(wantStats, stats); diff != "" {
			t.Fatalf("rule %s, statistics (-general +%s):\n%s\n%v", rule.Name, name, diff, f)
		}
	}
}

// newChosenSearch is begin: with the packed engine if it can hold the formula.
func newChosenSearch(t testing.TB, f *cnf.Formula, opt Options) *search {
	t.Helper()
	s, err := beginSolve(context.Background(), f, opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
