package drat_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/drat"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/rules"
)

// mustCheck fails the test unless the proof is accepted in both directions.
func mustCheck(t *testing.T, f *cnf.Formula, p *drat.Proof) {
	t.Helper()
	for _, forward := range []bool{false, true} {
		report, err := drat.Check(context.Background(), f, p, drat.Options{Forward: forward})
		if err != nil {
			t.Errorf("forward %v: %v", forward, err)
		}
		if report.Checked > report.Lemmas || report.IgnoredMissing > 0 {
			t.Errorf("forward %v: %+v", forward, report)
		}
	}
	hintsAreEnough(t, f, p)
}

// solved returns the proof that a search writes, or nil if it finds a model.
func solved(t testing.TB, f *cnf.Formula, rule string) *drat.Proof {
	t.Helper()
	p := new(drat.Proof)
	result, err := dpll.Solve(context.Background(), f, dpll.Options{Rule: rule, Proof: p})
	if err != nil {
		t.Fatal(err)
	}
	if result.Verdict != cnf.Unsatisfiable {
		return nil
	}
	return p
}

func TestCheckAcceptsProofsOfSolve(t *testing.T) {
	shapes := []struct {
		name    string
		formula func(seed uint64) *cnf.Formula
	}{
		{"80-400-3", func(seed uint64) *cnf.Formula { return randomFormula(seed, 80, 400, 3) }},
		{"130-570-3", func(seed uint64) *cnf.Formula { return randomFormula(seed, 130, 570, 3) }},
		{"30-300-4", func(seed uint64) *cnf.Formula { return randomFormula(seed, 30, 300, 4) }},
		{"25-550-5", func(seed uint64) *cnf.Formula { return randomFormula(seed, 25, 550, 5) }},
		{"mixed", func(seed uint64) *cnf.Formula {
			return randomMixed(rand.New(rand.NewPCG(seed, 7)), 20, 7)
		}},
	}
	for _, shape := range shapes {
		for _, rule := range rules.All() {
			t.Run(fmt.Sprint(shape.name, "/", rule.Name), func(t *testing.T) {
				proofs := 0
				for seed := range uint64(10) {
					f := shape.formula(seed)
					if p := solved(t, f, rule.Name); p != nil {
						proofs++
						mustCheck(t, f, p)
					}
				}
				if proofs == 0 {
					t.Error("no formula is unsatisfiable")
				}
			})
		}
	}
}

// The literals of a lemma may have any order, if only unit propagation counts. Then hardly any of the trail can stay.
func TestCheckAcceptsLiteralsInAnyOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for seed := range uint64(5) {
		f := randomFormula(seed, 90, 450, 3)
		steps := stepsOf(solved(t, f, "boehm"))
		for _, s := range steps {
			rng.Shuffle(len(s.clause), func(i, j int) { s.clause[i], s.clause[j] = s.clause[j], s.clause[i] })
		}
		mustCheck(t, f, proofOf(steps))
	}
}

// A proof stays right if clauses are deleted late or not at all.
func TestCheckAcceptsDeletionsAtAnyLaterTime(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for seed := range uint64(5) {
		f := randomFormula(seed, 90, 450, 3)
		var delayed, waiting []step
		for _, s := range stepsOf(solved(t, f, "")) {
			if s.deletion {
				waiting = append(waiting, s)
			} else {
				delayed = append(delayed, s)
			}
			if len(waiting) > 0 && rng.IntN(3) == 0 {
				i := rng.IntN(len(waiting))
				delayed = append(delayed, waiting[i])
				waiting = slices.Delete(waiting, i, i+1)
			}
		}
		mustCheck(t, f, proofOf(delayed))
	}
}

func TestCheckAcceptsProofsOfGophersat(t *testing.T) {
	for seed := range uint64(5) {
		f := randomFormula(seed, 60, 330, 3)
		var p drat.Proof
		result, err := cdcl.Solve(context.Background(), f, &p)
		if err != nil || result.Verdict != cnf.Unsatisfiable {
			t.Fatal(result.Verdict, err)
		}
		mustCheck(t, f, &p)
	}
}

// A wrong lemma that the refutation needs is found in larger proofs too: a lemma without one of its literals hardly
// ever follows from a formula that has a model.
func TestCheckRefusesProofsOfSatisfiableFormulas(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	checked := 0
	for seed := uint64(0); checked < 10; seed++ {
		f := randomFormula(seed, 50, 190, 3)
		result, err := dpll.Solve(context.Background(), f, dpll.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if result.Verdict != cnf.Satisfiable {
			continue
		}
		checked++
		hard := cnf.NewFormula(50) // f with clauses that exclude its models
		for i := range f.Len() {
			hard.Add(f.Clause(i)...)
		}
		for range 200 {
			hard.Add(randomClause(rng, 50, 3)...)
		}
		p := solved(t, hard, "")
		for _, forward := range []bool{false, true} {
			if _, err := drat.Check(context.Background(), f, p, drat.Options{Forward: forward}); err == nil {
				t.Errorf("seed %d, forward %v: accepted", seed, forward)
			}
		}
	}
}
