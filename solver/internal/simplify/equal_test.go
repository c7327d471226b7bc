package simplify_test

import (
	"testing"

	"pgregory.net/rapid"

	"transat/solver/cnf"
	"transat/solver/internal/simplify"
	"transat/solver/internal/solvertest"
)

// circuits draws formulas of gates whose inputs are few, so that many are equal, with a few other clauses.
func circuits(t *rapid.T) *cnf.Formula {
	inputs := rapid.IntRange(2, 4).Draw(t, "inputs")
	last := rapid.IntRange(inputs+1, 12).Draw(t, "last")
	f := cnf.NewFormula(last)
	var before struct {
		gate    int
		a, b, c cnf.Lit
	}
	below := func(v int) cnf.Lit { return cnf.FromCode(uint32(rapid.IntRange(2, 2*v-1).Draw(t, "input"))) }
	for n := inputs + 1; n <= last; n++ {
		x := cnf.Signed(cnf.Var(n), rapid.Bool().Draw(t, "complement"))
		a, b, c := below(n), below(n), below(n)
		gate := rapid.IntRange(0, 4).Draw(t, "gate")
		if n > inputs+1 && rapid.IntRange(0, 3).Draw(t, "the same as before") > 0 {
			gate, a, b, c = before.gate, before.a, before.b, before.c
		}
		before.gate, before.a, before.b, before.c = gate, a, b, c
		switch gate {
		case 0:
			f.Add(x.Not(), a)
			f.Add(x.Not(), b)
			f.Add(x, a.Not(), b.Not())
		case 1:
			parity(f, x, a, b)
		case 2:
			parity(f, x, a, b, c)
		case 3:
			f.Add(a.Not(), b.Not(), x)
			f.Add(a.Not(), b, x.Not())
			f.Add(a, c.Not(), x)
			f.Add(a, c, x.Not())
		case 4:
			f.Add(x.Not(), a)
			f.Add(x, a.Not())
		}
	}
	for range rapid.IntRange(0, 4).Draw(t, "clauses") {
		var clause []cnf.Lit
		for range rapid.IntRange(1, 3).Draw(t, "length") {
			clause = append(clause, below(last+1))
		}
		f.Add(clause...)
	}
	return f
}

// parity adds that x is the parity of others.
func parity(f *cnf.Formula, x cnf.Lit, others ...cnf.Lit) {
	for signs := range 1 << len(others) {
		out, clause := x.Not(), []cnf.Lit(nil)
		for i, l := range others {
			if signs>>i&1 == 1 {
				l, out = l.Not(), out.Not()
			}
			clause = append(clause, l)
		}
		f.Add(append(clause, out)...)
	}
}

// Circuits keep their verdicts and models, whatever may be replaced; proofs are accepted.
func TestCircuits(t *testing.T) {
	var sum simplify.Stats
	rapid.Check(t, func(t *rapid.T) {
		f := circuits(t)
		opt := simplify.Options{Work: rapid.SampledFrom([]int64{0, 0, 0, 100, 1000}).Draw(t, "work")}
		for v := cnf.Var(1); int(v) <= f.Vars(); v++ {
			if rapid.IntRange(0, 3).Draw(t, "keep") == 0 {
				opt.Keep = append(opt.Keep, v)
			}
		}
		got, s := decide(t, f, opt)
		if want := solvertest.BruteForce(f); got != want {
			t.Fatalf("%v, want %v\n%v", got, want, clauses(f))
		}
		sum.Substituted += s.Stats.Substituted
		sum.Congruent += s.Stats.Congruent
	})
	t.Logf("%d variables replaced, %d outputs of equal gates", sum.Substituted, sum.Congruent)
}

// Gates of every kind with the same inputs have one output, and equivalences one literal.
func TestEqualGatesBecomeOne(t *testing.T) {
	a, b, c, x, y := cnf.Pos(1), cnf.Neg(2), cnf.Pos(3), cnf.Pos(4), cnf.Neg(5)
	for name, gate := range map[string]func(f *cnf.Formula, x cnf.Lit){
		"and": func(f *cnf.Formula, x cnf.Lit) {
			f.Add(x.Not(), a)
			f.Add(x.Not(), b)
			f.Add(x, a.Not(), b.Not())
		},
		"parity": func(f *cnf.Formula, x cnf.Lit) { parity(f, x, a, b, c) },
		"choice": func(f *cnf.Formula, x cnf.Lit) {
			f.Add(a.Not(), b.Not(), x)
			f.Add(a.Not(), b, x.Not())
			f.Add(a, c.Not(), x)
			f.Add(a, c, x.Not())
		},
		"equivalence": func(f *cnf.Formula, x cnf.Lit) {
			f.Add(x.Not(), c)
			f.Add(x, c.Not())
		},
	} {
		f := cnf.NewFormula(7)
		gate(f, x)
		gate(f, y)
		f.Add(x, cnf.Pos(6), cnf.Pos(7))
		f.Add(y, cnf.Pos(6), cnf.Neg(7))
		_, s := decide(t, f, simplify.Options{Keep: []cnf.Var{1, 2, 3, 6, 7}, Bounds: []int{}})
		if s.Stats.Substituted == 0 || name != "equivalence" && s.Stats.Congruent != 1 {
			t.Errorf("%s: %+v", name, s.Stats)
		}
	}
}
