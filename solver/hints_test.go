package solver

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/internal/rules"
	"transat/solver/internal/solvertest"
)

// A search of the tree by one processor has the checker make the hints, whatever the rule and the lengths of the clauses.
func TestHintsOfASearch(t *testing.T) {
	for length, f := range map[string]*cnf.Formula{
		"3": solvertest.RandomKSAT(1, 40, 280, 3), "3, many variables": solvertest.RandomKSAT(2, 120, 660, 3),
		"5": solvertest.RandomKSAT(3, 16, 600, 5), "2 to 6": solvertest.RandomLengths(4, 20, 300, 2, 6),
	} {
		for _, rule := range rules.All() {
			for _, format := range []dimacs.ProofFormat{dimacs.ProofLRAT, dimacs.ProofLRATBinary} {
				var out bytes.Buffer
				result, err := Solve(t.Context(), f, Options{
					Engine: DPLL, Rule: rule.Name, Threads: 1, Procs: 1, Proof: Proof{W: &out, Format: format, Folder: t.TempDir()},
				})
				if err != nil || result.Verdict != cnf.Unsatisfiable || result.Lemmas == 0 {
					t.Fatalf("%s, %s: %v, %v, %d lemmas", length, rule.Name, err, result.Verdict, result.Lemmas)
				}
				if err := hinted(f, out.Bytes(), format); err != nil {
					t.Errorf("%s, %s: %v", length, rule.Name, err)
				}
			}
		}
	}
}

// If the context ends while the checker makes the hints, there is no answer, and no error either.
func TestHintsStopped(t *testing.T) {
	f := cnf.NewFormula(1)
	f.Add(cnf.Pos(1))
	f.Add(cnf.Neg(1))
	ctx, cancel := context.WithCancel(t.Context())
	var out bytes.Buffer
	p, err := newProof(ctx, Options{Engine: Gophersat, Proof: Proof{W: &out, Format: dimacs.ProofLRAT, Folder: t.TempDir()}}, f)
	if err != nil {
		t.Fatal(err)
	}
	defer p.end(false)
	if err := p.Add(nil); err != nil {
		t.Fatal(err)
	}
	cancel()
	s := &session{formula: f, base: f, proof: p, result: Result{Result: dpll.Result{Verdict: cnf.Unsatisfiable}}}
	if err := s.settle(); err != nil || s.result.Verdict != cnf.Unknown || !errors.Is(s.result.Reason, context.Canceled) {
		t.Errorf("error %v, verdict %v, reason %v", err, s.result.Verdict, s.result.Reason)
	}
}
