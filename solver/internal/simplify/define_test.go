package simplify

import (
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// A gate is found whatever the order of its clauses, and only if all are there.
func TestDefinitions(t *testing.T) {
	for _, test := range []struct {
		name    string
		clauses [][]int
		want    definition // of variable 1, which other clauses have too
	}{
		{"and", [][]int{{-1, 2}, {-1, 3}, {1, -2, -3}}, definition{1, 2}},
		{"or", [][]int{{1, 2}, {1, -3}, {-1, -2, 3}}, definition{2, 1}},
		{"equivalence", [][]int{{-1, 2}, {1, -2}}, definition{1, 1}},
		{"choice", [][]int{{-1, -2, 3}, {-1, 2, 4}, {1, -2, -3}, {1, 2, -4}}, definition{2, 2}},
		{"exclusive or", [][]int{{-1, 2, 3}, {-1, -2, -3}, {1, -2, 3}, {1, 2, -3}}, definition{2, 2}},
		{"an input is missing", [][]int{{-1, 2}, {1, -2, -3}}, definition{}},
		{"a half of a choice", [][]int{{-1, -2, 3}, {1, -2, -3}, {-1, 2, 4}, {1, 2, 4}}, definition{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for turn := range len(test.clauses) {
				all := append([][]int{{1, 5, 6}, {-1, 5, -6}}, test.clauses[turn:]...)
				f := solvertest.Formula(6, append(all, test.clauses[:turn]...)...)
				w := newWorker(t.Context(), f, Options{})
				w.load(f)
				pos, neg := w.with(cnf.Pos(1)), w.with(cnf.Neg(1))
				got := w.define(1, pos, neg)
				if got != test.want {
					t.Fatalf("turned by %d: %+v, want %+v", turn, got, test.want)
				}
				for _, id := range append(pos[:got.pos:got.pos], neg[:got.neg]...) {
					for _, l := range w.of(id) {
						if l.Var() > 4 {
							t.Errorf("turned by %d: %v is no clause of the gate", turn, w.of(id))
						}
					}
				}
				for _, marked := range w.marks {
					if marked {
						t.Fatal("marks are left")
					}
				}
			}
		})
	}
}

// Variable 1 is a conjunction of two, and in three clauses besides: 4 of the 10 pairs of clauses count.
func TestDefinitionsSaveResolvents(t *testing.T) {
	f := solvertest.Formula(9, []int{-1, 2}, []int{-1, 3}, []int{1, -2, -3}, []int{1, 4, 5}, []int{-1, 6, 7}, []int{-1, 8, 9})
	w := newWorker(t.Context(), f, Options{})
	w.load(f)
	w.try(1, 0)
	if len(w.resolvents) != 4 || w.stats.Eliminated != 1 {
		t.Errorf("%d resolvents, %d variables eliminated", len(w.resolvents), w.stats.Eliminated)
	}
}
