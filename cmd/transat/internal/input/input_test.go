package input_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/cmd/transat/internal/input"
	"transat/dimacs"
	"transat/instances"
	"transat/solver/cnf"
)

const tiny = "p cnf 2 1\n1 -2 0\n"

func source(warn func(string)) input.Finder {
	return input.Finder{Stdin: strings.NewReader(tiny), Warn: warn}
}

func TestFind(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"f.cnf", "example"} {
		if err := os.WriteFile(name, []byte(tiny), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct {
		name, given string
		first       string // name of the first formula
		count       int
		vars        int // of the first formula
	}{
		{"standard input", "-", "stdin", 1, 2},
		{"file", "f.cnf", "f.cnf", 1, 2},
		{"file before sample", "example", "example", 1, 2},
		{"built-in", "php-5-4", "php-5-4", 1, 20},
		{"formula of a sample", "30-129-3/7", "30-129-3/07", 1, 30},
		{"sample", "30-129-3", "30-129-3/01", 50, 30},
	} {
		t.Run(tc.name, func(t *testing.T) {
			formulas, err := source(nil).Find(tc.given)
			if err != nil {
				t.Fatal(err)
			}
			f, err := formulas[0].Read(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if len(formulas) != tc.count || formulas[0].Name != tc.first || f.Vars() != tc.vars {
				t.Errorf("%d formulas, the first is %s with %d variables; want %d, %s, %d",
					len(formulas), formulas[0].Name, f.Vars(), tc.count, tc.first, tc.vars)
			}
		})
	}
}

// Machines with several runs read a formula for each of them.
func TestStdinCanBeReadAgain(t *testing.T) {
	formulas, err := source(nil).Find("-")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if f, err := formulas[0].Read(t.Context()); err != nil || f.Vars() != 2 {
			t.Errorf("%v, %v", f, err)
		}
	}
}

func TestNamesAreShownQuoted(t *testing.T) {
	t.Chdir(t.TempDir())
	const name = "x\ns FORGED \u202e.cnf"
	if err := os.WriteFile(name, []byte("p cnf 1 1\n2 0\n"), 0o644); err != nil {
		t.Skip(err) // some systems refuse it
	}
	formulas, err := source(nil).Find(name)
	if err != nil {
		t.Fatal(err)
	}
	const want = `x\ns FORGED \u202e.cnf`
	if formulas[0].Name != want {
		t.Errorf("it is called %q", formulas[0].Name)
	}
	if _, err := formulas[0].Read(t.Context()); err == nil || !strings.HasPrefix(err.Error(), want+":2:1") {
		t.Errorf("the error is %v", err)
	}
}

func TestFindErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tc := range []struct{ name, given, want string }{
		{"missing file", "missing.cnf", "missing.cnf: file does not exist"},
		{"missing file that begins like a sample", "3sat.cnf", "3sat.cnf: file does not exist"},
		{"missing file in a folder", "dir/file", "dir/file: file does not exist"},
		{"folder", ".", ". is a folder; want a file: a CNF, or a search tree (transat help trees)"},
		{"near a sample", "php-54", `unknown file or sample "php-54"; did you mean "php-5-4"? (transat list samples shows all samples)`},
		{"near nothing", "zebra", `unknown file or sample "zebra" (transat list samples shows all samples)`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			formulas, err := source(nil).Find(tc.given)
			if err == nil || err.Error() != tc.want {
				t.Errorf("got %d formulas, error %v; want %s", len(formulas), err, tc.want)
			}
		})
	}
	if _, err := source(nil).Find("missing.cnf"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v is not fs.ErrNotExist", err)
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile("60-200-3", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if found, err := source(nil).Find("60-200-3/2"); err != nil || len(found) != 1 { // the file is no folder
		t.Errorf("%v, %v: want the sample", found, err)
	}
}

func TestLenientWarns(t *testing.T) {
	var warnings []string
	s := source(func(text string) { warnings = append(warnings, text) })
	s.Stdin, s.Lenient = strings.NewReader("p cnf 1 2\n1 0\n"), true
	formulas, err := s.Find("-")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := formulas[0].Read(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(warnings) != 1 || !strings.HasPrefix(warnings[0], "stdin:") {
		t.Errorf("warnings %q, want one about stdin", warnings)
	}
}

func TestSyntaxErrorNamesTheInput(t *testing.T) {
	s := source(nil)
	s.Stdin = strings.NewReader("p cnf 1 1\n2 0\n")
	formulas, err := s.Find("-")
	if err != nil {
		t.Fatal(err)
	}
	_, err = formulas[0].Read(t.Context())
	var syntax *dimacs.SyntaxError
	if !errors.As(err, &syntax) || syntax.Name != "stdin" || syntax.Line != 2 {
		t.Errorf("got %v, want an error at stdin:2", err)
	}
}

func TestReadDoesNotWaitForASilentInput(t *testing.T) {
	silent, writer := io.Pipe()
	defer writer.Close()
	formulas, err := input.Finder{Stdin: silent}.Find("-")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := formulas[0].Read(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

// mistaken is a reader in whose code there is a mistake.
type mistaken struct{}

func (mistaken) Read([]byte) (int, error) { panic("oops") }

func TestPanicWhileReadingIsAnError(t *testing.T) {
	formulas, err := input.Finder{Stdin: mistaken{}}.Find("-")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := formulas[0].Read(t.Context()); err == nil || !strings.Contains(err.Error(), "internal error: oops") {
		t.Errorf("got %v, want an internal error", err)
	}
}

func TestRandom(t *testing.T) {
	sample := instances.Sample{Vars: 350, Clauses: 1505, K: 3}
	formulas, err := input.Random(sample, 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	var verdicts []cnf.Verdict
	for i, f := range formulas {
		names = append(names, f.Name)
		if f.Verdict != sample.Verdict(i+2) {
			verdicts = append(verdicts, f.Verdict)
		}
	}
	if diff := cmp.Diff([]string{"350-1505-3/02", "350-1505-3/03", "350-1505-3/04"}, names); diff != "" || len(verdicts) > 0 {
		t.Errorf("-want +got:\n%s\nwrong verdicts: %v", diff, verdicts)
	}
	if _, err := input.Random(sample, 1, input.MaxCount+1); err == nil {
		t.Error("too many formulas are no error")
	}
	if _, err := input.Random(sample, math.MaxInt-1, 3); err == nil {
		t.Error("too large an index is no error")
	}
}
