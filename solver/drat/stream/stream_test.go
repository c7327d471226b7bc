package stream_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/drat/stream"
	"transat/solver/internal/solvertest"
)

// verified tells a verifier of f what a search on its own does, and returns what it concludes.
func verified(f *cnf.Formula, tell func(log *stream.Log)) (*stream.Verifier, error) {
	v := stream.New(f)
	defer v.Close()
	log := v.Log()
	_ = log.Begin(0)
	tell(log)
	_ = log.End()
	return v, v.Conclude()
}

func codes(lits ...int) []uint32 { return cnf.AppendCodes(nil, clause(lits...)) }

func clause(lits ...int) (all []cnf.Lit) {
	for _, l := range lits {
		all = append(all, cnf.FromDIMACS(l))
	}
	return all
}

func TestSearches(t *testing.T) {
	for seed := range uint64(solvertest.Cases(t, 60)) {
		rng := rand.New(rand.NewPCG(seed, 1))
		f := solvertest.RandomMixed(rng, 12, 5)
		for _, rule := range []string{"lex", "boehm", "weights"} {
			var result dpll.Result
			_, err := verified(f, func(log *stream.Log) {
				var failed error
				if result, failed = dpll.Solve(context.Background(), f, dpll.Options{Rule: rule, Proof: log}); failed != nil {
					t.Fatal(failed)
				}
			})
			if want := result.Verdict == cnf.Unsatisfiable; want != (err == nil) || want != (solvertest.BruteForce(f) == cnf.Unsatisfiable) {
				t.Fatalf("seed %d, rule %s: %v, verifying says %v", seed, rule, result.Verdict, err)
			}
		}
	}
}

// naive is a checker that does everything anew for each lemma.
type naive [][]cnf.Lit

func (n naive) follows(lemma []cnf.Lit) bool {
	value := map[cnf.Lit]bool{}
	for _, l := range lemma {
		if value[l] {
			return true
		}
		value[l.Not()] = true
	}
	for changed := true; changed; {
		changed = false
		for _, c := range n {
			open := slices.DeleteFunc(slices.Clone(c), func(l cnf.Lit) bool { return value[l.Not()] })
			switch {
			case slices.ContainsFunc(c, func(l cnf.Lit) bool { return value[l] }):
			case len(open) == 0:
				return true
			case !slices.ContainsFunc(open, func(l cnf.Lit) bool { return l != open[0] }):
				value[open[0]], changed = true, true
			}
		}
	}
	return false
}

// What follows by propagation is accepted, whatever was added and deleted before; and what is accepted is implied by the formula.
func TestLemmasAgainstBruteForce(t *testing.T) {
	accepted, refused := 0, 0
	for seed := range uint64(solvertest.Cases(t, 400)) {
		rng := rand.New(rand.NewPCG(seed, 2))
		f := solvertest.RandomMixed(rng, 9, 4)
		if f.Vars() < 2 {
			continue
		}
		var known naive
		for i := range f.Len() {
			known = append(known, f.Clause(i))
		}
		v := stream.New(f)
		log := v.Log()
		_ = log.Begin(0)
		for range 60 {
			if rng.IntN(4) == 0 && len(known) > 0 {
				i := rng.IntN(len(known))
				gone := slices.Clone(known[i])
				rng.Shuffle(len(gone), func(i, j int) { gone[i], gone[j] = gone[j], gone[i] })
				_ = log.Delete(gone)
				known = slices.Delete(known, i, i+1)
				continue
			}
			var lemma []cnf.Lit
			for range rng.IntN(5) {
				l := cnf.Pos(cnf.Var(1 + rng.IntN(f.Vars())))
				if rng.IntN(2) == 0 {
					l = l.Not()
				}
				lemma = append(lemma, l)
			}
			follows := known.follows(lemma)
			_ = log.Add(lemma)
			_ = log.Flush()
			err := v.Conclude() // waits; that not all is refuted does not matter here
			var wrong *stream.WrongError
			if errors.As(err, &wrong) {
				if refused++; follows || !slices.Equal(wrong.Lemma, lemma) {
					t.Fatalf("seed %d: %v, though %v follows", seed, err, lemma)
				}
				break
			}
			if accepted++; !implied(f, lemma) {
				t.Fatalf("seed %d: %v is accepted, and is not implied", seed, lemma)
			}
			known = append(known, lemma)
		}
		v.Close()
	}
	if accepted < 100 || refused < 5 {
		t.Errorf("%d lemmas accepted, %d refused: the test tests nothing", accepted, refused)
	}
}

