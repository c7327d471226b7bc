package cube

import (
	"context"
	"math"
	"testing"
	"time"

	"transat/balance"
	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
)

// At the end of a run all of the tree is closed, and every given cube was told once, with all conflicts: also if it was split again.
func TestBills(t *testing.T) {
	f := families.Pigeons(7, 6, families.Pairwise)
	for _, cubes := range [][][]cnf.Lit{nil, {{cnf.Pos(1)}, {cnf.Neg(1), cnf.Pos(2)}, {cnf.Neg(1), cnf.Neg(2)}}} {
		cfg := config(f)
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

// A given cube counts as refuted when all below it is, whoever wants to know.
func TestGivenCubesAreCounted(t *testing.T) {
	r := &run{cfg: Config{Cubes: [][]cnf.Lit{{cnf.Pos(1)}, {cnf.Neg(1)}}}}
	refuted := cdcl.CubeResult{Verdict: cnf.Unsatisfiable}
	hard, easy := node{place: 0}, node{place: 1}
	half := node{place: 0, path: []cnf.Lit{cnf.Pos(1), cnf.Pos(2)}}
	r.pay(&hard, 0, cdcl.CubeResult{}, 0)
	r.opened(hard, part{half, half})
	for i, step := range []struct {
		n    node
		want int
	}{{half, 0}, {easy, 1}, {half, 2}} {
		if r.pay(&step.n, -1, refuted, 0); r.refuted != step.want {
			t.Errorf("step %d: %d are refuted, want %d", i, r.refuted, step.want)
		}
	}
}

// A run may end while cubes are under way: their cores had work until then.
func TestIdleOfWorkThatWasNotFinished(t *testing.T) {
	for _, test := range []struct {
		name string
		end  balance.Result
		err  error
	}{
		{"model", balance.Result{Found: true}, nil},
		{"end of the context", balance.Result{}, context.Canceled},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			began := time.Now().Add(-time.Minute)
			r := &run{cfg: Config{Threads: 4}, ctx: ctx, began: began, idle: make(chan *solver, 4)}
			r.busy.Add(0, time.Minute, 1) // of work that was finished
			busy := &search{run: r, solver: &solver{solved: true}, since: began.Add(30 * time.Second)}
			r.searches = []*search{{run: r}, busy, {run: r}, {run: r}}
			result, err := r.result(test.end, test.err)
			if err != nil || !result.Long || math.Abs(result.Idle-0.5) > 0.05 {
				t.Errorf("idle %v, long %v, error %v; want 0.5", result.Idle, result.Long, err)
			}
		})
	}
}
