package dimacs

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// FuzzProofReader feeds a ProofReader with anything. It must answer with steps or a *SyntaxError, the
// same for every way to cut the input, and the steps must survive being written and read in both
// formats.
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
		if len(data) > 1<<16 {
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

// FuzzReadModel feeds ReadModel with anything. It must answer with an assignment, whose literals are in the text, a
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
		if len(data) > 1<<16 {
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
			if l != 0 && !strings.Contains(string(data), strconv.Itoa(int(l.Var()))) {
				t.Fatalf("literal %s is not in the text", l)
			}
		}
	})
}

// FuzzDetect feeds Detect with anything. It must give the same answer for every way to cut the input,
// and lose no byte of it.
func FuzzDetect(f *testing.F) {
	for _, text := range []string{"", "c", "p cnf 1 1", "v 1 0", "1 0", "1 0 0", "0", "d 1 0", "a\x02\x00"} {
		f.Add([]byte(text))
	}
	for _, kind := range allCompressions {
		f.Add([]byte(compressed(f, kind)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
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
