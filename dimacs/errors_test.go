package dimacs

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func itoa(n int) string { return strconv.Itoa(n) }

func TestSyntaxErrors(t *testing.T) {
	long := strings.Repeat("0", 100)
	tests := []struct {
		name, text, want string
	}{
		{"empty input", "", `f.cnf:1:1: missing header: the input ends without a line "p cnf VARIABLES CLAUSES"`},
		{"only comments", "c 1\nc 2", `f.cnf:2:4: missing header: the input ends without a line "p cnf VARIABLES CLAUSES"`},
		{
			"clause before the header", "c\n 1 0\np cnf 1 1\n",
			`f.cnf:2:2: missing header: want a line "p cnf VARIABLES CLAUSES" before the first clause`,
		},
		{"not a CNF file", "\x7fELF\x02", `f.cnf:1:1: missing header: want a line "p cnf VARIABLES CLAUSES" before the first clause`},
		{"header of p alone", "p\ncnf 1 1\n", `f.cnf:1:2: the header ends early: want "p cnf VARIABLES CLAUSES"`},
		{"other format", "p wcnf 1 1 1\n", "f.cnf:1:3: " + weighted},
		{"unknown format", "p dnf 1 1\n", `f.cnf:1:3: unexpected "dnf" in the header: want "p cnf VARIABLES CLAUSES"`},
		{"header without clauses", "p cnf 12\n1 0\n", `f.cnf:1:9: the header ends early: want "p cnf VARIABLES CLAUSES"`},
		{"variables not a number", "p cnf x 1\n", `f.cnf:1:7: unexpected "x" in the header: want the number of variables`},
		{"negative clauses", "p cnf 1 -1\n", `f.cnf:1:9: unexpected "-1" in the header: want the number of clauses`},
		{
			"very long number in the header", "p cnf " + long + "1 1\n",
			`f.cnf:1:7: unexpected "00000000000000000000"… in the header: want the number of variables`,
		},
		{"more in the header", "p cnf 1 1 c one\n", `f.cnf:1:11: unexpected "c" after the header: want the end of the line`},
		{"too many variables", "p cnf 268435457 1\n", `f.cnf:1:7: the header declares 268435457 variables: want at most 268435456`},
		{
			"overflow in the header", "p cnf 1 99999999999999999999\n",
			`f.cnf:1:9: the header declares 99999999999999999999 clauses: want at most 1073741824`,
		},
		{"second header", "p cnf 1 1\n1 0\np cnf 1 1\n", `f.cnf:3:1: second header: the first is on line 1`},
		{"second header inside a clause", "c\np cnf 1 1\n1 p cnf 1 1\n", `f.cnf:3:3: second header: the first is on line 2`},
		{"literal out of range", "p cnf 91 1\n1 2\n3 93 0\n", `f.cnf:3:3: literal 93 is out of range: the header (line 1) declares 91 variables`},
		{
			"negative literal out of range", "\n\np cnf 91 1\n\t-92 0\n",
			`f.cnf:4:2: literal -92 is out of range: the header (line 3) declares 91 variables`,
		},
		{
			"literal of eight digits", "p cnf 91 1\n12345678 0",
			`f.cnf:2:1: literal 12345678 is out of range: the header (line 1) declares 91 variables`,
		},
		{
			"literal above 64 bits", "p cnf 91 1\n1 -99999999999999999999 0",
			`f.cnf:2:3: literal -99999999999999999999 is out of range: the header (line 1) declares 91 variables`,
		},
		{"word", "p cnf 3 2\n1 0\n2 three 0\n", `f.cnf:3:3: unexpected "three": want a literal, or 0 to end a clause`},
		{"digits and letters", "p cnf 3 1\n1 2x 0\n", `f.cnf:2:3: unexpected "2x": want a literal, or 0 to end a clause`},
		{"minus alone", "p cnf 3 1\n1 - 2 0\n", `f.cnf:2:3: unexpected "-": want a literal, or 0 to end a clause`},
		{"two minuses", "p cnf 3 1\n1 --2 0\n", `f.cnf:2:3: unexpected "--2": want a literal, or 0 to end a clause`},
		{"plus", "p cnf 3 1\n+1 0\n", `f.cnf:2:1: unexpected "+1": want a literal, or 0 to end a clause`},
		{"minus zero", "p cnf 3 1\n1 -0\n", `f.cnf:2:3: unexpected "-0": want a literal, or 0 to end a clause`},
		{"fraction", "p cnf 3 1\n1.5 0\n", `f.cnf:2:1: unexpected "1.5": want a literal, or 0 to end a clause`},
		{"zero byte", "p cnf 3 1\n1\x00 0\n", `f.cnf:2:1: unexpected "1\x00": want a literal, or 0 to end a clause`},
		{"letters that are not ASCII", "p cnf 3 1\n1 é 0\n", `f.cnf:2:3: unexpected "é": want a literal, or 0 to end a clause`},
		{
			"very long token", "p cnf 3 1\n" + long + "1 0\n",
			`f.cnf:2:1: unexpected "00000000000000000000"…: want a literal, or 0 to end a clause`,
		},
		{"clause not ended", "p cnf 3 2\n1 0\n2 3", `f.cnf:3:4: the input ends inside clause 2: want 0 to end it`},
		{"clause not ended before the trailer", "p cnf 3 1\n2 3\n%\n0\n", `f.cnf:3:1: the input ends inside clause 1: want 0 to end it`},
		{"fewer clauses", "p cnf 3 3\n1 0\n2 0\n", `f.cnf:4:1: the formula ends after 2 clauses: the header (line 1) declares 3`},
		{"no clauses", "p cnf 3 1", `f.cnf:1:10: the formula ends after 0 clauses: the header (line 1) declares 1`},
		{
			"fewer clauses before the trailer", "p cnf 3 2\n1 0\n%\n0\n",
			`f.cnf:3:1: the formula ends after 1 clause: the header (line 1) declares 2`,
		},
		{"more clauses", "c\np cnf 3 1\n1 0 \t2 0\n", `f.cnf:3:6: clause 2 is one too many: the header (line 2) declares 1 clause`},
		{"one empty clause too many", "p cnf 3 1\n1 0 0\n", `f.cnf:2:5: clause 2 is one too many: the header (line 1) declares 1 clause`},
		{"clauses though none are declared", "p cnf 3 0\n1 0\n", `f.cnf:2:1: clause 1 is one too many: the header (line 1) declares 0 clauses`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, how := range waysToRead {
				f, err := Read(how.wrap(strings.NewReader(test.text)), Options{Name: "f.cnf"})
				var syntax *SyntaxError
				if !errors.As(err, &syntax) {
					t.Fatalf("%s: got error %v, want a *SyntaxError", how.name, err)
				}
				if diff := cmp.Diff(test.want, err.Error()); diff != "" {
					t.Errorf("%s: -want +got\n%s", how.name, diff)
				}
				if f != nil {
					t.Errorf("%s: got a formula beside the error", how.name)
				}
			}
		})
	}
}

