package instances

import (
	"context"
	"flag"
	"os"
	"testing"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/drat"
)

var recompute = flag.Bool("recompute", false, "solve all formulas of the papers' samples, and check the proofs; search all UTS trees")

// TestPaperVerdicts solves formulas of the papers' samples, and compares the verdicts with the table: by default the
// cheapest, with TRANSAT_TEST_MORE some that take seconds, with -recompute all. It checks models and proofs.
func TestPaperVerdicts(t *testing.T) {
	for _, s := range PaperSamples() {
		for _, i := range formulasToSolve(s) {
			verdict, nodes := solve(t, s, i)
			t.Logf("%s is %v, %d nodes", s.Name(i), verdict, nodes)
			if want := s.Verdict(i); verdict != want {
				t.Errorf("%s is %v, the table says %v", s.Name(i), verdict, want)
			}
		}
	}
}

// formulasToSolve returns the indices of formulas to solve.
func formulasToSolve(s Sample) []int {
	if *recompute {
		indices := make([]int, SampleSize)
		for i := range indices {
			indices[i] = i + 1
		}
		return indices
	}
	switch {
	case s == Sample{350, 1505, 3} && few():
		return []int{1, 16}
	case s == Sample{350, 1505, 3}:
		return []int{1, 14, 16}
	case s == Sample{400, 2000, 3} && !few():
		return []int{27}
	default:
		return nil
	}
}

// few reports whether what takes seconds is left out, as without TRANSAT_TEST_MORE.
func few() bool { return testing.Short() || os.Getenv("TRANSAT_TEST_MORE") == "" }

// solve returns the verdict on formula i of s and the size of its search tree. It checks the model or the proof.
func solve(t *testing.T, s Sample, i int) (cnf.Verdict, int64) {
	t.Helper()
	f, err := s.Formula(i)
	if err != nil {
		t.Fatal(err)
	}
	var proof drat.Proof
	result, err := dpll.Solve(context.Background(), f, dpll.Options{Proof: &proof})
	if err != nil {
		t.Fatal(err)
	}
	switch result.Verdict {
	case cnf.Satisfiable:
		err = f.Check(result.Model)
	case cnf.Unsatisfiable:
		_, err = drat.Check(context.Background(), f, &proof, drat.Options{})
	}
	if err != nil {
		t.Errorf("%s: %v", s.Name(i), err)
	}
	return result.Verdict, result.Stats.Nodes
}
