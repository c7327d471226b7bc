package worker_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"transat/cmd/transat/internal/cluster"
	"transat/dimacs"
	"transat/instances/families"
	"transat/solver/cnf"
)

// All computers simplify the formula in the same way: the proof is one of the formula as it is, and so is a model, whether or not records
// are checked.
func TestCubesOfASimplifiedFormula(t *testing.T) {
	unsatisfiable := families.Distributive(4)
	satisfiable := cnf.NewFormula(unsatisfiable.Vars()) // its last clause says that the outputs differ
	for i := range unsatisfiable.Len() - 1 {
		satisfiable.Add(unsatisfiable.Clause(i)...)
	}
	for _, verified := range []bool{false, true} {
		for _, f := range []*cnf.Formula{unsatisfiable, satisfiable} {
			t.Run(fmt.Sprintf("verified %v, %d clauses", verified, f.Len()), func(t *testing.T) {
				t.Parallel()
				l := newLab(t, f, "lex", string(dimacs.ProofText))
				if verified {
					l.verify()
				}
				l.split(cluster.Cubes{Depth: 3, Splitter: "lookahead", Simple: true})
				for procs := range 2 {
					l.join(t.Context(), 1+procs)
				}
				var proof bytes.Buffer
				got, err := l.lead(t.Context(), false, 20*time.Millisecond, &proof)
				if f == satisfiable {
					if err != nil || got.Verdict != cnf.Satisfiable {
						t.Fatalf("%v, %v", got.Verdict, err)
					}
					if err := f.Check(got.Model); err != nil {
						t.Error(err)
					}
					return
				}
				lemmas := int64(bytes.Count(proof.Bytes(), []byte("\n")) - bytes.Count(proof.Bytes(), []byte("\nd ")))
				if lemmas != got.Lemmas || got.Checked > 0 != verified {
					t.Errorf("the proof has %d lemmas, of which %d are told; of simplifying, %d were checked", lemmas, got.Lemmas, got.Checked)
				}
				refuted(t, f, got, err, &proof)
			})
		}
	}
}
