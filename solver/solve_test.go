package solver

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// formula builds a formula from DIMACS integers.
func formula(vars int, clauses ...[]int) *Formula {
	f := NewFormula(vars)
	for _, clause := range clauses {
		lits := make([]Lit, len(clause))
		for i, n := range clause {
			lits[i] = FromDIMACS(n)
		}
		f.Add(lits...)
	}
	return f
}

// decide solves f on both engines and under every rule, checks that all agree on the verdict, checks
// the models, and returns the verdict.
func decide(t testing.TB, f *Formula) Verdict {
	t.Helper()
	verdict := Unknown
	for _, rule := range Rules() {
		result, err := Solve(context.Background(), f, Options{Rule: rule.Name})
		if err != nil {
			t.Fatal(err)
		}
		general := newGeneralSearch(t, f, Options{Rule: rule.Name}).solve(context.Background(), f)
		if diff := cmp.Diff(general, result); diff != "" {
			t.Fatalf("rule %s: the engines differ (-general +chosen):\n%s\n%v", rule.Name, diff, f)
		}
		if verdict != Unknown && result.Verdict != verdict {
			t.Fatalf("rule %s says %v, another %v\n%v", rule.Name, result.Verdict, verdict, f)
		}
		verdict = result.Verdict
		checkAnswer(t, f, result)
	}
	return verdict
}

// checkAnswer checks what must hold for the answer to any formula.
func checkAnswer(t testing.TB, f *Formula, result Result) {
	t.Helper()
	s := result.Stats
	if s.Nodes != s.Decisions+s.Leaves {
		t.Fatalf("%d nodes are not %d inner nodes and %d leaves\n%v", s.Nodes, s.Decisions, s.Leaves, f)
	}
	switch result.Verdict {
	case Satisfiable:
		if err := f.Check(result.Model); err != nil {
			t.Fatalf("%v\n%v", err, f)
		}
	case Unsatisfiable:
		if s.Leaves != s.Decisions+1 {
			t.Fatalf("an unsatisfiable tree has %d inner nodes and %d leaves\n%v", s.Decisions, s.Leaves, f)
		}
	default:
		t.Fatalf("no answer: %v\n%v", result.Reason, f)
	}
}

func TestSolveSmallFormulas(t *testing.T) {
	tests := []struct {
		name string
		f    *Formula
		want Verdict
	}{
		{"nothing", formula(0), Satisfiable},
		{"variables without clauses", formula(3), Satisfiable},
		{"empty clause", formula(0, []int{}), Unsatisfiable},
		{"empty clause among others", formula(2, []int{1, 2}, []int{}, []int{-1}), Unsatisfiable},
		{"unit", formula(1, []int{-1}), Satisfiable},
		{"complementary units", formula(2, []int{1}, []int{2}, []int{-1}), Unsatisfiable},
		{"repeated unit", formula(1, []int{1}, []int{1, 1}), Satisfiable},
		{"tautology", formula(2, []int{1, -1}, []int{2, 1, -2}), Satisfiable},
		{"tautology does not satisfy the rest", formula(1, []int{1, -1}, []int{1}, []int{-1}), Unsatisfiable},
		{"repeated literals make a unit", formula(1, []int{1, 1, 1}, []int{-1, -1}), Unsatisfiable},
		{"units refute", formula(3, []int{1}, []int{-1, 2}, []int{-2, 3}, []int{-3, -1}), Unsatisfiable},
		{"units satisfy", formula(3, []int{1}, []int{-1, 2}, []int{-2, 3}), Satisfiable},
		{"all four binary clauses", formula(2, []int{1, 2}, []int{1, -2}, []int{-1, 2}, []int{-1, -2}), Unsatisfiable},
		{"one long clause", formula(40, []int{
			1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
			21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40,
		}), Satisfiable},
		{"three pigeons, two holes", pigeons(3), Unsatisfiable},
		{"six pigeons, five holes", pigeons(6), Unsatisfiable},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := decide(t, test.f); got != test.want {
				t.Errorf("the verdict is %v, want %v", got, test.want)
			}
		})
	}
}

// pigeons says that n pigeons fit into n-1 holes.
func pigeons(n int) *Formula {
	in := func(pigeon, hole int) Lit { return Pos(Var(1 + pigeon*(n-1) + hole)) }
	f := NewFormula(n * (n - 1))
	for p := range n {
		var some []Lit
		for h := range n - 1 {
			some = append(some, in(p, h))
			for q := range p {
				f.Add(in(p, h).Not(), in(q, h).Not())
			}
		}
		f.Add(some...)
	}
	return f
}

