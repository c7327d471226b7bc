package evidence_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"

	"transat/cmd/transat/internal/evidence"
	"transat/dimacs"
	"transat/instances/families"
	"transat/solver"
	"transat/solver/cnf"
	"transat/solver/drat"
)

// TestProofsOfMultipliers checks proofs that primes have no factors. Learned clauses are long, and
// the largest proof is some buffers long, with most literals of two bytes when it is binary.
func TestProofsOfMultipliers(t *testing.T) {
	for _, tc := range []struct {
		prime       uint64
		small, bits int
	}{{13, 2, 4}, {1009, 5, 10}, {16381, 7, 14}, {1048583, 11, 21}} {
		t.Run(fmt.Sprint(tc.prime), func(t *testing.T) {
			if testing.Short() && tc.prime > 1<<16 {
				t.Skip("takes a second")
			}
			f := families.Factoring(tc.prime, tc.small, tc.bits)
			var first *drat.Proof
			for _, format := range []dimacs.ProofFormat{dimacs.ProofText, dimacs.ProofBinary} {
				var file bytes.Buffer
				result, err := solver.Solve(t.Context(), f, solver.Options{
					Engine: solver.CDCL, LocalSearch: solver.NoFlips, Proof: solver.Proof{W: &file, Format: format},
				})
				if err != nil || result.Verdict != cnf.Unsatisfiable {
					t.Fatal(result.Verdict, err)
				}
				e, err := evidence.Read("-", &file, evidence.Options{Vars: f.Vars()})
				if err != nil {
					t.Fatal(err)
				}
				if e.Proof.Format != format {
					t.Errorf("taken for %s, want %s", e.Proof.Format, format)
				}
				if first == nil {
					first = &e.Proof.Proof
				}
				sameSteps(t, first, &e.Proof.Proof)
				if report, err := drat.Check(context.Background(), f, &e.Proof.Proof, drat.Options{}); err != nil || report.IgnoredMissing > 0 {
					t.Errorf("%s: %v, %+v", format, err, report)
				}
			}
		})
	}
}

func sameSteps(t *testing.T, want, got *drat.Proof) {
	t.Helper()
	if want.Len() != got.Len() {
		t.Fatalf("%d steps, want %d", got.Len(), want.Len())
	}
	for i := range want.Len() {
		clause, deletion := got.Step(i)
		wantClause, wantDeletion := want.Step(i)
		if deletion != wantDeletion || !slices.Equal(clause, wantClause) {
			t.Fatalf("step %d: %t %v, want %t %v", i, deletion, clause, wantDeletion, wantClause)
		}
	}
}
