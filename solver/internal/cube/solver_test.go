package cube

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/drat"
)

func TestRunThatIsStopped(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	cancel(enough)
	result, err := Run(ctx, config(families.Pigeons(6, 5, families.Pairwise)))
	if err != nil || result.Verdict != cnf.Unknown || !errors.Is(result.Reason, enough) {
		t.Errorf("%v, %v, %v", result.Verdict, result.Reason, err)
	}
}

// A cube that takes hours does not keep a run from stopping.
func TestRunThatIsStoppedWithinACube(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cfg := config(families.Pigeons(14, 13, families.Pairwise))
	cfg.Depth = 1
	asked := 0
	cfg.Progress = func(Progress) {
		if asked++; asked == 2 {
			cancel()
		}
	}
	result, err := Run(ctx, cfg)
	if err != nil || result.Verdict != cnf.Unknown || !errors.Is(result.Reason, context.Canceled) {
		t.Errorf("%v, %v, %v", result.Verdict, result.Reason, err)
	}
}

func TestRunWithoutDisk(t *testing.T) {
	cfg := config(families.Pigeons(6, 5, families.Pairwise))
	cfg.Proof = fullProof{}
	if _, err := Run(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "writing the proof: the disk is full") {
		t.Errorf("the error is %v", err)
	}
}

type fullProof struct{}

func (fullProof) Add([]cnf.Lit) error    { return errors.New("the disk is full") }
func (fullProof) Delete([]cnf.Lit) error { return nil }

// A cube that is interrupted, or has spent its budget, has no verdict; the same solver then goes on with it.
func TestSolverThatIsInterrupted(t *testing.T) {
	s, end := solverOf(t, Config{Formula: families.Pigeons(14, 13, families.Pairwise)})
	s.ask(nil, 0)
	s.stop()
	if a := <-s.answers; a.err != nil || a.result.Verdict != cnf.Unknown {
		t.Errorf("interrupted: %+v", a)
	}
	s.stop() // nothing is under way
	s.ask(nil, 300)
	if a := <-s.answers; a.err != nil || a.result.Verdict != cnf.Unknown || a.result.Conflicts < 300 || a.result.Conflicts > 600 {
		t.Errorf("with a budget of 300 conflicts: %+v", a)
	}
	s.ask(nil, 0)
	end()
	if a := <-s.answers; !errors.Is(a.err, context.Canceled) {
		t.Errorf("at the end of the run: %+v", a)
	}
}

// solverOf returns a solver of a run that does not split, and what ends the run.
func solverOf(t *testing.T, cfg Config) (s *solver, end func()) {
	cfg.Threads = max(1, cfg.Threads)
	ctx, cancel := context.WithCancel(t.Context())
	r := &run{cfg: cfg, ctx: ctx, proof: lemmas{w: cfg.Proof}}
	s = newSolver(r)
	r.solvers = []*solver{s}
	t.Cleanup(func() { r.close(cancel) })
	return s, cancel
}

// Cubes that are too hard are split as often as it takes, and nothing of the proof is lost.
func TestRunSplitsHardCubes(t *testing.T) {
	for i, procs := range []int{1, 3, 1, 3} {
		var proof drat.Proof
		f := families.Pigeons(8, 7, families.Pairwise)
		cfg := config(f)
		cfg.Splitter = []string{RuleSplitter, LearningSplitter}[i/2]
		cfg.Depth, cfg.Procs, cfg.Threads, cfg.Proof, cfg.Verify, cfg.budget = 1, procs, procs, &proof, true, 50
		result, err := Run(t.Context(), cfg)
		if err != nil || result.Verdict != cnf.Unsatisfiable || result.Stats.Split < 10 || result.Checked == 0 {
			t.Fatalf("%d processors: %v, %+v, %v", procs, result.Verdict, result.Stats, err)
		}
		if _, err := drat.Check(t.Context(), f, &proof, drat.Options{Forward: true}); err != nil {
			t.Errorf("%d processors: the proof is not accepted: %v", procs, err)
		}
	}
}

// One cube is enough for several cores: it is split while the others wait.
func TestRunSplitsForIdleCores(t *testing.T) {
	cfg := config(families.Pigeons(9, 8, families.Pairwise))
	cfg.Depth, cfg.Procs, cfg.Threads, cfg.budget = 1, 4, 4, math.MaxInt64
	result, err := Run(t.Context(), cfg)
	if err != nil || result.Verdict != cnf.Unsatisfiable {
		t.Fatalf("%v, %v", result.Verdict, err)
	}
	if result.Stats.Split == 0 {
		t.Errorf("of %d cubes, none was split for 4 cores", result.Stats.Cubes)
	}
}

// Cubes of a list are split too, and all is verified.
func TestRunListSplitsHardCubes(t *testing.T) {
	f := families.Pigeons(8, 7, families.Pairwise)
	cfg := config(f)
	cfg.Cubes, cfg.Verify, cfg.budget = [][]cnf.Lit{{cnf.Pos(1)}, {cnf.Neg(1), cnf.Pos(2)}}, true, 50
	result, err := Run(t.Context(), cfg)
	if err != nil || result.Verdict != cnf.Unsatisfiable || result.Stats.Split < 5 || result.Checked == 0 {
		t.Fatalf("%v, %+v, %v", result.Verdict, result.Stats, err)
	}
}

// When one cube of a list has taken more than most, others of its size are not tried before they are split, and all is verified.
func TestRunListSplitsLargeCubesAtOnce(t *testing.T) {
	f := families.MultiplierMiter(7)
	cfg := config(f)
	cfg.Splitter, cfg.Procs, cfg.Threads, cfg.Depth = LookaheadSplitter, 1, 1, 3
	var list [][]cnf.Lit
	if _, err := Split(t.Context(), cfg, func(cube []cnf.Lit) error { list = append(list, cube); return nil }); err != nil {
		t.Fatal(err)
	}
	var done []int
	cfg.Depth, cfg.Cubes, cfg.Verify = 0, list, true
	cfg.Refuted = func(place int, _ int64, _ time.Duration) { done = append(done, place) }
	result, err := Run(t.Context(), cfg)
	if err != nil || result.Verdict != cnf.Unsatisfiable || result.Checked == 0 {
		t.Fatalf("%v, %+v, %v", result.Verdict, result.Stats, err)
	}
	if result.Stats.Split > 1 || result.Stats.Cubes < int64(2*len(list)) {
		t.Errorf("of %d cubes: %+v", len(list), result.Stats)
	}
	slices.Sort(done)
	if len(done) != len(list) || len(slices.Compact(done)) != len(list) {
		t.Errorf("of %d cubes, these are said to be refuted: %v", len(list), done)
	}
}
