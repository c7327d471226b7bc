package dimacs

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/solver/cnf"
)

// litsOf returns the literals of an assignment as DIMACS integers, 0 for a variable without value.
func litsOf(a Assignment) []int {
	lits := []int{}
	for _, l := range a[1:] {
		lits = append(lits, l.DIMACS())
	}
	return lits
}

func TestReadModel(t *testing.T) {
	all := []int{1, -2, 3}
	tests := []struct {
		name, text string
		want       []int
	}{
		{"answer", "c hello\ns SATISFIABLE\nv 1 -2 3 0\n", all},
		{"several lines", "s SATISFIABLE\nv 1\nv -2\nc x\nv 3\nv 0\nc done\n", all},
		{"values first", "v 1 -2 3 0\ns SATISFIABLE\n", all},
		{"CR LF", "s SATISFIABLE\r\nv 1 -2 3 0\r\n", all},
		{"minisat", "SAT\n1 -2 3 0\n", all},
		{"plain list", "1 -2 3 0\n", all},
		{"plain list without 0", "1 -2 3", all},
		{"a literal a line", "1\n-2\n3\n", all},
		{"any order", "3 1 -2", all},
		{"twice the same", "1 -2 3 -2 0", all},
		{"some missing", "v -2 0", []int{0, -2, 0}},
		{"all missing", "s SATISFIABLE\nv 0\n", []int{0, 0, 0}},
		{"no variables", "", []int{}},
		{"no variables, no values", "s SATISFIABLE\n", []int{}},
		{"no variables, 0", "SAT\n0\n", []int{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, how := range waysToRead {
				a, err := ReadModel("f", how.wrap(strings.NewReader(test.text)), len(test.want))
				if err != nil {
					t.Fatalf("%s: %v", how.name, err)
				}
				if diff := cmp.Diff(test.want, litsOf(a)); diff != "" {
					t.Errorf("%s: -want +got\n%s", how.name, diff)
				}
			}
		})
	}
}

func TestModelErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", "", "f:1:1: the input ends without a literal: want a model of 3 variables"},
		{"no values", "s SATISFIABLE\n", "f:2:1: the input ends without a literal: want a model of 3 variables"},
		{"opposite literals", "v 1 -2\nv 2 0\n", "f:2:3: literal 2 contradicts literal -2 before it"},
		{"out of range", "v 1 4 0\n", "f:1:5: literal 4 is out of range: the formula has 3 variables"},
		{"negative out of range", "-4", "f:1:1: literal -4 is out of range: the formula has 3 variables"},
		{"far out of range", "-99999999999999999999", "f:1:1: literal -99999999999999999999 is out of range: the formula has 3 variables"},
		{"literal after the end", "v 1 2 0\nv 3 0\n", `f:2:3: unexpected "3" after the 0 that ends the model`},
		{"word", "v 1 x2 0", `f:1:5: unexpected "x2": want a literal, or 0 to end the model`},
		{"minus zero", "v 1 -0", `f:1:5: unexpected "-0": want a literal, or 0 to end the model`},
		{"verdict missing", "s\nSATISFIABLE\n", `f:1:2: the verdict is missing: want "s SATISFIABLE"`},
		{"formula", "p cnf 1 1\n1 0\n", `f:1:1: a header "p": this is a formula, not a model`},
		{"proof", "1 2 0\nd 1 2 0\n", `f:2:1: a step "d": this is a proof, not a model`},
		{"binary proof", "a\x02\x00", `f:1:1: unexpected "a\x02\x00": want a literal, or 0 to end the model`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, how := range waysToRead {
				_, err := ReadModel("f", how.wrap(strings.NewReader(test.text)), 3)
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

func TestAnswersWithoutModel(t *testing.T) {
	for text, want := range map[string]string{
		"c x\ns UNSATISFIABLE\n":    "f:2: the verdict is UNSATISFIABLE: there is no model",
		"s UNKNOWN\n":               "f:1: the verdict is UNKNOWN: there is no model",
		"UNSAT\n":                   "f:1: the verdict is UNSAT: there is no model",
		"INDET\n":                   "f:1: the verdict is INDET: there is no model",
		"v 1 0\ns UNSATISFIABLE\nx": "f:2: the verdict is UNSATISFIABLE: there is no model",
	} {
		_, err := ReadModel("f", strings.NewReader(text), 3)
		var verdict *VerdictError
		if !errors.As(err, &verdict) || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestModelErrorsOfTheInput(t *testing.T) {
	for _, text := range []string{"", "v 1", "v 1 -2 3 0\n"} {
		r := io.MultiReader(strings.NewReader(text), iotest.ErrReader(context.Canceled))
		if _, err := ReadModel("f", r, 3); !errors.Is(err, context.Canceled) {
			t.Errorf("after %q: got %v, want context.Canceled", text, err)
		}
	}
	data := compress(t, gzipped, "v 1 -2 3 0\n")
	if a, err := ReadModel("f", strings.NewReader(data), 3); err != nil || !cmp.Equal([]int{1, -2, 3}, litsOf(a)) {
		t.Errorf("compressed: got %v, %v", a, err)
	}
	_, err := ReadModel("f", strings.NewReader(data[:len(data)-1]), 3)
	if err == nil || err.Error() != "f:2:1: gzip stream is cut short" {
		t.Errorf("cut short: got %v", err)
	}
}

func TestWrittenModelsAreRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		model := append(cnf.Model{false}, rapid.SliceOfN(rapid.Bool(), 0, 100).Draw(t, "model")...)
		var text strings.Builder
		if err := WriteModel(&text, model); err != nil {
			t.Fatal(err)
		}
		a, err := ReadModel("f", strings.NewReader(text.String()), len(model)-1)
		if err != nil {
			t.Fatal(err)
		}
		for v := 1; v < len(model); v++ {
			if l := cnf.Pos(cnf.Var(v)); a.Satisfies(l) != model[v] || a.Satisfies(l.Not()) == model[v] {
				t.Errorf("variable %d: want %v, got literal %v", v, model[v], a[v])
			}
		}
	})
}

func TestAssignment(t *testing.T) {
	assign := func(vars int, lits ...int) Assignment {
		a := make(Assignment, vars+1)
		for _, n := range lits {
			l := cnf.FromDIMACS(n)
			a[l.Var()] = l
		}
		return a
	}
	f := cnf.NewFormula(4)
	f.Add(cnf.Pos(1), cnf.Neg(2))
	f.Add(cnf.Pos(2), cnf.Pos(3), cnf.Neg(4))
	empty := cnf.NewFormula(4)
	empty.Add()
	tests := []struct {
		name    string
		f       *cnf.Formula
		a       Assignment
		missing []cnf.Var
		want    string
	}{
		{"satisfied", f, assign(4, 1, 2, 3, 4), nil, ""},
		{"satisfied in part", f, assign(4, 1, 3), []cnf.Var{2, 4}, ""},
		{"falsified", f, assign(4, 1, -2, -3, 4), nil, "clause 2 (2 3 -4) is not satisfied"},
		{"missing", f, assign(4, 1, -2), []cnf.Var{3, 4}, "clause 2 (2 3 -4) is not satisfied: 2 of its 3 literals have no value"},
		{"missing alone", f, assign(4), []cnf.Var{1, 2, 3, 4}, "clause 1 (1 -2) is not satisfied: 2 of its 2 literals have no value"},
		{"too short", f, assign(2, 1, -2), nil, "clause 2 (2 3 -4) is not satisfied: 2 of its 3 literals have no value"},
		{"empty clause", empty, assign(4, 1, 2, 3, 4), nil, "clause 1 () is not satisfied"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.missing, test.a.Missing()); diff != "" {
				t.Errorf("missing: -want +got\n%s", diff)
			}
			err := test.a.Check(test.f)
			var unsatisfied *UnsatisfiedError
			switch {
			case test.want == "" && err != nil:
				t.Errorf("got %v", err)
			case test.want != "" && !errors.As(err, &unsatisfied):
				t.Errorf("got %v, want an *UnsatisfiedError", err)
			case test.want != "":
				if diff := cmp.Diff(test.want, err.Error()); diff != "" {
					t.Errorf("-want +got\n%s", diff)
				}
			}
		})
	}
}

func TestLongClausesAreCut(t *testing.T) {
	e := &UnsatisfiedError{Clause: 3, Lits: make([]cnf.Lit, 21)}
	for i := range e.Lits {
		e.Lits[i] = cnf.Neg(cnf.Var(i + 1))
	}
	want := "clause 3 (" + strings.TrimSpace(negatives(1, 20)) + " …) is not satisfied"
	if diff := cmp.Diff(want, e.Error()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
