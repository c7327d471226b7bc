package dimacs

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// step is a ProofStep in a form that cmp and people can read.
type step struct {
	Text string // as in a text proof
	Pos  string
}

// steps reads a whole proof, up to an error.
func steps(r io.Reader, opt ProofOptions) ([]step, ProofFormat, error) {
	p, err := NewProofReader("f", r, opt)
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
		var text strings.Builder
		if s.Deletion {
			text.WriteString("d ")
		}
		for _, l := range s.Clause {
			text.WriteString(l.String() + " ")
		}
		all = append(all, step{text.String() + "0", s.Pos.String()})
	}
}

func TestProofReader(t *testing.T) {
	small := []step{{"1 -2 0", "line 1"}, {"d 1 -2 0", "line 2"}, {"0", "line 3"}}
	tests := []struct {
		name, text string
		format     ProofFormat
		want       []step
	}{
		{"empty", "", ProofText, nil},
		{"only comments", "c 1 0\n\nc", ProofText, nil},
		{"text", "1 -2 0\nd 1 -2 0\n0\n", ProofText, small},
		{"no final newline", "1 -2 0\nd 1 -2 0\n0", ProofText, small},
		{"CR LF", "1 -2 0\r\nd 1 -2 0\r\n0\r\n", ProofText, small},
		{
			"comments and blanks everywhere", "c x\n\n \t1 c y\n-2\n0 c z\r\nd\nc\n1\t-2 0 0 c",
			ProofText,
			[]step{{"1 -2 0", "line 3"}, {"d 1 -2 0", "line 6"}, {"0", "line 8"}},
		},
		{"steps on one line", "1 0 d 1 0 0", ProofText, []step{{"1 0", "line 1"}, {"d 1 0", "line 1"}, {"0", "line 1"}}},
		{
			"all lengths of numbers", "-1 23 -456 7890 -12345 678901 -2345678 33554432 -1073741823 0", ProofText,
			[]step{{"-1 23 -456 7890 -12345 678901 -2345678 33554432 -1073741823 0", "line 1"}},
		},
		{"empty lemma first", "0\n1 0", ProofText, []step{{"0", "line 1"}, {"1 0", "line 2"}}},
		{"deletion first", "d 1 -2 0\n0\n", ProofText, []step{{"d 1 -2 0", "line 1"}, {"0", "line 2"}}},
		{
			"binary", "a\x02\x05\x00d\x02\x05\x00a\x00", ProofBinary,
			[]step{{"1 -2 0", "byte 0"}, {"d 1 -2 0", "byte 4"}, {"0", "byte 8"}},
		},
		{"binary empty lemma", "a\x00", ProofBinary, []step{{"0", "byte 0"}}},
		{
			"all lengths of varints", "a\x7f\x80\x01\x82\x80\x01\x82\x80\x80\x01\xff\xff\xff\xff\x07\x00", ProofBinary,
			[]step{{"-63 64 8193 1048577 -1073741823 0", "byte 0"}},
		},
		{"longer varints than needed", "a\x82\x00\x83\x80\x80\x80\x80\x00\x00", ProofBinary, []step{{"1 -1 0", "byte 0"}}},
		{"binary deletion first", "d\x02\x05\x00a\x00", ProofBinary, []step{{"d 1 -2 0", "byte 0"}, {"0", "byte 4"}}},
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

// TestRecogniseProof has binary proofs that begin like a text.
func TestRecogniseProof(t *testing.T) {
	tests := []struct {
		name, text string
		want       ProofFormat
	}{
		{"text deletion of tabs", "d\t1\t0\n", ProofText},
		{"text deletion in two lines", "d\n-1\n0", ProofText},
		{"long text deletion", "d " + strings.Repeat("1234 ", bufferSize), ProofText},
		{"blank, literal 16", "d \x00a\x00", ProofBinary},
		{"blank and digits", "d 123\x00a\x00", ProofBinary},
		{"blanks only", "d \t\n\x00a\x00", ProofBinary},
		{"blank, digits, deletion", "d 12\x00d 1 2\x00", ProofBinary},
		{"numbers without 0", "d 1 2 3\x00a\x00", ProofBinary},
		{"many numbers without 0", "d " + strings.Repeat("1 ", maxToken) + "\x00", ProofBinary},
		{"minus and digits", "d -1-2\x00a\x00", ProofBinary},
		{"digit", "d10 0\x00", ProofBinary},
		{"varints", "d \xff\x01 0 \x00", ProofBinary},
		{"printable lemma", "a 1 2 0\n", ProofBinary},
		{"definition, then a lemma with hints", "a\x0a\x08\x02\x00\x00a\x0c\x09\x04\x00\x0b\x02\x00", ProofLRATBinary},
		{"definitions", "a\x0a\x08\x02\x00\x00a\x0c\x08\x04\x00\x00", ProofLRATBinary},
		{"one lemma without hints", "a\x0a\x08\x02\x00\x00", ProofBinary},
		{"lemmas without hints and order", "a\x0a\x08\x02\x00\x00a\x0a\x08\x04\x00\x00", ProofBinary},
		{"anything else", "\x7fELF", ProofText},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, how := range waysToRead {
				p, err := NewProofReader("f", how.wrap(strings.NewReader(test.text)), ProofOptions{})
				if err != nil {
					t.Fatal(err)
				}
				if p.Format() != test.want {
					t.Errorf("%s: got %s, want %s", how.name, p.Format(), test.want)
				}
			}
		})
	}
}

