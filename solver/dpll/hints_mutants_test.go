package dpll_test

import (
	"context"
	"errors"
	"testing"

	"transat/instances"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/internal/engine"
	"transat/solver/internal/engine/general"
	"transat/solver/internal/rules"
)

// forgetful leaves out one hint of one lemma.
type forgetful struct {
	*hintChecker
	lemma, hint int
}

func (f *forgetful) Infer(clause []cnf.Lit, hints []int64) (int64, error) {
	if f.lemmas == f.lemma {
		i := f.hint % len(hints)
		hints = append(append([]int64{}, hints[:i]...), hints[i+1:]...)
	}
	return f.hintChecker.Infer(clause, hints)
}

// No hint is there in vain: without any one of them the lemma does not follow from the others.
func TestHintsAreAllNeeded(t *testing.T) {
	for _, name := range []string{"40-200-3/1", "16-600-5/1"} {
		sample, index, err := instances.ParseSample(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := sample.Formula(index)
		if err != nil {
			t.Fatal(err)
		}
		for _, rule := range rules.All() {
			whole := newHintChecker(t, f)
			if _, err := dpll.Solve(t.Context(), f, dpll.Options{Rule: rule.Name, Hints: whole}); err != nil || !whole.check.Refuted() {
				t.Fatalf("%s, %s: %v", name, rule.Name, err)
			}
			for i := range 20 {
				lemma := i * whole.lemmas / 20
				w := &forgetful{newHintChecker(t, f), lemma, 7 * lemma}
				if _, err := dpll.Solve(t.Context(), f, dpll.Options{Rule: rule.Name, Hints: w}); err == nil {
					t.Fatalf("%s, %s: lemma %d follows without hint %d of it", name, rule.Name, lemma, w.hint)
				}
			}
		}
	}
}

// inOrder is an engine that branches on the first variable without a value, true first.
type inOrder struct {
	*general.Engine
	vars int
}

func (e inOrder) Branch() cnf.Lit {
	e.Engine.Branch()
	for v := 1; v <= e.vars; v++ {
		if l := cnf.Pos(cnf.Var(v)); !e.Holds(l) && !e.Holds(l.Not()) {
			return l
		}
	}
	return cnf.Lit{}
}

// A path of 150 decisions, all of which matter, and of which every other has a second child with a lemma of its own to rest on.
func TestHintsOfALongPath(t *testing.T) {
	const deep = 150
	f := cnf.NewFormula(0)
	var all []cnf.Lit
	for v := cnf.Var(1); v <= deep; v++ {
		x, y := cnf.Pos(v), cnf.Pos(deep+2+v)
		if v%2 == 0 {
			x = x.Not() // the first child fails at once
		}
		f.Add(x, y)
		f.Add(x, y.Not())
		all = append(all, x.Not())
	}
	x, y := cnf.Pos(deep+1), cnf.Pos(deep+2)
	for _, signs := range [][]cnf.Lit{{x, y}, {x, y.Not()}, {x.Not(), y}, {x.Not(), y.Not()}} {
		f.Add(append(signs, all...)...)
	}
	build := func(ctx context.Context, p *cnf.Problem) (engine.Engine, error) {
		e, err := general.New(ctx, p, 1)
		return inOrder{e, p.Vars}, err
	}
	h := newHintChecker(t, f)
	result, err := dpll.Solve(t.Context(), f, dpll.Options{Engine: build, Hints: h})
	if err != nil || !h.check.Refuted() || result.Stats.MaxDepth <= deep {
		t.Errorf("depth %d, %v", result.Stats.MaxDepth, err)
	}
}

// An error of the one who takes the hints ends the search.
func TestHintsRefused(t *testing.T) {
	f := cnf.NewFormula(1)
	f.Add(cnf.Pos(1), cnf.Pos(1))
	f.Add(cnf.Neg(1))
	full := errors.New("full")
	for after := range 2 {
		_, err := dpll.Solve(t.Context(), f, dpll.Options{Hints: &refusing{newHintChecker(t, f), after, full}})
		if proof := new(cnf.ProofError); !errors.Is(err, full) || !errors.As(err, &proof) {
			t.Errorf("after %d lemmas: %v", after, err)
		}
	}
}

type refusing struct {
	*hintChecker
	after int
	err   error
}

func (r *refusing) Infer(clause []cnf.Lit, hints []int64) (int64, error) {
	if r.after == 0 {
		return 0, r.err
	}
	r.after--
	return r.hintChecker.Infer(clause, hints)
}
