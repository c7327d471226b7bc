package dimacs

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
)

// content is a formula in a form that cmp and people can read.
type content struct {
	Vars    int
	Clauses [][]int
}

func contentOf(f *cnf.Formula) content {
	c := content{Vars: f.Vars()}
	for i := range f.Len() {
		clause := []int{}
		for _, l := range f.Clause(i) {
			clause = append(clause, l.DIMACS())
		}
		c.Clauses = append(c.Clauses, clause)
	}
	return c
}

func TestRead(t *testing.T) {
	small := content{3, [][]int{{1, -2}, {2, 3}}}
	tests := []struct {
		name, text string
		want       content
	}{
		{"plain", "p cnf 3 2\n1 -2 0\n2 3 0\n", small},
		{"no clauses", "p cnf 3 0\n", content{3, nil}},
		{"no variables", "p cnf 0 0\n", content{0, nil}},
		{"no final newline", "p cnf 3 2\n1 -2 0\n2 3 0", small},
		{"header without newline", "p cnf 3 0", content{3, nil}},
		{"CR LF", "c hello\r\np cnf 3 2\r\n1 -2 0\r\n2 3 0\r\n", small},
		{"tabs and blanks", "\n \t p\tcnf  3\t2 \n\t1\t-2\t0\n\n  2 3  0 \n\n", small},
		{"vertical tab and form feed", "p cnf 3 2\n1\v-2\f0 2 3 0", small},
		{"one line", "p cnf 3 2\n1 -2 0 2 3 0", small},
		{"a literal a line", "p cnf 3 2\n1\n-2\n0\n2\n3\n0\n", small},
		{"comments everywhere", "c\nc c\ncc p cnf 9 9\np cnf 3 2\nc 7 0\n1 c one\n-2\nc\n0\n2 3 0\nc end", small},
		{"SATLIB trailer", "p cnf 3 2\n1 -2 0\n2 3 0\n%\n0\n\n", small},
		{"anything after the trailer", "p cnf 3 2\n1 -2 0\n2 3 0\n% p cnf x\n\x00", small},
		{"empty clauses", "p cnf 2 4\n0\n1 0 0\n 0", content{2, [][]int{{}, {1}, {}, {}}}},
		{"repeated and opposite literals", "p cnf 1 1\n1 1 -1 0", content{1, [][]int{{1, 1, -1}}}},
		{"leading zeros", "p cnf 03 1\n01 -0002 00", content{3, [][]int{{1, -2}}}},
		{
			"all lengths of numbers",
			"p cnf 33554432 1\n-1 23 -456 7890 -12345 678901 -2345678 33554432 -0000000033554432 0",
			content{1 << 25, [][]int{{-1, 23, -456, 7890, -12345, 678901, -2345678, 1 << 25, -1 << 25}}},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, how := range waysToRead {
				f, err := Read(how.wrap(strings.NewReader(test.text)), Options{})
				if err != nil {
					t.Fatalf("%s: %v", how.name, err)
				}
				if diff := cmp.Diff(test.want, contentOf(f)); diff != "" {
					t.Errorf("%s: -want +got\n%s", how.name, diff)
				}
			}
		})
	}
}

// waysToRead cut a text into pieces in all ways that matter to a buffer.
var waysToRead = []wayToRead{
	{"at once", func(r io.Reader) io.Reader { return r }},
	{"byte by byte", iotest.OneByteReader},
	{"end with the data", iotest.DataErrReader},
}

type wayToRead struct {
	name string
	wrap func(io.Reader) io.Reader
}

func TestReadAcrossBuffers(t *testing.T) {
	var want content
	var text strings.Builder
	const clauses = 3 * bufferSize / 16
	want.Vars = clauses
	text.WriteString("c " + strings.Repeat("long comment ", bufferSize/5) + "\np cnf ")
	text.WriteString(itoa(clauses) + " " + itoa(clauses) + strings.Repeat(" ", bufferSize+1) + "\n")
	for v := 1; v <= clauses; v++ {
		want.Clauses = append(want.Clauses, []int{v, -v})
		text.WriteString(itoa(v) + " " + itoa(-v) + " 0\n")
	}
	for _, how := range waysToRead {
		f, err := Read(how.wrap(strings.NewReader(text.String())), Options{})
		if err != nil {
			t.Fatal(how.name, err)
		}
		if diff := cmp.Diff(want, contentOf(f)); diff != "" {
			t.Errorf("%s: -want +got\n%s", how.name, diff)
		}
	}
}

func TestReadLenient(t *testing.T) {
	tests := []struct {
		name, text, warning string
		want                content
	}{
		{"right", "p cnf 2 1\n1 0\n", "", content{2, [][]int{{1}}}},
		{
			"fewer", "p cnf 2 3\n1 0\n", "f.cnf:3:1: the formula ends after 1 clause: the header (line 1) declares 3",
			content{2, [][]int{{1}}},
		},
		{
			"more", "p cnf 2 1\n1 0 2 0\n-2 0", "f.cnf:3:5: the formula ends after 3 clauses: the header (line 1) declares 1",
			content{2, [][]int{{1}, {2}, {-2}}},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			warning := ""
			warn := func(e *SyntaxError) { warning += e.Error() }
			f, err := Read(strings.NewReader(test.text), Options{Name: "f.cnf", Lenient: true, Warn: warn})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, contentOf(f)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if diff := cmp.Diff(test.warning, warning); diff != "" {
				t.Errorf("warning: -want +got\n%s", diff)
			}
			if _, err := Read(strings.NewReader(test.text), Options{Lenient: true}); err != nil {
				t.Errorf("without Warn: %v", err)
			}
		})
	}
}

func TestReadFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "small.cnf")
	if err := os.WriteFile(name, []byte("p cnf 3 2\n1 -2 0\n2 3 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := ReadFile(name, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(content{3, [][]int{{1, -2}, {2, 3}}}, contentOf(f)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestReadMemory counts all bytes that reading allocates, garbage included, an upper bound of the peak. Beyond the
// buffer, they must be proportional to the text, and not to the header.
func TestReadMemory(t *testing.T) {
	const size, fixed = 4 << 20, 8 * bufferSize
	clauses := func(clause string) (string, int) {
		n := size / len(clause)
		return strings.Repeat(clause, n), n
	}
	random3SAT, n3 := clauses("123456 -98765 734652 0\n")
	units, nUnits := clauses("-1 0\n")
	tests := []struct {
		name     string
		declared int
		text     string
		limit    float64 // bytes for a byte of text
	}{
		{"three literals of six digits", n3, random3SAT, 1.5},
		{"unit clauses", nUnits, units, 3},
		{"header that announces too much", 1 << 30, random3SAT, 5},
		{"header alone", 1 << 30, "", 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := "p cnf 1000000 " + itoa(test.declared) + "\n" + test.text
			name := filepath.Join(t.TempDir(), "f.cnf")
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			limit := test.limit*float64(len(text)) + fixed
			read := func() { Read(strings.NewReader(text), Options{Lenient: true}) }
			readFile := func() { ReadFile(name, Options{Lenient: true}) }
			if got := bytesAllocated(read); got > limit {
				t.Errorf("Read of %d bytes allocates %.0f bytes, want at most %.0f", len(text), got, limit)
			}
			if got := bytesAllocated(readFile); got > limit {
				t.Errorf("ReadFile of %d bytes allocates %.0f bytes, want at most %.0f", len(text), got, limit)
			}
		})
	}
}

// TestFormulaIsTight keeps many formulas, each of which leaves most of its buffer unused.
func TestFormulaIsTight(t *testing.T) {
	const count = 100
	text := "c " + strings.Repeat("x", bufferSize/4) + "\np cnf 3 1000\n" + strings.Repeat("1 -2 3 0\n", 1000)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	kept := make([]*cnf.Formula, count)
	for i := range kept {
		var err error
		if kept[i], err = Read(strings.NewReader(text), Options{}); err != nil {
			t.Fatal(err)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(kept)
	const needed = 4 * (3*1000 + 1000)
	if got := float64(after.HeapAlloc-before.HeapAlloc) / count; got > 1.5*needed {
		t.Errorf("a formula takes %.0f bytes, want at most %.0f", got, 1.5*needed)
	}
}

func bytesAllocated(f func()) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}

// TestByteOrderMark has texts with the mark of some editors: it changes nothing.
func TestByteOrderMark(t *testing.T) {
	const formula, proof, model = "p cnf 3 2\n1 -2 0\n2 3 x", "d 1 2 0\n3 0\nx", "v 1 -2 x"
	for _, kind := range []compression{plain, gzipped} {
		input := func(text string) io.Reader { return strings.NewReader(compress(t, kind, byteOrderMark+text)) }
		_, err := Read(input(formula), Options{Name: "f"})
		_, _, cubesErr := ReadCubes(input("p inccnf\n1 0\na x"), Options{Name: "f"})
		_, modelErr := ReadModel("f", input(model), 2)
		got, format, proofErr := steps(input(proof), ProofOptions{})
		errs := []string{err.Error(), cubesErr.Error(), modelErr.Error(), proofErr.Error()}
		want := []string{
			`f:3:5: unexpected "x": want a literal, or 0 to end a clause`,
			`f:3:3: unexpected "x": want a literal, 0 to end a list of them, or "a" to begin a cube`,
			`f:1:8: unexpected "x": want a literal, or 0 to end the model`,
			`f:3:1: unexpected "x": want a literal, 0 or "d"`,
		}
		if diff := cmp.Diff(want, errs); diff != "" {
			t.Errorf("%s: -want +got\n%s", kind, diff)
		}
		if diff := cmp.Diff([]step{{"d 1 2 0", "line 1"}, {"3 0", "line 2"}}, got); diff != "" || format != ProofText {
			t.Errorf("%s: %s, -want +got\n%s", kind, format, diff)
		}
		for text, want := range map[string]Contents{formula: ContentsFormula, proof: ContentsProof, model: ContentsModel, "": ContentsEmpty} {
			if kind, _ := Detect(input(text)); kind != want {
				t.Errorf("%q is a %s, want %s", text, kind, want)
			}
		}
	}
	for _, text := range []string{byteOrderMark, byteOrderMark[:2], byteOrderMark + byteOrderMark + "p cnf 0 0\n"} {
		if _, err := Read(strings.NewReader(text), Options{}); err == nil {
			t.Errorf("%q is a formula", text)
		}
	}
}

// Reading asks for room before it takes memory, and ends if Room returns an error.
func TestReadAsksForRoom(t *testing.T) {
	const text = "p cnf 3 2\n1 -2 0\n2 3 0\n"
	full := errors.New("there is no room")
	for _, read := range []func(Options) error{
		func(o Options) error { _, err := Read(strings.NewReader(text), o); return err },
		func(o Options) error { _, _, err := ReadCubes(strings.NewReader(text), o); return err },
	} {
		if err := read(Options{Room: func(int64) error { return full }}); !errors.Is(err, full) {
			t.Errorf("error %v, want %v", err, full)
		}
		asked := int64(0)
		if err := read(Options{Room: func(bytes int64) error { asked += bytes; return nil }}); err != nil || asked < 4*(2+4) {
			t.Errorf("error %v; %d bytes were asked for", err, asked)
		}
	}
}
