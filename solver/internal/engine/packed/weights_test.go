package packed

import (
	"math"
	"math/rand/v2"
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/solvertest"
)

// weightsWalk walks a tree under the rule "weights" and compares what the engine keeps up to date with
// what follows from the definitions.
type weightsWalk struct {
	t      *testing.T
	e      *Weighted
	limit  int // nodes to visit
	looks  int
	frozen int
}

// mustWeighted returns the engine for f as the rule "weights" has it.
func mustWeighted(t testing.TB, f *cnf.Formula) *Weighted {
	t.Helper()
	p, err := cnf.Normalise(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	p = WithResolvents(p)
	if !Fits(p) {
		t.Fatal("the formula does not get the packed engine")
	}
	return NewWeighted(p.Sorted())
}

// walkWeights visits nodes of f in depth-first order.
func walkWeights(t *testing.T, f *cnf.Formula, n Numbers, limit int) *weightsWalk {
	t.Helper()
	e := mustWeighted(t, f)
	e.numbers = n
	w := &weightsWalk{t: t, e: e, limit: limit}
	if at := e.Reset(); at.End != engine.Conflict {
		w.visit()
	}
	return w
}

func (w *weightsWalk) visit() {
	if w.limit == 0 {
		return
	}
	w.limit--
	e, depth := w.e, len(w.e.marks)-1
	lit := e.Branch()
	if depth < e.frozen {
		w.looks++
		w.checkLook(depth, lit)
	} else {
		w.frozen++
		w.checkFrozen(depth, lit)
	}
	if lit.IsNone() {
		return
	}
	if e.values[packLit(lit)] != valueFree {
		w.t.Fatalf("depth %d: literal %v has a value", depth, lit)
	}
	for _, l := range [...]cnf.Lit{lit, lit.Not()} {
		if at := e.Assume(l); at.End != engine.Conflict {
			w.visit()
		}
		e.Undo()
	}
}

// remaining yields the clauses without a true literal.
func (w *weightsWalk) remaining(yield func([4]packedLit) bool) {
	e := w.e
	for _, c := range e.clauses {
		if e.values[c[0]] != valueTrue && e.values[c[1]] != valueTrue && e.values[c[2]] != valueTrue && !yield(c) {
			return
		}
	}
}

// checkLook computes the weights from those of the parent by the letter of the definition.
func (w *weightsWalk) checkLook(depth int, lit cnf.Lit) {
	e, at := w.e, w.e.looks[depth]
	above, rounds := &e.root, e.numbers.RootRounds
	if depth > 0 {
		above, rounds = e.looks[depth-1], e.numbers.Rounds
	}
	h := map[packedLit]float64{}
	for v := cnf.Var(1); int(v) <= e.vars; v++ {
		if l := packLit(cnf.Pos(v)); e.values[l] == valueFree {
			h[l], h[l.not()] = float64(above.h[l]), float64(above.h[l.not()])
		}
	}
	if len(at.free) != len(h)/2 {
		w.t.Fatalf("depth %d: %d free variables, want %d", depth, len(at.free), len(h)/2)
	}
	mean := 0.0
	for range rounds {
		h, mean = w.round(h)
	}
	for l, want := range h {
		if got := float64(at.h[l]); math.Abs(got-want) > 1e-4*want {
			w.t.Fatalf("depth %d: the weight of %v is %v, want %v", depth, l.literal(), got, want)
		}
	}
	if len(h) > 0 && math.Abs(float64(at.mean)-mean) > 1e-4*mean {
		w.t.Fatalf("depth %d: the mean is %v, want %v", depth, at.mean, mean)
	}
	clauses, binaries := 0, 0
	for c := range w.remaining {
		clauses++
		for _, l := range c[:3] {
			if e.values[l] == valueFalse {
				binaries++
			}
		}
	}
	if len(at.clauses) != clauses || at.binaries != binaries {
		w.t.Fatalf("depth %d: %d clauses and %d binary ones, want %d and %d", depth, len(at.clauses), at.binaries, clauses, binaries)
	}
	if lit.IsNone() != (clauses == 0) {
		w.t.Fatalf("depth %d: branches on %v with %d clauses left", depth, lit, clauses)
	}
	if !lit.IsNone() {
		w.checkCandidates(depth, lit, h)
	}
}

// round is one round of the recursion.
func (w *weightsWalk) round(h map[packedLit]float64) (next map[packedLit]float64, mean float64) {
	n := &w.e.numbers
	g := func(l packedLit) float64 {
		switch w.e.values[l] {
		case valueFalse:
			return float64(n.FalseWeight)
		case valueTrue:
			return 0
		}
		return h[l.not()]
	}
	sums := map[packedLit]float64{}
	for c := range w.remaining {
		for i, l := range c[:3] {
			sums[l] += g(c[(i+1)%3]) * g(c[(i+2)%3])
		}
	}
	next = map[packedLit]float64{}
	for l := range h {
		next[l] = min(max(sums[l], float64(n.Least)), float64(n.Most))
		mean += next[l] / float64(len(h))
	}
	for l := range next {
		next[l] = next[l]/mean*(1-float64(n.Kept)) + h[l]*float64(n.Kept)
	}
	return next, mean
}

// checkCandidates checks that the literal is a failed one, or that its variable is one of those with the largest products.
func (w *weightsWalk) checkCandidates(depth int, lit cnf.Lit, h map[packedLit]float64) {
	l := packLit(lit)
	product := func(l packedLit) float64 {
		x, y := h[l], h[l.not()]
		return x*y + float64(w.e.numbers.SumOfWeights)*(x+y)
	}
	better := 0
	for other := range h {
		if other&packedSign == 0 && product(other) > 1.001*product(l) {
			better++
		}
	}
	if better >= w.e.numbers.Candidates {
		w.t.Fatalf("depth %d: %d variables have a larger product than %v", depth, better, lit)
	}
	if h[l] < 0.999*h[l.not()] {
		if at := w.e.Engine.Assume(lit); at.End != engine.Conflict {
			w.t.Fatalf("depth %d: %v comes first, which has the smaller weight and does not fail", depth, lit)
		}
		w.e.Engine.Undo()
	}
}

// checkFrozen computes the keys, and all scores, from what was frozen.
func (w *weightsWalk) checkFrozen(depth int, lit cnf.Lit) {
	e := w.e
	row := e.keyRow(depth)
	keys := make([]uint16, e.stride)
	clauses := 0
	for c := range w.remaining {
		clauses++
		for i, l := range c[:3] {
			keys[l] += uint16(w.frozenWeight(c[(i+1)%3]) * w.frozenWeight(c[(i+2)%3]))
		}
	}
	best, picked := uint16(0), cnf.Var(0)
	for v := cnf.Var(1); int(v) <= e.vars; v++ {
		l := packLit(cnf.Pos(v))
		if e.values[l] != valueFree {
			continue
		}
		if row[l] != keys[l] || row[l.not()] != keys[l.not()] {
			w.t.Fatalf("depth %d, variable %d: the keys are %d and %d, want %d and %d",
				depth, v, row[l], row[l.not()], keys[l], keys[l.not()])
		}
		x, y := keys[l]>>keyPrecision, keys[l.not()]>>keyPrecision
		if score := x + y + 2*min(x, y); score > best {
			best, picked = score, v
		}
	}
	switch {
	case clauses == 0 && !lit.IsNone():
		w.t.Fatalf("depth %d: branches on %v at a model", depth, lit)
	case best > 0 && lit.Var() != picked:
		w.t.Fatalf("depth %d: branches on %v, want %d", depth, lit, picked)
	case best > 0 && keys[packLit(lit)] < keys[packLit(lit.Not())]:
		w.t.Fatalf("depth %d: %v comes first, which has the smaller key", depth, lit)
	case clauses > 0 && lit.IsNone():
		w.t.Fatalf("depth %d: no branch with %d clauses left", depth, clauses)
	}
}

// frozenWeight is g of a literal in the frozen subtree.
func (w *weightsWalk) frozenWeight(l packedLit) uint32 {
	if w.e.values[l] == valueFalse {
		return frozenFalse
	}
	root := w.e.looks[w.e.frozen]
	return frozenWeight(root.h[l.not()])
}

func TestWeightsAreThoseOfTheDefinition(t *testing.T) {
	for name, n := range map[string]Numbers{"the rule": weightsNumbers(), "other numbers": otherNumbers()} {
		t.Run(name, func(t *testing.T) { checkWeights(t, n) })
	}
}

// otherNumbers differ from those of the rule.
func otherNumbers() Numbers {
	n := weightsNumbers()
	n.FalseWeight, n.Least, n.Most, n.Kept, n.Rounds, n.Candidates = 5, 0.2, 40, 0.2, 3, 3
	n.EstimateFirst += 2
	return n
}

func checkWeights(t *testing.T, n Numbers) {
	looks, frozen := 0, 0
	check := func(f *cnf.Formula, limit int) {
		w := walkWeights(t, f, n, limit)
		looks, frozen = looks+w.looks, frozen+w.frozen
	}
	for i := range solvertest.Cases(t, 300) {
		rng := rand.New(rand.NewPCG(31, uint64(i)))
		check(solvertest.RandomMixed(rng, 3+rng.IntN(30), 3), 200)
	}
	for i := range solvertest.Cases(t, 20) {
		check(solvertest.RandomKSAT(uint64(i), 250, 1075, 3), 60)
		check(solvertest.RandomKSAT(uint64(i), 400, 1650, 3), 100)
		check(solvertest.RandomKSAT(uint64(i), 60, 150, 3), 500)
		check(solvertest.RandomKSAT(uint64(i), 100, 90, 2), 200)
	}
	if looks < 500 || frozen < 200 {
		t.Errorf("only %d look nodes and %d frozen ones", looks, frozen)
	}
}

// The estimates are of the right order: a frozen subtree has about as many nodes as they say.
func TestFrozenEstimatesAreNotFarOff(t *testing.T) {
	e := mustWeighted(t, solvertest.RandomKSAT(9, 250, 1075, 3))
	e.Below = math.Inf(-1)
	places := solvertest.FrozenPlaces{Engine: e, Freeze: e.freeze, Unfreeze: func() { e.frozen = notFrozen }}
	if n, off := places.Off(func(depth int) float64 { return e.frozenEstimate(e.looks[depth]) }); n < 10 || off > 2.5 {
		t.Errorf("%d subtrees, off by %v on average", n, off)
	}
}
