package dimacs

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/instances/fuzztest"
	"transat/solver/cnf"
)

// FuzzRead reads any input. Read must answer with a formula or a *SyntaxError, the same for every way to cut the input,
// and a formula must stay the same when it is written and read.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"", "p cnf 3 2\n1 -2 0\n2 3 0\n", "c x\r\np cnf 2 1\r\n1 c y\r\n-2 0\r\n%\r\n0\r\n",
		"p cnf 99999999 99999999\n99999999 0", "p cnf 1 1\n-0", "p cnf 1 3\n0 0 0", "p cnf 1 1\np cnf 1 1\n",
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
		opt := Options{Lenient: true, MaxVars: 1 << 20}
		formula, err := Read(bytes.NewReader(data), opt)
		again, errAgain := Read(iotest.OneByteReader(bytes.NewReader(data)), opt)
		if diff := errorDiff(err, errAgain); diff != "" {
			t.Fatalf("-at once +byte by byte\n%s", diff)
		}
		if err != nil {
			var syntax *SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("got %v, want a *SyntaxError", err)
			}
			return
		}
		if diff := cmp.Diff(contentOf(formula), contentOf(again)); diff != "" {
			t.Fatalf("-at once +byte by byte\n%s", diff)
		}
		checkRoundTrip(t, formula)
	})
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := cnf.NewFormula(rapid.OneOf(rapid.IntRange(0, 20), rapid.IntRange(0, 1<<25)).Draw(t, "vars"))
		clauses := 0
		if f.Vars() > 0 {
			clauses = rapid.IntRange(0, 30).Draw(t, "clauses")
		}
		lit := rapid.Custom(func(t *rapid.T) cnf.Lit {
			v := cnf.Var(rapid.IntRange(1, f.Vars()).Draw(t, "variable"))
			return cnf.Signed(v, rapid.IntRange(0, 1).Draw(t, "sign") == 1)
		})
		for range clauses {
			f.Add(rapid.SliceOfN(lit, 0, 8).Draw(t, "clause")...)
		}
		checkRoundTrip(t, f)
	})
}

// checkRoundTrip writes f and reads it again.
func checkRoundTrip(t rapid.TB, f *cnf.Formula) {
	t.Helper()
	var text strings.Builder
	if err := Write(&text, f, "a comment"); err != nil {
		t.Fatal(err)
	}
	again, err := Read(strings.NewReader(text.String()), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(contentOf(f), contentOf(again)); diff != "" {
		t.Fatalf("-written +read\n%s", diff)
	}
}

// TestFastAndCarefulAgree reads tokens, right and wrong, with and without the fast loop.
func TestFastAndCarefulAgree(t *testing.T) {
	token := rapid.OneOf(
		rapid.StringMatching(`-?[0-9]{1,10}`),
		rapid.StringMatching(`[-+0-9c%x\x00\xf0\xff]{1,3}`),
		rapid.Just("0"), rapid.StringMatching(`-?[1-9]`))
	blank := rapid.SampledFrom([]string{" ", "\n", "\t", "\r\n", "  ", " c 1\n"})
	rapid.Check(t, func(t *rapid.T) {
		text := "p cnf 1000000 3\n"
		for range rapid.IntRange(0, 12).Draw(t, "tokens") {
			text += token.Draw(t, "token") + blank.Draw(t, "blank")
		}
		fast, fastErr := Read(strings.NewReader(text), Options{})
		careful, carefulErr := readCarefully(text)
		if diff := errorDiff(carefulErr, fastErr); diff != "" {
			t.Fatalf("%q: -careful +fast\n%s", text, diff)
		}
		if fastErr == nil {
			if diff := cmp.Diff(contentOf(careful), contentOf(fast)); diff != "" {
				t.Fatalf("%q: -careful +fast\n%s", text, diff)
			}
		}
	})
}

// readCarefully is Read without the fast loop.
func readCarefully(input string) (*cnf.Formula, error) {
	p := &parser{opt: Options{}.withDefaults("input"), text: open("input", strings.NewReader(input))}
	format, err := p.beginHeader()
	if err == nil {
		err = p.endHeader(format)
	}
	if err != nil {
		return nil, err
	}
	for p.next() && p.buf[p.pos] != '%' {
		if err := p.literal(); err != nil {
			return nil, err
		}
	}
	return p.formula, p.finish()
}

func TestDigits8(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(
			rapid.SliceOfN(rapid.Byte(), 8, 8),
			rapid.SliceOfN(rapid.ByteRange('0'-1, '9'+1), 8, 8)).Draw(t, "text")
		var value uint32
		digits := 0
		for digits < 8 && '0' <= text[digits] && text[digits] <= '9' {
			value = 10*value + uint32(text[digits]-'0')
			digits++
		}
		gotValue, gotDigits := digits8(binary.LittleEndian.Uint64(text))
		if gotDigits != digits || digits > 0 && gotValue != value {
			t.Fatalf("digits8(%q) = %d, %d, want %d, %d", text, gotValue, gotDigits, value, digits)
		}
	})
}

// errorDiff compares two errors: their texts, and all of a *SyntaxError. Other errors may hold what cannot be compared.
func errorDiff(a, b error) string {
	var first, second *SyntaxError
	_, _ = errors.As(a, &first), errors.As(b, &second)
	return cmp.Diff(first, second) + cmp.Diff(fmt.Sprint(a), fmt.Sprint(b))
}
