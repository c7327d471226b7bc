package simplify

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// Clauses that units make true are not copied, nor false literals, and the proof says so.
func TestLoadPropagatesUnits(t *testing.T) {
	for name, c := range map[string]struct {
		given   [][]int
		stored  [][]int
		fixed   []int
		lemmas  int // of the proof, deletions not counted
		refuted bool
	}{
		"no unit": {
			given:  [][]int{{1, 2}, {-1, 3, 4}},
			stored: [][]int{{1, 2}, {-1, 3, 4}},
		},
		"a unit at the end": {
			given:  [][]int{{1, 2}, {-1, 3, 4}, {-3, 4}, {1}},
			stored: [][]int{{3, 4}, {-3, 4}}, fixed: []int{1}, lemmas: 1,
		},
		"a chain in its order": {
			given:  [][]int{{1}, {-1, 2}, {-2, -1, 3}, {3, 4}, {-3, 4, 5}},
			stored: [][]int{{4, 5}}, fixed: []int{1, 2, 3}, lemmas: 3,
		},
		"the same unit twice": {
			given:  [][]int{{1}, {1}, {2, 3}},
			stored: [][]int{{2, 3}}, fixed: []int{1},
		},
		"repeated literals, tautology": {
			given:  [][]int{{-1}, {2, 1, 2, 3}, {4, -4, 1}},
			stored: [][]int{{2, 3}}, fixed: []int{-1}, lemmas: 2,
		},
		"a repeated literal is a unit": {
			given: [][]int{{-1}, {2, 1, 2}},
			fixed: []int{-1, 2}, lemmas: 2,
		},
		"units that contradict": {
			given: [][]int{{1}, {2, 3}, {-1}},
			fixed: []int{1}, lemmas: 1, refuted: true,
		},
		"no literal is left": {
			given: [][]int{{1}, {2}, {3, 4}, {-1, -2}},
			fixed: []int{1, 2}, lemmas: 1, refuted: true,
		},
		"the empty clause": {
			given: [][]int{{1, 2}, {3, 4}, {}}, lemmas: 1, refuted: true,
		},
	} {
		var hints numbered
		f := solvertest.Formula(5, c.given...)
		w := newWorker(t.Context(), f, Options{Hints: &hints})
		hints.last = int64(f.Len())
		w.load(f)
		var stored [][]int
		for id := range w.all() {
			stored = append(stored, ints(w.of(id)))
		}
		if diff := cmp.Diff(c.stored, stored); diff != "" || w.refuted != c.refuted || w.err != nil {
			t.Errorf("%s: refuted %v, error %v, -want +stored:\n%s", name, w.refuted, w.err, diff)
		}
		if got := ints(w.fixed); !slices.Equal(got, c.fixed) || hints.last != int64(f.Len()+c.lemmas) {
			t.Errorf("%s: %v are true, want %v; %d lemmas, want %d", name, got, c.fixed, hints.last-int64(f.Len()), c.lemmas)
		}
		if most := 2 + len(w.lits)*5/4; cap(w.lits) > max(most, 64) {
			t.Errorf("%s: room for %d words, of which %d are used", name, cap(w.lits), len(w.lits))
		}
	}
}

// The room for the clauses is that of the ones that are left, not of the formula.
func TestLoadTakesNoRoomForTrueClauses(t *testing.T) {
	f := cnf.NewFormula(1000)
	for v := cnf.Var(2); v <= 1000; v++ {
		f.Add(cnf.Pos(1), cnf.Pos(v), cnf.Neg(v-1))
	}
	f.Add(cnf.Pos(1))
	w := newWorker(t.Context(), f, Options{})
	if w.load(f); cap(w.lits) > 100 {
		t.Errorf("room for %d words of clauses that are all true", cap(w.lits))
	}
}

func ints(lits []cnf.Lit) (all []int) {
	for _, l := range lits {
		n := int(l.Var())
		if l.Negative() {
			n = -n
		}
		all = append(all, n)
	}
	return all
}
