package dimacs

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
)

const below = "p cnf 4 2\n1 2 0\n-1 3 0\n"

func TestProjection(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       []cnf.Var
		wrong      string
	}{
		{"none", "c a comment\n" + below, nil, ""},
		{"of samplers", "c ind 1 2 0\n" + below, []cnf.Var{1, 2}, ""},
		{"of model counters", "c t pmc\nc p show 3 1 0\n" + below, []cnf.Var{1, 3}, ""},
		{"several comments", "c ind 3 0\nc ind 1 0\nc p show 1 2 0\n" + below, []cnf.Var{1, 2, 3}, ""},
		{"a list over two comments", "c ind 3 2\nc said between\nc ind 1 0\n" + below, []cnf.Var{1, 2, 3}, ""},
		{"behind the header, and inside a clause", "p cnf 4 2\nc ind 1 0\n1\nc ind 2 0\n2 0\n-1 3 0\nc ind 4 0", []cnf.Var{1, 2, 4}, ""},
		{"blanks and CR LF", " c\tind  1\t2 0 \r\n" + below, []cnf.Var{1, 2}, ""},
		{"byte order mark", byteOrderMark + "c ind 1 2 0\n" + below, []cnf.Var{1, 2}, ""},
		{"no variable", "c p show 0\n" + below, []cnf.Var{}, ""},
		{"iCNF", "c ind 2 0\np inccnf\n1 2 0\na 1 0\n", []cnf.Var{2}, ""},
		{"other words", "c independent 1 0\ncind 1 0\nc\nc p\nc p cnf 1 0\nc show 1 0\n" + below, nil, ""},
		{
			"out of range", "c ind 2 5 0\nc ind 3 0\n" + below, nil,
			`f.cnf:1:9: variable 5 of the projection is out of range: the formula has 4 variables`,
		},
		{
			"far out of range", "c ind 99999999999999999999 0\n" + below, nil,
			`f.cnf:1:7: variable 99999999999999999999 of the projection is out of range: want at most 1073741823`,
		},
		{"no end", "\nc p show 1 2\n" + below, nil, `f.cnf:2:13: the variables of the projection have no end: want 0 behind the last of them`},
		{"prose", "c ind for short\n" + below, nil, `f.cnf:1:7: unexpected "for": want a variable of the projection, or 0 to end them`},
		{"negative", "c ind 1 -2 0\n" + below, nil, `f.cnf:1:9: unexpected "-2": want a variable of the projection, or 0 to end them`},
		{"behind the end", "c ind 1 0 2\n" + below, nil, `f.cnf:1:11: unexpected "2" after the 0 that ends the variables of the projection`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, how := range waysToRead {
				var p Projection
				f, _, err := ReadCubes(how.wrap(strings.NewReader(tc.text)), Options{Name: "f.cnf", Projection: &p})
				if err != nil || f.Len() == 0 {
					t.Fatalf("%s: a comment breaks the formula: %v", how.name, err)
				}
				wrong := ""
				if p.Err != nil {
					wrong = p.Err.Error()
				}
				if diff := cmp.Diff(tc.want, p.Vars); diff != "" || wrong != tc.wrong {
					t.Errorf("%s: the error is %q, want %q; variables (-want +got):\n%s", how.name, wrong, tc.wrong, diff)
				}
			}
		})
	}
}

func TestProjectionOfACompressedFormula(t *testing.T) {
	for _, kind := range []compression{gzipped, xzipped, zstandard} {
		var p Projection
		text := compress(t, kind, "c ind 2 0\n"+below)
		if _, err := Read(strings.NewReader(text), Options{Projection: &p}); err != nil || !slices.Equal(p.Vars, []cnf.Var{2}) {
			t.Errorf("%s: %v %v %v", kind, p.Vars, p.Err, err)
		}
	}
}

// A line longer than the buffer is read to its end, with right columns.
func TestProjectionInALongLine(t *testing.T) {
	const vars = 200_000
	var list strings.Builder
	list.WriteString("c ind")
	var want []cnf.Var
	for v := 1; v <= vars; v++ {
		fmt.Fprintf(&list, " %d", v)
		want = append(want, cnf.Var(v))
	}
	line := list.String()
	for _, declared := range []int{vars, vars - 1} {
		var p Projection
		text := fmt.Sprintf("%s 0\np cnf %d 1\n1 0\n", line, declared)
		if _, err := Read(iotest.HalfReader(strings.NewReader(text)), Options{Name: "f.cnf", Projection: &p}); err != nil {
			t.Fatal(err)
		}
		switch {
		case declared == vars && !slices.Equal(want, p.Vars):
			t.Errorf("%d variables: %v", len(p.Vars), p.Err)
		case declared < vars && (p.Err == nil || p.Err.Line != 1 || p.Err.Col != len(line)-len("200000")+1):
			t.Errorf("the error is %v", p.Err)
		}
	}
}
