package general

import (
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/solver/cnf"
)

func TestTournamentKnowsTheFirstOfTheBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vars := rapid.SampledFrom([]int{0, 1, 63, 64, 65, 300, 4096, 5000}).Draw(t, "variables")
		scores := make([]uint64, vars+1)
		tour := newTournament(vars, func(v cnf.Var) uint64 { return scores[v] })
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			var touched []cnf.Var
			for range min(vars, rapid.IntRange(0, 20).Draw(t, "changes")) {
				v := cnf.Var(rapid.IntRange(1, vars).Draw(t, "variable"))
				scores[v] = uint64(rapid.IntRange(0, 5).Draw(t, "score"))
				touched = append(touched, v)
			}
			for _, v := range touched {
				tour.update(v)
			}
			var want []cnf.Var
			best := uint64(0)
			for v := 1; v <= vars; v++ {
				if scores[v] > best {
					best, want = scores[v], nil
				}
				if scores[v] == best {
					want = append(want, cnf.Var(v))
				}
			}
			score, v := tour.winner()
			if score != best || vars > 0 && v != want[0] {
				t.Fatalf("the winner is %d with %d, want %v with %d", v, score, want, best)
			}
			if vars > 0 {
				if diff := gocmp.Diff(want, tour.tied(nil)); diff != "" {
					t.Fatalf("tied (-want +got):\n%s", diff)
				}
			}
		}
	})
}
