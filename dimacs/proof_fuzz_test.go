package dimacs

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"transat/instances/fuzztest"
)

// FuzzProofReader reads any input as a proof. ProofReader must answer with steps or a *SyntaxError, the same for every
// way to cut the input, and the steps must stay the same when they are written and read in both formats.
func FuzzProofReader(f *testing.F) {
	for _, text := range []string{
		"", "0\n", "1 -2 0\nd 1 -2 0\n0\n", "c x\r\n1 c y\r\n-2 0\r\nd\r\n1 0", "d 1 0 \x00a\x00", "p cnf 1 1\n", "v 1 0",
		"123456789 -1073741823 0", "1073741824 0", "1 -0", "1",
		"a\x02\x05\x00d\x02\x05\x00a\x00", "d\x20\x31\x00", "a\x01\x00", "a\x80\x00", "a\xff\xff\xff\xff\x07\x00",
		"a\xff\xff\xff\xff\x0f\x00", "a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00", "a\x02",
	} {
		f.Add([]byte(text))
	}
	for _, kind := range allCompressions {
		f.Add([]byte(compressed(f, kind)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > fuzztest.Most {
			return
		}
		for _, format := range []ProofFormat{"", ProofText, ProofBinary} {
			proof, err := readProof(bytes.NewReader(data), format)
			again, errAgain := readProof(iotest.OneByteReader(bytes.NewReader(data)), format)
			if diff := cmp.Diff(err, errAgain); diff != "" {
				t.Fatalf("%s: -at once +byte by byte\n%s", format, diff)
			}
			if diff := cmp.Diff(proof, again); diff != "" {
				t.Fatalf("%s: -at once +byte by byte\n%s", format, diff)
			}
			if syntax := (*SyntaxError)(nil); err != nil && !errors.As(err, &syntax) {
				t.Fatalf("%s: got %v, want a *SyntaxError", format, err)
			}
			checkProofRoundTrip(t, proof)
		}
	})
}

// FuzzReadModel reads any input as a model. ReadModel must answer with an assignment, whose literals are in the text, a
// *SyntaxError or a *VerdictError, the same for every way to cut the input.
func FuzzReadModel(f *testing.F) {
	for _, text := range []string{
		"", "v 1 -2 3 0", "s SATISFIABLE\nv 1 -2\nv 3 0\n", "s UNSATISFIABLE", "SAT\n1 -2 3 0", "UNSAT", "1 -1", "s", "s x",
		"v -0", "v 11 0", "1 2 0 3", "c\nv 1 c 2\r\n3", "p cnf 1 1", "d 1 0", "a\x02\x00", "v v v 1",
	} {
		f.Add([]byte(text))
	}
	for _, kind := range allCompressions {
		f.Add([]byte(compressed(f, kind)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > fuzztest.Most {
			return
		}
		const vars = 10
		a, err := ReadModel("f", bytes.NewReader(data), vars)
		again, errAgain := ReadModel("f", iotest.OneByteReader(bytes.NewReader(data)), vars)
		if diff := cmp.Diff(err, errAgain); diff != "" {
			t.Fatalf("-at once +byte by byte\n%s", diff)
		}
		if diff := cmp.Diff(a, again); diff != "" {
			t.Fatalf("-at once +byte by byte\n%s", diff)
		}
		syntax, verdict := (*SyntaxError)(nil), (*VerdictError)(nil)
		if err != nil {
			if !errors.As(err, &syntax) && !errors.As(err, &verdict) {
				t.Fatalf("got %v, want a *SyntaxError or a *VerdictError", err)
			}
			return
		}
		if recognise(data) != plain {
			return
		}
		for _, l := range a[1:] {
			if !l.IsNone() && !strings.Contains(string(data), strconv.Itoa(int(l.Var()))) {
				t.Fatalf("literal %s is not in the text", l)
			}
		}
	})
}

// FuzzDetect passes any input to Detect, which must give the same answer for every way to cut the input, and lose no
// byte of it.
func FuzzDetect(f *testing.F) {
	for _, text := range []string{"", "c", "p cnf 1 1", "v 1 0", "1 0", "1 0 0", "0", "d 1 0", "a\x02\x00"} {
		f.Add([]byte(text))
	}
	for _, kind := range allCompressions {
		f.Add([]byte(compressed(f, kind)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > fuzztest.Most {
			return
		}
		kind, whole := Detect(bytes.NewReader(data))
		again, wholeAgain := Detect(iotest.OneByteReader(bytes.NewReader(data)))
		if kind != again {
			t.Fatalf("%s at once, %s byte by byte", kind, again)
		}
		if err := errors.Join(iotest.TestReader(whole, data), iotest.TestReader(wholeAgain, data)); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzLRAT reads any input as a proof with hints. ProofReader must answer with steps or a *SyntaxError, the same for
// every way to cut the input, and the steps must stay the same when they are written and read in both formats.
func FuzzLRAT(f *testing.F) {
	for _, text := range []string{
		"", "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n", "c x\n5 1 c y\n0 1 2 0", "5 1 -2 0 -3 1 -4 2 0", "5 d 0", "5 0 0", "5", "5 1 0 1",
		"8589934591 1 0 1 0", "8589934592 1 0 1 0", "5 1 0 -8589934592 0", "0 1 0 1 0", "-5 1 0 1 0", "5 d -1 0", "5 x", "d 1 0",
		"a\x0a\x02\x05\x00\x02\x06\x00d\x04\x00a\x0c\x00\x0a\x08\x00", "a\x0a\x02\x00\x03\x06\x00",
		"d\x00", "a", "a\x0a", "a\x0b\x00\x00", "a\x00",
		"a\x0a\x01\x00\x00", "a\x0a\x02\x00\x80\x00", "d\x05\x00", "d\x02\x00a\x02\x00\x00", "a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > fuzztest.Most {
			return
		}
		for _, format := range []ProofFormat{ProofLRAT, ProofLRATBinary} {
			steps, err := readHinted(bytes.NewReader(data), format)
			again, errAgain := readHinted(iotest.OneByteReader(bytes.NewReader(data)), format)
			if diff := cmp.Diff(err, errAgain); diff != "" {
				t.Fatalf("%s: -at once +byte by byte\n%s", format, diff)
			}
			if diff := cmp.Diff(steps, again); diff != "" {
				t.Fatalf("%s: -at once +byte by byte\n%s", format, diff)
			}
			if syntax := (*SyntaxError)(nil); err != nil && !errors.As(err, &syntax) {
				t.Fatalf("%s: got %v, want a *SyntaxError", format, err)
			}
			for _, other := range []ProofFormat{ProofLRAT, ProofLRATBinary} {
				var out bytes.Buffer
				w := NewLRATWriter(&out, other, 0)
				var want []ProofStep
				for _, s := range steps {
					if s.Pos = (ProofPos{}); s.Deletion {
						s.Number = w.last
						if other == ProofLRATBinary {
							s.Number = 0
						}
						if w.last == 0 && other == ProofLRAT {
							continue // a text would begin with the number that is missing here
						}
						err = w.Forget(s.Hints...)
					} else {
						s.Number, err = w.Infer(s.Clause, s.Hints)
					}
					if err != nil {
						t.Fatal(err)
					}
					want = append(want, s)
				}
				if err := w.Flush(); err != nil {
					t.Fatal(err)
				}
				got, err := readHinted(&out, other)
				if err != nil {
					t.Fatalf("%s written as %s: %v", format, other, err)
				}
				for i := range got {
					got[i].Pos = ProofPos{}
				}
				if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("%s written as %s: -want +got\n%s", format, other, diff)
				}
			}
		}
	})
}

// readHinted reads a proof with hints, up to an error.
func readHinted(r io.Reader, format ProofFormat) (all []ProofStep, err error) {
	p, err := NewProofReader("f", r, ProofOptions{Format: format})
	if err != nil {
		return nil, err
	}
	for {
		s, err := p.Next()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		s.Clause, s.Hints = slices.Clone(s.Clause), slices.Clone(s.Hints)
		all = append(all, s)
	}
}

// Formats of proofs are recognised by their contents.
func TestDetectLRAT(t *testing.T) {
	for _, tc := range []struct {
		text string
		want ProofFormat
	}{
		{"5 1 0 1 2 0\n", ProofLRAT},
		{"c x\n\n5 d 1 2 0\n", ProofLRAT},
		{"5 0 1 2 0", ProofLRAT},
		{"5 1 0\n1 2 0\n", ProofText},
		{"-5 1 0 1 2 0\n", ProofText},
		{"d 5 0 1 0", ProofText},
		{"5 1 0 1 2 0 3 0\n", ProofText},
		{"a\x0a\x02\x00\x02\x04\x00a\x0c\x00\x0a\x06\x08\x00", ProofLRATBinary},
		{"d\x00a\x0a\x02\x00\x02\x04\x00d\x02\x04\x00a\x0c\x00\x0a\x06\x08\x00", ProofLRATBinary},
		{"a\x0a\x02\x00a\x00", ProofBinary},
		{"a\x0a\x02\x00\x0c\x00", ProofBinary},
	} {
		p, err := NewProofReader("f", strings.NewReader(tc.text), ProofOptions{})
		if err != nil || p.Format() != tc.want {
			t.Errorf("%q: %v, %v, want %v", tc.text, p.Format(), err, tc.want)
		}
	}
}

// A text may name its formula before the first step.
func TestNamedFormula(t *testing.T) {
	sum := strings.Repeat("0123456789abcdef", 4)
	for text, want := range map[string]string{
		"c formula sha256:" + sum + "\n1 0\n":                  sum,
		"c x\n\nc formula sha256:" + sum + "\r\n5 1 0 1 2 0\n": sum,
		"1 0\nc formula sha256:" + sum + "\n":                  "",
		"c formula sha256:" + sum[1:] + "\n1 0\n":              "",
		"c formula sha256:x" + sum[1:] + "\n1 0\n":             "",
		"": "",
	} {
		p, err := NewProofReader("f", strings.NewReader(text), ProofOptions{})
		if err != nil || p.Formula() != want {
			t.Errorf("%q: %q, %v, want %q", text, p.Formula(), err, want)
		}
	}
}
