package instances

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestParseSample(t *testing.T) {
	tests := []struct {
		name  string
		want  Sample
		index int
		full  string
	}{
		{"350-1505-3", Sample{350, 1505, 3}, 0, ""},
		{"350-1505-3/7", Sample{350, 1505, 3}, 7, "350-1505-3/07"},
		{"350-1505-3/07", Sample{350, 1505, 3}, 7, "350-1505-3/07"},
		{"350-1505-3/0050", Sample{350, 1505, 3}, 50, "350-1505-3/50"},
		{"5-0-5/123456789", Sample{5, 0, 5}, 123456789, "5-0-5/123456789"},
	}
	for _, test := range tests {
		s, index, err := ParseSample(test.name)
		if err != nil || s != test.want || index != test.index {
			t.Errorf("ParseSample(%q) = %v, %d, %v, want %v, %d", test.name, s, index, err, test.want, test.index)
		}
		if index > 0 && s.Name(index) != test.full {
			t.Errorf("%q: got the name %q, want %q", test.name, s.Name(index), test.full)
		}
	}
}

func TestParseSampleErrors(t *testing.T) {
	const want = "want VARIABLES-CLAUSES-K or VARIABLES-CLAUSES-K/INDEX, such as 350-1505-3/07"
	tests := []struct{ name, msg string }{
		{"", want},
		{"350", want},
		{"350-1505", want},
		{"350-1505-3-1", want},
		{"350-1505-3/", want},
		{"350-1505-3/x", want},
		{"350-1505-3/1/2", want},
		{"350-1505-3/-1", want},
		{"350-1505--3", want},
		{"-350-1505-3", want},
		{"+350-1505-3", want},
		{"350- 1505-3", want},
		{"350-1505-3/0", "formulas are counted from 1"},
		{"350-1505-99999999999999999999", "99999999999999999999 is too large"},
		{"350-1505-3/99999999999999999999", "99999999999999999999 is too large"},
		{"0-1505-3", "0 variables: want at least 1"},
		{"3-10-4", "clauses of 4 literals: want at most 3, the number of variables"},
		{"3-10-0", "clauses of 0 literals: want at least 1"},
	}
	for _, test := range tests {
		s, index, err := ParseSample(test.name)
		if diff := cmp.Diff(error(&NameError{test.name, test.msg}), err); diff != "" || s != (Sample{}) || index != 0 {
			t.Errorf("ParseSample(%q) = %v, %d; error: -want +got\n%s", test.name, s, index, diff)
		}
	}
}

func TestSampleFormulaErrors(t *testing.T) {
	var name *NameError
	if _, err := (Sample{3, 4, 2}).Formula(0); !errors.As(err, &name) {
		t.Errorf("formula 0: got %v, want a *NameError", err)
	}
	_, err := Sample{3, 4, 5}.Formula(1)
	want := error(&NameError{"3-4-5/01", "clauses of 5 literals: want at most 3, the number of variables"})
	if diff := cmp.Diff(want, err); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestSampleFormulaIsRandomWithItsIndexAsSeed(t *testing.T) {
	f, err := Sample{20, 30, 3}.Formula(4)
	if err != nil {
		t.Fatal(err)
	}
	if f.Hash() != formula(t, Random{20, 30, 3, 4}).Hash() {
		t.Error("the formulas differ")
	}
}

func TestNamesParse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vars := rapid.IntRange(1, maxVars).Draw(t, "vars")
		s := Sample{vars, rapid.IntRange(0, 1000).Draw(t, "clauses"), rapid.IntRange(1, min(vars, 1000)).Draw(t, "k")}
		index := rapid.IntRange(1, math.MaxInt).Draw(t, "index")
		if got, none, err := ParseSample(s.String()); err != nil || got != s || none != 0 {
			t.Fatalf("ParseSample(%q) = %v, %d, %v", s.String(), got, none, err)
		}
		if got, i, err := ParseSample(s.Name(index)); err != nil || got != s || i != index {
			t.Fatalf("ParseSample(%q) = %v, %d, %v", s.Name(index), got, i, err)
		}
	})
}
