package solver

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
)

// newGeneralSearch is begin with the general engine, whatever the formula.
func newGeneralSearch(t testing.TB, f *Formula, opt Options) *search {
	t.Helper()
	return newSearchWith(t, f, opt, newGeneral)
}

// newLargeSearch is begin with the general engine as it is for large formulas.
func newLargeSearch(t testing.TB, f *Formula, opt Options) *search {
	t.Helper()
	return newSearchWith(t, f, opt, func(ctx context.Context, p *cnf.Problem, rule Rule) (*general, error) {
		return buildGeneral(ctx, p, rule, true)
	})
}

func newSearchWith(t testing.TB, f *Formula, opt Options, build func(context.Context, *cnf.Problem, Rule) (*general, error)) *search {
	t.Helper()
	ctx := context.Background()
	s, err := begin(ctx, f, opt)
	if err != nil {
		t.Fatal(err)
	}
	rule, err := findRule(opt.Rule)
	if err != nil {
		t.Fatal(err)
	}
	p, err := cnf.Normalise(ctx, f)
	if err != nil {
		t.Fatal(err)
	}
	if s.engine, err = build(ctx, p, rule); err != nil {
		t.Fatal(err)
	}
	return s
}

// newPackedSearch is begin for a formula that must get the packed engine.
func newPackedSearch(t testing.TB, f *Formula, opt Options) *search {
	t.Helper()
	s, err := begin(context.Background(), f, opt)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := s.engine.(*packed); !ok {
		t.Fatalf("a formula with %d variables and %d clauses does not get the packed engine", f.Vars(), f.Len())
	}
	return s
}

// countingRules returns the rules that count clauses. They branch alike in all engines.
func countingRules() []Rule {
	return slices.DeleteFunc(Rules(), func(r Rule) bool { return r.weights })
}

// nodesOf returns the nodes that a search visits if it does not stop at models.
func nodesOf(t testing.TB, s *search) ([]visited, Stats) {
	t.Helper()
	s.stopAtModel = false
	s.recorder = &recorder{}
	if _, err := s.run(context.Background(), s.engine.reset()); err != nil && err != ErrNodeLimit {
		t.Fatal(err)
	}
	var nodes []visited
	open := []openNode{{}}
	for _, block := range append(s.recorder.full, s.recorder.block) {
		for len(block) > 0 {
			e, size := decodeElement(block)
			block = block[size:]
			top := &open[len(open)-1]
			level := top.level + int(e.step)
			if top.left {
				open = open[:len(open)-1]
			}
			top.left = true
			if e.kind == nodeInner {
				open = append(open, openNode{level: level})
			}
			nodes = append(nodes, visited{Kind: e.kind, Level: level, Work: int64(e.work)})
		}
	}
	return nodes, s.stats
}

func TestEnginesMatchTheReference(t *testing.T) {
	const limit = 60
	for i := range cases(t, 1500) {
		rng := rand.New(rand.NewPCG(7, uint64(i)))
		f := randomMixed(rng, 3+rng.IntN(14), []int{3, 3, 5, 8, 14}[i%5])
		for _, rule := range countingRules() {
			want := newReference(f, rule, limit).tree()
			got, _ := nodesOf(t, newGeneralSearch(t, f, Options{Rule: rule.Name, MaxNodes: limit}))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("formula %d, rule %s, general engine (-want +got):\n%s\n%v", i, rule.Name, diff, f)
			}
			got, _ = nodesOf(t, newLargeSearch(t, f, Options{Rule: rule.Name, MaxNodes: limit}))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("formula %d, rule %s, general engine for large formulas (-want +got):\n%s\n%v", i, rule.Name, diff, f)
			}
			if i%5 > 1 {
				continue
			}
			got, _ = nodesOf(t, newPackedSearch(t, f, Options{Rule: rule.Name, MaxNodes: limit}))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("formula %d, rule %s, packed engine (-want +got):\n%s\n%v", i, rule.Name, diff, f)
			}
		}
	}
}

// cases returns how many of n random cases to try: a tenth with -short.
func cases(t *testing.T, n int) int {
	t.Helper()
	if testing.Short() {
		return n / 10
	}
	return n
}