// TestFaultsThatCallersActOn has errors with more than a place and a message.
func TestFaultsThatCallersActOn(t *testing.T) {
	readFormula := func(text string) error {
		_, err := Read(strings.NewReader(text), Options{})
		return err
	}
	readCubes := func(text string) error {
		_, _, err := ReadCubes(strings.NewReader(text), Options{})
		return err
	}
	readProof := func(text string) error {
		_, _, err := steps(strings.NewReader(text), ProofOptions{})
		return err
	}
	packed := compress(t, gzipped, "1 0\n0\n")
	for _, tc := range []struct {
		name          string
		read          func(string) error
		text          string
		cut, miscount bool
	}{
		{"clause", readFormula, "p cnf 2 2\n1 0 2", true, false},
		{"cube", readCubes, "p inccnf\n1 0\na 2", true, false},
		{"lemma", readProof, "1 0\n2", true, false},
		{"binary lemma", readProof, "a\x02\x00a\x02", true, false},
		{"binary lemma in a literal", readProof, "a\x02\x85", true, false},
		{"compressed", readProof, packed[:len(packed)-3], true, false},
		{"too few clauses", readFormula, "p cnf 2 2\n1 0", false, true},
		{"too many clauses", readFormula, "p cnf 2 1\n1 0 2 0", false, true},
		{"too many clauses where cubes may be", readCubes, "p cnf 2 1\n1 0 2 0", false, true},
		{"corrupt", readProof, packed[:len(packed)-3] + "xyz", false, false},
		{"word", readFormula, "p cnf 2 1\n1 x", false, false},
		{"word in a proof", readProof, "1 x", false, false},
	} {
		var syntax *SyntaxError
		if err := tc.read(tc.text); !errors.As(err, &syntax) || syntax.Cut != tc.cut || syntax.Miscount != tc.miscount {
			t.Errorf("%s: got %+v", tc.name, err)
		}
	}
}

