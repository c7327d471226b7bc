package packed

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// naivePick says in plain words what pick does.
func naivePick(e *Engine, row []uint16) (picked cnf.Var) {
	best := uint64(0)
	for v := cnf.Var(1); int(v) <= e.vars; v++ {
		pos, neg := uint64(row[packLit(cnf.Pos(v))]), uint64(row[packLit(cnf.Neg(v))])
		binary, ternary := pos>>8+neg>>8, pos&0xff+neg&0xff
		if e.weighMin != 0 {
			binary += min(pos>>8, neg>>8)
			ternary += min(pos&0xff, neg&0xff)
		}
		if score := binary<<8 + ternary; score > best {
			best, picked = score, v
		}
	}
	return picked
}

func TestPickFindsTheFirstOfTheBest(t *testing.T) {
	for _, minWeight := range []int{1, 2} {
		t.Run(fmt.Sprint("weight ", minWeight), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p, err := cnf.Normalise(t.Context(), solvertest.RandomKSAT(1, rapid.IntRange(3, 70).Draw(t, "vars"), 30, 3))
				if err != nil {
					t.Fatal(err)
				}
				e := New(p, minWeight)
				row := e.rows[:e.stride]
				clear(row)
				limit := rapid.SampledFrom([]int{1, 3, maxScore / 3}).Draw(t, "limit")
				for v := cnf.Var(1); int(v) <= e.vars; v++ {
					for _, l := range []cnf.Lit{cnf.Pos(v), cnf.Neg(v)} {
						binary := rapid.IntRange(0, limit).Draw(t, "binary")
						ternary := rapid.IntRange(0, limit).Draw(t, "ternary")
						row[packLit(l)] = uint16(binary*oneBinary + ternary*oneTernary)
					}
				}
				hint := cnf.Var(rapid.IntRange(0, e.vars).Draw(t, "hint"))
				e.hints[0] = packLit(cnf.Pos(hint))

				want := naivePick(e, row)
				if got := e.pick(row); got != want {
					t.Fatalf("pick found variable %d, want %d", got, want)
				}
			})
		})
	}
}
