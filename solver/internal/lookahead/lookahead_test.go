package lookahead

import (
	"math/rand/v2"
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// reference applies the unit clause rule by hand: the values, and whether no clause is false.
func reference(f *cnf.Formula, steps []cnf.Lit) (vals map[cnf.Lit]bool, fine bool) {
	vals = map[cnf.Lit]bool{}
	for _, s := range steps {
		if vals[s.Not()] {
			return vals, false
		}
		vals[s] = true
	}
	for changed := true; changed; {
		changed = false
		for i := range f.Len() {
			var open []cnf.Lit
			satisfied := false
			for _, l := range f.Clause(i) {
				satisfied = satisfied || vals[l]
				if !vals[l.Not()] && (len(open) == 0 || open[0] != l) {
					open = append(open, l)
				}
			}
			switch {
			case satisfied || len(open) > 1:
			case len(open) == 0:
				return vals, false
			default:
				vals[open[0]], changed = true, true
			}
		}
	}
	return vals, true
}

func random(rng *rand.Rand) *cnf.Formula {
	vars := 4 + rng.IntN(12)
	f := cnf.NewFormula(vars)
	for range vars * 3 {
		var clause []cnf.Lit
		for range 1 + min(rng.IntN(6), 4) {
			clause = append(clause, cnf.Signed(cnf.Var(1+rng.IntN(vars)), rng.IntN(2) == 1))
		}
		if len(clause) > 1 || rng.IntN(4) == 0 {
			f.Add(clause...)
		}
	}
	return f
}

// However the looker goes from node to node, it has there the values that propagation gives, and counts that agree with them.
func TestGo(t *testing.T) {
	for i := range 200 {
		rng := rand.New(rand.NewPCG(1, uint64(i)))
		f := random(rng)
		l, err := New(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		var steps []cnf.Lit
		for range 20 {
			steps = append([]cnf.Lit{}, steps[:rng.IntN(len(steps)+1)]...)
			for range rng.IntN(3) {
				steps = append(steps, cnf.Signed(cnf.Var(1+rng.IntN(f.Vars())), rng.IntN(2) == 1))
			}
			vals, fine := reference(f, steps)
			if got := l.Go(steps); got != fine {
				t.Fatalf("formula %d, %v: open %v, want %v", i, steps, got, fine)
			}
			if !fine {
				continue
			}
			if l.Assigned() != len(vals) {
				t.Fatalf("formula %d, %v: %d values, want %d", i, steps, l.Assigned(), len(vals))
			}
			for c := range l.open {
				open, satisfied := int32(0), false
				for _, code := range l.lits[l.starts[c]:l.starts[c+1]] {
					satisfied = satisfied || l.vals[code] > 0
					if l.vals[code] == 0 {
						open++
					}
				}
				if satisfied != (l.trueBy[c] != 0) || !satisfied && open != l.open[c] {
					t.Fatalf("formula %d, %v: clause %d has %d open literals, true by %d", i, steps, c, l.open[c], l.trueBy[c])
				}
			}
		}
	}
}

// The tree of choices has the verdict of the formula, each failed literal follows by propagation, and Choose stays at its node.
func TestChoose(t *testing.T) {
	verdicts := map[bool]int{}
	for i := range 200 {
		f := random(rand.New(rand.NewPCG(2, uint64(i))))
		l, err := New(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		want := solvertest.BruteForce(f) == cnf.Satisfiable
		got := refute(t, f, l, nil)
		if got == want {
			t.Fatalf("formula %d: refuted %v, but a model %v", i, got, want)
		}
		verdicts[want]++
	}
	if len(verdicts) != 2 {
		t.Errorf("one verdict for all: %v", verdicts)
	}
}

// refute reports whether the node has no model.
func refute(t *testing.T, f *cnf.Formula, l *Looker, steps []cnf.Lit) bool {
	if !l.Go(steps) {
		return true
	}
	before := l.Assigned()
	c := l.Choose(t.Context())
	if l.Assigned() != before {
		t.Fatal("Choose has gone elsewhere")
	}
	for _, lit := range c.Failed {
		if _, fine := reference(f, append(append([]cnf.Lit{}, steps...), lit.Not())); fine {
			t.Fatalf("%v does not fail at %v", lit.Not(), steps)
		}
		steps = append(append([]cnf.Lit{}, steps...), lit)
	}
	switch {
	case c.Refuted:
		if l.Go(steps) {
			t.Fatalf("%v is not refuted", steps)
		}
		return true
	case c.Model != nil:
		return false
	}
	if !l.Go(steps) || !l.Open(c.Branch) {
		t.Fatalf("%v is no choice at %v", c.Branch, steps)
	}
	first := append(append([]cnf.Lit{}, steps...), c.Branch)
	second := append(append([]cnf.Lit{}, steps...), c.Branch.Not())
	return refute(t, f, l, first) && refute(t, f, l, second)
}

// Trying literals allocates nothing.
func TestTriesAllocateNothing(t *testing.T) {
	l, err := New(t.Context(), families.Pigeons(9, 8, families.Pairwise))
	if err != nil {
		t.Fatal(err)
	}
	l.Choose(t.Context())
	l.preselect()
	if n := testing.AllocsPerRun(10, func() {
		for _, v := range l.order {
			l.try(cnf.Pos(v))
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// A node whose variables are all alike is split after a few tries, and a look at all of them would choose the same one.
func TestTriesEndWhenNoneIsBetter(t *testing.T) {
	const n = 97
	l, err := New(t.Context(), families.Waerden(3, 10, n))
	if err != nil {
		t.Fatal(err)
	}
	c := l.Choose(t.Context())
	if tries := l.tries; tries < 2*patience || tries > n {
		t.Errorf("%d tries of %d literals", tries, 2*n)
	}
	for v := cnf.Var(1); v <= n; v++ {
		l.both(v, &Choice{})
	}
	if best := l.best(l.order); best != c.Branch {
		t.Errorf("the choice is %v, and the best of all %v", c.Branch, best)
	}
}

// The more variables are open, the more are tried after the best one: of Pythagorean triples, where thousands look alike to the order, the
// cubes of 16 need up to half more conflicts.
func TestMoreVariablesAreTriedOfMore(t *testing.T) {
	for _, c := range []struct{ vars, tried int }{{120, 1 + patience}, {1200, 1 + 1200/triedOf}} {
		f := cnf.NewFormula(c.vars)
		for v := cnf.Var(1); int(v) <= c.vars; v += 3 {
			f.Add(cnf.Pos(v), cnf.Pos(v+1), cnf.Pos(v+2))
		}
		l, err := New(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		l.preselect()
		if tried := l.explore(t.Context(), new(Choice)); tried != c.tried {
			t.Errorf("%d of %d variables were tried, want %d", tried, c.vars, c.tried)
		}
	}
}
