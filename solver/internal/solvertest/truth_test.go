package solvertest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"transat/solver/cnf"
)

// Truth agrees with BruteForce, and with models counted one by one.
func TestTruth(t *testing.T) {
	for i := range Cases(t, 2000) {
		rng := rand.New(rand.NewPCG(uint64(i), 9))
		f := RandomMixed(rng, 1+i%9, 2+i%4)
		var all []cnf.Var
		for v := range f.Vars() {
			all = append(all, cnf.Var(v+1))
		}
		truth := NewTruth(f, all...)
		if got, want := truth.Verdict(), BruteForce(f); got != want {
			t.Fatalf("case %d: %v, want %v", i, got, want)
		}
		assumed := cnf.Signed(cnf.Var(1+rng.IntN(f.Vars())), rng.IntN(2) == 1)
		project := all[:rng.IntN(len(all)+1)]
		seen := map[int]bool{}
		m := make(cnf.Model, f.Vars()+1)
		for ones := range 1 << f.Vars() {
			for v := range f.Vars() {
				m[v+1] = ones>>v&1 == 1
			}
			if f.Check(m) == nil && m.Satisfies(assumed) {
				seen[ones&(1<<len(project)-1)] = true
			}
		}
		if got := truth.Projections(project, assumed); got != len(seen) || truth.Satisfiable(assumed) != (len(seen) > 0) {
			t.Fatalf("case %d: %d projections, want %d", i, got, len(seen))
		}
	}
}

// Every shape comes with and without models, as far as it can, and with gaps.
func TestShapes(t *testing.T) {
	verdicts := map[string]map[cnf.Verdict]int{}
	gaps, empty := 0, 0
	for i := range Cases(t, 20_000) {
		f, shape := Small(rand.New(rand.NewPCG(uint64(i), 5)))
		if verdicts[shape] == nil {
			verdicts[shape] = map[cnf.Verdict]int{}
		}
		verdicts[shape][NewTruth(f).Verdict()]++
		if f.Vars() > 50 {
			gaps++
		}
		for c := range f.Len() {
			if len(f.Clause(c)) == 0 {
				empty++
				break
			}
		}
	}
	var one []string
	for _, s := range Shapes() {
		if len(verdicts[s.Name]) < 2 {
			one = append(one, s.Name)
		}
	}
	if slices.Sort(one); len(one) > 0 || gaps == 0 || empty == 0 {
		t.Errorf("one verdict only: %q; %d formulas with gaps, %d with empty clauses", one, gaps, empty)
	}
	for _, s := range Shapes() {
		t.Log(s.Name, verdicts[s.Name])
	}
}
