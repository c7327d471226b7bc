package dpll

import (
	"math/rand/v2"
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/solvertest"
)

// At finds each node of a tree by its decisions, wherever the tree was asked about before, and no other node.
func TestAt(t *testing.T) {
	for _, rule := range []string{"lex", "weights"} {
		f := solvertest.RandomKSAT(3, 40, 180, 1)
		live, there := mustLive(t, f, rule), mustLive(t, f, rule)
		all := []Subproblem{live.Root()}
		for i := 0; i < len(all) && len(all) < 300; i++ {
			all, _, _ = live.Split(all[i], all)
		}
		rng := rand.New(rand.NewPCG(1, 2))
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		conflicts := 0
		for _, want := range all {
			got, err := there.At(want.Decisions())
			if err != nil || !got.Equal(want) {
				t.Fatalf("%s: at %v: %v, %v; want %v", rule, want.Decisions(), got, err, want)
			}
			if got.Conflict() {
				conflicts++
			} else {
				there.Split(got, nil)
			}
			for _, more := range []cnf.Lit{{}, cnf.Pos(cnf.Var(f.Vars() + 1))} {
				if _, err := there.At(append(want.Decisions()[:len(want.Decisions()):len(want.Decisions())], more)); err == nil {
					t.Fatalf("%s: decision %v below %v is taken for one of the tree", rule, more, want.Decisions())
				}
			}
		}
		if conflicts == 0 {
			t.Errorf("%s: no conflict among %d nodes", rule, len(all))
		}
	}
}