// implied reports whether a formula implies a clause.
func implied(f *cnf.Formula, lemma []cnf.Lit) bool {
	g := cnf.NewFormula(f.Vars())
	for i := range f.Len() {
		g.Add(f.Clause(i)...)
	}
	for _, l := range lemma {
		g.Add(l.Not())
	}
	return solvertest.BruteForce(g) == cnf.Unsatisfiable
}

func TestWrongLemmas(t *testing.T) {
	f := solvertest.Formula(3, []int{1, 2}, []int{1, -2}, []int{-1, 2}, []int{-1, -2}, []int{1, 2, 3})
	for _, tc := range []struct {
		name string
		tell func(l *stream.Log)
		want string // in the error
	}{
		{"does not follow", func(l *stream.Log) { _ = l.Add(clause(3)) }, "lemma 1, in the search, does not follow: [3]"},
		{"the second one", func(l *stream.Log) { _ = l.Add(clause(1)); _ = l.Add(clause()); _ = l.Add(clause(3)) }, ""},
		{
			"a variable that is not there", func(l *stream.Log) { _ = l.Add(clause(1, 4)) },
			"lemma 1, in the search, has a variable that the formula does not have",
		},
		{"literal 0", func(l *stream.Log) { _ = l.Add([]cnf.Lit{{}}) }, "has a variable"},
		{"nothing", func(*stream.Log) {}, "the search is not refuted"},
		{"a deletion of what is not there", func(l *stream.Log) { _ = l.Delete(clause(2, 3)); _ = l.Add(clause(1)) }, ""},
		{"what it rests on was deleted", func(l *stream.Log) {
			_ = l.Delete(clause(2, 1))
			_ = l.Delete(clause(1, 2,
				3))
			_ = l.Add(clause(1))
		}, "lemma 1, in the search, does not follow: [1]"},
		{"two of the same", func(l *stream.Log) { _ = l.Add(clause(2, 1)); _ = l.Delete(clause(1, 2)); _ = l.Add(clause(1)) }, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := verified(f, tc.tell)
			if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
				t.Errorf("error %v, want %q", err, tc.want)
			}
		})
	}
}

// The formula of these pieces is refuted below 1 and below -1, but not by propagation alone.
func pieceFormula() *cnf.Formula {
	return solvertest.Formula(3,
		[]int{-1, 2, 3}, []int{-1, 2, -3}, []int{-1, -2, 3}, []int{-1, -2, -3},
		[]int{1, 2, 3}, []int{1, 2, -3}, []int{1, -2, 3}, []int{1, -2, -3})
}

