package cube

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/balance"
	"transat/balance/topology"
	"transat/instances/families"
	"transat/instances/instancetest"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/drat"
	"transat/solver/internal/pool"
	"transat/solver/internal/solvertest"
)

// TestMain lets the test binary be the conqueror of the tests.
func TestMain(m *testing.M) {
	if len(os.Args) > 3 && os.Args[1] == "conqueror" {
		os.Exit(conquer(os.Args[2], os.Args[3], os.Args[4:]))
	}
	os.Exit(m.Run())
}

// stealing is a layout for procs processors.
func stealing(procs int) (pool.Layout, error) {
	policy, err := balance.Choose("steal")
	if err != nil {
		return pool.Layout{}, err
	}
	estimate, err := balance.ChooseEstimate(policy.Spec.Estimate)
	if err != nil {
		return pool.Layout{}, err
	}
	network, err := topology.New("clique", procs)
	if err != nil {
		return pool.Layout{}, err
	}
	maker, err := policy.For(network)
	return pool.Layout{Network: network, Policy: maker, Received: policy.Spec.Received, Estimate: estimate}, err
}

func config(f *cnf.Formula) Config {
	return Config{Formula: f, Rule: "lex", Procs: 3, Threads: 2, Layout: stealing, Depth: 2}
}

func TestRun(t *testing.T) {
	small := cnf.NewFormula(4)
	small.Add(cnf.Pos(1), cnf.Pos(2))
	small.Add(cnf.Neg(1), cnf.Pos(3))
	contradiction := cnf.NewFormula(1)
	contradiction.Add(cnf.Pos(1))
	contradiction.Add(cnf.Neg(1))
	for _, test := range []struct {
		name string
		f    *cnf.Formula
		rule string
		want cnf.Verdict
	}{
		{"empty formula", cnf.NewFormula(0), "lex", cnf.Satisfiable},
		{"refuted at once", contradiction, "lex", cnf.Unsatisfiable},
		{"satisfiable", small, "lex", cnf.Satisfiable},
		{"pigeons", families.Pigeons(6, 5, families.Pairwise), "lex", cnf.Unsatisfiable},
		{"random", instancetest.Formula(t, "80-344-3/1"), "lex", cnf.Unknown},
		{"with resolvents", instancetest.Formula(t, "150-660-3/1"), "weights", cnf.Unsatisfiable},
	} {
		for i, depth := range []int{0, 1, 5, 0, 1, 5, 0} {
			splitter := []string{RuleSplitter, LookaheadSplitter, LearningSplitter}[i/3]
			t.Run(fmt.Sprintf("%s, %s, depth %d", test.name, splitter, depth), func(t *testing.T) {
				var proof drat.Proof
				cfg := config(test.f)
				cfg.Rule, cfg.Splitter, cfg.Depth, cfg.Proof, cfg.Verify = test.rule, splitter, depth, &proof, true
				result, err := Run(t.Context(), cfg)
				if err != nil {
					t.Fatal(err)
				}
				want := test.want
				if want == cnf.Unknown {
					known, err := dpll.Solve(t.Context(), test.f, dpll.Options{})
					if err != nil {
						t.Fatal(err)
					}
					want = known.Verdict
				}
				if result.Verdict != want {
					t.Fatalf("%v, want %v", result.Verdict, want)
				}
				if want == cnf.Satisfiable {
					if err := test.f.Check(result.Model); err != nil {
						t.Error(err)
					}
					return
				}
				if _, err := drat.Check(t.Context(), test.f, &proof, drat.Options{Forward: true}); err != nil {
					t.Errorf("the proof is not accepted: %v", err)
				}
			})
		}
	}
}

