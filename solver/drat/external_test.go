package drat_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"transat/dimacs"
	"transat/instances/families"
	"transat/solver/cnf"
	"transat/solver/drat"
)

// Other proof checkers, with their output for a right proof. Debian has no packages of them, so the test tries those
// that are installed, and skips without them, even under TRANSAT_TEST_NO_SKIP.
var checkers = []struct {
	name, verified string
	hints, binary  bool
}{
	{"lrat-check", "c VERIFIED", true, false},
	{"cake_lpr", "s VERIFIED UNSAT", true, true},
	{"drat-trim", "s VERIFIED", false, false},
}

// Other checkers accept our proofs, with hints and without.
func TestOtherCheckersAccept(t *testing.T) {
	found := 0
	for _, c := range checkers {
		program, err := exec.LookPath(c.name)
		if err != nil {
			t.Logf("%s is not installed: it is not asked", c.name)
			continue
		}
		found++
		for name, p := range proofsForOthers(t) {
			for _, format := range formatsOf(c.hints, c.binary) {
				if out := runOther(t, program, p.formula, p.proof, format); !strings.Contains(out, c.verified) {
					t.Errorf("%s, %s, %s: %s", c.name, name, format, out)
				}
			}
		}
	}
	if found == 0 {
		t.Skip("none of lrat-check, cake_lpr and drat-trim is installed: NO OTHER CHECKER HAS SEEN OUR PROOFS")
	}
}

func formatsOf(hints, binary bool) []dimacs.ProofFormat {
	switch {
	case !hints:
		return []dimacs.ProofFormat{dimacs.ProofText}
	case binary:
		return []dimacs.ProofFormat{dimacs.ProofLRAT, dimacs.ProofLRATBinary}
	}
	return []dimacs.ProofFormat{dimacs.ProofLRAT}
}

type otherProof struct {
	formula *cnf.Formula
	proof   *drat.Proof
}

// proofsForOthers returns proofs of searches, of random steps, and some that need the RAT property.
func proofsForOthers(t *testing.T) map[string]otherProof {
	t.Helper()
	proofs := map[string]otherProof{}
	for seed := range uint64(10) {
		f := randomFormula(seed, 50, 260, 3)
		if p := solved(t, f, "weights"); p != nil {
			proofs[fmt.Sprint("search ", seed)] = otherProof{f, p}
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		f := randomMixed(rng, 3+rng.IntN(6), 4)
		p := proofOf(randomSteps(rng, f, 1+rng.IntN(20)))
		_, err := drat.Check(context.Background(), f, p, drat.Options{Forward: true})
		if err == nil && f.Len() > 0 && f.Vars() > 0 && distinct(f) {
			proofs[fmt.Sprint("random steps ", i)] = otherProof{f, p}
		}
	}
	for holes := 2; holes <= 5; holes++ {
		f := families.Pigeons(holes+1, holes, families.Pairwise)
		proofs[fmt.Sprint("pigeons with extended resolution ", holes)] = otherProof{f, proofOf(cook(holes))}
	}
	proofs["RAT"] = otherProof{cyclic(), proofOf([]step{add(1), add(2), add()})}
	return proofs
}

// distinct reports whether no clause of a formula is empty or has a variable twice: other checkers refuse those.
func distinct(f *cnf.Formula) bool {
	for i := range f.Len() {
		seen := map[cnf.Var]bool{}
		for _, l := range f.Clause(i) {
			if seen[l.Var()] {
				return false
			}
			seen[l.Var()] = true
		}
		if len(seen) == 0 {
			return false
		}
	}
	return true
}

// runOther returns the output of a checker for a proof.
func runOther(t *testing.T, program string, f *cnf.Formula, p *drat.Proof, format dimacs.ProofFormat) string {
	t.Helper()
	var formula, proof bytes.Buffer
	if err := dimacs.Write(&formula, f); err != nil {
		t.Fatal(err)
	}
	if format.Hints() {
		w := dimacs.NewLRATWriter(&proof, format, f.Len())
		if _, err := drat.Check(t.Context(), f, p, drat.Options{Hints: w}); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	} else {
		proof.WriteString(dimacs.FormulaComment(make([]byte, 32)))
		w := dimacs.NewDRATWriter(&proof, format)
		for i := range p.Len() {
			clause, deletion := p.Step(i)
			write := w.Add
			if deletion {
				write = w.Delete
			}
			if err := write(clause); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	folder := t.TempDir()
	names := []string{filepath.Join(folder, "f.cnf"), filepath.Join(folder, "proof")}
	for i, content := range [][]byte{formula.Bytes(), proof.Bytes()} {
		if err := os.WriteFile(names[i], content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out, _ := exec.CommandContext(t.Context(), program, names...).CombinedOutput() // the output tells
	return string(out)
}
