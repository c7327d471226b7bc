package dimacs

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/solver/cnf"
)

func TestDRATWriter(t *testing.T) {
	for format, want := range map[ProofFormat]string{
		ProofText:   "1 -2 0\nd 2 100 0\n0\n",
		ProofBinary: "a\x02\x05\x00d\x04\xc8\x01\x00a\x00",
	} {
		var out strings.Builder
		w := NewDRATWriter(&out, format)
		err := errors.Join(
			w.Add([]cnf.Lit{cnf.Pos(1), cnf.Neg(2)}),
			w.Delete([]cnf.Lit{cnf.Pos(2), cnf.Pos(100)}),
			w.Add(nil),
			w.Flush())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, out.String()); diff != "" {
			t.Errorf("%s: -want +got\n%s", format, diff)
		}
	}
}

// proofStep is a step to write.
type proofStep struct {
	Clause   []cnf.Lit
	Deletion bool
}

// writeProof returns the bytes of a proof.
func writeProof(t rapid.TB, proof []proofStep, format ProofFormat) []byte {
	t.Helper()
	var out bytes.Buffer
	w := NewDRATWriter(&out, format)
	for _, s := range proof {
		err := error(nil)
		if s.Deletion {
			err = w.Delete(s.Clause)
		} else {
			err = w.Add(s.Clause)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// readProof is the inverse of writeProof.
func readProof(r io.Reader, format ProofFormat) ([]proofStep, error) {
	p, err := NewProofReader("f", r, ProofOptions{Format: format})
	if err != nil {
		return nil, err
	}
	var proof []proofStep
	for {
		s, err := p.Next()
		if errors.Is(err, io.EOF) {
			return proof, nil
		}
		if err != nil {
			return proof, err
		}
		proof = append(proof, proofStep{append([]cnf.Lit{}, s.Clause...), s.Deletion})
	}
}

// checkProofRoundTrip writes a proof in both formats and reads it again. Its clauses are not nil.
func checkProofRoundTrip(t rapid.TB, proof []proofStep) {
	t.Helper()
	for _, format := range []ProofFormat{ProofText, ProofBinary} {
		again, err := readProof(bytes.NewReader(writeProof(t, proof, format)), format)
		if err != nil {
			t.Fatalf("%s: %v", format, err)
		}
		if !reflect.DeepEqual(proof, again) {
			t.Fatalf("%s: -written +read\n%s", format, cmp.Diff(proof, again))
		}
	}
}

func TestProofRoundTrip(t *testing.T) {
	variable := rapid.OneOf(rapid.IntRange(1, 200), rapid.IntRange(1, int(cnf.MaxLitVar)),
		rapid.SampledFrom([]int{9, 10, 63, 64, 8191, 8192, 99_999, 100_000, 1<<20 - 1, 1 << 20, int(cnf.MaxLitVar)}))
	lit := rapid.Custom(func(t *rapid.T) cnf.Lit {
		return cnf.Signed(cnf.Var(variable.Draw(t, "variable")), rapid.IntRange(0, 1).Draw(t, "sign") == 1)
	})
	rapid.Check(t, func(t *rapid.T) {
		var proof []proofStep
		for range rapid.IntRange(0, 20).Draw(t, "steps") {
			proof = append(proof, proofStep{
				Clause:   rapid.SliceOfN(lit, 0, 8).Draw(t, "clause"),
				Deletion: rapid.Bool().Draw(t, "deletion"),
			})
		}
		checkProofRoundTrip(t, proof)
	})
}

// TestProofAcrossBuffers has steps that begin and end everywhere in the buffers of writer and reader.
func TestProofAcrossBuffers(t *testing.T) {
	var proof []proofStep
	for v := cnf.Var(90_000); v < 110_000; v++ {
		proof = append(proof, proofStep{[]cnf.Lit{cnf.Pos(v), cnf.Neg(v)}, v%3 == 0})
	}
	long := make([]cnf.Lit, proofBufferSize/6)
	for i := range long {
		long[i] = cnf.Neg(cnf.Var(i + 1))
	}
	proof = append(proof, proofStep{long, false}, proofStep{long, true}, proofStep{[]cnf.Lit{}, false})
	checkProofRoundTrip(t, proof)
}

func TestDRATWriterErrors(t *testing.T) {
	full := errors.New("disk full")
	clause := []cnf.Lit{cnf.Pos(1), cnf.Neg(200_000)}
	for _, format := range []ProofFormat{ProofText, ProofBinary} {
		for _, room := range []int{0, proofBufferSize, 3 * proofBufferSize / 2} {
			w := NewDRATWriter(&limited{room, full}, format)
			var err error
			for calls := 0; err == nil && calls < 2*proofBufferSize; calls++ {
				err = w.Add(clause)
			}
			if !errors.Is(err, full) {
				t.Errorf("%s: Add with room for %d bytes: got %v, want %v", format, room, err, full)
			}
			for name, call := range map[string]func() error{
				"Add":    func() error { return w.Add(nil) },
				"Delete": func() error { return w.Delete(clause) },
				"Flush":  w.Flush,
			} {
				if err := call(); !errors.Is(err, full) {
					t.Errorf("%s: %s after the error: got %v, want %v", format, name, err, full)
				}
			}
		}
		w := NewDRATWriter(&limited{0, full}, format)
		if err := w.Add(clause); err != nil {
			t.Errorf("%s: Add into the buffer: %v", format, err)
		}
		if err := w.Flush(); !errors.Is(err, full) {
			t.Errorf("%s: Flush: got %v, want %v", format, err, full)
		}
	}
	if err := NewDRATWriter(short{}, ProofText).Flush(); err != nil {
		t.Errorf("empty proof: %v", err)
	}
	w := NewDRATWriter(short{}, ProofText)
	if err := errors.Join(w.Add(clause), w.Flush()); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("faulty writer: got %v, want io.ErrShortWrite", err)
	}
}

// short is a faulty writer, which writes less than it should without an error.
type short struct{}

func (short) Write(p []byte) (int, error) { return len(p) / 2, nil }

// A literal without a variable would end a binary clause.
func TestDRATWriterRefusesLiteralsWithoutVariable(t *testing.T) {
	for _, l := range []cnf.Lit{{}, cnf.FromCode(1)} {
		for _, format := range []ProofFormat{ProofText, ProofBinary} {
			w := NewDRATWriter(io.Discard, format)
			add := w.Add([]cnf.Lit{cnf.Pos(1), l})
			if flush := w.Flush(); add == nil || !errors.Is(flush, add) {
				t.Errorf("%s: literal %d: Add returns %v and Flush %v", format, l.Code(), add, flush)
			}
		}
	}
}

func TestDRATWriterDoesNotAllocate(t *testing.T) {
	clause := []cnf.Lit{cnf.Pos(1), cnf.Neg(300), cnf.Pos(1_000_000)}
	for _, format := range []ProofFormat{ProofText, ProofBinary} {
		w := NewDRATWriter(io.Discard, format)
		allocs := testing.AllocsPerRun(100, func() { w.Add(clause); w.Delete(clause) })
		if allocs != 0 {
			t.Errorf("%s: %v allocations a lemma", format, allocs)
		}
	}
}
