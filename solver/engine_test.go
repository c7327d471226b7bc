package solver

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"transat/balance"
	"transat/instances/families"
	"transat/instances/instancetest"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

// What a formula looks like, its size and the options say who decides it.
func TestAutoTakes(t *testing.T) {
	for _, test := range []struct {
		name    string
		formula *cnf.Formula
		options Options
		engine  Engine
		says    string
	}{
		{"empty", cnf.NewFormula(0), Options{}, DPLL, ""},
		{"random", instancetest.Formula(t, "200-860-3/1"), Options{}, DPLL, "rule weights: 860 random clauses of 3 literals"},
		{"random and small", instancetest.Formula(t, "20-91-3/1"), Options{}, DPLL, "rule weights: 91 random clauses of 3 literals"},
		{
			"random, with a rule", instancetest.Formula(t, "60-1200-5/1"),
			Options{Rule: "lex"},
			DPLL,
			"engine dpll: 1200 random clauses of 5 literals",
		},
		{"few pigeons", instancetest.Formula(t, "php-5-4"), Options{}, DPLL, ""},
		{"parity", parity(60), Options{}, CDCL, "engine cdcl: structured; "},
		{"adders", families.Adders(16), Options{}, CDCL, "engine cdcl: structured; "},
		{"parity, but a tree is asked for", parity(60), Options{MaxNodes: 10}, DPLL, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			var says []string
			test.options.Threads, test.options.LocalSearch = 1, NoFlips
			test.options.Log = func(line string) { says = append(says, line) }
			result, err := Solve(t.Context(), test.formula, test.options)
			if err != nil || result.Engine != test.engine || strings.Join(says, "\n") == "" != (test.says == "") || len(says) > 1 ||
				!strings.HasPrefix(strings.Join(says, ""), test.says) {
				t.Errorf("%s, %q, %v; want %s, %q", result.Engine, says, err, test.engine, test.says)
			}
		})
	}
}

