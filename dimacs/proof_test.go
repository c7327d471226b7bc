package dimacs

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver"
)

// step is a ProofStep in a form that cmp and people can read.
type step struct {
	Text string // as in a text proof
	Pos  string
}

// steps reads a whole proof.
func steps(r io.Reader, opt ProofOptions) ([]step, ProofFormat, error) {
	p, err := NewProofReader("f.drat", r, opt)
	if err != nil {
		return nil, "", err
	}
	var all []step
	for {
		s, err := p.Next()
		if errors.Is(err, io.EOF) {
			return all, p.Format(), nil
		}
		if err != nil {
			return all, p.Format(), err
		}
		text := ""
		if s.Deletion {
			text = "d "
		}
		for _, l := range s.Clause {
			text += l.String() + " "
		}
		all = append(all, step{text + "0", s.Pos.String()})
	}
}

func TestProofReader(t *testing.T) {
	tests := []struct {
		name, text string
		format     ProofFormat
		want       []step
	}{
		{"text", "1 -2 0\nd 1 -2 0\n0\n", ProofText, []step{{"1 -2 0", "line 1"}, {"d 1 -2 0", "line 2"}, {"0", "line 3"}}},
		{"binary", "a\x02\x05\x00d\x02\x05\x00a\x00", ProofBinary, []step{{"1 -2 0", "byte 0"}, {"d 1 -2 0", "byte 4"}, {"0", "byte 8"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, how := range waysToRead {
				got, format, err := steps(how.wrap(strings.NewReader(test.text)), ProofOptions{})
				if err != nil {
					t.Fatalf("%s: %v", how.name, err)
				}
				if diff := cmp.Diff(test.want, got); diff != "" || format != test.format {
					t.Errorf("%s: %s, -want +got\n%s", how.name, format, diff)
				}
			}
		})
	}
}

func TestProofWriter(t *testing.T) {
	for format, want := range map[ProofFormat]string{
		ProofText:   "1 -2 0\nd 2 100 0\n0\n",
		ProofBinary: "a\x02\x05\x00d\x04\xc8\x01\x00a\x00",
	} {
		var out strings.Builder
		w := NewProofWriter(&out, format)
		err := errors.Join(
			w.Add([]solver.Lit{solver.Pos(1), solver.Neg(2)}),
			w.Delete([]solver.Lit{solver.Pos(2), solver.Pos(100)}),
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