// Small formulas of all kinds, however many processors there are, have the verdict of a plain search, and a proof.
func TestRunOfRandomFormulas(t *testing.T) {
	runs := max(10, solvertest.Cases(t, 60))
	verdicts := map[cnf.Verdict]int{}
	for i := range runs {
		rng := rand.New(rand.NewPCG(7, uint64(i)))
		f := cnf.NewFormula(0)
		vars := 5 + rng.IntN(20)
		for range vars * 4 {
			var clause []cnf.Lit
			for range 1 + rng.IntN(2) + rng.IntN(3) {
				clause = append(clause, cnf.Signed(cnf.Var(1+rng.IntN(vars)), rng.IntN(2) == 1))
			}
			if len(clause) > 1 || rng.IntN(8) == 0 {
				f.Add(clause...)
			}
		}
		want, err := dpll.Solve(t.Context(), f, dpll.Options{})
		if err != nil {
			t.Fatal(err)
		}
		verdicts[want.Verdict]++
		var proof drat.Proof
		cfg := config(f)
		cfg.Depth, cfg.Procs, cfg.Threads, cfg.Proof = 1+rng.IntN(4), 1+rng.IntN(5), 1+rng.IntN(2), &proof
		cfg.Splitter, cfg.Verify = []string{RuleSplitter, LookaheadSplitter, LearningSplitter}[rng.IntN(3)], true
		result, err := Run(t.Context(), cfg)
		if err != nil || result.Verdict != want.Verdict {
			t.Fatalf("formula %d: %v, %v, want %v", i, result.Verdict, err, want.Verdict)
		}
		if want.Verdict == cnf.Unsatisfiable {
			if _, err := drat.Check(t.Context(), f, &proof, drat.Options{Forward: true}); err != nil {
				t.Fatalf("formula %d: the proof is not accepted: %v", i, err)
			}
		} else if err := f.Check(result.Model); err != nil {
			t.Fatalf("formula %d: %v", i, err)
		}
	}
	if len(verdicts) != 2 {
		t.Errorf("all formulas have one verdict: %v", verdicts)
	}
}

// All cubes of a list are solved, and a model of one is enough.
func TestRunList(t *testing.T) {
	f := families.Pigeons(5, 4, families.Pairwise)
	f.Add(cnf.Pos(21)) // a variable that the pigeons do not have
	sat := cnf.NewFormula(3)
	sat.Add(cnf.Pos(1), cnf.Pos(2), cnf.Pos(3))
	for _, test := range []struct {
		name  string
		f     *cnf.Formula
		cubes [][]cnf.Lit
		want  cnf.Verdict
		count int64
	}{
		{"none", sat, [][]cnf.Lit{}, cnf.Unsatisfiable, 0},
		{"all refuted", f, [][]cnf.Lit{{cnf.Pos(1)}, {cnf.Neg(1)}, {}}, cnf.Unsatisfiable, 3},
		{"not all there is", sat, [][]cnf.Lit{{cnf.Neg(1), cnf.Neg(2), cnf.Neg(3)}}, cnf.Unsatisfiable, 1},
		{"one is enough", sat, [][]cnf.Lit{{cnf.Neg(1), cnf.Neg(2)}}, cnf.Satisfiable, 1},
		{"an empty one", sat, [][]cnf.Lit{nil}, cnf.Satisfiable, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			cfg := config(test.f)
			cfg.Cubes, cfg.Threads = test.cubes, 1 // with two, the other child has nothing to do: a cube that takes 20 ms is split for it
			result, err := Run(t.Context(), cfg)
			if err != nil || result.Verdict != test.want || result.Stats.Cubes != test.count {
				t.Errorf("%v, %d cubes, %v; want %v, %d cubes", result.Verdict, result.Stats.Cubes, err, test.want, test.count)
			}
		})
	}
}