func TestPieces(t *testing.T) {
	type step = func(l *stream.Log)
	begin := func(n uint64) step { return func(l *stream.Log) { _ = l.Begin(n) } }
	add := func(lits ...int) step { return func(l *stream.Log) { _ = l.Add(clause(lits...)) } }
	given := func(n uint64, path ...int) step { return func(l *stream.Log) { _ = l.Given(n, clause(path...)) } }
	include := func(n uint64) step { return func(l *stream.Log) { _ = l.Include(n) } }
	end := func(l *stream.Log) { _ = l.End() }
	leave := func(l *stream.Log) { _ = l.Leave() }
	first := []step{begin(0), given(1, -1), add(-1, -2), add(-1), include(1), end}
	second := []step{begin(1), add(-2), end}
	for _, tc := range []struct {
		name  string
		steps []step
		want  string
	}{
		{"in order", slices.Concat(first, second), ""},
		{"the given one first", slices.Concat([]step{begin(0), given(1, -1), leave}, second,
			[]step{begin(0), add(-1, -2), add(-1), include(1), end}), ""},
		{"left and gone on with", slices.Concat([]step{begin(0), given(1, -1), add(-1, -2), leave}, second,
			[]step{begin(0), add(-1), include(1), end}), ""},
		{"a claim that is never shown", first, "not every part"},
		{"a claim that is not shown in full", slices.Concat(first, []step{begin(1), end}), "part 1 of the search is not refuted"},
		{"a claim that is not shown", slices.Concat(first, []step{begin(1), add(-2), leave}), "not every part"},
		{"a lemma of another piece", []step{begin(0), given(1, -1), add(1, -2), leave, begin(1), end}, "part 1 of the search is not refuted"},
		{"twice", slices.Concat(first, second, second), "is done"},
		{"a piece that was not given away", []step{begin(2)}, "it was not given away"},
		{"resting on what was not given away", []step{begin(0), add(-1, -2), add(-1), include(1)}, "rests on part 1"},
		{"resting on it twice", []step{begin(0), given(1, -1), add(-1, -2), add(-1), include(1), include(1)}, "rests on part 1"},
		{"resting on it in the wrong place", []step{begin(0), given(1, -1), include(1), end}, "rests on part 1 in the wrong place"},
		{"resting on itself", []step{begin(0), given(1, -1), leave, begin(1), include(1), end}, "rests on part 1"},
		{"resting on the one that it was given away from", []step{begin(0), given(1, -1), leave, begin(1), include(0)}, "rests on part 0"},
		{
			"older than the one it was given away from",
			[]step{begin(0), given(2, -1), leave, begin(2), given(1, -1, -2)},
			"cannot have been given away",
		},
		{"given away twice", []step{begin(0), given(1, -1), given(1, 1)}, "cannot have been given away"},
		{"all given away", []step{begin(0), given(1)}, "is all that there is"},
		{"a lemma of no piece", []step{add(1)}, "belongs to no piece"},
		{"a path with a variable that is not there", []step{begin(0), given(1, 9), leave, begin(1)}, "a variable that the formula does not have"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for logs := 1; logs <= 2; logs++ {
				v := stream.New(pieceFormula())
				all := []*stream.Log{v.Log(), v.Log()}
				at := 0
				for _, s := range tc.steps {
					s(all[at])
					if all[at].Flush() == nil && !all[at].Busy() {
						at = (at + 1) % logs
					}
				}
				err := v.Conclude()
				if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
					t.Errorf("%d logs: error %v, want %q", logs, err, tc.want)
				}
				v.Close()
			}
		})
	}
}

// What a piece rests on an obligation must not help to meet that one: here the claims of two pieces are all that there is.
func TestNothingRestsOnItself(t *testing.T) {
	f := solvertest.Formula(2, []int{1})
	v := stream.New(f)
	defer v.Close()
	log := v.Log()
	_ = log.Begin(0)
	_ = log.Given(1, clause(1))
	_ = log.Include(1)
	_ = log.Add(clause(2))
	_ = log.Add(nil)
	_ = log.End()
	_ = log.Begin(1)
	_ = log.End()
	var wrong *stream.WrongError
	if err := v.Conclude(); !errors.As(err, &wrong) || wrong.Piece != 1 {
		t.Errorf("error %v, want that piece 1 is not refuted", err)
	}
}

