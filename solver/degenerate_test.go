package solver_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/estimate"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/gophersat"
	"transat/solver/internal/localsearch"
	"transat/solver/internal/rules"
	"transat/solver/internal/solvertest"
	"transat/solver/tree"
)

// degenerates are formulas at the edges: whatever takes formulas must take these. Their verdicts are those of bruteForceUsed.
func degenerates() map[string]*cnf.Formula {
	long := make([]int, 500)
	for i := range long {
		long[i] = i + 1
	}
	return map[string]*cnf.Formula{
		"no variables":                     solvertest.Formula(0),
		"no clauses":                       solvertest.Formula(3),
		"only an empty clause":             solvertest.Formula(0, []int{}),
		"an empty clause among others":     solvertest.Formula(2, []int{1, 2}, []int{}),
		"one unit":                         solvertest.Formula(1, []int{-1}),
		"units only":                       solvertest.Formula(3, []int{1}, []int{-3}, []int{2}),
		"the same unit again":              solvertest.Formula(1, []int{1}, []int{1}),
		"contradictory units":              solvertest.Formula(1, []int{1}, []int{-1}),
		"contradictory units and a clause": solvertest.Formula(3, []int{2, 3}, []int{1}, []int{-1}),
		"units refute by propagation":      solvertest.Formula(10, []int{-8, -3}, []int{8}, []int{3, -7, -10}, []int{-8, 3}),
		"units satisfy by propagation":     solvertest.Formula(3, []int{1}, []int{-1, 2}, []int{-2, 3}),
		"a tautology":                      solvertest.Formula(1, []int{1, -1}),
		"tautologies and a contradiction":  solvertest.Formula(2, []int{1, -1}, []int{2, -2, 1}, []int{2}, []int{-2}),
		"literals twice":                   solvertest.Formula(2, []int{1, 1, 2, 2}, []int{-1, -1}),
		"literals twice in a unit":         solvertest.Formula(1, []int{1, 1, 1}, []int{-1, -1}),
		"all clauses of two variables":     solvertest.Formula(2, []int{1, 2}, []int{1, -2}, []int{-1, 2}, []int{-1, -2}),
		"unused variables":                 solvertest.Formula(40, []int{7, 9}, []int{-7, 9}),
		"a large index":                    solvertest.Formula(20_000, []int{20_000, 3}, []int{-20_000}, []int{-3}),
		"a large index that is free":       solvertest.Formula(20_000, []int{1, 2, 3}),
		"one long clause":                  solvertest.Formula(500, long),
		"one long clause and its units":    longAndUnits(300),
	}
}

// longAndUnits says that one of many variables is true, and that none is.
func longAndUnits(n int) *cnf.Formula {
	f := cnf.NewFormula(n)
	var all []cnf.Lit
	for v := range n {
		all = append(all, cnf.Pos(cnf.Var(v+1)))
		f.Add(cnf.Neg(cnf.Var(v + 1)))
	}
	f.Add(all...)
	return f
}

// bruteForceUsed is bruteForce for formulas that use few of many variables, or whose clauses all have a literal that is pure.
func bruteForceUsed(f *cnf.Formula) cnf.Verdict {
	var used []cnf.Var
	for i := range f.Len() {
		for _, l := range f.Clause(i) {
			if !slices.Contains(used, l.Var()) {
				used = append(used, l.Var())
			}
		}
	}
	if len(used) > 20 {
		if f.Len() == 1 {
			return cnf.Satisfiable
		}
		return cnf.Unsatisfiable // longAndUnits
	}
	g := cnf.NewFormula(len(used))
	for i := range f.Len() {
		var clause []cnf.Lit
		for _, l := range f.Clause(i) {
			clause = append(clause, cnf.Signed(cnf.Var(1+slices.Index(used, l.Var())), l.Negative()))
		}
		g.Add(clause...)
	}
	return solvertest.BruteForce(g)
}