// However deep it is cut, a tree has cubes that exclude each other and leave nothing out.
func TestSplit(t *testing.T) {
	f := families.Pigeons(5, 4, families.Pairwise)
	for i, depth := range []int{0, 1, 3, 4, 0, 1, 3, 4, 0, 1, 3, 4} {
		cfg := config(f)
		cfg.Depth, cfg.Splitter = depth, []string{RuleSplitter, LookaheadSplitter, LearningSplitter}[i/4]
		var cubes [][]cnf.Lit
		result, err := Split(t.Context(), cfg, func(cube []cnf.Lit) error {
			cubes = append(cubes, append([]cnf.Lit{}, cube...))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if want := map[bool]cnf.Verdict{true: cnf.Unsatisfiable}[len(cubes) == 0]; result.Verdict != want {
			t.Errorf("depth %d: %d cubes and the verdict %v", depth, len(cubes), result.Verdict)
		}
		if got, want := int64(len(cubes)), result.Stats.Cubes; got != want {
			t.Errorf("depth %d: %d cubes were written, %d counted", depth, got, want)
		}
		for _, cube := range cubes {
			if depth > 0 && len(cube) != depth {
				t.Errorf("depth %d: cube %v", depth, cube)
			}
			for _, other := range cubes {
				if &other[0] != &cube[0] && !exclude(cube, other) {
					t.Errorf("depth %d: %v and %v go together", depth, cube, other)
				}
			}
		}
		checkCover(t, f, cubes)
	}
}

func exclude(a, b []cnf.Lit) bool {
	for _, l := range a {
		for _, m := range b {
			if l == m.Not() {
				return true
			}
		}
	}
	return false
}

// checkCover wants the formula to be unsatisfiable without the cubes, by propagation alone: all that splitting
// leaves out is refuted.
func checkCover(t *testing.T, f *cnf.Formula, cubes [][]cnf.Lit) {
	t.Helper()
	g := cnf.NewFormula(f.Vars())
	for i := range f.Len() {
		g.Add(f.Clause(i)...)
	}
	for _, cube := range cubes {
		var clause []cnf.Lit
		for _, l := range cube {
			clause = append(clause, l.Not())
		}
		g.Add(clause...)
	}
	result, err := dpll.Solve(t.Context(), g, dpll.Options{})
	if err != nil || result.Verdict != cnf.Unsatisfiable {
		t.Errorf("the cubes do not cover everything: %v, %v", result.Verdict, err)
	}
}

func TestSplitThatIsStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cfg := config(families.Pigeons(6, 5, families.Pairwise))
	written := 0
	result, err := Split(ctx, cfg, func([]cnf.Lit) error { written++; cancel(); return nil })
	if err != nil || result.Verdict != cnf.Unknown || !errors.Is(result.Reason, context.Canceled) || written != 1 {
		t.Errorf("%v, %v, %v, %d cubes", result.Verdict, result.Reason, err, written)
	}
	if _, err := Split(t.Context(), cfg, func([]cnf.Lit) error { return io.ErrShortWrite }); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("the error is %v", err)
	}
}

func TestGrain(t *testing.T) {
	splitting := int64(0)
	grain := func(depth int) *Grain { return NewGrain(depth, func() int64 { return splitting }) }
	fixed := grain(4)
	if fixed.Cut(3, 100) || !fixed.Cut(4, 4) {
		t.Error("a fixed depth is not kept")
	}
	g := grain(0)
	if g.Cut(firstDepth-1, 1000) || !g.Cut(firstDepth, 20) {
		t.Error("the first cube is not at its depth")
	}
	before := g.threshold
	const work = 1 << 20 // of a cube
	g.Solved(mostWork, work)
	g.Solved(mostWork/leastShare, work)
	if diff := cmp.Diff(before, g.threshold); diff != "" {
		t.Error(diff)
	}
	g.Solved(mostWork+1, work)
	if g.threshold <= before || g.Cut(firstDepth, 20) {
		t.Error("a hard cube does not raise the threshold")
	}
	for range 100 {
		g.Solved(0, 0)
	}
	if g.Cut(leastDepth-1, 1000) || !g.Cut(leastDepth, 20) {
		t.Error("easy cubes do not lower the threshold, or too far")
	}
	given := grain(0)
	if !given.CutGiven(1, 2) || !given.CutGiven(9, 20) || !given.CutGiven(8, 20) {
		t.Error("before one was hard, a given cube is not solved as it is")
	}
	given.Solved(mostWork, work)
	if !given.CutGiven(1, 2) || !given.CutGiven(8, 20) {
		t.Error("a given cube that is not too hard keeps others from being solved as they are")
	}
	given.Solved(mostWork+1, work)
	if given.CutGiven(8, 20) || !given.CutGiven(9, 20) {
		t.Error("a given cube that is too hard does not keep others of its size from being solved, or keeps smaller ones")
	}
	dear := grain(0)
	dear.Cut(firstDepth, 20)
	splitting = firstDepth * work // a split is as much work as a cube
	before = dear.threshold
	dear.Solved(dearWork, work)
	if dear.threshold > before {
		t.Error("a cube is hard although a split would cost much, too")
	}
	dear.Solved(dearWork+1, work)
	if dear.threshold <= before {
		t.Error("however dear splits are, a cube must not be harder than that")
	}
}
