package dimacs

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"transat/instances/fuzztest"
	"transat/solver/cnf"
)

func ExampleReadCubes() {
	text := "p inccnf\n1 -2 0\n2 3 0\na 1 0\na -1 2 0\n"
	f, cubes, err := ReadCubes(strings.NewReader(text), Options{})
	fmt.Println(f.Vars(), f.Len(), cubes, err)
	// Output: 3 2 [[1] [-1 2]] <nil>
}

func ExampleCubeWriter() {
	f := cnf.NewFormula(0)
	f.Add(cnf.Pos(1), cnf.Neg(2))
	w, err := NewCubeWriter(os.Stdout, f, "two cubes")
	if err != nil {
		panic(err)
	}
	for _, cube := range [][]cnf.Lit{{cnf.Pos(1)}, {cnf.Neg(1)}} {
		if err := w.Write(cube); err != nil {
			panic(err)
		}
	}
	fmt.Println(w.Flush())
	// Output:
	// c two cubes
	// p inccnf
	// 1 -2 0
	// a 1 0
	// a -1 0
	// <nil>
}

// cubesOf returns cubes in a form that cmp and people can read.
func cubesOf(cubes [][]cnf.Lit) [][]int {
	var all [][]int
	for _, cube := range cubes {
		lits := []int{}
		for _, l := range cube {
			lits = append(lits, l.DIMACS())
		}
		all = append(all, lits)
	}
	return all
}

func TestReadCubes(t *testing.T) {
	small := content{3, [][]int{{1, -2}, {2, 3}}}
	for _, test := range []struct {
		name, text string
		want       content
		cubes      [][]int
	}{
		{"no cubes", "p inccnf\n1 -2 0\n2 3 0\n", small, nil},
		{"two cubes", "p inccnf\n1 -2 0\n2 3 0\na 1 0\na -1 2 0", small, [][]int{{1}, {-1, 2}}},
		{"one line", "p inccnf\n1 -2 0 2 3 0 a 1 0 a -1 2 0", small, [][]int{{1}, {-1, 2}}},
		{"comments", "c\np \tinccnf\r\nc 1\n1 -2 0\n2 3 c x\n0\na c y\n1\n 0\nc a 2 0\n", small, [][]int{{1}}},
		{"empty cube", "p inccnf\n1 -2 0\n2 3 0\na 0\n", small, [][]int{{}}},
		{"cubes alone", "p inccnf\na 7 0\n", content{7, nil}, [][]int{{7}}},
		{"variable in a cube alone", "p inccnf\n1 -2 0\na 4 0\na 1 0\n", content{4, [][]int{{1, -2}}}, [][]int{{4}, {1}}},
		{"usual header", "p cnf 3 2\n1 -2 0\n2 3 0\n", small, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, how := range waysToRead {
				f, cubes, err := ReadCubes(how.wrap(strings.NewReader(test.text)), Options{})
				if err != nil {
					t.Fatalf("%s: %v", how.name, err)
				}
				if diff := cmp.Diff(test.want, contentOf(f)); diff != "" {
					t.Errorf("%s: formula: -want +got\n%s", how.name, diff)
				}
				if diff := cmp.Diff(test.cubes, cubesOf(cubes)); diff != "" {
					t.Errorf("%s: cubes: -want +got\n%s", how.name, diff)
				}
				if incremental := strings.Contains(test.text, "inccnf"); incremental != (cubes != nil) {
					t.Errorf("%s: cubes are nil: %t", how.name, cubes == nil)
				}
			}
		})
	}
}