// Whichever engine comes first, however often it changes its mind, on one core and two, with a proof and without: the answer is right, and
// so is the proof.
func TestAutoOnAllWays(t *testing.T) {
	t.Chdir(t.TempDir())
	first := pace{look: 1 << 40, patience: math.Inf(1), grace: forever, slice: 1, firstLook: forever}
	learn := pace{slice: 1, firstLook: forever}
	tree := pace{unlucky: true, patience: math.Inf(1), background: 1e9, slice: 1, firstLook: forever}
	turns := pace{look: 10, patience: 1, background: 1, slice: 1, firstLook: forever}
	beside := pace{look: 10, slice: 1, beside: math.Inf(1)}
	cubes := pace{slice: 1, beside: -1}
	for _, test := range []struct {
		name   string
		pace   pace
		opt    Options
		engine Engine // "" for one or the other
		says   int
	}{
		{"the tree alone", first, Options{Threads: 1}, DPLL, 0},
		{"learning alone", learn, Options{Threads: 1}, CDCL, 1},
		{"the tree after learning", tree, Options{Threads: 1}, DPLL, 2},
		{"in turns", turns, Options{Threads: 1}, "", 2},
		{"the tree beside learning", beside, Options{Threads: 2}, "", 2},
		{"cubes beside learning", cubes, Options{Threads: 2}, "", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, f := range []*cnf.Formula{
				families.Pigeons(6, 5, families.Pairwise), families.Pigeons(6, 6, families.Sequential), families.Factoring(2017, 6, 11),
				families.Colouring(2, 20, 55, 3, false),
			} {
				want := cnf.Unsatisfiable
				if r, err := dpll.Solve(t.Context(), f, dpll.Options{}); err != nil || r.Verdict == cnf.Satisfiable {
					want = cnf.Satisfiable
				}
				opt := tested{test.opt, hooks{pace: &test.pace}}
				says := 0
				opt.Log = func(line string) {
					if says++; strings.HasPrefix(line, "engine dpll") && strings.ContainsAny(line, "0123456789") {
						t.Errorf("%q has a number that may be wrong by a factor of a thousand", line)
					}
				}
				result, err := opt.solve(t.Context(), f)
				if err != nil || result.Verdict != want || test.engine != "" && result.Engine != test.engine || says > test.says {
					t.Fatalf("%v by %s, %d lines, %v; want %v by %s, %d lines", result.Verdict, result.Engine, says, err, want, test.engine, test.says)
				}
				if want == cnf.Satisfiable {
					if err := f.Check(result.Model); err != nil {
						t.Error(err)
					}
				}
				if err := opt.decides(t, f, want); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// If the other engine fails, learning goes on, and says why.
func TestAutoGoesOnAlone(t *testing.T) {
	steal, err := balance.Builtin().Choose("steal")
	if err != nil {
		t.Fatal(err)
	}
	steal.Spec.New = func(balance.Topology, balance.Values) balance.Maker {
		return func(int) balance.Policy { panic(balance.Fault{Err: errors.New("a mistake")}) }
	}
	said := ""
	opt := Options{Threads: 4, Policies: balance.Builtin().With(steal.Spec), Log: func(line string) { said = line }}
	result, err := solve(t.Context(), families.Pigeons(9, 8, families.Sequential), opt, hooks{pace: &pace{slice: 1, beside: -1}})
	if err != nil || result.Verdict != cnf.Unsatisfiable || result.Engine != CDCL || said != "engine cdcl goes on alone: a mistake" {
		t.Errorf("%v by %s, %v; said %q", result.Verdict, result.Engine, err, said)
	}
}

// Beside learning, the others have a processor each; but all processors stay if one fewer makes no network.
func TestProcessorsBesideLearning(t *testing.T) {
	for _, test := range []struct {
		opt  Options
		want int
	}{
		{Options{Threads: 4}, 3},
		{Options{Threads: 4, Procs: 9}, 9},
		{Options{Threads: 4, Topology: "hypercube"}, 4},
	} {
		opt := test.opt.withDefaults()
		if got := opt.beside(); got.Procs != test.want || got.Threads != 3 {
			t.Errorf("%d processors on %d cores, want %d on 3", got.Procs, got.Threads, test.want)
		} else if _, err := got.layout(got.Procs); err != nil {
			t.Error(err)
		}
	}
}

// It ends with its context, wherever it is.
func TestAutoEnds(t *testing.T) {
	f := families.Pigeons(14, 13, families.Pairwise)
	for _, p := range []pace{
		{slice: 1, firstLook: forever},
		{look: 10, slice: 1, beside: math.Inf(1)},
		{look: 10, patience: 1, background: 1, slice: 1, firstLook: forever},
		{look: 1 << 40, patience: math.Inf(1), grace: forever},
	} {
		for _, threads := range []int{1, 2} {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			result, err := solve(ctx, f, Options{Threads: threads}, hooks{pace: &p})
			cancel()
			if err != nil || result.Verdict != cnf.Unknown || !errors.Is(result.Reason, context.DeadlineExceeded) {
				t.Errorf("%v, %v, %v", result.Verdict, result.Reason, err)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if result, err := Solve(ctx, parity(60), Options{}); err != nil || !errors.Is(result.Reason, context.Canceled) {
		t.Errorf("%v, %v", result.Reason, err)
	}
}

// Whenever the time ends, whichever engine has the turn, the reason is the end of the time.
func TestAutoEndsAtAnyMoment(t *testing.T) {
	f, unknown := families.Pigeons(9, 8, families.Pairwise), 0
	for looks := 0; looks < 5000; looks += 1 + looks/20 {
		s := &session{
			formula: f, base: f, opt: Options{Threads: 1, Rule: defaultRule, Log: func(string) {}},
			pace: pace{look: 10, patience: 1, background: 1, slice: 1},
		}
		if err := s.searchAuto(&ending{t.Context(), looks}); err != nil {
			t.Fatal(err)
		}
		switch {
		case s.result.Verdict == cnf.Unsatisfiable:
			if unknown < 10 {
				t.Errorf("it has ended only %d times", unknown)
			}
			return
		case s.result.Verdict != cnf.Unknown || !errors.Is(s.result.Reason, context.DeadlineExceeded):
			t.Fatalf("ended after %d looks at the context: %v, %v", looks, s.result.Verdict, s.result.Reason)
		}
		unknown++
	}
	t.Fatal("the context is looked at without end")
}

// ending is a context that ends when it has been looked at so often.
type ending struct {
	context.Context
	looks int
}

func (e *ending) Err() error {
	if e.looks--; e.looks < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// A proof that cannot be written ends all.
func TestAutoWithoutRoomForItsProof(t *testing.T) {
	_, err := Solve(t.Context(), families.Pigeons(9, 8, families.Pairwise), Options{Proof: Proof{W: full{}}})
	if err == nil || !strings.Contains(err.Error(), "no room") {
		t.Errorf("the error is %v", err)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no room") }

// Structure does not look like chance, and chance does.
func TestLooksRandom(t *testing.T) {
	for _, m := range append(families.Small(), families.Member{Name: "waerden", Formula: families.Waerden(4, 4, 34)},
		families.Member{Name: "parity", Formula: parity(600)}) {
		if uniform(m.Formula) > 0 && looksRandom(m.Formula) {
			t.Errorf("%s looks random", m.Name)
		}
	}
	for _, name := range []string{"20-91-3/1", "200-860-3/1", "5000-20000-3/1", "60-1200-5/1", "40-3650-7/1"} {
		if f := instancetest.Formula(t, name); uniform(f) == 0 || !looksRandom(f) {
			t.Errorf("%s does not look random", name)
		}
	}
}

// parity says that around a ring of that many nodes with chords, an odd number of edges is true at one node
// and an even number at all others: all clauses have three literals, and the formula is unsatisfiable.
func parity(nodes int) *cnf.Formula {
	f := cnf.NewFormula(nodes + nodes/2)
	for i := range nodes {
		ring, next := cnf.Var(1+i), cnf.Var(1+(i+1)%nodes)
		chord := cnf.Var(1 + nodes + (i*7)%(nodes/2))
		families.AddParity(f, i == 0, ring, next, chord)
	}
	return f
}

// BenchmarkLooksRandom is what a look at a large formula costs.
func BenchmarkLooksRandom(b *testing.B) {
	f := instancetest.Formula(b, "200000-800000-3/1")
	for b.Loop() {
		if !SeemsRandom(f) {
			b.Fatal("it does not look random")
		}
	}
}
