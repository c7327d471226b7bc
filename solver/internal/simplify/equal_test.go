package simplify_test

import (
	"slices"
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
	below := func(v int) cnf.Lit { return cnf.FromCode(uint32(rapid.IntRange(2, 2*v-1).Draw(t, "input"))) }
	for n := inputs + 1; n <= last; n++ {
		x := cnf.Signed(cnf.Var(n), rapid.Bool().Draw(t, "complement"))
		a, b, c := below(n), below(n), below(n)
		switch rapid.IntRange(0, 5).Draw(t, "gate") {
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
		case 5:
			for _, pair := range [][2]cnf.Lit{{a, b}, {a, c}, {b, c}} {
				f.Add(pair[0].Not(), pair[1].Not(), x)
				f.Add(pair[0], pair[1], x.Not())
			}
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
	rapid.Check(t, func(t *rapid.T) {
		f := circuits(t)
		opt := simplify.Options{Work: rapid.SampledFrom([]int64{0, 0, 0, 100, 1000}).Draw(t, "work")}
		for v := cnf.Var(1); int(v) <= f.Vars(); v++ {
			if rapid.IntRange(0, 3).Draw(t, "keep") == 0 {
				opt.Keep = append(opt.Keep, v)
			}
		}
		got, _ := decide(t, f, opt)
		if want := solvertest.BruteForce(f); got != want {
			t.Fatalf("%v, want %v\n%v", got, want, clauses(f))
		}
	})
}

// Equal literals and gates become one: what is left says so of a clause that the output of a gate, 11, has with that of the other, 12.
func TestEqualBecomesOne(t *testing.T) {
	and := func(x int, inputs ...int) (all [][]int) {
		long := []int{x}
		for _, a := range inputs {
			all, long = append(all, []int{-x, a}), append(long, -a)
		}
		return append(all, long)
	}
	xor := func(x int, inputs ...int) (all [][]int) {
		f := cnf.NewFormula(12)
		var lits []cnf.Lit
		for _, a := range inputs {
			lits = append(lits, cnf.FromDIMACS(a))
		}
		parity(f, cnf.FromDIMACS(x), lits...)
		for i := range f.Len() {
			var clause []int
			for _, l := range f.Clause(i) {
				clause = append(clause, l.DIMACS())
			}
			all = append(all, clause)
		}
		return all
	}
	choice := func(x, a, b, c int) [][]int { return [][]int{{-a, -b, x}, {-a, b, -x}, {a, -c, x}, {a, c, -x}} }
	majority := func(x, a, b, c int) [][]int {
		return [][]int{{-a, -b, x}, {-a, -c, x}, {-b, -c, x}, {a, b, -x}, {a, c, -x}, {b, c, -x}}
	}
	for _, test := range []struct {
		name                   string
		f                      [][]int
		substituted, congruent int64
	}{
		{"a circle", [][]int{{-11, 1}, {-1, 2}, {-2, 12}, {-12, 11}}, 3, 0},
		{"a circle of complements", [][]int{{-11, 1}, {-1, -2}, {2, 12}, {-12, 11}}, 3, 0},
		{"and", slices.Concat(and(11, 1, -2, 3), and(12, 3, 1, -2)), 1, 1},
		{"or", slices.Concat(and(-11, 1, 2), and(-12, 2, 1)), 1, 1},
		{"xor", slices.Concat(xor(11, 1, 2), xor(-12, -2, 1)), 1, 1},
		{"xor of three", slices.Concat(xor(11, 1, 2, 3), xor(12, 3, 2, 1)), 1, 1},
		{"xor of four", slices.Concat(xor(11, 1, 2, 3, 4), xor(12, 4, 3, -2, -1)), 1, 1},
		{"choice", slices.Concat(choice(11, 1, 2, 3), choice(12, -1, 3, 2)), 1, 1},
		{"choice of complements", slices.Concat(choice(11, 1, -2, 3), choice(-12, 1, 2, -3)), 1, 1},
		{"majority", slices.Concat(majority(11, 1, -2, 3), majority(12, 3, 1, -2)), 1, 1},
		{"majority of complements", slices.Concat(majority(11, 1, -2, 3), majority(-12, 2, -1, -3)), 1, 1},
		{"one after the other", slices.Concat(and(4, 1, 2), and(5, 2, 1), xor(11, 4, 3), xor(12, 3, 5)), 2, 2},
		{"of equal inputs", slices.Concat(and(4, 1, 2), and(5, 1, 2), and(11, 4, 5), choice(12, 3, 4, 5)), 3, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			keep := []cnf.Var{1, 2, 3}
			for _, signs := range [][]int{{11, 12}, {11, -12}, {-11, 12}, {-11, -12}} { // one of these has no model
				f := solvertest.Formula(12, test.f...)
				for _, n := range signs {
					f.Add(cnf.FromDIMACS(n))
				}
				if got, _ := decide(t, f, simplify.Options{Keep: keep}); got != solvertest.BruteForce(f) {
					t.Errorf("%v with %v", got, signs)
				}
			}
			if test.name == "a circle" || test.name == "a circle of complements" {
				keep = nil
			}
			_, s := decide(t, solvertest.Formula(12, test.f...), simplify.Options{Keep: keep})
			if s.Stats.Substituted != test.substituted || s.Stats.Congruent != test.congruent {
				t.Errorf("%d replaced, %d equal gates; want %d, %d", s.Stats.Substituted, s.Stats.Congruent, test.substituted, test.congruent)
			}
		})
	}
}
