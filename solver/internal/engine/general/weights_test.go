package general

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/solvertest"
)

func mustWeightedGeneral(t testing.TB, f *cnf.Formula) *Weighted {
	t.Helper()
	p, err := cnf.Normalise(context.Background(), f)
	if err != nil {
		t.Fatal(err)
	}
	e, err := NewWeighted(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// generalWalk visits nodes in depth-first order and compares what the engine keeps up to date with what follows from
// the definitions.
type generalWalk struct {
	t      *testing.T
	e      *Weighted
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
	lit := e.Branch()
	remaining := w.remaining()
	if e.frozen == unfrozen {
		w.looks++
		w.checkLook(depth, lit, remaining)
	} else {
		w.frozen++
		w.checkFrozen(lit, remaining)
	}
	if look := e.frozen == unfrozen || len(e.subtree.marks) == 0; len(remaining) > 0 != (!lit.IsNone()) || e.Looking() != look {
		w.t.Fatalf("branches on %v with %d clauses left, a look node: %v", lit, len(remaining), e.Looking())
	}
	if lit.IsNone() {
		return
	}
	if w.value(lit) != litFree {
		w.t.Fatalf("literal %v has a value", lit)
	}
	for _, l := range [...]cnf.Lit{lit, lit.Not()} {
		if at := e.Assume(l); at.End != engine.Conflict {
			w.visit()
		}
		e.Undo()
	}
}

// value returns the value of l at the current node.
func (w *generalWalk) value(l cnf.Lit) uint8 {
	e := w.e
	if e.values[l.Code()] != litFree || e.frozen == unfrozen {
		return e.values[l.Code()]
	}
	return [...]uint8{valueFalse: litFalse, valueFree: litFree, valueTrue: litTrue}[e.subtree.values[e.subtree.codes[l.Code()]]]
}

// leftOver is what is left of a clause without a true literal.
type leftOver struct {
	free []cnf.Lit
	root int // how many of the literals are free at the root of the frozen subtree, if there is one
}

func (w *generalWalk) remaining() (clauses []leftOver) {
	from, all := uint32(0), w.e.root.remains
	for _, end := range all.ends {
		var left leftOver
		satisfied := false
		for _, l := range all.lits[from:end] {
			if w.e.values[l.Code()] == litFree {
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
func gifts(clauses []leftOver, g func(cnf.Lit) float64) map[cnf.Lit]float64 {
	sums := map[cnf.Lit]float64{}
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

func (w *generalWalk) checkLook(depth int, lit cnf.Lit, remaining []leftOver) {
	e, at := w.e, w.e.looks[depth]
	h := map[cnf.Lit]float64{}
	for v := cnf.Var(1); int(v) <= e.vars; v++ {
		if l := cnf.Pos(v); e.values[l.Code()] == litFree {
			h[l], h[l.Not()] = 1, 1
		}
	}
	mean, n := 0.0, e.numbers
	for range n.Rounds {
		sums := gifts(remaining, func(l cnf.Lit) float64 { return h[l.Not()] / float64(n.FalseWeight) })
		mean = 0
		for _, sum := range sums {
			mean += sum / float64(len(h))
		}
		mean = max(mean, leastProduct)
		for l := range h {
			h[l] = min(max(sums[l]/mean, float64(n.Least)), float64(n.Most))
		}
	}
	for l, want := range h {
		if got := float64(e.h[l.Code()]); math.Abs(got-want) > 1e-3*want {
			w.t.Fatalf("depth %d: the weight of %v is %v, want %v", depth, l, got, want)
		}
	}
	if math.Abs(float64(at.mean)-mean) > 1e-3*mean || len(at.own.ends) != len(remaining) || 2*len(at.free) != len(h) {
		w.t.Fatalf("depth %d: the mean is %v, want %v; %d clauses, %d free variables", depth, at.mean, mean, len(at.own.ends), len(at.free))
	}
	score := func(l cnf.Lit) float64 { return h[l] * h[l.Not()] }
	for l := range h {
		if !lit.IsNone() && score(l) > 1.01*score(lit) {
			w.t.Fatalf("depth %d: branches on %v, but %v has a larger product", depth, lit, l)
		}
	}
	if !lit.IsNone() && h[lit] < 0.99*h[lit.Not()] {
		w.t.Fatalf("depth %d: %v comes first, which has the smaller weight", depth, lit)
	}
}

// checkBase checks g at the root of the frozen subtree.
func (w *generalWalk) checkBase() {
	e, n := w.e, &w.e.numbers
	for v := cnf.Var(1); int(v) <= e.vars; v++ {
		for _, l := range [...]cnf.Lit{cnf.Pos(v), cnf.Neg(v)} {
			if e.values[l.Code()] != litFree {
				continue
			}
			h, roots := float64(e.h[l.Not().Code()]), float64(n.Roots)
			want := (h + roots*(math.Sqrt(h)-h)) / float64(n.FalseWeight)
			if got := float64(e.subtree.base[e.subtree.codes[l.Code()]]); math.Abs(got-want) > 1e-5*want {
				w.t.Fatalf("g of %v is %v in the frozen subtree, want %v", l, got, want)
			}
		}
	}
}

func (w *generalWalk) checkFrozen(lit cnf.Lit, remaining []leftOver) {
	w.checkBase()
	s := &w.e.subtree
	var occurring []leftOver
	for _, c := range remaining {
		if late := c.root > quadLength; !late || countOf(len(c.free)) >= s.lateCount {
			occurring = append(occurring, c)
		}
	}
	keys := gifts(occurring, func(l cnf.Lit) float64 { return float64(s.base[s.codes[l.Code()]]) })
	keyFloor := w.e.numbers.KeyFloor
	most := 0.0
	for _, key := range keys {
		most = max(most, key)
	}
	best, slack, kept := 0.0, 1e-3*most+1e-4, s.keysAt(len(s.marks))
	for v := cnf.Var(1); int(v) <= w.e.vars; v++ {
		l := cnf.Pos(v)
		if w.value(l) != litFree {
			continue
		}
		for _, l := range [...]cnf.Lit{l, l.Not()} {
			if got := float64(kept[s.codes[l.Code()]]); math.Abs(got-keys[l]) > slack {
				w.t.Fatalf("level %d: the key of %v is %v, want %v", len(s.marks), l, got, keys[l])
			}
		}
		best = max(best, (keys[l]+keyFloor)*(keys[l.Not()]+keyFloor))
	}
	if lit.IsNone() {
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

// otherNumbers are not those of the rule for any length.
func otherNumbers() Numbers {
	return Numbers{
		FalseWeight: 6.2, Least: 0.04, Most: 7, Rounds: 3, Roots: 0.3, KeyFloor: 0.08, LateLength: 4, EstimateFirst: -0.5,
	}
}

func TestGeneralWeightsAreThoseOfTheDefinition(t *testing.T) {
	looks, frozen := 0, 0
	check := func(f *cnf.Formula, below float64, limit int) {
		for _, n := range []Numbers{{}, otherNumbers()} {
			e := mustWeightedGeneral(t, f)
			e.Below = below
			if n != (Numbers{}) {
				e.numbers = n
			}
			w := &generalWalk{t: t, e: e, limit: limit}
			if at := e.Reset(); at.End != engine.Conflict {
				w.visit()
			}
			looks, frozen = looks+w.looks, frozen+w.frozen
		}
	}
	for i := range solvertest.Cases(t, 200) {
		rng := rand.New(rand.NewPCG(51, uint64(i)))
		f := solvertest.RandomMixed(rng, 3+rng.IntN(30), 3+rng.IntN(5))
		check(f, frozenBelow, 50)
		check(f, math.Inf(-1), 50)
	}
	for i := range solvertest.Cases(t, 10) {
		check(solvertest.RandomKSAT(uint64(i), 70, 700, 4), 4, 100)
		check(solvertest.RandomKSAT(uint64(i), 40, 840, 5), 4, 100)
		check(solvertest.RandomLengths(uint64(i), 60, 400, 2, 6), 3, 100)
		check(solvertest.RandomLengths(uint64(i), 40, 900, 5, 9), math.Inf(1), 100)
		check(solvertest.RandomLengths(uint64(i), 40, 300, 3, 7), math.Inf(1), 100)
	}
	if least := solvertest.Cases(t, 3000); looks < least || frozen < least {
		t.Errorf("only %d look nodes and %d frozen ones", looks, frozen)
	}
}

// Clauses so long that their products are too small for a float32 are neither lost nor taken for satisfied.
func TestGeneralWeightsOfVeryLongClauses(t *testing.T) {
	f := cnf.NewFormula(200)
	for i := range 20 {
		var clause []cnf.Lit
		for v := cnf.Var(1); v <= 200; v++ {
			clause = append(clause, cnf.Signed(v, int(v)>>(i%8)&1 == 1))
		}
		f.Add(clause...)
	}
	f.Add(cnf.Pos(1), cnf.Pos(2))
	for _, below := range []float64{math.Inf(-1), math.Inf(1)} {
		e := mustWeightedGeneral(t, f)
		e.Below = below
		w := &generalWalk{t: t, e: e}
		e.Reset()
		depth := 0
		for lit := e.Branch(); !lit.IsNone(); lit = e.Branch() {
			if depth++; len(w.remaining()) == 0 || depth > 200 {
				t.Fatalf("below %v: branches on %v at depth %d with %d clauses left", below, lit, depth, len(w.remaining()))
			}
			e.Assume(lit)
		}
		m := make(cnf.Model, f.Vars()+1)
		e.Model(m)
		if err := f.Check(m); err != nil || depth > 20 {
			t.Errorf("below %v: after %d decisions: %v", below, depth, err)
		}
	}
}

// The estimates are of the right order: a frozen subtree has about as many nodes as they say.
func TestFrozenEstimatesAreNotFarOff(t *testing.T) {
	for name, f := range map[string]*cnf.Formula{
		"4-SAT": solvertest.RandomKSAT(9, 80, 800, 4),
		"5-SAT": solvertest.RandomKSAT(9, 50, 1080, 5),
		"mixed": solvertest.RandomLengths(9, 80, 600, 3, 5),
	} {
		t.Run(name, func(t *testing.T) {
			e := mustWeightedGeneral(t, f)
			e.Below, e.looked = math.Inf(-1), math.MaxInt
			places := solvertest.FrozenPlaces{Engine: e, Freeze: e.freeze, Unfreeze: func() { e.frozen = unfrozen }}
			if n, off := places.Off(func(depth int) float64 { return e.frozenEstimate(e.looks[depth]) }); n < 10 || off > 2.5 {
				t.Errorf("%d subtrees, off by %v on average", n, off)
			}
		})
	}
}