func TestProofFormatCanBeForced(t *testing.T) {
	const text = "d 1 0 \x00a\x00" // as a text a deletion and a wrong token, as binary two steps
	got, format, err := steps(strings.NewReader(text), ProofOptions{Format: ProofBinary})
	if err != nil || format != ProofBinary {
		t.Fatal(format, err)
	}
	want := []step{{"d 16 -24 16 24 16 0", "byte 0"}, {"0", "byte 7"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	got, format, err = steps(strings.NewReader(text), ProofOptions{Format: ProofText})
	if err == nil || format != ProofText {
		t.Error(format, err)
	}
	if diff := cmp.Diff([]step{{"d 1 0", "line 1"}}, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestProofErrors(t *testing.T) {
	long := strings.Repeat("0", 100)
	tests := []struct{ name, text, want string }{
		{"formula", "c\np cnf 3 2\n1 2 0\n", `f:2:1: a header "p": this is a formula, not a proof`},
		{"answer", "s SATISFIABLE\nv 1 0\n", `f:1:1: a line "s": this is the answer of a solver, not a proof`},
		{"model", "v 1 0\n", `f:1:1: a line "v": this is the answer of a solver, not a proof`},
		{"answer of minisat", "UNSAT\n", `f:1:1: a line "UNSAT": this is the answer of a solver, not a proof`},
		{"word", "1 0\nx 2 0\n", `f:2:1: unexpected "x": want a literal, 0 or "d"`},
		{"something else", "\x7fELF", `f:1:1: unexpected "\x7fELF": want a literal, 0 or "d"`},
		{"letters that are not ASCII", "1 é 0", `f:1:3: unexpected "é": want a literal, or 0 to end the step`},
		{"deletion in a lemma", "1 0\n2\nd 3 0\n", `f:3:1: unexpected "d": want a literal, or 0 to end the step`},
		{"two deletions", "1 0\nd d 1 0", `f:2:3: unexpected "d": want a literal, or 0 to end the step`},
		{"minus zero", "1 -0\n", `f:1:3: unexpected "-0": want a literal, or 0 to end the step`},
		{"plus", "1 +2 0\n", `f:1:3: unexpected "+2": want a literal, or 0 to end the step`},
		{"very long token", "1 " + long + "1 0", `f:1:3: unexpected "00000000000000000000"…: want a literal, or 0 to end the step`},
		{"out of range", "1 0\n2 -1000 0\n", `f:2:3: literal -1000 is out of range: want at most variable 999`},
		{"far out of range", "99999999999999999999 0\n", `f:1:1: literal 99999999999999999999 is out of range: want at most variable 999`},
		{"far below range", "-99999999999999999999 0\n", `f:1:1: literal -99999999999999999999 is out of range: want at most variable 999`},
		{"cut short", "1 0\nc\n2 3\n", `f:4:1: the proof is cut short: the lemma that begins at line 3 has no 0 at its end`},
		{"cut in a literal", "1 0\n2 -", `f:2:3: the proof is cut short: the lemma that begins at line 2 has no 0 at its end`},
		{"cut in the first literal", "1 0\n-", `f:2:1: the proof is cut short: the lemma that begins at line 2 has no 0 at its end`},
		{"minus alone", "1 0\n2 - ", `f:2:3: unexpected "-": want a literal, or 0 to end the step`},
		{"cut in a deletion", "1 0\nd", `f:2:2: the proof is cut short: the deletion that begins at line 2 has no 0 at its end`},
		{"binary cut short", "a\x02\x00a\x02", `f: byte 5: the proof is cut short: the lemma that begins at byte 3 has no 0 at its end`},
		{"binary cut after its kind", "a\x02\x00d", `f: byte 4: the proof is cut short: the deletion that begins at byte 3 has no 0 at its end`},
		{"binary cut in a literal", "a\x02\x85", `f: byte 3: the proof is cut short: the lemma that begins at byte 0 has no 0 at its end`},
		{"no kind", "a\x02\x00\x02\x00", `f: byte 3: unexpected 0x02: want 'a' (0x61, a lemma) or 'd' (0x64, a deletion)`},
		{"binary, then text", "a\x02\x00\n1 0", `f: byte 3: unexpected 0x0a: want 'a' (0x61, a lemma) or 'd' (0x64, a deletion)`},
		{"literal 1", "a\x02\x01\x00", `f: byte 2: a literal without a variable (1 in 1 bytes)`},
		{"long literal 0", "a\x02\x80\x80\x00\x00", `f: byte 2: a literal without a variable (0 in 3 bytes)`},
		{"binary, the next variable out of range", "a\x02\xd0\x0f\x00", `f: byte 2: literal 1000 is out of range: want at most variable 999`},
		{"binary out of range", "a\x02\xd1\x0f\x00", `f: byte 2: literal -1000 is out of range: want at most variable 999`},
		{
			"binary far out of range", "a\x02\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01\x00",
			`f: byte 2: literal 9223372036854775807 is out of range: want at most variable 999`,
		},
		{
			"endless literal", "a\x02" + strings.Repeat("\xff", 20),
			`f: byte 2: a literal of more than 64 bits is out of range: want at most variable 999`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, how := range waysToRead {
				_, _, err := steps(how.wrap(strings.NewReader(test.text)), ProofOptions{MaxVars: 999})
				var syntax *SyntaxError
				if !errors.As(err, &syntax) {
					t.Fatalf("%s: got error %v, want a *SyntaxError", how.name, err)
				}
				if diff := cmp.Diff(test.want, err.Error()); diff != "" {
					t.Errorf("%s: -want +got\n%s", how.name, diff)
				}
			}
		})
	}
}

func TestProofPlacesFarFromTheBeginning(t *testing.T) {
	const count = bufferSize
	tests := []struct{ name, text, pos, err string }{
		{
			"text", strings.Repeat("12345 -6 0\n", count) + "2 0\n3 x 0\n", "line 65537",
			`f:65538:3: unexpected "x": want a literal, or 0 to end the step`,
		},
		{
			"binary", strings.Repeat("a\xf2\xc0\x01\x0d\x00", count) + "a\x04\x00x", "byte 393216",
			"f: byte 393219: unexpected 0x78: want 'a' (0x61, a lemma) or 'd' (0x64, a deletion)",
		},
		{
			"one long lemma", "c\n" + strings.Repeat("12345\n", count) + "0 x", "line 2",
			`f:65538:3: unexpected "x": want a literal, 0 or "d"`,
		},
	}
	for _, test := range tests {
		got, _, err := steps(strings.NewReader(test.text), ProofOptions{})
		if err == nil || err.Error() != test.err {
			t.Errorf("%s: got %v, want %s", test.name, err, test.err)
		}
		if pos := got[len(got)-1].Pos; pos != test.pos {
			t.Errorf("%s: the last step is at %s, want %s", test.name, pos, test.pos)
		}
	}
}

func TestProofReaderRepeatsItsError(t *testing.T) {
	for text, want := range map[string]string{
		"1 0\n":  "EOF",
		"1 0\n2": "f:2:2: the proof is cut short: the lemma that begins at line 2 has no 0 at its end",
	} {
		p, err := NewProofReader("f", strings.NewReader(text), ProofOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Next(); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if _, err := p.Next(); err == nil || err.Error() != want {
				t.Errorf("got %v, want %s", err, want)
			}
		}
	}
}

func TestCompressedProofs(t *testing.T) {
	for _, kind := range []compression{gzipped, xzipped, zstandard} {
		for format, text := range map[ProofFormat]string{ProofText: "1 0\n0\n", ProofBinary: "a\x02\x00a\x00"} {
			data := compress(t, kind, text)
			got, gotFormat, err := steps(strings.NewReader(data), ProofOptions{})
			if err != nil || gotFormat != format || len(got) != 2 {
				t.Errorf("%s, %s: got %v, %s, %v", kind, format, got, gotFormat, err)
			}
			_, _, err = steps(strings.NewReader(data[:len(data)-1]), ProofOptions{})
			var syntax *SyntaxError
			if !errors.As(err, &syntax) || syntax.Msg != string(kind)+" stream is cut short" {
				t.Errorf("%s, %s, without the last byte: got %v", kind, format, err)
			}
		}
	}
}

func TestProofReaderPassesErrorsOfTheInput(t *testing.T) {
	for text, place := range map[string]string{
		"": "f:1:1: ", "1 0\n": "f:2:1: ", "1 0\n2": "f:2:2: ", "a\x02\x00": "f: byte 3: ", "a\x02": "f: byte 2: ",
	} {
		r := io.MultiReader(strings.NewReader(text), iotest.ErrReader(context.Canceled))
		_, _, err := steps(r, ProofOptions{})
		if !errors.Is(err, context.Canceled) || !strings.HasPrefix(err.Error(), place) {
			t.Errorf("after %q: got %v, want context.Canceled at %s", text, err, place)
		}
	}
	for _, text := range []string{"a\x02\x00xyz", "1 0\nx y"} {
		_, _, err := steps(io.MultiReader(strings.NewReader(text), iotest.ErrReader(context.Canceled)), ProofOptions{})
		if syntax := (*SyntaxError)(nil); !errors.As(err, &syntax) {
			t.Errorf("after %q: got %v, want what is wrong before the error", text, err)
		}
	}
}
