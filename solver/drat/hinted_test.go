package drat_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"transat/solver/cnf"
	"transat/solver/drat"
	"transat/solver/internal/rules"
	"transat/solver/internal/solvertest"
)

// hintedStep is a step of a proof with hints: a lemma with a number, or deletions, with number 0.
type hintedStep struct {
	number int64
	clause []cnf.Lit
	hints  []int64
}

// hintedProof is a proof with hints in memory.
type hintedProof struct {
	last  int64
	steps []hintedStep
}

func (p *hintedProof) Infer(clause []cnf.Lit, hints []int64) (int64, error) {
	p.last++
	p.steps = append(p.steps, hintedStep{p.last, slices.Clone(clause), slices.Clone(hints)})
	return p.last, nil
}

func (p *hintedProof) Forget(numbers ...int64) error {
	p.steps = append(p.steps, hintedStep{hints: slices.Clone(numbers)})
	return nil
}

// withHints returns the proof with hints that Check writes for a proof.
func withHints(t testing.TB, f *cnf.Formula, p *drat.Proof) *hintedProof {
	t.Helper()
	h := &hintedProof{last: int64(f.Len())}
	if _, err := drat.Check(context.Background(), f, p, drat.Options{Hints: h}); err != nil {
		t.Fatal(err)
	}
	return h
}

// checkHinted checks a proof with hints.
func checkHinted(f *cnf.Formula, p *hintedProof) (drat.Report, error) {
	h, err := drat.NewHinted(f)
	if err != nil {
		return drat.Report{}, err
	}
	for _, s := range p.steps {
		if s.number == 0 {
			h.Delete(s.hints)
		} else if err := h.Add(s.number, s.clause, s.hints); err != nil {
			return h.Report(), err
		}
	}
	if !h.Refuted() {
		return h.Report(), drat.ErrNoRefutation
	}
	return h.Report(), nil
}

// hintsAreEnough fails the test unless the checker's proof with hints for an accepted proof is right, has no unneeded
// hint, and deletes only present clauses.
func hintsAreEnough(t testing.TB, f *cnf.Formula, p *drat.Proof) {
	t.Helper()
	h := withHints(t, f, p)
	report, err := checkHinted(f, h)
	if err != nil || report.IgnoredMissing > 0 {
		t.Fatalf("with hints: %v, %+v\n%v\n%s", err, report, h.steps, describe(f, p))
	}
	for _, s := range h.steps {
		for _, n := range s.hints {
			if n == 0 || s.number > 0 && max(n, -n) >= s.number {
				t.Fatalf("hint %d of lemma %d", n, s.number)
			}
		}
	}
	hintsAreUnits(t, f, h)
}

// hintsAreUnits fails the test unless each hint of a lemma that follows by unit propagation is a unit clause in its turn, and the
// last one, and no other, is false.
func hintsAreUnits(t testing.TB, f *cnf.Formula, p *hintedProof) {
	t.Helper()
	clauses := map[int64][]cnf.Lit{}
	for i := range f.Len() {
		clauses[int64(i+1)] = f.Clause(i)
	}
	for _, s := range p.steps {
		clauses[s.number] = s.clause
		if s.number == 0 || slices.ContainsFunc(s.hints, func(n int64) bool { return n < 0 }) {
			continue // a deletion, or a lemma that has only the RAT property
		}
		isFalse := map[cnf.Lit]bool{}
		for _, l := range s.clause {
			isFalse[l] = true
		}
		for i, n := range s.hints {
			open := map[cnf.Lit]bool{}
			for _, l := range clauses[n] {
				if !isFalse[l] {
					open[l] = true
				}
			}
			if last := i == len(s.hints)-1; last != (len(open) == 0) || len(open) > 1 {
				t.Fatalf("lemma %d, hint %d of %v: %d literals that are not false", s.number, i, s.hints, len(open))
			}
			for l := range open {
				isFalse[l.Not()] = true
			}
		}
	}
}