func TestDerived(t *testing.T) {
	f := pieceFormula()
	v := stream.New(f)
	defer v.Close()
	log := v.Log()
	if err := log.Derived([][]cnf.Lit{clause(-1, 2), clause(-1)}); err != nil {
		t.Fatal(err)
	}
	_ = log.Begin(0)
	_ = log.Given(1, clause(2))
	_ = log.Leave()
	_ = log.Begin(1)
	_ = log.End()
	_ = log.Begin(0)
	_ = log.Add(clause(-2))
	_ = log.End()
	if err := v.Conclude(); err != nil {
		t.Error(err)
	}
	wrong := stream.New(f)
	defer wrong.Close()
	_ = wrong.Log().Derived([][]cnf.Lit{clause(-1)})
	if err := wrong.Conclude(); err == nil || !strings.Contains(err.Error(), "does not follow") {
		t.Errorf("error %v, want that a derived clause does not follow by propagation", err)
	}
}

// A search that is kept goes on with what was verified, and with nothing else.
func TestState(t *testing.T) {
	f := pieceFormula()
	v := stream.New(f)
	log, other := v.Log(), v.Log()
	_ = log.Begin(0)
	_ = log.Given(1, clause(-1))
	_ = log.Add(clause(-1, -2))
	_ = other.Begin(1)
	_ = other.Add(clause(-2))
	_ = other.End()
	state, err := v.State()
	if err != nil {
		t.Fatal(err)
	}
	v.Close()
	if len(state.Pieces) != 2 || state.Lemmas != 2 || !state.Pieces[1].Shown || len(state.Pieces[0].Lemmas) != 1 {
		t.Fatalf("state %+v", state)
	}
	goOn := func(s stream.State, tell func(*stream.Log)) error {
		v, err := stream.Resume(f, s)
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		log := v.Log()
		_ = log.Begin(0)
		tell(log)
		_ = log.End()
		return v.Conclude()
	}
	rest := func(l *stream.Log) { _ = l.Add(clause(-1)); _ = l.Include(1) }
	if err := goOn(state, rest); err != nil {
		t.Error(err)
	}
	if err := goOn(state.Without(map[uint64]bool{1: true}, stream.Piece{Number: 1, Path: codes(-1)}), rest); !errors.Is(err,
		stream.ErrUnverified) {
		t.Errorf("without piece 1: error %v, want that it is open", err)
	}
	state.Pieces[0].Lemmas = nil
	if err := goOn(state, rest); err == nil {
		t.Error("without the lemma of piece 0: no error")
	}
	for _, bad := range []stream.State{
		{Pieces: []stream.Piece{{Number: 1}}, Next: 1},
		{Pieces: []stream.Piece{{Number: 2, Parent: 2, Path: codes(1)}}, Next: 2},
		{Pieces: []stream.Piece{{Number: 2, Path: codes(1)}}, Next: 1},
		{Pieces: []stream.Piece{{Path: codes(1)}}},
		{Pieces: []stream.Piece{{}, {}}},
		{},
		{Pieces: []stream.Piece{{Number: 1, Path: codes(1)}}, Next: 1},
	} {
		if _, err := stream.Resume(f, bad); err == nil {
			t.Errorf("no error for %+v", bad)
		}
	}
}

// Many variables have other lists.
func TestManyVariables(t *testing.T) {
	small := solvertest.RandomKSAT(2, 80, 480, 3)
	f := cnf.NewFormula(50_000)
	for i := range small.Len() {
		var c []cnf.Lit
		for _, l := range small.Clause(i) {
			c = append(c, cnf.FromCode(l.Code()+2*45_000))
		}
		f.Add(c...)
	}
	v, err := verified(f, func(log *stream.Log) {
		result, err := dpll.Solve(context.Background(), f, dpll.Options{Rule: "boehm", Proof: log})
		if err != nil || result.Verdict != cnf.Unsatisfiable {
			t.Fatal(result.Verdict, err)
		}
	})
	if err != nil || v.Lemmas() < 10 {
		t.Errorf("%d lemmas, error %v", v.Lemmas(), err)
	}
}
