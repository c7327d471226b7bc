package solver

import (
	"bytes"
	"context"
	"os"
	"testing"

	"transat/dimacs"
	"transat/instances/families"
	"transat/solver/cnf"
)

// The proof of an engine beside another one follows what that has got, whatever it is, and leaves no file behind.
func TestProofOfAnotherIsAdopted(t *testing.T) {
	t.Chdir(t.TempDir())
	f := families.Pigeons(6, 5, families.Pairwise)
	for _, procs := range []int{1, 3} {
		for _, format := range []dimacs.ProofFormat{dimacs.ProofText, dimacs.ProofBinary} { // the checker of these tests reads text
			var written bytes.Buffer
			opt := Options{Engine: DPLL, Threads: procs, Proof: Proof{W: &written, Format: format, Folder: "."}}.withDefaults()
			opt.Rule = defaultRule
			p, err := newProof(t.Context(), opt, f)
			if err != nil {
				t.Fatal(err)
			}
			s := &session{formula: f, base: f, opt: opt, proof: p}
			l, err := s.newLearner(t.Context(), true)
			if err != nil {
				t.Fatal(err)
			}
			l.slice = 1000
			if _, err := l.run(t.Context(), 0); err != nil {
				t.Fatal(err)
			}
			other := &session{formula: f, base: f, opt: opt}
			if other.proof, err = p.another(t.Context(), opt, f); err != nil {
				t.Fatal(err)
			}
			if err := other.search(t.Context()); err != nil || other.result.Verdict != cnf.Unsatisfiable {
				t.Fatalf("%v, %v", other.result.Verdict, err)
			}
			learned := p.lemmas
			if err := s.adopt(other); err != nil {
				t.Fatal(err)
			}
			other.proof.end(false)
			if err := s.completeProof(); err != nil {
				t.Fatal(err)
			}
			p.end(false)
			if learned == 0 || s.result.Lemmas <= learned || s.result.ProofBytes != int64(written.Len()) {
				t.Errorf("%d lemmas learned, %d in all, %d bytes of %d", learned, s.result.Lemmas, s.result.ProofBytes, written.Len())
			}
			if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
				t.Errorf("left over: %v, %v", left, err)
			}
			if err := os.WriteFile("proof", written.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			if format == dimacs.ProofText {
				checkProof(t, f, "proof")
			}
			if err := os.Remove("proof"); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Under assumptions, a proof is one of the formula with these as unit clauses, whichever engine decides.
func TestProofUnderAssumptions(t *testing.T) {
	t.Chdir(t.TempDir())
	f := families.Pigeons(6, 6, families.Pairwise)
	assume := []cnf.Lit{cnf.Neg(1), cnf.Neg(7), cnf.Neg(13), cnf.Neg(19), cnf.Neg(25), cnf.Neg(31)} // the first hole is empty
	learn := &pace{slice: 100}
	for name, opt := range map[string]tested{
		"dpll":        {Options: Options{Engine: DPLL, Threads: 1}},
		"dpll, two":   {Options: Options{Engine: DPLL, Threads: 2}},
		"cdcl":        {Options: Options{Engine: CDCL}},
		"gophersat":   {Options: Options{Engine: Gophersat}},
		"auto":        {Options: Options{Threads: 1}},
		"auto learns": {Options: Options{Threads: 1}, hooks: hooks{pace: learn}},
		"auto, two":   {Options: Options{Threads: 2}, hooks: hooks{pace: &pace{slice: 1, beside: 1e9}}},
		"cube":        {Options: Options{Engine: Cube, Threads: 1}},
		"cube, beside": {
			Options: Options{Threads: 2},
			hooks:   hooks{pace: &pace{slice: 1, beside: -1}},
		},
	} {
		var written bytes.Buffer
		opt.Assume, opt.Proof = assume, Proof{W: &written}
		result, err := opt.solve(context.Background(), f)
		if err != nil || result.Verdict != cnf.Unsatisfiable || len(result.Failed) == 0 {
			t.Errorf("%s: %v, %v, %v", name, result.Verdict, result.Failed, err)
			continue
		}
		if err := os.WriteFile("proof", written.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) { checkProof(t, assuming(f, assume), "proof") })
	}
}