func TestHintedWorkedExample(t *testing.T) {
	f := formulaOf([]int{1, 2}, []int{1, -2}, []int{-1, 2}, []int{-1, -2})
	want := []hintedStep{{5, clauseOf(1), []int64{1, 2}}, {0, nil, []int64{1, 2}}, {6, nil, []int64{5, 3, 4}}}
	got := withHints(t, f, proofOf([]step{add(1), add()})).steps
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Errors name the fault of a proof with hints.
func TestHintedRefuses(t *testing.T) {
	f := formulaOf([]int{1, 2}, []int{1, -2}, []int{-1, 2}, []int{-1, -2}, []int{3, 4, 5})
	for _, c := range []struct {
		name  string
		steps []hintedStep
		want  string
	}{
		{"no hints", []hintedStep{{6, clauseOf(1), nil}}, "the hints end without a conflict"},
		{"too few", []hintedStep{{6, clauseOf(1), []int64{1}}}, "the hints end without a conflict"},
		{"no unit", []hintedStep{{6, clauseOf(1), []int64{5, 1, 2}}}, "hint 5: neither 3 nor 4 of the clause is false"},
		{"itself", []hintedStep{{6, clauseOf(1), []int64{6}}}, "hint 6: there is no such clause"},
		{"far away", []hintedStep{{6, clauseOf(1), []int64{1 << 32}}}, "hint 4294967296: there is no such clause"},
		{"deleted", []hintedStep{{0, nil, []int64{2}}, {6, clauseOf(1), []int64{1, 2}}}, "hint 2: there is no such clause"},
		{"not in order", []hintedStep{{5, clauseOf(1), []int64{1, 2}}}, "its number is not above 5, which came before"},
		{"empty, but no conflict", []hintedStep{{6, nil, []int64{}}}, "the hints end without a conflict"},
		{"RAT, not all named", []hintedStep{{6, clauseOf(1), []int64{-3, 1, 4}}}, "it names 1 of 2 clauses with literal -1 to resolve with"},
		{
			"RAT, the same twice",
			[]hintedStep{{6, clauseOf(1), []int64{-3, 1, 4, -3, 1, 4}}},
			"it names 1 of 2 clauses with literal -1 to resolve with",
		},
		{
			"RAT, a clause without the pivot",
			[]hintedStep{{6, clauseOf(1), []int64{-1, 3}}},
			"hint -1: clause 1 is not there, or has no literal -1",
		},
		{
			"RAT, no conflict",
			[]hintedStep{{6, clauseOf(3), []int64{}}, {7, clauseOf(-3), []int64{-6}}},
			"the resolvent with clause 6: the hints end without a conflict",
		},
		{"RAT of the empty clause", []hintedStep{{6, nil, []int64{-1}}}, "the hints end without a conflict"},
	} {
		_, err := checkHinted(f, &hintedProof{steps: c.steps})
		if err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}

// Numbers that lie far apart take no more memory than others, and clauses are found and deleted by them too.
func TestHintedScatteredNumbers(t *testing.T) {
	const lemmas, apart, vars = 5000, 1 << 14, 7
	h, err := drat.NewHinted(formulaOf([]int{1, 2}, []int{1, -2}, []int{-1, 2}, []int{-1, -2}))
	if err != nil {
		t.Fatal(err)
	}
	number := func(i int) int64 { return int64(i+1) * apart }
	lemma := func(i int) []cnf.Lit { return clauseOf(1, i%vars+3) }
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range lemmas {
		if err := h.Add(number(i), lemma(i), []int64{1, 2}); err != nil {
			t.Fatal(err)
		}
		if i%3 == 2 {
			h.Delete([]int64{number(i - 1), number(i) + 1}) // the second is missing
		}
	}
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 16<<20 {
		t.Errorf("%d lemmas have taken %d MB", lemmas, taken>>20)
	}
	if missing := h.Report().IgnoredMissing; missing != lemmas/3 {
		t.Errorf("%d clauses were deleted that are not there, want %d", missing, lemmas/3)
	}
	for i := range lemmas {
		gone := i%3 == 1 && i+1 < lemmas
		if err := h.Add(number(lemmas+i), lemma(i), []int64{number(i)}); (err != nil) != gone {
			t.Fatalf("lemma %d, deleted: %v: error %v", i, gone, err)
		}
	}
}

// A repeated literal would hide from a simple checker that the clause is a unit clause.
func TestHintsOfRepeatedLiterals(t *testing.T) {
	f := formulaOf([]int{1, 1, 2}, []int{1, -2, 1}, []int{-1, 2}, []int{-1, -2, -1})
	p := proofOf([]step{add(1, 1), add()})
	hintsAreEnough(t, f, p)
	for _, s := range withHints(t, f, p).steps {
		if len(slices.Compact(slices.Clone(s.clause))) < len(s.clause) {
			t.Errorf("lemma %d is %v", s.number, s.clause)
		}
	}
}

// A damaged proof with hints is refused, unless it is still a proof: its formula never has a model.
func TestHintedMutations(t *testing.T) {
	rounds := solvertest.Cases(t, 3000)
	rng := rand.New(rand.NewPCG(5, 5))
	refused, accepted := 0, 0
	for range rounds {
		vars := 4 + rng.IntN(5)
		f := randomFormula(rng.Uint64(), vars, 6*vars, 3)
		if satisfiable(f) {
			continue
		}
		p := withHints(t, f, proofOf(refutation(t, f)))
		damaged := damage(rng, f, p)
		if _, err := checkHinted(damaged, p); err != nil {
			refused++
			continue
		}
		accepted++
		if satisfiable(damaged) {
			t.Fatalf("accepted, and the formula is satisfiable: %v", p.steps)
		}
	}
	t.Logf("%d damaged proofs refused, %d accepted", refused, accepted)
	if refused == 0 || accepted == 0 {
		t.Errorf("%d refused, %d accepted: want some of both", refused, accepted)
	}
}

// refutation returns the proof of a search without models.
func refutation(t testing.TB, f *cnf.Formula) []step {
	t.Helper()
	return stepsOf(solved(t, f, rules.All()[0].Name))
}

// damage changes a proof at one place, or returns a formula with one clause less.
func damage(rng *rand.Rand, f *cnf.Formula, p *hintedProof) *cnf.Formula {
	s := &p.steps[rng.IntN(len(p.steps))]
	switch rng.IntN(6) {
	case 0:
		s.clause = append(s.clause, cnf.Signed(cnf.Var(1+rng.IntN(f.Vars())), rng.IntN(2) == 1))
	case 1:
		if len(s.clause) > 0 {
			l := &s.clause[rng.IntN(len(s.clause))]
			*l = l.Not()
		}
	case 2:
		if n := len(s.clause); n > 0 {
			i := rng.IntN(n)
			s.clause = slices.Delete(s.clause, i, i+1)
		}
	case 3:
		if n := len(s.hints); n > 0 {
			i := rng.IntN(n)
			s.hints = slices.Delete(s.hints, i, i+1)
		}
	case 4:
		if n := len(s.hints); n > 0 {
			s.hints[rng.IntN(n)] = 1 + rng.Int64N(p.last)
		}
	case 5:
		i := rng.IntN(f.Len())
		g := cnf.NewFormula(f.Vars())
		for at := range f.Len() {
			if at == i {
				g.Add(cnf.Pos(1), cnf.Neg(1)) // keeps the numbers of the others
			} else {
				g.Add(f.Clause(at)...)
			}
		}
		return g
	}
	return f
}