func TestSolveAgreesWithOracles(t *testing.T) {
	verdicts := map[Verdict]int{}
	for i := range cases(t, 2000) {
		rng := rand.New(rand.NewPCG(1, uint64(i)))
		vars := 3 + i%38
		f := randomMixed(rng, vars, []int{3, 3, 4, 6, 8}[rng.IntN(5)])
		want := Unknown
		if vars <= 12 {
			want = bruteForce(f)
		} else {
			result, err := SolveCDCL(context.Background(), f)
			if err != nil {
				t.Fatal(err)
			}
			want = result.Verdict
		}
		if got := decide(t, f); got != want {
			t.Fatalf("formula %d: the verdict is %v, want %v\n%v", i, got, want, f)
		}
		verdicts[want]++
	}
	if verdicts[Satisfiable] < 40 || verdicts[Unsatisfiable] < 40 {
		t.Errorf("the formulas are too much alike: %v", verdicts)
	}
}

// The size of a tree is a promise: recordings made by others depend on it.
func TestTreeSizesArePinned(t *testing.T) {
	tests := []struct {
		rule string
		want Stats
	}{
		{"lex", Stats{Nodes: 691, Leaves: 346, Decisions: 345, Propagations: 9723, Visits: 61320, MaxDepth: 17}},
		{"boehm", Stats{Nodes: 555, Leaves: 278, Decisions: 277, Propagations: 7533, Visits: 47182, MaxDepth: 13}},
	}
	f := randomKSAT(3, 120, 516, 3)
	for _, test := range tests {
		t.Run(test.rule, func(t *testing.T) {
			result, err := Solve(context.Background(), f, Options{Rule: test.rule})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, result.Stats); diff != "" {
				t.Errorf("statistics (-want +got):\n%s", diff)
			}
		})
	}
}

// The worked example of the package comment.
func TestPackageCommentExample(t *testing.T) {
	f := formula(3, []int{1, 2}, []int{1, -2}, []int{-1, 2}, []int{-1, -2, 3}, []int{-1, -2, -3})
	got, _ := nodesOf(t, newPackedSearch(t, f, Options{}))
	want := []visited{
		{Kind: nodeInner, Level: 0, Work: 1},
		{Kind: nodeConflict, Level: 2, Work: 6}, // ¬1 is in three clauses, ¬2 in three
		{Kind: nodeConflict, Level: 1, Work: 2}, // 1 is in two clauses
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("nodes (-want +got):\n%s", diff)
	}
}

func TestSolveStopsAtTheNodeLimit(t *testing.T) {
	f := randomKSAT(3, 120, 516, 3)
	full, err := Solve(context.Background(), f, Options{})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name  string
		limit int64
		want  Verdict
		nodes int64
	}{
		{"one", 1, Unknown, 1},
		{"one short", full.Stats.Nodes - 1, Unknown, full.Stats.Nodes - 1},
		{"just enough", full.Stats.Nodes, Unsatisfiable, full.Stats.Nodes},
		{"none", 0, Unsatisfiable, full.Stats.Nodes},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			result, err := Solve(context.Background(), f, Options{MaxNodes: test.limit})
			if err != nil {
				t.Fatal(err)
			}
			if result.Verdict != test.want || result.Stats.Nodes != test.nodes {
				t.Errorf("%v after %d nodes, want %v after %d", result.Verdict, result.Stats.Nodes, test.want, test.nodes)
			}
			if limited := test.want == Unknown; limited != errors.Is(result.Reason, ErrNodeLimit) {
				t.Errorf("the reason is %v", result.Reason)
			}
		})
	}
}

func TestSolveStopsOnContext(t *testing.T) {
	hard := randomKSAT(1, 600, 2580, 3)
	t.Run("cancelled before", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		result, err := Solve(ctx, hard, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if result.Verdict != Unknown || !errors.Is(result.Reason, context.Canceled) || result.Stats.Nodes != 0 {
			t.Errorf("%v, %v after %d nodes", result.Verdict, result.Reason, result.Stats.Nodes)
		}
	})
	t.Run("cancelled on the way", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		result, err := Solve(ctx, hard, Options{Progress: func(Progress) { cancel() }})
		if err != nil {
			t.Fatal(err)
		}
		if !errors.Is(result.Reason, context.Canceled) || result.Stats.Nodes > ProgressNodes+1<<12 {
			t.Errorf("%v after %d nodes", result.Reason, result.Stats.Nodes)
		}
	})
	t.Run("deadline", func(t *testing.T) {
		ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
		defer cancel()
		result, err := Solve(ctx, hard, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !errors.Is(result.Reason, context.DeadlineExceeded) {
			t.Errorf("the reason is %v", result.Reason)
		}
	})
}

func TestProgress(t *testing.T) {
	f := randomKSAT(1, 250, 1075, 3)
	var reports []Progress
	opt := Options{Progress: func(p Progress) { reports = append(reports, p) }, MaxNodes: 3*ProgressNodes + 1}
	if _, err := Record(context.Background(), f, opt); err != nil && !errors.Is(err, ErrNodeLimit) {
		t.Fatal(err)
	}
	if len(reports) == 0 {
		t.Fatal("no report")
	}
	for i, p := range reports {
		if want := int64(i+1) * ProgressNodes; p.Nodes != want {
			t.Errorf("report %d comes at node %d, want %d", i, p.Nodes, want)
		}
		if p.Closed < 0 || p.Closed >= 1 || i > 0 && p.Closed < reports[i-1].Closed {
			t.Errorf("report %d says %v is closed", i, p.Closed)
		}
	}
}