func TestEnginesAgreeNodeForNode(t *testing.T) {
	compare := func(t *testing.T, f *Formula, limit int64) {
		t.Helper()
		for _, rule := range countingRules() {
			opt := Options{Rule: rule.Name, MaxNodes: limit}
			want, wantStats := nodesOf(t, newPackedSearch(t, f, opt))
			for name, s := range map[string]*search{
				"general":       newGeneralSearch(t, f, opt),
				"general/large": newLargeSearch(t, f, opt),
			} {
				got, gotStats := nodesOf(t, s)
				if diff := cmp.Diff(wantStats, gotStats); diff != "" {
					t.Fatalf("rule %s: statistics (-packed +%s):\n%s\n%v", rule.Name, name, diff, f)
				}
				for i := range want {
					if want[i] != got[i] {
						t.Fatalf("rule %s: node %d is %v in the packed engine, %v in the %s one\n%v",
							rule.Name, i, want[i], got[i], name, f)
					}
				}
			}
		}
	}
	t.Run("mixed", func(t *testing.T) {
		for i := range cases(t, 2000) {
			rng := rand.New(rand.NewPCG(8, uint64(i)))
			compare(t, randomMixed(rng, 3+rng.IntN(60), 3), 200)
		}
	})
	for _, size := range []struct{ vars, clauses int }{{60, 258}, {100, 430}, {100, 700}, {150, 645}, {150, 300}} {
		t.Run(fmt.Sprintf("%d-%d-3", size.vars, size.clauses), func(t *testing.T) {
			for i := range cases(t, 10) {
				compare(t, randomKSAT(uint64(i), size.vars, size.clauses, 3), 5000)
			}
		})
	}
	t.Run("2-sat", func(t *testing.T) {
		for i := range cases(t, 50) {
			compare(t, randomKSAT(uint64(i), 200, 150+2*i, 2), 2000)
		}
	})
	t.Run("4000 variables", func(t *testing.T) {
		compare(t, randomKSAT(1, 4000, 14000, 3), 100)
	})
}

func TestPackable(t *testing.T) {
	repeated := func(clause []Lit, n int) *Formula {
		f := NewFormula(3)
		for range n {
			f.Add(clause...)
		}
		return f
	}
	balanced := repeated([]Lit{Pos(1), Pos(2)}, 43)
	for range 42 {
		balanced.Add(Neg(1), Pos(3))
	}
	tests := []struct {
		name string
		f    *Formula
		want bool
	}{
		{"no variables", NewFormula(0), true},
		{"three literals", repeated([]Lit{Pos(1), Pos(2), Pos(3)}, 1), true},
		{"four distinct literals", repeated([]Lit{Pos(1), Pos(2), Pos(3), Pos(4)}, 1), false},
		{"four literals, three distinct", repeated([]Lit{Pos(1), Pos(2), Pos(3), Pos(1)}, 1), true},
		{"score 127", repeated([]Lit{Pos(1), Pos(2)}, 127), true},
		{"score 128", repeated([]Lit{Pos(1), Pos(2)}, 128), false},
		{"score 43 + 2·42", balanced, true},
		{"variables up to 4095", formula(0, []int{1, 4095}), true},
		{"variables up to 4096", formula(0, []int{1, 4096}), false},
		{"unused variables above", formula(9999, []int{1, 2}), true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, err := cnf.Normalise(context.Background(), test.f)
			if err != nil {
				t.Fatal(err)
			}
			if got := packable(p); got != test.want {
				t.Errorf("packable is %v, want %v", got, test.want)
			}
		})
	}
}

// The largest counts that fit must not spill into a neighbour: formulas whose variables have scores
// close to the limit.
func TestPackedCountsAtTheirLimit(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 3))
		f := NewFormula(9)
		occurrences := make([][2]int, 10)
		for tries := 0; tries < 4000; tries++ {
			clause := make([]Lit, 2+rng.IntN(2))
			fits := true
			for i, v := range rng.Perm(9)[:len(clause)] {
				clause[i] = Pos(Var(v+1)) ^ Lit(rng.IntN(4)/3)
				n := occurrences[v+1]
				n[clause[i]&1]++
				fits = fits && n[0]+n[1]+min(n[0], n[1]) <= packedMaxScore
			}
			if !fits {
				continue
			}
			for _, l := range clause {
				occurrences[l.Var()][l&1]++
			}
			f.Add(clause...)
		}
		for _, rule := range countingRules() {
			want, _ := nodesOf(t, newGeneralSearch(t, f, Options{Rule: rule.Name}))
			got, _ := nodesOf(t, newPackedSearch(t, f, Options{Rule: rule.Name}))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("seed %d, rule %s (-general +packed):\n%s", seed, rule.Name, diff)
			}
		}
	}
}
