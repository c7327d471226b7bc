package localsearch

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// satisfied counts the true literals of every clause by the definition, and the clauses that a single variable
// satisfies.
func (w *walk) satisfied() (clauses []clauseState, breaks []uint32, falsified int) {
	breaks = make([]uint32, len(w.breaks))
	for c, at := range w.clause {
		at.satisfied, at.those = 0, 0
		for _, l := range w.literals(uint32(c)) {
			if w.isTrue[l.Code()] {
				at.satisfied++
				at.those ^= l.Code()
			}
		}
		if at.satisfied == 0 {
			falsified++
		}
		if at.satisfied == 1 {
			breaks[at.those>>1]++
		}
		clauses = append(clauses, at)
	}
	return clauses, breaks, falsified
}

// After each flip, the counts of a local search agree with the assignment, and it flips only literals of falsified
// clauses.
func TestKeepsCount(t *testing.T) {
	flips := 0
	for i := range solvertest.Cases(t, 200) {
		rng := rand.New(rand.NewPCG(7, uint64(i)))
		p, err := cnf.Normalise(context.Background(), solvertest.RandomMixed(rng, 3+rng.IntN(30), 2+rng.IntN(5)))
		if err != nil {
			t.Fatal(err)
		}
		w := newWalk(p, rand.NewPCG(1, uint64(i)))
		for range 50 {
			clauses, breaks, falsified := w.satisfied()
			if len(w.falsified) != falsified {
				t.Fatalf("formula %d: %d clauses are falsified, want %d", i, len(w.falsified), falsified)
			}
			for place, c := range w.falsified {
				if clauses[c].satisfied != 0 || int(w.clause[c].place) != place {
					t.Fatalf("formula %d: clause %d is not falsified, or not at place %d", i, c, place)
				}
			}
			for c := range clauses {
				clauses[c].place = w.clause[c].place
			}
			if !slices.Equal(w.clause, clauses) {
				t.Fatalf("formula %d: the clauses are %v, want %v", i, w.clause, clauses)
			}
			if !slices.Equal(w.breaks, breaks) {
				t.Fatalf("formula %d: the breaks are %v, want %v", i, w.breaks, breaks)
			}
			if falsified == 0 {
				break
			}
			l := w.pick()
			if w.isTrue[l.Code()] {
				t.Fatalf("formula %d: flips %v, which is true", i, l)
			}
			w.flip(l)
			flips++
		}
	}
	if flips < 500 {
		t.Errorf("only %d flips", flips)
	}
}

// The same seed gives the same flips, on every computer.
func TestIsReproducible(t *testing.T) {
	for _, test := range []struct {
		name string
		f    *cnf.Formula
		want int64
	}{
		{"3-SAT", solvertest.RandomKSAT(3, 300, 1200, 3), 21254},
		{"4-SAT", solvertest.RandomKSAT(3, 150, 1300, 4), 3824},
		{"5-SAT", solvertest.RandomKSAT(3, 80, 1500, 5), 321},
		{"7-SAT", solvertest.RandomKSAT(3, 40, 2600, 7), 866},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := Run(context.Background(), test.f, Options{Flips: 1_000_000, Seed: 5})
			if err != nil || got.Model == nil {
				t.Fatalf("no model: %+v, %v", got, err)
			}
			if got.Flips != test.want {
				t.Errorf("%d flips, want %d", got.Flips, test.want)
			}
		})
	}
}

func TestSpecialFormulas(t *testing.T) {
	for _, test := range []struct {
		name    string
		clauses [][]cnf.Lit
		found   bool
	}{
		{"no clause", nil, true},
		{"empty clause", [][]cnf.Lit{{}}, false},
		{"units", [][]cnf.Lit{{cnf.Pos(1)}, {cnf.Neg(2)}, {cnf.Pos(3)}}, true},
		{"contradicting units", [][]cnf.Lit{{cnf.Pos(1)}, {cnf.Neg(1)}}, false},
		{"tautology", [][]cnf.Lit{{cnf.Pos(1), cnf.Neg(1)}}, true},
		{"twice the same literal", [][]cnf.Lit{{cnf.Neg(2), cnf.Neg(2)}}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := cnf.NewFormula(4)
			for _, c := range test.clauses {
				f.Add(c...)
			}
			got, err := Run(context.Background(), f, Options{Flips: 100})
			if err != nil {
				t.Fatal(err)
			}
			if (got.Model != nil) != test.found || (got.Least == 0) != test.found {
				t.Errorf("got %+v, want a model: %v", got, test.found)
			}
		})
	}
}

func TestEndsEarly(t *testing.T) {
	f := solvertest.RandomKSAT(1, 100, 600, 3)
	for looks, least := range []int64{0, 0, flipsBetweenChecks, 2 * flipsBetweenChecks} { // the first check comes before the search
		got, err := Run(solvertest.NewEndsAfter(looks), f, Options{Flips: 1 << 40})
		if !errors.Is(err, context.Canceled) || got.Model != nil || got.Flips != least {
			t.Errorf("after %d looks at the context: %+v and error %v, want %d flips and %v", looks, got, err, least, context.Canceled)
		}
	}
	if _, err := Run(context.Background(), f, Options{Flips: 1, MaxMemory: 1000}); !errors.Is(err, cnf.ErrMemory) {
		t.Errorf("error %v, want %v", err, cnf.ErrMemory)
	}
}

func BenchmarkRun(b *testing.B) {
	f := solvertest.RandomKSAT(1, 500, 2500, 3) // without a model
	for b.Loop() {
		if _, err := Run(context.Background(), f, Options{Flips: 1_000_000}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(1e6*float64(b.N)/b.Elapsed().Seconds(), "flips/s")
}

func TestProgress(t *testing.T) {
	var told []int64
	_, err := Run(t.Context(), solvertest.RandomKSAT(1, 100, 600, 3), Options{
		Flips: 2*ProgressFlips + 1,
		Progress: func(flips int64, least int) {
			told = append(told, flips)
			if least < 1 || least > 600 {
				t.Errorf("after %d flips, at least %d clauses are falsified", flips, least)
			}
		},
	})
	if diff := cmp.Diff([]int64{0, ProgressFlips, 2 * ProgressFlips}, told); diff != "" || err != nil {
		t.Errorf("error %v, calls (-want +got):\n%s", err, diff)
	}
}