func TestErrorFarFromTheBeginning(t *testing.T) {
	const clauses = bufferSize / 4
	text := "p cnf 2 " + itoa(clauses) + "\n" + strings.Repeat("1 2 0\n", clauses-1) +
		strings.Repeat("2 ", bufferSize) + "7 0\n"
	want := &SyntaxError{
		Name: "input", Line: clauses + 1, Col: 2*bufferSize + 1,
		Msg: "literal 7 is out of range: the header (line 1) declares 2 variables",
	}
	_, err := Read(strings.NewReader(text), Options{})
	if diff := cmp.Diff(error(want), err); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestLimits(t *testing.T) {
	const text = "p cnf 50000000 2\n50000000 0 0\n"
	if _, err := Read(strings.NewReader(text), Options{MaxVars: 50_000_000, MaxClauses: 2}); err != nil {
		t.Error(err)
	}
	_, err := Read(strings.NewReader(text), Options{MaxVars: 50_000_000, MaxClauses: 1})
	want := error(&SyntaxError{Name: "input", Line: 1, Col: 16, Msg: "the header declares 2 clauses: want at most 1"})
	if diff := cmp.Diff(want, err); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	_, err = Read(strings.NewReader("p cnf 1073741824 0\n"), Options{MaxVars: math.MaxInt})
	want = &SyntaxError{Name: "input", Line: 1, Col: 7, Msg: "the header declares 1073741824 variables: want at most 1073741823"}
	if diff := cmp.Diff(want, err); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestErrorsOfTheInput(t *testing.T) {
	_, err := ReadFile(filepath.Join(t.TempDir(), "missing.cnf"), Options{})
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing file: got %v, want fs.ErrNotExist", err)
	}
	var path *fs.PathError
	if _, err = ReadFile(t.TempDir(), Options{}); !errors.As(err, &path) {
		t.Errorf("folder: got %v, want a *fs.PathError", err)
	}
	for _, text := range []string{"", "p cnf 1 2\n", "p cnf 1 2\n1 0\n1", compressed(t, gzipped)} {
		failing := io.MultiReader(strings.NewReader(text), iotest.ErrReader(context.Canceled))
		_, err := Read(failing, Options{Name: "f.cnf"})
		if !errors.Is(err, context.Canceled) || !strings.HasPrefix(err.Error(), "f.cnf:") {
			t.Errorf("after %q: got %v, want context.Canceled and the place", text, err)
		}
	}
	if _, err := Read(stuck{}, Options{}); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("reader without progress: got %v, want io.ErrNoProgress", err)
	}
}

// stuck is a faulty reader, which returns neither bytes nor an error after a header.
type stuck struct{}

func (stuck) Read(p []byte) (int, error) {
	if len(p) == len("\x00\x00\x00\x00\x00\x00") {
		return copy(p, "p cnf "), nil
	}
	return 0, nil
}
