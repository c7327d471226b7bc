package solver

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/dpll"
)

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
