package stream_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"transat/solver/cnf"
	"transat/solver/drat/stream"
	"transat/solver/internal/solvertest"
)

// A checker says the same of every lemma as one that does everything anew, goes on after a wrong one, and knows nothing of a
// stretch in the next.
func TestCheckerAgreesWithANaiveOne(t *testing.T) {
	right, wrong := 0, 0
	for seed := range uint64(solvertest.Cases(t, 200)) {
		rng := rand.New(rand.NewPCG(seed, 21))
		f := solvertest.RandomMixed(rng, 8, 4)
		c := stream.NewChecker(f)
		for range 4 {
			var clauses naive
			for i := range f.Len() {
				clauses = append(clauses, f.Clause(i))
			}
			var path []cnf.Lit
			for v := range rng.IntN(3) {
				path = append(path, randomLit(rng, cnf.Var(v+1)))
				clauses = append(clauses, path[v:v+1])
			}
			if err := c.Begin(path, nil); err != nil {
				t.Fatal(err)
			}
			for range 6 {
				var lemma []cnf.Lit
				for v := cnf.Var(1); int(v) <= f.Vars(); v++ {
					if rng.IntN(3) == 0 {
						lemma = append(lemma, randomLit(rng, v))
					}
				}
				want := clauses.follows(lemma)
				if err := c.Add(lemma); (err == nil) != want {
					t.Fatalf("seed %d: %v: %v, want %v", seed, lemma, err, want)
				}
				if !want {
					wrong++
					break // it checks nothing any more
				}
				right++
				clauses = append(clauses, lemma)
			}
			refuted, err := clauses.follows(nil), c.End()
			if err == nil && !refuted {
				t.Fatalf("seed %d: it is refuted, and should not be", seed)
			}
		}
	}
	if right == 0 || wrong == 0 { // the seeds are fixed
		t.Errorf("%d lemmas follow, %d do not", right, wrong)
	}
}

func randomLit(rng *rand.Rand, v cnf.Var) cnf.Lit {
	if rng.IntN(2) == 0 {
		return cnf.Neg(v)
	}
	return cnf.Pos(v)
}

func TestCheckerRefuses(t *testing.T) {
	f := cnf.NewFormula(4)
	for _, c := range [][]cnf.Lit{clause(1, 2, 4), clause(1, -2, 4), clause(1, 2, -4), clause(1, -2, -4), clause(-1, 3), clause(-1, -3)} {
		f.Add(c...)
	}
	c := stream.NewChecker(f)
	for _, tc := range []struct {
		name string
		tell func() error
	}{
		{"no stretch", func() error { return c.Add(clause(1)) }},
		{"no stretch to end", c.End},
		{"an unknown variable", func() error { return errors.Join(c.Begin(nil, nil), c.Add(clause(5))) }},
		{"an unknown variable in the path", func() error { return c.Begin(clause(5), nil) }},
		{"an unknown variable in a lemma", func() error { return c.Begin(nil, [][]cnf.Lit{clause(5)}) }},
		{"a lemma that does not follow", func() error { return errors.Join(c.Begin(nil, nil), c.Add(clause(2))) }},
		{"what was not refuted", func() error { return errors.Join(c.Begin(nil, nil), c.End()) }},
		{"another piece in the wrong place", func() error { return errors.Join(c.Begin(nil, nil), c.Include(clause(2))) }},
		{"after an error", func() error { return c.Add(clause(1)) }},
		{"a derived clause that does not follow", func() error { return c.Derived([][]cnf.Lit{clause(2)}) }},
	} {
		if err := tc.tell(); err == nil {
			t.Errorf("%s is not refused", tc.name)
		}
	}
	if err := errors.Join(c.Begin(nil, nil), c.Add(clause(1, 2)), c.Add(clause(1)), c.Add(nil), c.End()); err != nil {
		t.Error(err)
	}
	// -1 was given away: where 1 is refuted the piece of -1 belongs, and then all is refuted.
	if err := errors.Join(c.Begin(nil, nil), c.Add(clause(-1)), c.Include(clause(-1)), c.Add(nil), c.End()); err != nil {
		t.Error(err)
	}
}

// A derived clause must follow without the piece that is under way.
func TestDerivedDoesNotRestOnAPiece(t *testing.T) {
	c := stream.NewChecker(pieceFormula())
	if err := errors.Join(c.Begin(clause(-1), nil), c.Add(clause(2))); err != nil {
		t.Fatal(err)
	}
	if err := c.Derived([][]cnf.Lit{clause(2)}); err == nil {
		t.Error("what follows in a piece is taken for all of them")
	}
}

// Lemmas are counted through all pieces of a log, and named by that count.
func TestLemmasOfALaneAreCounted(t *testing.T) {
	for _, tc := range []struct {
		last []cnf.Lit // of piece 1
		want string
	}{
		{clause(-2), ""},
		{nil, "lemma 3, in part 1 of the search, does not follow: []"},
	} {
		v := stream.New(pieceFormula())
		defer v.Close()
		l := v.Log()
		_ = errors.Join(l.Begin(0), l.Given(1, clause(-1)), l.Add(clause(-1, -2)), l.Add(clause(-1)), l.Include(1), l.End(), l.Begin(1))
		_ = errors.Join(l.Add(tc.last), l.End())
		err := v.Conclude()
		if tc.want == "" && (err != nil || v.Lemmas() != 3) || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
			t.Errorf("%v, %d lemmas, want %q", err, v.Lemmas(), tc.want)
		}
	}
	v := stream.New(pieceFormula())
	defer v.Close()
	l := v.Log()
	_ = errors.Join(l.Begin(0), l.Derived([][]cnf.Lit{clause(1, -1)}))
	if err := v.Wait(); err == nil || !strings.Contains(err.Error(), "too late") {
		t.Errorf("derived clauses in a piece: %v", err)
	}
}

// A formula that the checker refuses is told in the end, even if no lemma has come.
func TestHintedLaneOfABadFormula(t *testing.T) {
	f := cnf.NewFormula(1)
	f.Add(cnf.Lit{})
	h := stream.NewHintChecker(f)
	if err := h.Conclude([]cnf.Lit{cnf.Pos(1), cnf.Neg(1)}); !errors.As(err, new(*cnf.LiteralError)) {
		t.Errorf("%v", err)
	}
}
