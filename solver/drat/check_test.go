package drat_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/drat"
	"transat/solver/internal/solvertest"
)

// outcomeOf checks a proof forward.
func outcomeOf(f *cnf.Formula, p *drat.Proof) outcome {
	report, err := drat.Check(context.Background(), f, p, drat.Options{Forward: true})
	o := outcome{
		Verified:       err == nil,
		Step:           -1,
		IgnoredUnits:   report.IgnoredUnits,
		IgnoredMissing: report.IgnoredMissing,
		RAT:            report.RATLemmas,
	}
	var wrong *drat.StepError
	if errors.As(err, &wrong) {
		o.Step = wrong.Step
	}
	return o
}

func describe(f *cnf.Formula, p *drat.Proof) string {
	s := "formula:"
	for i := range f.Len() {
		s += fmt.Sprint(" ", f.Clause(i))
	}
	s += "\nproof:"
	for i := range p.Len() {
		clause, deletion := p.Step(i)
		if s += " "; deletion {
			s += "d"
		}
		s += fmt.Sprint(clause)
	}
	return s
}

// compareWithReference checks a proof in both directions, and reports differences from the reference.
func compareWithReference(t *testing.T, f *cnf.Formula, p *drat.Proof) outcome {
	t.Helper()
	want := referenceCheck(f, p)
	if diff := cmp.Diff(want, outcomeOf(f, p)); diff != "" {
		t.Fatalf("forward, -want +got:\n%s\n%s", diff, describe(f, p))
	}
	_, err := drat.Check(context.Background(), f, p, drat.Options{})
	if want.Verified && err != nil {
		t.Fatalf("backward: %v\n%s", err, describe(f, p))
	}
	if (want.Verified || err == nil) && satisfiable(f) {
		t.Fatalf("accepted, forward %v, backward %v, and the formula is satisfiable\n%s", want.Verified, err, describe(f, p))
	}
	if err == nil {
		coreIsEnough(t, f, p)
		hintsAreEnough(t, f, p)
	}
	return want
}

// coreIsEnough fails the test unless the core of an accepted proof is a proof by itself.
func coreIsEnough(t *testing.T, f *cnf.Formula, p *drat.Proof) {
	t.Helper()
	core, steps, err := drat.Core(f, p)
	if err != nil {
		t.Fatal(err)
	}
	if o := referenceCheck(core, steps); !o.Verified || o.IgnoredMissing > 0 {
		t.Fatalf("the core is not enough: %+v\n%s\n%s", o, describe(core, steps), describe(f, p))
	}
}

func TestCheckAgreesWithReference(t *testing.T) {
	rounds := solvertest.Cases(t, 6000)
	rng := rand.New(rand.NewPCG(1, 1))
	verified, rat, ignored := 0, 0, 0
	for range rounds {
		f := randomMixed(rng, 2+rng.IntN(7), 2+rng.IntN(5))
		steps := randomSteps(rng, f, 1+rng.IntN(30))
		if rng.IntN(2) == 0 {
			var p drat.Proof
			if _, err := dpll.Solve(context.Background(), f, dpll.Options{Proof: &p}); err != nil {
				t.Fatal(err)
			}
			steps = append(steps[:min(len(steps), rng.IntN(5))], stepsOf(&p)...)
		}
		for range 3 {
			o := compareWithReference(t, f, proofOf(steps))
			if o.Verified {
				verified++
			}
			rat += o.RAT
			ignored += o.IgnoredUnits
			steps = mutate(rng, steps)
		}
	}
	t.Log(verified, "verified,", rat, "RAT lemmas,", ignored, "ignored deletions")
	if verified < rounds/10 || rat < rounds/10 || ignored < rounds/10 {
		t.Error("the random proofs do not try what they should")
	}
}

// A conflict that was found once must be found again after the lemma that it proved is gone.
func TestLemmaTwice(t *testing.T) {
	f := cnf.NewFormula(4)
	for signs := range 16 {
		f.Add(cnf.Signed(1, signs&1 == 1), cnf.Signed(2, signs>>1&1 == 1), cnf.Signed(3, signs>>2&1 == 1), cnf.Signed(4, signs>>3 == 1))
	}
	var steps []step
	for _, lemma := range [][]int{{1, 2, 3}, {1, 2, -3}, {1, 2}, {1, -2, 3}, {1, -2}, {1}} {
		steps = append(steps, add(lemma...), remove(lemma...), add(lemma...), remove(lemma...), add(lemma...))
	}
	for n := range steps {
		compareWithReference(t, f, proofOf(steps[:n+1]))
	}
}
