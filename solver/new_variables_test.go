package solver

import (
	"bytes"
	"testing"

	"transat/dimacs"
	"transat/instances/families"
	"transat/solver/cnf"
)

// Clause learning may define variables, unless it must not: proofs of all formats then have them, the verifier takes them, and neither
// models nor the assumptions that fail have any.
func TestNewVariables(t *testing.T) {
	unsat := families.Pigeons(7, 6, families.Pairwise)
	sat := families.Pigeons(6, 6, families.Pairwise)
	assume := []cnf.Lit{cnf.Pos(1), cnf.Pos(8), cnf.Pos(7)} // two of them in one hole
	for _, engine := range []Engine{CDCL, Auto} {
		for _, format := range dimacs.ProofFormats() {
			for _, without := range []bool{false, true} {
				var text bytes.Buffer
				opt := tested{Options: Options{
					Engine: engine, Threads: 1, LocalSearch: NoFlips, NoNewVariables: without, Proof: Proof{W: &text, Format: format},
					Verify: format != dimacs.ProofText,
				}}
				if engine == Auto {
					opt.hooks.pace = &pace{unlucky: true, look: 0, slice: 1 << 10}
				}
				result, err := opt.solve(t.Context(), unsat)
				if err != nil || result.Verdict != cnf.Unsatisfiable {
					t.Fatalf("%s: %v, %v", engine, result.Verdict, err)
				}
				if format.Hints() {
					err = hinted(unsat, text.Bytes(), format)
				} else if proof, readErr := readProof(unsat, text.Bytes(), format); readErr == nil {
					err = checked(t, unsat, proof)
				} else {
					err = readErr
				}
				if most := mostVariable(t, text.Bytes(), format); err != nil || (most > unsat.Vars()) == without {
					t.Errorf("%s, %s, without %v: the last variable of the proof is %d; %v", engine, format, without, most, err)
				}
			}
		}
		opt := tested{Options: Options{Engine: engine, Threads: 1, LocalSearch: NoFlips, Verify: true}}
		if engine == Auto {
			opt.hooks.pace = &pace{unlucky: true, look: 0, slice: 1 << 10}
		}
		result, err := opt.solve(t.Context(), sat)
		if err != nil || sat.Check(result.Model) != nil || len(result.Model) != sat.Vars()+1 {
			t.Errorf("%s: %v, %v", engine, result, err)
		}
		opt.Assume = assume
		result, err = opt.solve(t.Context(), sat)
		if err != nil || result.Verdict != cnf.Unsatisfiable || len(result.Failed) != 2 {
			t.Errorf("%s: %v, %v", engine, result, err)
		}
	}
}

// mostVariable returns the last variable in the steps of a proof.
func mostVariable(t *testing.T, text []byte, format dimacs.ProofFormat) int {
	r, err := dimacs.NewProofReader("proof", bytes.NewReader(text), dimacs.ProofOptions{Format: format})
	most := 0
	for err == nil {
		var step dimacs.ProofStep
		if step, err = r.Next(); err == nil {
			for _, l := range step.Clause {
				most = max(most, int(l.Var()))
			}
		}
	}
	return most
}
