package dpll

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/frozentest"
	"transat/solver/internal/gophersat"
	"transat/solver/internal/rules"
	"transat/solver/internal/solvertest"
)

// A search that goes on from a branch computes the same weights as the one that has come there on its own. The
// threshold is low, so that there are look nodes enough.
func TestGeneralWeightsDependOnThePathAlone(t *testing.T) {
	for name, f := range map[string]*cnf.Formula{
		"4-SAT":  solvertest.RandomKSAT(3, 60, 690, 4),
		"5-SAT":  solvertest.RandomKSAT(3, 34, 850, 5),
		"7-SAT":  solvertest.RandomKSAT(1, 20, 2300, 7),
		"mixed":  solvertest.RandomLengths(1, 90, 730, 3, 5),
		"pigeon": families.Pigeons(7, 6, families.Pairwise),
	} {
		t.Run(name, func(t *testing.T) {
			begin := func(t testing.TB, f *cnf.Formula, opt Options) *search {
				opt.Engine = frozentest.Below(2)
				return newChosenSearch(t, f, opt)
			}
			want, err := begin(t, f, Options{Rule: "weights"}).solve(t.Context(), f)
			leastLooks, leastGifts := int64(20), 20
			if name == "pigeon" { // whose estimate is not believed: all nodes down to depth 3 are look nodes, and no others
				leastLooks, leastGifts = 1<<(3+1)-1, 5
			}
			if err != nil || want.Verdict != cnf.Unsatisfiable || want.Stats.Nodes < 500 || want.Stats.Looks < leastLooks {
				t.Fatalf("%v with %+v, %v", want.Verdict, want.Stats, err)
			}
			c := newCompanyOf(t, rand.New(rand.NewPCG(52, 0)), f, rules.All()[2], 4, nil, begin)
			c.run()
			got, _, _ := c.sums()
			if diff := cmp.Diff(want.Stats, got); diff != "" || c.gifts < leastGifts {
				t.Errorf("after %d gifts, statistics (-Solve +workers):\n%s", c.gifts, diff)
			}
			if n := c.tree.nodes; n != want.Stats.Nodes {
				t.Errorf("%d nodes are recorded of %d", n, want.Stats.Nodes)
			}
		})
	}
}

// The numbers of nodes depend on every bit of every weight, and must be the same on all computers.
func TestGeneralWeightsGiveTheSameTreeEverywhere(t *testing.T) {
	type counts struct{ Nodes, Looks int64 }
	for _, test := range []struct {
		name string
		f    *cnf.Formula
		want counts
	}{
		{"4-SAT", solvertest.RandomKSAT(1, 90, 990, 4), counts{33771, 81}},
		{"5-SAT", solvertest.RandomKSAT(1, 50, 1200, 5), counts{14631, 41}},
		{"7-SAT", solvertest.RandomKSAT(1, 26, 2860, 7), counts{5437, 25}},
		{"mixed", solvertest.RandomLengths(1, 100, 760, 3, 5), counts{2111, 29}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := mustSolve(t, test.f, Options{Rule: "weights"}).Stats
			if diff := cmp.Diff(test.want, counts{s.Nodes, s.Looks}); diff != "" {
				t.Errorf("counts (-want +got):\n%s", diff)
			}
		})
	}
}

// A formula with clauses of any length is decided as by the other rules and by clause learning, and its models are
// models: the verdicts of 5,000 formulas near the thresholds.
func TestWeightsAgreeWithOtherRules(t *testing.T) {
	ratios := [...]float64{2: 1.2, 3: 4.6, 4: 10.5, 5: 22, 6: 45, 7: 92}
	vars := [...]int{2: 40, 3: 34, 4: 24, 5: 18, 6: 14, 7: 11}
	unsatisfiable, n := 0, solvertest.Cases(t, 3000)
	for i := range n {
		rng := rand.New(rand.NewPCG(54, uint64(i)))
		k := 2 + i%7
		var f *cnf.Formula
		if k == 8 {
			f = solvertest.RandomMixed(rng, 3+rng.IntN(30), 3+rng.IntN(5))
		} else {
			v := 7 + rng.IntN(vars[k]-6)
			f = solvertest.RandomKSAT(rng.Uint64(), v, int(ratios[k]*(0.8+0.4*rng.Float64())*float64(v)), k)
		}
		got := mustSolve(t, f, Options{Rule: "weights"})
		checkAnswer(t, f, got)
		want, err := gophersat.Solve(context.Background(), f, nil)
		if err != nil {
			t.Fatal(err)
		}
		boehm := mustSolve(t, f, Options{Rule: "boehm"}).Verdict
		if got.Verdict != want.Verdict || got.Verdict != boehm {
			t.Fatalf("formula %d: %v, boehm says %v, clause learning %v\n%v", i, got.Verdict, boehm, want.Verdict, f)
		}
		if got.Verdict == cnf.Unsatisfiable {
			unsatisfiable++
		}
	}
	if unsatisfiable < n/4 || unsatisfiable > n*3/4 {
		t.Errorf("%d of %d formulas are unsatisfiable", unsatisfiable, n)
	}
}
