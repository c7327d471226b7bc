package drat_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/drat"
)

// FuzzMutatedProof damages proofs of small formulas. If a damaged proof is accepted, its formula must be unsatisfiable,
// and the outcome must be that of the reference.
func FuzzMutatedProof(f *testing.F) {
	for seed := range uint64(150) {
		f.Add(seed, uint8(seed%5), uint8(seed%3))
	}
	f.Fuzz(func(t *testing.T, seed uint64, mutations, kind uint8) {
		rng := rand.New(rand.NewPCG(seed, uint64(kind)))
		vars := 3 + rng.IntN(6)
		formula := randomFormula(seed, vars, 6*vars, 3)
		var steps []step
		switch kind % 3 {
		case 0:
			steps = searchSteps(t, formula)
		case 1:
			formula = randomMixed(rng, vars, 2+rng.IntN(5))
			steps = searchSteps(t, formula)
		case 2:
			steps = randomSteps(rng, formula, 1+rng.IntN(20))
		}
		for range mutations % 8 {
			steps = mutate(rng, steps)
		}
		if rng.IntN(3) == 0 { // the proof of a formula with one more clause
			formula = without(formula, rng.IntN(formula.Len()))
		}
		compareWithReference(t, formula, proofOf(steps))
	})
}

// searchSteps returns the proof that a search writes, with a model or without.
func searchSteps(t *testing.T, f *cnf.Formula) []step {
	var p drat.Proof
	if _, err := dpll.Solve(context.Background(), f, dpll.Options{Proof: &p}); err != nil {
		t.Fatal(err)
	}
	return stepsOf(&p)
}

// without returns f without one clause.
func without(f *cnf.Formula, clause int) *cnf.Formula {
	g := cnf.NewFormula(f.Vars())
	for i := range f.Len() {
		if i != clause {
			g.Add(f.Clause(i)...)
		}
	}
	return g
}

// FuzzSteps makes formula and proof from arbitrary bytes. A byte ends a clause if its lowest three bits are 0, and
// makes it a deletion if the next bit is set; otherwise these bits give one of seven variables and a sign. The highest
// bit adds a large number to the variable.
func FuzzSteps(f *testing.F) {
	f.Add([]byte{1, 2, 0, 1, 10, 0, 9, 2, 0, 9, 10, 0}, []byte{1, 0, 0})
	f.Add([]byte{1, 2, 0, 1, 10, 0, 9, 2, 0, 9, 10, 0}, []byte{3, 1, 0, 11, 0, 1, 2, 8, 1, 0, 0})
	f.Add([]byte{129, 2, 0, 129, 10, 0, 137, 2, 0, 137, 10, 0}, []byte{129, 0, 0})
	f.Add([]byte{1, 0, 9, 2, 0, 10, 0}, []byte{1, 8, 0})
	f.Add([]byte{}, []byte{0})
	f.Add([]byte{0}, []byte{})
	f.Fuzz(func(t *testing.T, formulaBytes, proofBytes []byte) {
		if len(formulaBytes) > 80 || len(proofBytes) > 80 {
			t.Skip("too long for the reference")
		}
		formula := cnf.NewFormula(0)
		for _, s := range decodeSteps(formulaBytes) {
			formula.Add(s.clause...)
		}
		p := proofOf(decodeSteps(proofBytes))
		if formula.Vars() <= 7 {
			compareWithReference(t, formula, p)
			return
		}
		for _, forward := range []bool{false, true} {
			_, _ = drat.Check(context.Background(), formula, p, drat.Options{Forward: forward})
		}
	})
}

func decodeSteps(data []byte) []step {
	var steps []step
	var clause []cnf.Lit
	for _, b := range data {
		v := cnf.Var(b & 7)
		if v == 0 {
			steps = append(steps, step{clause, b>>3&1 == 1})
			clause = nil
			continue
		}
		if b>>7 == 1 {
			v += 1 << 28
		}
		clause = append(clause, cnf.Signed(v, b>>3&1 == 1))
	}
	return steps
}
