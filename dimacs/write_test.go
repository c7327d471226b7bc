package dimacs

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"transat/solver/cnf"
)

func TestWrite(t *testing.T) {
	f := cnf.NewFormula(12)
	f.Add(cnf.Pos(1), cnf.Neg(12))
	f.Add()
	f.Add(cnf.Neg(3))
	var got strings.Builder
	if err := Write(&got, f, "two lines\nin one", "p cnf 1 1\r\n\nc"); err != nil {
		t.Fatal(err)
	}
	want := "c two lines\nc in one\nc p cnf 1 1\nc\nc c\np cnf 12 3\n1 -12 0\n0\n-3 0\n"
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestWriteModel(t *testing.T) {
	tests := []struct {
		name  string
		model cnf.Model
		want  string
	}{
		{"no variables", cnf.Model{false}, "v 0\n"},
		{"nothing at all", nil, "v 0\n"},
		{"three", cnf.Model{false, true, false, true}, "v 1 -2 3 0\n"},
		{"full line", make(cnf.Model, 22), "v" + negatives(1, 21) + " 0\n"},
		{
			"no room for the end", make(cnf.Model, 41),
			"v" + negatives(1, 21) + "\nv" + negatives(22, 40) + "\nv 0\n",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got strings.Builder
			if err := WriteModel(&got, test.model); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got.String()); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// negatives returns " -from ... -to".
func negatives(from, to int) string {
	text := ""
	for v := from; v <= to; v++ {
		text += " -" + itoa(v)
	}
	return text
}

func TestModelLinesAreFull(t *testing.T) {
	var text strings.Builder
	if err := WriteModel(&text, make(cnf.Model, 10_000)); err != nil {
		t.Fatal(err)
	}
	var values []string
	lines := strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
	for i, line := range lines {
		if len(line) > modelColumns {
			t.Errorf("line %d has %d columns, want at most %d", i+1, len(line), modelColumns)
		}
		fields := strings.Fields(line)
		if i > 0 && len(lines[i-1])+1+len(fields[1]) <= modelColumns {
			t.Errorf("line %d has room for %s", i, fields[1])
		}
		values = append(values, fields[1:]...)
	}
	if diff := cmp.Diff(strings.Fields(negatives(1, 9_999)+" 0"), values); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestWriteErrors(t *testing.T) {
	full := errors.New("disk full")
	f := cnf.NewFormula(1)
	for range bufferSize {
		f.Add(cnf.Pos(1))
	}
	for _, room := range []int{0, 1, bufferSize} {
		if err := Write(&limited{room, full}, f, "comment"); !errors.Is(err, full) {
			t.Errorf("Write with room for %d bytes: got %v, want %v", room, err, full)
		}
		if err := WriteModel(&limited{room, full}, make(cnf.Model, bufferSize)); !errors.Is(err, full) {
			t.Errorf("WriteModel with room for %d bytes: got %v, want %v", room, err, full)
		}
	}
}

// limited is a writer that fails after room bytes.
type limited struct {
	room int
	err  error
}

func (l *limited) Write(p []byte) (int, error) {
	if len(p) > l.room {
		return 0, l.err
	}
	l.room -= len(p)
	return io.Discard.Write(p)
}

// TestWriteModelAllocatesNoStrings: a model may have millions of values.
func TestWriteModelAllocatesNoStrings(t *testing.T) {
	m := make(cnf.Model, 10_001)
	allocs := testing.AllocsPerRun(10, func() {
		if err := WriteModel(io.Discard, m); err != nil {
			t.Fatal(err)
		}
	})
	if allocs > 10 {
		t.Errorf("%v allocations for a model, want 10 at most", allocs)
	}
}
