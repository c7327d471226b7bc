package dpll

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/engine/general"
	"transat/solver/internal/engine/packed"
	"transat/solver/internal/rules"
	"transat/solver/internal/solvertest"
)

// newGeneralSearch is begin with the general engine, whatever the formula.
func newGeneralSearch(t testing.TB, f *cnf.Formula, opt Options) *search {
	t.Helper()
	return newSearchWith(t, f, opt, general.New)
}

// newLargeSearch is begin with the general engine as it is for large formulas.
func newLargeSearch(t testing.TB, f *cnf.Formula, opt Options) *search {
	t.Helper()
	return newSearchWith(t, f, opt, general.NewLarge)
}

func newSearchWith[E engine.Engine](
	t testing.TB, f *cnf.Formula, opt Options, build func(context.Context, *cnf.Problem, int) (E, error),
) *search {
	t.Helper()
	ctx := context.Background()
	s, err := beginSolve(ctx, f, opt)
	if err != nil {
		t.Fatal(err)
	}
	rule, err := rules.Find(opt.Rule)
	if err != nil {
		t.Fatal(err)
	}
	p, err := cnf.Normalise(ctx, f)
	if err != nil {
		t.Fatal(err)
	}
	if s.engine, err = build(ctx, p, minWeightOf(rule)); err != nil {
		t.Fatal(err)
	}
	return s
}

// newPackedSearch is begin with the packed engine, even for a formula so small that it would get the general one.
func newPackedSearch(t testing.TB, f *cnf.Formula, opt Options) *search {
	t.Helper()
	return newSearchWith(t, f, opt, func(_ context.Context, p *cnf.Problem, minWeight int) (*packed.Engine, error) {
		if !packed.Fits(p) {
			return nil, fmt.Errorf("a formula with %d variables and %d clauses does not fit the packed engine", f.Vars(), f.Len())
		}
		return packed.New(p, minWeight), nil
	})
}

// countingRules returns the rules that count clauses. They branch alike in all engines.
func countingRules() []rules.Rule {
	return slices.DeleteFunc(rules.All(), func(r rules.Rule) bool { return !counts(r) })
}

// nodeList is a recorder that keeps the nodes as they are.
type nodeList []visited

func (l *nodeList) Add(kind NodeKind, level int, work int64, _ int) {
	*l = append(*l, visited{Kind: kind, Level: level, Work: work})
}

func (l *nodeList) Elements() int64 { return int64(len(*l)) }

// nodesOf returns the nodes that a search visits if it does not stop at models.
func nodesOf(t testing.TB, s *search) ([]visited, Stats) {
	t.Helper()
	var nodes nodeList
	s.stopAtModel = false
	s.recorder = &nodes
	if _, err := s.run(context.Background(), s.engine.Reset()); err != nil && err != ErrNodeLimit {
		t.Fatal(err)
	}
	return nodes, s.stats
}

func TestEnginesMatchTheReference(t *testing.T) {
	const limit = 60
	for i := range solvertest.Cases(t, 1500) {
		rng := rand.New(rand.NewPCG(7, uint64(i)))
		f := solvertest.RandomMixed(rng, 3+rng.IntN(14), []int{3, 3, 5, 8, 14}[i%5])
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

func TestEnginesAgreeNodeForNode(t *testing.T) {
	compare := func(t *testing.T, f *cnf.Formula, limit int64) {
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
		for i := range solvertest.Cases(t, 2000) {
			rng := rand.New(rand.NewPCG(8, uint64(i)))
			compare(t, solvertest.RandomMixed(rng, 3+rng.IntN(60), 3), 200)
		}
	})
	for _, size := range []struct{ vars, clauses int }{{60, 258}, {100, 430}, {100, 700}, {150, 645}, {150, 300}} {
		t.Run(fmt.Sprintf("%d-%d-3", size.vars, size.clauses), func(t *testing.T) {
			for i := range solvertest.Cases(t, 10) {
				compare(t, solvertest.RandomKSAT(uint64(i), size.vars, size.clauses, 3), 5000)
			}
		})
	}
	t.Run("2-sat", func(t *testing.T) {
		for i := range solvertest.Cases(t, 50) {
			compare(t, solvertest.RandomKSAT(uint64(i), 200, 150+2*i, 2), 2000)
		}
	})
	t.Run("4000 variables", func(t *testing.T) {
		compare(t, solvertest.RandomKSAT(1, 4000, 14000, 3), 100)
	})
}

// The largest counts that fit must not spill into a neighbour: formulas whose variables have scores
// close to the limit.
func TestPackedCountsAtTheirLimit(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 3))
		f := cnf.NewFormula(9)
		occurrences := make([][2]int, 10)
		for tries := 0; tries < 4000; tries++ {
			clause := make([]cnf.Lit, 2+rng.IntN(2))
			fits := true
			for i, v := range rng.Perm(9)[:len(clause)] {
				clause[i] = cnf.Signed(cnf.Var(v+1), rng.IntN(4)/3 == 1)
				n := occurrences[v+1]
				n[clause[i].Code()&1]++
				fits = fits && n[0]+n[1]+min(n[0], n[1]) <= math.MaxInt8
			}
			if !fits {
				continue
			}
			for _, l := range clause {
				occurrences[l.Var()][l.Code()&1]++
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
