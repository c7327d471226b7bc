package evidence_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/evidence"
	"transat/dimacs"
	"transat/solver/cnf"
)

const (
	textProof   = "c two lemmas\n1 -2 0\nd 1 -2 0\n\n0\n"
	binaryProof = "a\x02\x05\x00d\x02\x05\x00a\x00"
)

func TestProof(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		asked      dimacs.ProofFormat
		format     dimacs.ProofFormat
		positions  []string
	}{
		{"text", textProof, "", dimacs.ProofText, []string{"line 2", "line 3", "line 5"}},
		{"binary", binaryProof, "", dimacs.ProofBinary, []string{"byte 0", "byte 4", "byte 8"}},
		{"text, as asked", textProof, dimacs.ProofText, dimacs.ProofText, []string{"line 2", "line 3", "line 5"}},
		{"empty", "", "", dimacs.ProofText, nil},
		{"comments alone", "c nothing\n\n", "", dimacs.ProofText, nil},
		{"empty, as asked", "", dimacs.ProofText, dimacs.ProofText, nil},
		{"what looks like a model, as asked", "1 2 0\n", dimacs.ProofText, dimacs.ProofText, []string{"line 1"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e, err := evidence.Read("-", strings.NewReader(tc.text), evidence.Options{Vars: 2, Format: tc.asked})
			if err != nil {
				t.Fatal(err)
			}
			if e.Name != "stdin" || e.Model != nil || e.Proof == nil || e.Proof.Format != tc.format {
				t.Fatalf("got %+v", e)
			}
			var positions []string
			lemmas := 0
			for i := range e.Proof.Len() {
				positions = append(positions, e.Proof.Pos(i).String())
				if _, deletion := e.Proof.Step(i); !deletion {
					lemmas++
				}
			}
			if diff := cmp.Diff(tc.positions, positions); diff != "" {
				t.Errorf("positions (-want +got):\n%s", diff)
			}
			if e.Proof.Lemmas != lemmas {
				t.Errorf("%d lemmas, want %d", e.Proof.Lemmas, lemmas)
			}
		})
	}
}

func TestModel(t *testing.T) {
	name := filepath.Join(t.TempDir(), "model")
	if err := os.WriteFile(name, []byte("s SATISFIABLE\nv -1 2 0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	e, err := evidence.Read(name, nil, evidence.Options{Vars: 2})
	if err != nil {
		t.Fatal(err)
	}
	if e.Proof != nil || e.Name != name {
		t.Errorf("got %+v", e)
	}
	if diff := cmp.Diff(dimacs.Assignment{cnf.Lit{}, cnf.Neg(1), cnf.Pos(2)}, e.Model); diff != "" {
		t.Errorf("model (-want +got):\n%s", diff)
	}
}

// A list of literals with a 0 may be a model or a proof of one lemma.
func TestListOfLiterals(t *testing.T) {
	for _, tc := range []struct {
		text         string
		model, proof bool
		noModel      string
	}{
		{"1 -2 0\n", true, true, ""},
		{"c x\n1\n0 c y", true, true, ""},
		{"1 -2", true, false, ""},
		{"v 1 -2 0\n", true, false, ""},
		{"s SATISFIABLE\nv 1 -2 0\n", true, false, ""},
		{"SAT\n1 -2 0\n", true, false, ""},
		{"1 2 -1 0\n", false, true, "stdin:1:5: literal -1 contradicts literal 1 before it"},
		{"3 0\n", false, true, "stdin:1:1: literal 3 is out of range: the formula has 2 variables"},
	} {
		e, err := evidence.Read("-", strings.NewReader(tc.text), evidence.Options{Vars: 2})
		if err != nil {
			t.Errorf("%q: %v", tc.text, err)
			continue
		}
		why := ""
		if e.NoModel != nil {
			why = e.NoModel.Error()
		}
		if (e.Model != nil) != tc.model || (e.Proof != nil) != tc.proof || why != tc.noModel {
			t.Errorf("%q: got model %v, proof %v, %q", tc.text, e.Model, e.Proof, why)
		}
	}
}

func TestNeitherModelNorProof(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"formula", "p cnf 0 0\n", "stdin is a formula: want a model or a proof, after the formula"},
		{"prose", "1 2 0\nhello\n", `stdin:2:1: unexpected "hello": want a literal, 0 or "d"`},
		{"cut short", "1 2 0\n1 2", "stdin:2:4: the proof is cut short: the lemma that begins at line 2 has no 0 at its end"},
		{"model of more variables", "v 1 2 3 0\n", "stdin:1:7: literal 3 is out of range: the formula has 2 variables"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := evidence.Read("-", strings.NewReader(tc.text), evidence.Options{Vars: 2})
			if err == nil || err.Error() != tc.want {
				t.Errorf("the error is %v, want %s", err, tc.want)
			}
		})
	}
	if _, err := evidence.Read("nowhere", nil, evidence.Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the error is %v", err)
	}
}