func TestReadCubeList(t *testing.T) {
	for _, text := range []string{"a 1 -2 0\na 3 0\n", "c x\np inccnf\n1 3 0\na 1 -2 0 a 3 0"} {
		for _, kind := range allCompressions {
			cubes, err := ReadCubeList(strings.NewReader(compress(t, kind, text)), 3, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([][]int{{1, -2}, {3}}, cubesOf(cubes)); diff != "" {
				t.Errorf("%s: -want +got\n%s", kind, diff)
			}
		}
	}
}

func TestReadFileCubes(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f.icnf.gz")
	if err := os.WriteFile(name, []byte(compress(t, gzipped, "p inccnf\n5 0\na -5 0\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	f, cubes, err := ReadFileCubes(name, Options{})
	if err != nil || f.Vars() != 5 || len(cubes) != 1 {
		t.Errorf("got %v, %v, %v", f, cubes, err)
	}
	if _, _, err := ReadFileCubes(name+"x", Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v, want that there is no such file", err)
	}
}

func TestCubeErrors(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"more in the header", "p inccnf 3 2\n", `f.icnf:1:10: unexpected "3" after the header: want the end of the line`},
		{"word that begins so", "p inccnfx\n", `f.icnf:1:3: unexpected "inccnfx" in the header: want "p cnf VARIABLES CLAUSES"`},
		{"second header", "p inccnf\n1 0\np inccnf\n", `f.icnf:3:1: second header: the first is on line 1`},
		{"clause not ended", "p inccnf\n1 0\n2", `f.icnf:3:2: the input ends inside clause 2: want 0 to end it`},
		{"cube not ended", "p inccnf\n1 0\na 2", `f.icnf:3:4: the input ends inside cube 1: want 0 to end it`},
		{"cube in a clause", "p inccnf\n1\na 2 0\n", `f.icnf:3:1: a cube begins inside clause 1: want 0 to end it`},
		{"cube in a cube", "p inccnf\na 1 0\na 2 a 3 0", `f.icnf:3:5: a cube begins inside cube 2: want 0 to end it`},
		{"clause after a cube", "p inccnf\na 1 0\n2 0\n", `f.icnf:3:1: clause after a cube: want the clauses before the cubes`},
		{"literal out of range", "p inccnf\n1 0\na 999999999 0\n", `f.icnf:3:3: literal 999999999 is out of range: want at most 268435456`},
		{"word", "p inccnf\nb 1 0\n", `f.icnf:2:1: unexpected "b": want a literal, 0 to end a list of them, or "a" to begin a cube`},
		{"a and a literal", "p inccnf\na1 0\n", `f.icnf:2:1: unexpected "a1": want a literal, 0 to end a list of them, or "a" to begin a cube`},
		{"empty", "", `f.icnf:1:1: missing header: the input ends without a line "p cnf VARIABLES CLAUSES"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, how := range waysToRead {
				_, _, err := ReadCubes(how.wrap(strings.NewReader(test.text)), Options{Name: "f.icnf"})
				var syntax *SyntaxError
				if !errors.As(err, &syntax) {
					t.Fatalf("%s: got %v, want a *SyntaxError", how.name, err)
				}
				if diff := cmp.Diff(test.want, err.Error()); diff != "" {
					t.Errorf("%s: -want +got\n%s", how.name, diff)
				}
			}
		})
	}
}

func TestCubeListErrors(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"formula", "p cnf 1 1\n1 0\n", `input:1:1: unexpected "p": want a line "a LITERALS 0" for every cube`},
		{"clauses", "1 2 0\n", `input:1:1: unexpected "1": want a line "a LITERALS 0" for every cube`},
		{"literal out of range", "a 1 0\na -4 0\n", `input:2:3: literal -4 is out of range: the formula has 3 variables`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := ReadCubeList(strings.NewReader(test.text), 3, Options{})
			if err == nil || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

// FuzzReadCubes reads any input. ReadCubes must answer with a formula and cubes that stay the same when they are
// written and read, or with a *SyntaxError, the same for every way to cut the input.
func FuzzReadCubes(f *testing.F) {
	for _, text := range []string{
		"", "p inccnf\n1 -2 0\na 1 0\na 0\n", "p cnf 2 1\n1 c y\r\n-2 0\r\n%\r\n0\r\n", "a 1 0", "p inccnf\n1 a 0", "p inccnfa 0",
	} {
		f.Add([]byte(text))
	}
	for _, kind := range allCompressions {
		f.Add([]byte(compress(f, kind, "p inccnf\n1 2 0\na -1 0\n")))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > fuzztest.Most {
			return
		}
		opt := Options{Lenient: true, MaxVars: 1 << 20}
		formula, cubes, err := ReadCubes(bytes.NewReader(data), opt)
		_, again, errAgain := ReadCubes(iotest.OneByteReader(bytes.NewReader(data)), opt)
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
		if diff := cmp.Diff(cubesOf(cubes), cubesOf(again)); diff != "" {
			t.Fatalf("-at once +byte by byte\n%s", diff)
		}
		checkCubesRoundTrip(t, formula, cubes)
	})
}

func TestCubesRoundTrip(t *testing.T) {
	lit := rapid.Custom(func(t *rapid.T) cnf.Lit {
		return cnf.Signed(cnf.Var(rapid.IntRange(1, 1<<25).Draw(t, "variable")), rapid.IntRange(0, 1).Draw(t, "sign") == 1)
	})
	lists := rapid.SliceOfN(rapid.SliceOfN(lit, 0, 6), 0, 20)
	rapid.Check(t, func(t *rapid.T) {
		f := cnf.NewFormula(0)
		for _, clause := range lists.Draw(t, "clauses") {
			f.Add(clause...)
		}
		checkCubesRoundTrip(t, f, lists.Draw(t, "cubes"))
	})
}

// checkCubesRoundTrip writes a formula and cubes and reads them again.
func checkCubesRoundTrip(t rapid.TB, f *cnf.Formula, cubes [][]cnf.Lit) {
	t.Helper()
	var text strings.Builder
	w, err := NewCubeWriter(&text, f)
	if err != nil {
		t.Fatal(err)
	}
	for _, cube := range cubes {
		if err := w.Write(cube); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	again, cubesAgain, err := ReadCubes(strings.NewReader(text.String()), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(contentOf(f).Clauses, contentOf(again).Clauses); diff != "" {
		t.Fatalf("-written +read\n%s", diff)
	}
	if diff := cmp.Diff(cubesOf(cubes), cubesOf(cubesAgain)); diff != "" {
		t.Fatalf("-written +read\n%s", diff)
	}
}
