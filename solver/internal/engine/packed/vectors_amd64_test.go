package packed

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/solvertest"
)

// twins are the same engine twice: with vectors and without.
func twins(t *testing.T, f *cnf.Formula) (with, without *Weighted) {
	t.Helper()
	p, err := cnf.Normalise(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	p = WithResolvents(p).Sorted()
	if !Fits(p) {
		t.Fatal("the formula does not fit")
	}
	with, without = NewWeighted(p), NewWeighted(p)
	if with.vectors == nil {
		t.Skip("this computer has no vectors")
	}
	without.vectors = nil
	return with, without
}

// sameNode compares all that is known of the current node.
func sameNode(t *testing.T, with, without *Weighted, a, b engine.Step) {
	t.Helper()
	if a != b {
		t.Fatalf("depth %d: %+v, want %+v", len(with.marks)-1, a, b)
	}
	if a.End == engine.Conflict {
		return
	}
	from := with.marks[len(with.marks)-1]
	x, y := slices.Sorted(slices.Values(with.trail[from:with.size])), slices.Sorted(slices.Values(without.trail[from:without.size]))
	if !slices.Equal(x, y) {
		t.Fatalf("depth %d: the trail is %v, want %v", len(with.marks)-1, x, y)
	}
	for l := range packedLit(with.stride) {
		if with.values[l] != without.values[l] {
			t.Fatalf("depth %d: literal %d has the value %x, want %x", len(with.marks)-1, l, with.values[l], without.values[l])
		}
	}
}

// sameKeys compares the keys of the literals that are free.
func sameKeys(t *testing.T, with, without *Weighted) {
	t.Helper()
	depth := len(with.marks) - 1
	if depth < with.frozen {
		return
	}
	x, y := with.keyRow(depth), without.keyRow(depth)
	for l := range packedLit(with.stride) {
		if with.values[l] == valueFree && x[l] != y[l] {
			t.Fatalf("depth %d: literal %d has the key %d, want %d", depth, l, x[l], y[l])
		}
		if with.now[l] != without.now[l] {
			t.Fatalf("depth %d: g of literal %d is %d, want %d", depth, l, with.now[l], without.now[l])
		}
	}
}

// TestVectorsAreTheSame walks through trees with both twins: to both children or to one only, and now and then to children of a literal
// that the rule would not pick.
func TestVectorsAreTheSame(t *testing.T) {
	for _, vars := range []int{7, 15, 16, 40, 130, 255, 300, 511, 512, 700, 1023} {
		for _, below := range []float64{frozenBelow, 50} {
			t.Run(fmt.Sprint(vars, " variables, frozen below ", below), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(uint64(vars), 1))
				clauses := int(float64(vars) * (3.5 + 1.5*rng.Float64()))
				with, without := twins(t, solvertest.RandomKSAT(uint64(vars), vars, clauses, 3))
				with.Below, without.Below = below, below
				nodes := 3000
				var visit func(depth int)
				visit = func(depth int) {
					if len(with.marks) > 0 && nodes < 0 {
						return
					}
					l, same := with.Branch(), without.Branch()
					if l != same {
						t.Fatalf("depth %d: picked %v, want %v", depth, l, same)
					}
					sameKeys(t, with, without)
					if l.IsNone() {
						return
					}
					if free := with.free(); rng.IntN(4) == 0 {
						l = free[rng.IntN(len(free))].literal()
					}
					children := []cnf.Lit{l, l.Not(), l}
					for _, l := range children[rng.IntN(3):] {
						nodes--
						a, b := with.Assume(l), without.Assume(l)
						sameNode(t, with, without, a, b)
						if a.End != engine.Conflict {
							visit(depth + 1)
						}
						with.Undo()
						without.Undo()
					}
				}
				a, b := with.Reset(), without.Reset()
				sameNode(t, with, without, a, b)
				visit(0)
			})
		}
	}
}

// free returns the positive literals of the free variables.
func (e *Weighted) free() (free []packedLit) {
	for v := cnf.Var(1); int(v) <= e.vars; v++ {
		if l := packLit(cnf.Pos(v)); e.values[l] == valueFree {
			free = append(free, l)
		}
	}
	return free
}
