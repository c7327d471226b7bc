package dpll

import (
	"context"
	"math/rand/v2"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/solvertest"
)

// Clauses of all lengths and hubs: variables that occur so often that few lengths have a lane. The copies
// of a small formula and the tournament of a large one must lead to the same tree as the letter of
// the rule.
func TestGeneralWithFewLanes(t *testing.T) {
	const limit = 20
	for i := range solvertest.Cases(t, 150) {
		rng := rand.New(rand.NewPCG(11, uint64(i)))
		vars := 10 + rng.IntN(20)
		f := cnf.NewFormula(vars + 2)
		hub := vars + 1
		for range 4 * vars {
			clause := make([]cnf.Lit, 4+rng.IntN(min(vars-4, 14)))
			for i, v := range rng.Perm(vars)[:len(clause)] {
				clause[i] = cnf.Signed(cnf.Var(v+1), rng.IntN(2) == 1)
			}
			f.Add(clause...)
		}
		// The hubs are satisfied at the root, and force nothing.
		for range rng.IntN(1500) {
			f.Add(cnf.Pos(cnf.Var(hub)), cnf.Pos(cnf.Var(hub+1)), cnf.Pos(1), cnf.Neg(2))
		}
		f.Add(cnf.Pos(cnf.Var(hub)))
		for _, rule := range countingRules() {
			want := newReference(f, rule, limit).tree()
			opt := Options{Rule: rule.Name, MaxNodes: limit}
			for name, s := range map[string]*search{"small": newGeneralSearch(t, f, opt), "large": newLargeSearch(t, f, opt)} {
				got, _ := nodesOf(t, s)
				if diff := gocmp.Diff(want, got); diff != "" {
					t.Fatalf("formula %d, rule %s, %s (-want +got):\n%s", i, rule.Name, name, diff)
				}
			}
		}
	}
}

// A large formula whose clauses have nothing to do with each other is as deep as it has clauses. Which
// variable is the next one is plain to see: the first in the shortest clauses.
func TestGeneralDeepDown(t *testing.T) {
	const clauses = 20_000
	f := cnf.NewFormula(0)
	for i := range cnf.Var(clauses) {
		v := 9 * i
		f.Add(cnf.Pos(v+1), cnf.Neg(v+2))
		f.Add(cnf.Pos(v+3), cnf.Neg(v+4), cnf.Pos(v+5))
		f.Add(cnf.Neg(v+6), cnf.Neg(v+7), cnf.Neg(v+8), cnf.Pos(v+9))
	}
	for _, rule := range countingRules() {
		s := newGeneralSearch(t, f, Options{Rule: rule.Name})
		result, err := s.solve(context.Background(), f)
		if err != nil || result.Verdict != cnf.Satisfiable {
			t.Fatal(result.Verdict, err)
		}
		// (¬6 ¬7 ¬8 9) is shortened, and shortened again, before it can be satisfied.
		if want := 1 + 2*clauses + 3*clauses; result.Stats.Nodes != int64(want) {
			t.Errorf("rule %s: %d nodes, want %d", rule.Name, result.Stats.Nodes, want)
		}
		for i, d := range s.path[:clauses] {
			if want := cnf.Pos(cnf.Var(9*i + 1)); d.lit != want {
				t.Fatalf("rule %s: decision %d is %v, want %v", rule.Name, i, d.lit, want)
			}
		}
		for range s.path {
			s.engine.Undo()
		}
		if got := s.engine.Branch(); got != cnf.Pos(1) {
			t.Errorf("rule %s: back at the root it picks %v", rule.Name, got)
		}
	}
}

func TestSetUpHeedsTheContext(t *testing.T) {
	const perLook = 1 << 12 // clauses
	const clauses = 10 * perLook
	for _, longest := range []int{3, 5} {
		f := cnf.NewFormula(0)
		for i := range clauses {
			clause := make([]cnf.Lit, longest)
			for j := range clause {
				clause[j] = cnf.Pos(cnf.Var(1 + i + j))
			}
			f.Add(clause...)
		}
		ends := 0
		for looks := 0; ; looks++ {
			ctx := solvertest.NewEndsAfter(looks)
			_, err := beginSolve(ctx, f, Options{})
			if err == nil {
				break
			}
			if err != context.Canceled {
				t.Fatal(err)
			}
			ends++
		}
		// Normalising, making room and filling the lists take a look now and then.
		if ends < 3*clauses/perLook {
			t.Errorf("length %d: setting up looked at the context %d times", longest, ends)
		}
		result, err := Solve(solvertest.NewEndsAfter(15), f, Options{})
		if err != nil || result.Verdict != cnf.Unknown || result.Reason != context.Canceled {
			t.Errorf("length %d: %v, %v", longest, result, err)
		}
	}
}

// A chain of implications that is one long propagation must not be followed to its end if the context
// has ended.
func TestPropagationHeedsTheContext(t *testing.T) {
	const perLook = 1 << 18 // clause visits
	const links = 2 * perLook
	for _, length := range []int{2, 4} {
		f := cnf.NewFormula(links + 3)
		for v := cnf.Var(links + 1); v <= links+3; v++ {
			f.Add(cnf.Neg(v))
		}
		f.Add(cnf.Pos(1))
		for v := cnf.Var(1); v < links; v++ {
			f.Add([]cnf.Lit{cnf.Neg(v), cnf.Pos(v + 1), cnf.Pos(links + 1), cnf.Pos(links + 2)}[:length]...)
		}
		ctx, cancel := context.WithCancel(context.Background())
		s, err := beginSolve(ctx, f, Options{})
		if err != nil {
			t.Fatal(err)
		}
		cancel()
		at := s.engine.Reset()
		m := make(cnf.Model, f.Vars()+1)
		s.engine.Model(m)
		reached := len(m) - 1
		for !m[reached] {
			reached--
		}
		if at.End != engine.Interrupted || reached > perLook+10 {
			t.Errorf("length %d: propagation came to variable %d, and ended with %v", length, reached, at.End)
		}
		if _, err := s.run(ctx, at); err != context.Canceled {
			t.Errorf("length %d: the search ended with %v", length, err)
		}
	}
}