func TestSolveRefuses(t *testing.T) {
	tests := []struct {
		name string
		f    *Formula
		rule string
		want string
	}{
		{"rule", NewFormula(1), "bohm", `unknown branching rule "bohm"; the rules are lex, boehm`},
		{"variables", NewFormula(MaxVars + 1), "", "formula too large: 268435457 variables and 0 literals, at most 268435456 and 2147483647 are allowed"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Solve(context.Background(), test.f, Options{Rule: test.rule})
			if err == nil || err.Error() != test.want {
				t.Errorf("the error is %v, want %s", err, test.want)
			}
			if _, err := NewLive(test.f, test.rule); err == nil {
				t.Error("NewLive accepts it")
			}
			if _, err := Record(context.Background(), test.f, Options{Rule: test.rule}); err == nil {
				t.Error("Record accepts it")
			}
		})
	}
}

func TestRules(t *testing.T) {
	for i, rule := range Rules() {
		if rule.Name == "" || rule.Title == "" || rule.Source == "" {
			t.Errorf("rule %d lacks a name, a title or a source", i)
		}
		if found, err := findRule(rule.Name); err != nil || found != rule {
			t.Errorf("rule %s is not found: %v", rule.Name, err)
		}
	}
	if rule, err := findRule(""); err != nil || rule.Name != "lex" {
		t.Errorf("the default rule is %q, %v", rule.Name, err)
	}
}

// PLB paper, section 6: the variable "for which the number of occurrences in the shortest clauses is
// maximal", ties broken by the next longer clauses.
func TestLexicographicRuleSection6(t *testing.T) {
	tests := []struct {
		name       string
		f          *Formula
		lex, boehm int
	}{
		{"shortest clauses first", formula(5, []int{2, 3}, []int{1, 4, 5}, []int{1, 4, -5}, []int{1, 4, 5, 2}), 2, 2},
		{"ties by the next length", formula(4, []int{1, 2}, []int{2, 3, 4}), 2, 2},
		{"a length nobody has is skipped", formula(7, []int{1, 2, 3, 4, 5}, []int{2, -3, 4, 6, 7}), 2, 3},
		{"ties by the lowest variable", formula(4, []int{4, 3}, []int{-2, -1}), 1, 1},
		{"both signs count twice", formula(5, []int{1, 2}, []int{1, 3}, []int{4, 1}, []int{5, 2}, []int{-2, 3}), 1, 2},
		{"the complement is counted too", formula(3, []int{-3, 1}, []int{3, 2}), 3, 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for rule, want := range map[string]int{"lex": test.lex, "boehm": test.boehm} {
				general := newGeneralSearch(t, test.f, Options{Rule: rule})
				chosen, err := begin(test.f, Options{Rule: rule})
				if err != nil {
					t.Fatal(err)
				}
				for _, s := range []*search{general, chosen} {
					s.engine.reset()
					if got := s.engine.branch(); got != FromDIMACS(want) {
						t.Errorf("%s picks %v with %T, want %d", rule, got, s.engine, want)
					}
				}
			}
		})
	}
}

// The verdict does not depend on the order of clauses and literals. Nor does the tree, since rule and
// cost are defined by counts.
func TestOrderDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "formula"), 0))
		f := randomMixed(rng, 3+rng.IntN(12), 3+rng.IntN(5))
		order := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 1))
		shuffled := NewFormula(f.Vars())
		for _, i := range order.Perm(f.Len()) {
			var clause []Lit
			for _, j := range order.Perm(len(f.Clause(i))) {
				clause = append(clause, f.Clause(i)[j])
			}
			shuffled.Add(clause...)
		}
		for _, rule := range Rules() {
			want, err := Solve(context.Background(), f, Options{Rule: rule.Name})
			if err != nil {
				t.Fatal(err)
			}
			got, err := Solve(context.Background(), shuffled, Options{Rule: rule.Name})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("rule %s (-given +shuffled):\n%s", rule.Name, diff)
			}
		}
	})
}

// The search loop, both engines and the recorder (but for its blocks) allocate nothing per node.
func TestNoAllocationPerNode(t *testing.T) {
	f := randomKSAT(3, 120, 516, 3)
	for _, s := range []*search{newPackedSearch(t, f, Options{}), newGeneralSearch(t, f, Options{})} {
		run := func() {
			s.restart()
			if _, err := s.run(context.Background(), s.engine.reset()); err != nil {
				t.Fatal(err)
			}
		}
		run() // the stacks grow
		if n := testing.AllocsPerRun(1, run); n > 0 {
			t.Errorf("%T: %v allocations in %d nodes", s.engine, n, s.stats.Nodes)
		}
	}
}
