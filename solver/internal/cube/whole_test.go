package cube

import (
	"math"
	"testing"

	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/drat"
)

// The formula as a whole is tried in long runs alone, and takes at most an eighth of the conflicts of all cubes.
func TestTriesOfTheWholeAreBounded(t *testing.T) {
	g := NewGrain(0, func() int64 { return 0 })
	cubes, tries := int64(0), int64(0)
	foretold := g.Tries(100 * firstWhole)
	for cubes < 100*firstWhole {
		budget := g.Whole()
		if budget > 0 && cubes < firstWhole {
			t.Fatalf("it is tried after %d conflicts", cubes)
		}
		if budget > 0 {
			g.Tried(budget, budget)
		}
		if tries += budget; 8*tries > cubes {
			t.Fatalf("%d conflicts for the whole, and %d for cubes", tries, cubes)
		}
		g.Solved(mostWork, mostWork)
		cubes += mostWork
	}
	if 20*tries < cubes {
		t.Errorf("%d conflicts for the whole, and %d for cubes", tries, cubes)
	}
	if math.Abs(foretold-float64(tries)) > 0.01*float64(tries) {
		t.Errorf("tries took %d conflicts, and %.0f were foretold", tries, foretold)
	}
	for _, x := range []float64{0, firstWhole / 2, math.Inf(1), math.NaN()} {
		if n := NewGrain(0, nil).Tries(x); n != 0 {
			t.Errorf("%v conflicts for tries while cubes take %v", n, x)
		}
	}
	if fixed := NewGrain(9, nil); fixed.Whole() != 0 || fixed.Tries(100*firstWhole) != 0 {
		t.Error("cubes of a fixed depth are not all that is solved")
	}
}

// A whole formula that clause learning refutes, or has a model of, ends the run, and the answer is verified and has a proof, on one core
// and on several.
func TestTheWholeFormulaEndsARun(t *testing.T) {
	satisfiable := families.Colouring(7, 90, 300, 4, false)
	for name, f := range map[string]*cnf.Formula{"miter": families.MultiplierMiter(5), "colouring": satisfiable} {
		for _, procs := range []int{1, 3} {
			var proof drat.Proof
			cfg := config(f)
			cfg.Splitter, cfg.Depth, cfg.Procs, cfg.Threads = LookaheadSplitter, 0, procs, procs
			cubes, err := Run(t.Context(), cfg)
			if err != nil {
				t.Fatal(err)
			}
			cfg.Proof, cfg.Verify, cfg.eager = &proof, true, true
			result, err := Run(t.Context(), cfg)
			if err != nil || result.Verdict != cubes.Verdict {
				t.Fatalf("%s, %d processors: %v, %v; in cubes %v", name, procs, result.Verdict, err, cubes.Verdict)
			}
			if result.Verdict == cnf.Satisfiable {
				if err := f.Check(result.Model); err != nil {
					t.Error(err)
				}
				continue
			}
			if procs == 1 && (result.Stats.Cubes >= cubes.Stats.Cubes/2 || result.Checked < result.Stats.Conflicts/2) {
				t.Errorf("%s: %+v, in cubes alone %+v", name, result.Stats, cubes.Stats)
			}
			if _, err := drat.Check(t.Context(), f, &proof, drat.Options{Forward: true}); err != nil {
				t.Errorf("%s, %d processors: the proof is not accepted: %v", name, procs, err)
			}
		}
	}
}

// An estimate that solves all tries the whole when a run does.
func TestEstimateTriesTheWholeAsARunDoes(t *testing.T) {
	cfg := config(families.MultiplierMiter(5))
	cfg.Splitter, cfg.Depth, cfg.Threads, cfg.Procs, cfg.eager = LookaheadSplitter, 0, 1, 1, true
	run, err := Run(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, budget := range []float64{math.Inf(1), 2 * float64(run.Stats.Conflicts)} {
		e := sampled(t, cfg, 1, budget)
		if !e.Solved || e.Samples > 0 || int64(e.Conflicts) != run.Stats.Conflicts || int64(e.Cubes) != run.Stats.Cubes {
			t.Errorf("%+v, and a run has %+v", e, run.Stats)
		}
	}
}
