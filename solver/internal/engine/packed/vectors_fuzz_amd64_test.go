package packed

import (
	"math"
	"math/rand/v2"
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
)

// FuzzVectorsAreTheSame walks with vectors and without through formulas unlike random 3-SAT: with units and binary clauses, with
// repeated clauses, and with a few variables that are in most of them, so that lists are far longer than a vector.
func FuzzVectorsAreTheSame(f *testing.F) {
	for _, vars := range []uint16{2, 7, 16, 59, 249, 510, 511, 899, 1022} {
		for _, skew := range []uint8{0, 2, 5} {
			f.Add(uint64(vars), vars, uint8(40+10*skew), skew)
		}
	}
	f.Fuzz(func(t *testing.T, seed uint64, vars uint16, density, skew uint8) {
		rng := rand.New(rand.NewPCG(seed, 2))
		formula := crowded(rng, 1+int(vars)%1023, float64(density%120)/10, 1+float64(skew%8)/2)
		with, without := twins(t, formula)
		below := 50 * rng.Float64()
		with.Below, without.Below = below, below
		walk(t, rng, with, without, func(a, b engine.Step, branched bool) {
			sameNode(t, with, without, a, b)
			if branched {
				sameKeys(t, with, without)
			}
		})
		counted := newTwins(t, formula, 1+rng.IntN(2))
		walk(t, rng, counted[0], counted[1], func(a, b engine.Step, _ bool) {
			if a != b {
				t.Fatalf("by counts: %+v, want %+v", a, b)
			}
		})
	})
}

// TestListsLongerThanVectors sees to it that the formulas above have them.
func TestListsLongerThanVectors(t *testing.T) {
	with, _ := twins(t, crowded(rand.New(rand.NewPCG(1, 2)), 249, 6, 2))
	longest := uint16(0)
	for _, x := range with.extents {
		longest = max(longest, x.pairs())
	}
	if longest <= 32 {
		t.Errorf("the longest list has %d pairs", longest)
	}
}

// crowded returns a formula of up to vars·density clauses, the lower its variables the more often they occur: the greater
// the exponent, the more so. An engine can hold it.
func crowded(rng *rand.Rand, vars int, density, exponent float64) *cnf.Formula {
	f := cnf.NewFormula(vars)
	model := exponent > 1 // all variables true, so that the formula is not refuted at once
	occurrences := make(map[cnf.Lit]int)
	for range int(float64(vars) * density) {
		length := 3
		switch rng.IntN(100) {
		case 0:
			length = 1 + rng.IntN(2)
		case 1, 2, 3, 4, 5, 6, 7:
			length = 2
		}
		var clause []cnf.Lit
		fits := true
		for range length {
			v := 1 + cnf.Var(float64(vars)*math.Pow(rng.Float64(), exponent))
			l := cnf.Signed(v, rng.IntN(2) == 1)
			if model && len(clause) == 0 {
				l = cnf.Pos(v)
			}
			clause = append(clause, l)
			x, y := occurrences[l]+length, occurrences[l.Not()]
			fits = fits && x+y+min(x, y) <= maxScore
		}
		if !fits {
			continue
		}
		for _, l := range clause {
			occurrences[l]++
		}
		f.Add(clause...)
	}
	return f
}

// newTwins returns the engine that counts clauses, with vectors and without.
func newTwins(t *testing.T, f *cnf.Formula, minWeight int) (twins [2]*Engine) {
	t.Helper()
	p, err := cnf.Normalise(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	p = p.Sorted()
	twins[0], twins[1] = New(p, minWeight), New(p, minWeight)
	twins[1].vectors = nil
	return twins
}

// walker is what both kinds of engines can do.
type walker interface {
	Reset() engine.Step
	Assume(cnf.Lit) engine.Step
	Undo()
	Branch() cnf.Lit
}

// walk goes down and up at random, for 300 steps. It compares all that the twins pick, and has same compare the nodes, before
// and after they have branched.
func walk(t *testing.T, rng *rand.Rand, with, without walker, same func(a, b engine.Step, branched bool)) {
	t.Helper()
	a, b := with.Reset(), without.Reset()
	depth := 0
	for range 300 {
		same(a, b, false)
		ended := a.End == engine.Conflict
		if !ended {
			l, want := with.Branch(), without.Branch()
			if l != want {
				t.Fatalf("depth %d: picked %v, want %v", depth, l, want)
			}
			same(a, b, true)
			if ended = l.IsNone(); !ended {
				l = cnf.FromCode(l.Code() ^ uint32(rng.IntN(2)))
				a, b = with.Assume(l), without.Assume(l)
				depth++
				continue
			}
		}
		if depth == 0 {
			return
		}
		for range 1 + rng.IntN(depth) {
			with.Undo()
			without.Undo()
			depth--
		}
		l, want := with.Branch(), without.Branch()
		if l != want {
			t.Fatalf("depth %d, from below: picked %v, want %v", depth, l, want)
		}
		l = cnf.FromCode(l.Code() ^ uint32(rng.IntN(2)))
		a, b = with.Assume(l), without.Assume(l)
		depth++
	}
}
