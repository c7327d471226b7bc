package solver

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// randomLengths returns a random formula whose clauses have shortest to longest distinct variables each.
func randomLengths(seed uint64, vars, clauses, shortest, longest int) *Formula {
	rng := rand.New(rand.NewPCG(seed, 0))
	f := NewFormula(vars)
	for range clauses {
		var clause []Lit
		for _, v := range rng.Perm(vars)[:shortest+rng.IntN(longest-shortest+1)] {
			clause = append(clause, Pos(Var(v+1))^Lit(rng.IntN(2)))
		}
		f.Add(clause...)
	}
	return f
}

func mustWeightedGeneral(t testing.TB, f *Formula) *weightedGeneral {
	t.Helper()
	rule, err := findRule("weights")
	if err != nil {
		t.Fatal(err)
	}
	p, err := normalise(context.Background(), f)
	if err != nil {
		t.Fatal(err)
	}
	e, err := newWeightedGeneral(context.Background(), p, rule)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// generalWalk visits nodes in depth-first order and compares what the engine keeps up to date with what follows from
// the definitions.
type generalWalk struct {
	t      *testing.T
	e      *weightedGeneral
	limit  int // nodes to visit
	looks  int
	frozen int
}

func (w *generalWalk) visit() {
	if w.limit == 0 {
		return
	}
	w.limit--
	e, depth := w.e, len(w.e.marks)-1
	lit := e.branch()
	if depth < e.frozen {
		w.looks++
		w.checkLook(depth, lit)
	} else {
		w.frozen++
		w.checkFrozen(depth, lit)
	}
	if remains := len(w.remaining()) > 0; remains != (lit != 0) || e.looking() != (depth <= e.frozen) {
		w.t.Fatalf("depth %d: branches on %v, clauses remain: %v, a look node: %v", depth, lit, remains, e.looking())
	}
	if lit == 0 {
		return
	}
	if e.values[lit] != litFree {
		w.t.Fatalf("depth %d: literal %v has a value", depth, lit)
	}
	for _, l := range [...]Lit{lit, lit.Not()} {
		if at := e.assume(l); at.end != endConflict {
			w.visit()
		}
		e.undo()
	}
}

// remaining returns, of the clauses without a true literal, the free literals.
func (w *generalWalk) remaining() (clauses [][]Lit) {
	e := w.e
	for c := range uint32(len(e.starts) - 1) {
		if e.satisfied(c) {
			continue
		}
		var free []Lit
		for _, l := range e.clause(c) {
			if e.values[l] == litFree {
				free = append(free, l)
			}
		}
		clauses = append(clauses, free)
	}
	return clauses
}

// gifts returns what the clauses give to their literals if free literals have the given weights.
func (w *generalWalk) gifts(h func(Lit) float64) map[Lit]float64 {
	sums := map[Lit]float64{}
	for _, clause := range w.remaining() {
		for i, l := range clause {
			product := 1.0
			for j, other := range clause {
				if i != j {
					product *= h(other.Not()) / shorterWeight
				}
			}
			sums[l] += product
		}
	}
	return sums
}

func (w *generalWalk) checkLook(depth int, lit Lit) {
	e, at := w.e, w.e.looks[depth]
	above, rounds := &e.root, rootRounds
	if depth > 0 {
		above, rounds = e.looks[depth-1], otherRounds
	}
	h := map[Lit]float64{}
	for v := Var(1); int(v) <= e.vars; v++ {
		if l := Pos(v); e.values[l] == litFree {
			h[l], h[l.Not()] = float64(above.h[l]), float64(above.h[l.Not()])
		}
	}
	mean := 0.0
	for range rounds {
		sums := w.gifts(func(l Lit) float64 { return h[l] })
		mean = 0
		for _, sum := range sums {
			mean += sum / float64(len(h))
		}
		mean = max(mean, leastProduct)
		for l := range h {
			h[l] = min(max(sums[l]/mean, leastGeneral), mostGeneral)
		}
	}
	for l, want := range h {
		if got := float64(at.h[l]); math.Abs(got-want) > 1e-3*want {
			w.t.Fatalf("depth %d: the weight of %v is %v, want %v", depth, l, got, want)
		}
	}
	if math.Abs(float64(at.mean)-mean) > 1e-3*mean || len(at.clauses) != len(w.remaining()) || 2*len(at.free) != len(h) {
		w.t.Fatalf("depth %d: the mean is %v, want %v; %d clauses, %d free variables", depth, at.mean, mean, len(at.clauses), len(at.free))
	}
	for l := range h {
		if lit != 0 && h[l]*h[l.Not()] > 1.01*h[lit]*h[lit.Not()] {
			w.t.Fatalf("depth %d: branches on %v, but %v has a larger product", depth, lit, l)
		}
	}
	if lit != 0 && h[lit] < 0.99*h[lit.Not()] {
		w.t.Fatalf("depth %d: %v comes first, which has the smaller weight", depth, lit)
	}
}

func (w *generalWalk) checkFrozen(depth int, lit Lit) {
	e := w.e
	root, row := e.looks[e.frozen], e.ice.rows[depth-e.frozen]
	keys := w.gifts(func(l Lit) float64 { return float64(root.h[l]) })
	most := 0.0
	for _, key := range keys {
		most = max(most, key)
	}
	best, slack := 0.0, 1e-3*most+1e-4
	for v := Var(1); int(v) <= e.vars; v++ {
		l := Pos(v)
		if e.values[l] != litFree {
			continue
		}
		for _, l := range [...]Lit{l, l.Not()} {
			if got := float64(e.ice.key(row, l)); math.Abs(got-keys[l]) > slack {
				w.t.Fatalf("depth %d: the key of %v is %v, want %v", depth, l, got, keys[l])
			}
		}
		best = max(best, (keys[l]+keyFloor)*(keys[l.Not()]+keyFloor))
	}
	if lit == 0 {
		return
	}
	if got := (keys[lit] + keyFloor) * (keys[lit.Not()] + keyFloor); got < best*0.98-slack {
		w.t.Fatalf("depth %d: branches on %v with a score of %v, the best is %v", depth, lit, got, best)
	}
	if keys[lit] < keys[lit.Not()]-2*slack {
		w.t.Fatalf("depth %d: %v comes first, which has the smaller key", depth, lit)
	}
}

func TestGeneralWeightsAreThoseOfTheDefinition(t *testing.T) {
	looks, frozen := 0, 0
	check := func(f *Formula, below float64, limit int) {
		e := mustWeightedGeneral(t, f)
		e.below = below
		w := &generalWalk{t: t, e: e, limit: limit}
		if at := e.reset(); at.end != endConflict {
			w.visit()
		}
		looks, frozen = looks+w.looks, frozen+w.frozen
	}
	for i := range cases(t, 200) {
		rng := rand.New(rand.NewPCG(51, uint64(i)))
		f := randomMixed(rng, 3+rng.IntN(30), 3+rng.IntN(5))
		check(f, generalFrozenBelow, 50)
		check(f, math.Inf(-1), 50)
	}
	for i := range cases(t, 10) {
		check(randomKSAT(uint64(i), 70, 700, 4), 4, 100)
		check(randomKSAT(uint64(i), 40, 840, 5), 4, 100)
		check(randomLengths(uint64(i), 60, 400, 2, 6), 3, 100)
	}
	if least := cases(t, 1500); looks < least || frozen < least {
		t.Errorf("only %d look nodes and %d frozen ones", looks, frozen)
	}
}

// Clauses so long that their products are too small for a float32 are neither lost nor taken for satisfied.
func TestGeneralWeightsOfVeryLongClauses(t *testing.T) {
	f := NewFormula(200)
	for i := range 20 {
		var clause []Lit
		for v := Var(1); v <= 200; v++ {
			clause = append(clause, Pos(v)^Lit(int(v)>>(i%8)&1))
		}
		f.Add(clause...)
	}
	f.Add(Pos(1), Pos(2))
	for _, below := range []float64{math.Inf(-1), math.Inf(1)} {
		e := mustWeightedGeneral(t, f)
		e.below = below
		w := &generalWalk{t: t, e: e}
		e.reset()
		depth := 0
		for lit := e.branch(); lit != 0; lit = e.branch() {
			if depth++; len(w.remaining()) == 0 || depth > 200 {
				t.Fatalf("below %v: branches on %v at depth %d with %d clauses left", below, lit, depth, len(w.remaining()))
			}
			e.assume(lit)
		}
		m := make(Model, f.Vars()+1)
		e.model(m)
		if err := f.Check(m); err != nil || depth > 20 {
			t.Errorf("below %v: after %d decisions: %v", below, depth, err)
		}
	}
}

// A search that goes on from a branch computes the same weights as the one that has come there on its own. The
// threshold is low, so that there are look nodes enough.
func TestGeneralWeightsDependOnThePathAlone(t *testing.T) {
	for name, f := range map[string]*Formula{
		"4-SAT":  randomKSAT(3, 60, 690, 4),
		"5-SAT":  randomKSAT(3, 34, 850, 5),
		"7-SAT":  randomKSAT(1, 20, 2300, 7),
		"mixed":  randomLengths(1, 90, 730, 3, 5),
		"pigeon": pigeons(7),
	} {
		t.Run(name, func(t *testing.T) {
			begin := freezingBelow(2)
			want, err := begin(t, f, Options{Rule: "weights"}).solve(t.Context(), f)
			if err != nil || want.Verdict != Unsatisfiable || want.Stats.Nodes < 500 || want.Stats.Looks < 20 {
				t.Fatalf("%v with %+v, %v", want.Verdict, want.Stats, err)
			}
			c := newCompanyOf(t, rand.New(rand.NewPCG(52, 0)), f, Rules()[2], 4, nil, begin)
			c.run()
			got, _, _ := c.sums()
			if diff := cmp.Diff(want.Stats, got); diff != "" || c.gifts < 20 {
				t.Errorf("after %d gifts, statistics (-Solve +workers):\n%s", c.gifts, diff)
			}
			if n := c.tree.Nodes(); n != want.Stats.Nodes {
				t.Errorf("%d nodes are recorded of %d", n, want.Stats.Nodes)
			}
		})
	}
}

// The numbers of nodes depend on every bit of every weight, and must be the same on all computers.
func TestGeneralWeightsGiveTheSameTreeEverywhere(t *testing.T) {
	type counts struct{ Nodes, Looks int64 }
	for _, test := range []struct {
		name string
		f    *Formula
		want counts
	}{
		{"4-SAT", randomKSAT(1, 90, 990, 4), counts{33349, 79}},
		{"5-SAT", randomKSAT(1, 50, 1200, 5), counts{14867, 41}},
		{"7-SAT", randomKSAT(1, 26, 2860, 7), counts{5399, 15}},
		{"mixed", randomLengths(1, 100, 760, 3, 5), counts{1445, 22}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := mustSolve(t, test.f, Options{Rule: "weights"}).Stats
			if diff := cmp.Diff(test.want, counts{s.Nodes, s.Looks}); diff != "" {
				t.Errorf("counts (-want +got):\n%s", diff)
			}
		})
	}
}

