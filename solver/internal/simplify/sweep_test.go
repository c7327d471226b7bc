package simplify_test

import (
	"testing"

	"pgregory.net/rapid"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/simplify"
	"transat/solver/internal/solvertest"
)

// Circuits for one function whose gates differ are refuted by their equal gates alone, with proofs.
func TestSweepingRefutesMiters(t *testing.T) {
	for _, test := range []struct {
		name  string
		f     *cnf.Formula
		swept int64 // at least
	}{
		{"rewritten circuit", families.CircuitMiter(1, 12, 150, 8, false), 20},
		{"adders and conditional sums", families.SumMiter(8, 4), 20},
		{"multipliers of one kind", families.Multipliers(3), 5},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, s := decide(t, test.f, simplify.Options{})
			if got != cnf.Unsatisfiable || !s.Refuted() || s.Stats.Swept < test.swept {
				t.Errorf("%v, refuted by simplifying: %v, %d literals by sweeping", got, s.Refuted(), s.Stats.Swept)
			}
			if got, _ := decide(t, test.f, simplify.Options{Work: 20_000}); got != cnf.Unsatisfiable {
				t.Errorf("with little work: %v", got)
			}
		})
	}
}

// Circuits with a fault keep their models, which decide checks.
func TestSweepingKeepsModels(t *testing.T) {
	swept, models := int64(0), 0
	for seed := range uint64(10) {
		got, s := decide(t, families.CircuitMiter(seed, 12, 100, 8, true), simplify.Options{})
		swept += s.Stats.Swept
		if got == cnf.Satisfiable {
			models++
		}
	}
	if swept < 100 || models < 2 {
		t.Errorf("%d literals by sweeping, %d models: too little to test anything", swept, models)
	}
}

// Small circuits with two gates x and y that are equal by a law, with variables to keep and other clauses.
func TestSweepingSmallCircuits(t *testing.T) {
	swept := int64(0)
	rapid.Check(t, func(t *rapid.T) {
		const last = 15
		f := cnf.NewFormula(last)
		lit := func(below int) cnf.Lit { return cnf.FromCode(uint32(rapid.IntRange(2, 2*below+1).Draw(t, "input"))) }
		and := func(x, a, b cnf.Lit) {
			f.Add(x.Not(), a)
			f.Add(x.Not(), b)
			f.Add(x, a.Not(), b.Not())
		}
		for n := cnf.Var(4); n < last; n += 4 {
			x, y, u, v := cnf.Pos(n), cnf.Pos(n+1), cnf.Pos(n+2), cnf.Pos(n+3)
			a, b, c := lit(int(n)-1), lit(int(n)-1), lit(3)
			switch rapid.IntRange(0, 2).Draw(t, "law") {
			case 0: // (a and b) and c is a and (b and c)
				and(u, a, b)
				and(x, u, c)
				and(v, b, c)
				and(y, a, v)
			case 1: // a ≠ b is neither both nor neither
				parity(f, x, a, b)
				and(u, a, b)
				and(v, a.Not(), b.Not())
				and(y, u.Not(), v.Not())
			case 2: // the majority is b or c if a, and b and c if not
				for _, pair := range [][2]cnf.Lit{{a, b}, {a, c}, {b, c}} {
					f.Add(pair[0].Not(), pair[1].Not(), x)
					f.Add(pair[0], pair[1], x.Not())
				}
				and(u, b.Not(), c.Not())
				and(v, b, c)
				f.Add(a.Not(), u, y)
				f.Add(a.Not(), u.Not(), y.Not())
				f.Add(a, v.Not(), y)
				f.Add(a, v, y.Not())
			}
		}
		for range rapid.IntRange(0, 3).Draw(t, "clauses") {
			f.Add(lit(last), lit(last), lit(last))
		}
		opt := simplify.Options{Work: rapid.SampledFrom([]int64{0, 0, 5000}).Draw(t, "work")}
		for v := cnf.Var(1); v <= last; v++ {
			if rapid.IntRange(0, 3).Draw(t, "keep") == 0 {
				opt.Keep = append(opt.Keep, v)
			}
		}
		got, s := decide(t, f, opt)
		swept += s.Stats.Swept
		if want := solvertest.BruteForce(f); got != want {
			t.Fatalf("%v, want %v\n%v", got, want, clauses(f))
		}
	})
	if swept < 10 && !testing.Short() { // rapid then draws a fifth as many formulas
		t.Errorf("only %d literals by sweeping", swept)
	}
}
