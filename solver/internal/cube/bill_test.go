package cube

import (
	"math"
	"testing"
	"time"

	"transat/instances/families"
	"transat/solver/cnf"
)

// At the end of a run all of the tree is closed, and every given cube was told once, with all conflicts: also if it was split again.
func TestBills(t *testing.T) {
	f := families.Pigeons(7, 6, families.Pairwise)
	for _, cubes := range [][][]cnf.Lit{nil, {{cnf.Pos(1)}, {cnf.Neg(1), cnf.Pos(2)}, {cnf.Neg(1), cnf.Neg(2)}}} {
		cfg := config(t, f, "serve")
		told := map[int]int64{}
		cfg.Cubes, cfg.budget, cfg.Depth = cubes, 40, 0
		cfg.Progress = func(p Progress) {
			if p.Closed > 1+1e-9 {
				t.Errorf("%v of the tree are closed", p.Closed)
			}
		}
		cfg.Refuted = func(place int, conflicts int64, long time.Duration) {
			if _, twice := told[place]; twice || long <= 0 {
				t.Errorf("cube %d: told again, or took %v", place, long)
			}
			told[place] = conflicts
		}
		result, err := Run(t.Context(), cfg)
		if err != nil || result.Verdict != cnf.Unsatisfiable || math.Abs(result.Closed-1) > 1e-9 {
			t.Fatalf("%v, %v closed, error %v", result.Verdict, result.Closed, err)
		}
		sum := int64(0)
		for _, n := range told {
			sum += n
		}
		if len(told) != len(cubes) || cubes != nil && (sum != result.Stats.Conflicts || result.Stats.Split == 0) {
			t.Errorf("told %v, %+v", told, result.Stats)
		}
	}
}