// A formula with clauses of any length is decided as by the other rules and by clause learning, and its models are
// models: the verdicts of 5,000 formulas near the thresholds.
func TestWeightsAgreeWithOtherRules(t *testing.T) {
	ratios := [...]float64{2: 1.2, 3: 4.6, 4: 10.5, 5: 22, 6: 45, 7: 92}
	vars := [...]int{2: 40, 3: 34, 4: 24, 5: 18, 6: 14, 7: 11}
	unsatisfiable, n := 0, cases(t, 5000)
	for i := range n {
		rng := rand.New(rand.NewPCG(54, uint64(i)))
		k := 2 + i%7
		var f *Formula
		if k == 8 {
			f = randomMixed(rng, 3+rng.IntN(30), 3+rng.IntN(5))
		} else {
			v := 7 + rng.IntN(vars[k]-6)
			f = randomKSAT(rng.Uint64(), v, int(ratios[k]*(0.8+0.4*rng.Float64())*float64(v)), k)
		}
		got := mustSolve(t, f, Options{Rule: "weights"})
		checkAnswer(t, f, got)
		want, err := SolveCDCL(context.Background(), f, nil)
		if err != nil {
			t.Fatal(err)
		}
		boehm := mustSolve(t, f, Options{Rule: "boehm"}).Verdict
		if got.Verdict != want.Verdict || got.Verdict != boehm {
			t.Fatalf("formula %d: %v, boehm says %v, clause learning %v\n%v", i, got.Verdict, boehm, want.Verdict, f)
		}
		if got.Verdict == Unsatisfiable {
			unsatisfiable++
		}
	}
	if unsatisfiable < n/4 || unsatisfiable > n*3/4 {
		t.Errorf("%d of %d formulas are unsatisfiable", unsatisfiable, n)
	}
}