// tiny returns a random formula with so few variables that units often refute it.
func tiny(rng *rand.Rand) *cnf.Formula {
	vars := 1 + rng.IntN(10)
	f := cnf.NewFormula(vars)
	for range rng.IntN(3 * vars) {
		clause := make([]cnf.Lit, 1+rng.IntN(3))
		for i := range clause {
			clause[i] = cnf.Signed(cnf.Var(1+rng.IntN(vars)), rng.IntN(2) == 1)
		}
		f.Add(clause...)
	}
	return f
}

// Everything that takes a formula takes degenerate and tiny ones, and all agree with brute force.
func TestDegenerateFormulas(t *testing.T) {
	formulas := degenerates()
	rng := rand.New(rand.NewPCG(1, 0))
	for i := range solvertest.Cases(t, 150) {
		formulas[fmt.Sprintf("tiny %d", i)] = tiny(rng)
	}
	for name, f := range formulas {
		want := bruteForceUsed(f)
		if result, err := gophersat.Solve(t.Context(), f, nil); err != nil || result.Verdict != want {
			t.Errorf("%s: gophersat says %v, error %v; want %v", name, result.Verdict, err, want)
		}
		if result, err := cdcl.Solve(t.Context(), f, nil); err != nil || result.Verdict != want {
			t.Errorf("%s: cdcl says %v, error %v; want %v", name, result.Verdict, err, want)
		}
		if got := underNoCube(t, f); got != want {
			t.Errorf("%s: cdcl with an empty cube says %v, want %v", name, got, want)
		}
		if result, err := localsearch.Run(t.Context(), f, localsearch.Options{Flips: 100}); err != nil || result.Model != nil &&
			want != cnf.Satisfiable {
			t.Errorf("%s: local search has found %v, error %v; want %v", name, result.Model, err, want)
		}
		for _, rule := range rules.All() {
			if result, err := dpll.Solve(t.Context(), f, dpll.Options{Rule: rule.Name}); err != nil || result.Verdict != want {
				t.Errorf("%s: rule %s says %v, error %v; want %v", name, rule.Name, result.Verdict, err, want)
			}
			checkDegenerateTree(t, name, f, rule.Name, want)
		}
	}
}

func underNoCube(t *testing.T, f *cnf.Formula) cnf.Verdict {
	t.Helper()
	s, err := cdcl.NewCubeSolver(t.Context(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	result, err := s.Solve(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return result.Verdict
}

// checkDegenerateTree records, expands and estimates the tree of a formula.
func checkDegenerateTree(t *testing.T, name string, f *cnf.Formula, rule string, want cnf.Verdict) {
	t.Helper()
	tree, err := tree.Record(t.Context(), f, tree.Options{Rule: rule})
	if err != nil || (tree.Models() > 0) != (want == cnf.Satisfiable) {
		t.Errorf("%s: the tree of rule %s has models: %v, error %v; want %v", name, rule, tree.Models() > 0, err, want)
		return
	}
	live, err := dpll.NewLive(context.Background(), f, dpll.LiveOptions{Rule: rule})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, found := live.Finish(live.Root()); found != (want == cnf.Satisfiable) {
		t.Errorf("%s: the live tree of rule %s has a model: %v, want %v", name, rule, found, want)
	}
	for _, nodes := range []int64{1, 100_000} {
		got, err := estimate.Size(t.Context(), f, estimate.Options{Rule: rule, MaxNodes: nodes})
		switch n := float64(tree.Nodes()); {
		case err != nil:
			t.Errorf("%s: estimate of %d nodes, rule %s: %v", name, nodes, rule, err)
		case got.Models && want != cnf.Satisfiable:
			t.Errorf("%s: an estimate of %d nodes under rule %s met a model, but it is %v", name, nodes, rule, want)
		case nodes < 100_000:
		case !got.Exact || got.Models != (want == cnf.Satisfiable) || want == cnf.Unsatisfiable && got.Nodes != n:
			t.Errorf("%s: the estimate under rule %s is %+v, want exactly %v nodes and %v", name, rule, got, n, want)
		}
	}
}
