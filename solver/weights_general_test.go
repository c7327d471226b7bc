package solver

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
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
	p, err := cnf.Normalise(context.Background(), f)
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
	remaining := w.remaining()
	if e.frozen == notFrozen {
		w.looks++
		w.checkLook(depth, lit, remaining)
	} else {
		w.frozen++
		w.checkFrozen(lit, remaining)
	}
	if look := e.frozen == notFrozen || len(e.ice.marks) == 0; len(remaining) > 0 != (lit != 0) || e.looking() != look {
		w.t.Fatalf("branches on %v with %d clauses left, a look node: %v", lit, len(remaining), e.looking())
	}
	if lit == 0 {
		return
	}
	if w.value(lit) != litFree {
		w.t.Fatalf("literal %v has a value", lit)
	}
	for _, l := range [...]Lit{lit, lit.Not()} {
		if at := e.assume(l); at.end != endConflict {
			w.visit()
		}
		e.undo()
	}
}

// value returns the value of l at the current node.
func (w *generalWalk) value(l Lit) uint8 {
	e := w.e
	if e.values[l] != litFree || e.frozen == notFrozen {
		return e.values[l]
	}
	return [...]uint8{iceFalse: litFalse, iceFree: litFree, iceTrue: litTrue}[e.ice.values[e.ice.codes[l]]]
}

// leftOver is what is left of a clause without a true literal.
type leftOver struct {
	free []Lit
	root int // how many of the literals are free at the root of the frozen subtree, if there is one
}

func (w *generalWalk) remaining() (clauses []leftOver) {
	from, all := uint32(0), w.e.root.remains
	for _, end := range all.ends {
		var left leftOver
		satisfied := false
		for _, l := range all.lits[from:end] {
			if w.e.values[l] == litFree {
				left.root++
			}
			if w.value(l) == litFree {
				left.free = append(left.free, l)
			}
			satisfied = satisfied || w.value(l) == litTrue
		}
		from = end
		if !satisfied {
			clauses = append(clauses, left)
		}
	}
	return clauses
}

// gifts returns what the clauses give to their literals.
func gifts(clauses []leftOver, g func(Lit) float64) map[Lit]float64 {
	sums := map[Lit]float64{}
	for _, clause := range clauses {
		for i, l := range clause.free {
			product := 1.0
			for j, other := range clause.free {
				if i != j {
					product *= g(other)
				}
			}
			sums[l] += product
		}
	}
	return sums
}

func (w *generalWalk) checkLook(depth int, lit Lit, remaining []leftOver) {
	e, at := w.e, w.e.looks[depth]
	h := map[Lit]float64{}
	for v := Var(1); int(v) <= e.vars; v++ {
		if l := Pos(v); e.values[l] == litFree {
			h[l], h[l.Not()] = 1, 1
		}
	}
	mean := 0.0
	for range generalRounds {
		sums := gifts(remaining, func(l Lit) float64 { return h[l.Not()] / shorterWeight })
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
		if got := float64(e.h[l]); math.Abs(got-want) > 1e-3*want {
			w.t.Fatalf("depth %d: the weight of %v is %v, want %v", depth, l, got, want)
		}
	}
	if math.Abs(float64(at.mean)-mean) > 1e-3*mean || len(at.own.ends) != len(remaining) || 2*len(at.free) != len(h) {
		w.t.Fatalf("depth %d: the mean is %v, want %v; %d clauses, %d free variables", depth, at.mean, mean, len(at.own.ends), len(at.free))
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

func (w *generalWalk) checkFrozen(lit Lit, remaining []leftOver) {
	s := &w.e.ice
	var mattering []leftOver
	for _, c := range remaining {
		if late := c.root > quadLength; !late || countOf(len(c.free)) >= s.lateCount {
			mattering = append(mattering, c)
		}
	}
	keys := gifts(mattering, func(l Lit) float64 { return float64(s.base[s.codes[l]]) })
	most := 0.0
	for _, key := range keys {
		most = max(most, key)
	}
	best, slack, kept := 0.0, 1e-3*most+1e-4, s.keysAt(len(s.marks))
	for v := Var(1); int(v) <= w.e.vars; v++ {
		l := Pos(v)
		if w.value(l) != litFree {
			continue
		}
		for _, l := range [...]Lit{l, l.Not()} {
			if got := float64(kept[s.codes[l]]); math.Abs(got-keys[l]) > slack {
				w.t.Fatalf("level %d: the key of %v is %v, want %v", len(s.marks), l, got, keys[l])
			}
		}
		best = max(best, (keys[l]+keyFloor)*(keys[l.Not()]+keyFloor))
	}
	if lit == 0 {
		return
	}
	if best < 1.1*keyFloor*keyFloor*1.02+slack {
		return // no key is worth mentioning, and then any literal of a clause that remains is picked
	}
	if got := (keys[lit] + keyFloor) * (keys[lit.Not()] + keyFloor); got < best*0.98-slack {
		w.t.Fatalf("level %d: branches on %v with a score of %v, the best is %v", len(s.marks), lit, got, best)
	}
	if keys[lit] < keys[lit.Not()]-2*slack {
		w.t.Fatalf("level %d: %v comes first, which has the smaller key", len(s.marks), lit)
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
		check(randomLengths(uint64(i), 40, 900, 5, 9), math.Inf(1), 100)
		check(randomLengths(uint64(i), 40, 300, 3, 7), math.Inf(1), 100)
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
			leastLooks, leastGifts := int64(20), 20
			if name == "pigeon" { // whose estimate is not believed: all nodes down to depth 3 are look nodes, and no others
				leastLooks, leastGifts = 1<<(unbelievedTo+1)-1, 5
			}
			if err != nil || want.Verdict != Unsatisfiable || want.Stats.Nodes < 500 || want.Stats.Looks < leastLooks {
				t.Fatalf("%v with %+v, %v", want.Verdict, want.Stats, err)
			}
			c := newCompanyOf(t, rand.New(rand.NewPCG(52, 0)), f, Rules()[2], 4, nil, begin)
			c.run()
			got, _, _ := c.sums()
			if diff := cmp.Diff(want.Stats, got); diff != "" || c.gifts < leastGifts {
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
		{"4-SAT", randomKSAT(1, 90, 990, 4), counts{33771, 81}},
		{"5-SAT", randomKSAT(1, 50, 1200, 5), counts{14631, 41}},
		{"7-SAT", randomKSAT(1, 26, 2860, 7), counts{5527, 15}},
		{"mixed", randomLengths(1, 100, 760, 3, 5), counts{2111, 29}},
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
