package topology

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNeighbours(t *testing.T) {
	for _, c := range []struct {
		kind  string
		sides []int
		rank  int
		want  []int
	}{
		{"line", []int{4}, 0, []int{1}},
		{"line", []int{2, 2}, 1, []int{0, 2}},
		{"line", []int{1}, 0, []int{}},
		{"ring", []int{4}, 0, []int{3, 1}},
		{"ring", []int{2}, 0, []int{1}},
		{"mesh", []int{3, 3}, 4, []int{1, 7, 3, 5}},
		{"mesh", []int{3, 3}, 0, []int{3, 1}},
		{"mesh", []int{2, 2, 2}, 7, []int{3, 5, 6}},
		{"torus", []int{3, 3}, 0, []int{6, 3, 2, 1}},
		{"torus", []int{2, 2}, 0, []int{2, 1}},
		{"torus", []int{1, 3}, 0, []int{2, 1}},
		{"hypercube", []int{1}, 0, []int{}},
		{"hypercube", []int{2}, 1, []int{0}},
		{"hypercube", []int{4, 2}, 5, []int{1, 7, 4}},
		{"debruijn", []int{1}, 0, []int{}},
		{"debruijn", []int{2}, 0, []int{1}},
		{"debruijn", []int{8}, 0, []int{1, 4}},
		{"debruijn", []int{8}, 2, []int{4, 5, 1}}, // 010 and 101 are neighbours in both directions
		{"debruijn", []int{8}, 3, []int{6, 7, 1, 5}},
		{"debruijn", []int{9}, 4, []int{8, 0, 2, 6}},
		{"tree", []int{1}, 0, []int{}},
		{"tree", []int{2, 3}, 0, []int{1, 2}},
		{"tree", []int{2, 3}, 1, []int{0, 3, 4}},
		{"tree", []int{2, 3}, 2, []int{0, 5}},
		{"tree", []int{2, 3}, 5, []int{2}},
		{"clique", []int{1}, 0, []int{}},
		{"clique", []int{2, 2}, 1, []int{0, 2, 3}},
	} {
		t.Run(fmt.Sprint(c.kind, c.sides, c.rank), func(t *testing.T) {
			g := network(t, c.kind, c.sides...)
			if diff := cmp.Diff(c.want, g.Neighbours(c.rank)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func network(t interface{ Fatal(...any) }, kind string, sides ...int) Network {
	g, err := New(kind, sides...)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestDescriptions(t *testing.T) {
	var got []string
	for _, k := range Kinds() {
		if k.Title == "" || k.Mapping == "" {
			t.Errorf("%s: title %q, mapping %q", k.Name, k.Title, k.Mapping)
		}
		g := network(t, k.Name, 4, 8)
		if g.Kind() != k.Name || g.Procs() != 32 {
			t.Errorf("%v is a %s of %d processors, want a %s of 32", g, g.Kind(), g.Procs(), k.Name)
		}
		got = append(got, fmt.Sprint(g, " ", g.Sides(), ", 0 beside ", g.Neighbours(0)))
	}
	golden(t, "kinds.txt", strings.Join(got, "\n")+"\n")
}

var update = flag.Bool("update", false, "write the files in testdata, instead of comparing them")

// golden holds a text, whose lines begin with the kind of a topology, to a file in testdata. Lines of a topology that has
// been added since need not be there.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	kind := func(line string) string { return line[:strings.IndexByte(line, ' ')+1] }
	var known strings.Builder
	for line := range strings.Lines(got) {
		if strings.Contains("\n"+string(want), "\n"+kind(line)) {
			known.WriteString(line)
		}
	}
	if diff := cmp.Diff(string(want), known.String()); diff != "" {
		t.Errorf("%s (-want +got; go test ./balance/topology -update mends it):\n%s", path, diff)
	}
}

func TestImpossibleSizes(t *testing.T) {
	for _, c := range []struct {
		kind  string
		sides []int
		want  string
	}{
		{"hypercube", []int{3, 3}, "no hypercube has 9 processors: their number must be a power of two"},
		{"clique", []int{64, 65}, "no clique has 4160 processors: their number must be at most 4096, as the number of links is its square"},
	} {
		_, err := New(c.kind, c.sides...)
		var size *SizeError
		if !errors.As(err, &size) || err.Error() != c.want {
			t.Errorf("%s %v: %v, want a SizeError: %s", c.kind, c.sides, err, c.want)
		}
	}
	_, err := NewGrid("tree", 3, 3)
	if want := "tree 9 cannot be the grid of a machine: want a line, ring, mesh or torus"; err == nil || err.Error() != want {
		t.Errorf("%v, want %q", err, want)
	}
}

func TestRanksOutOfRangePanic(t *testing.T) {
	for _, k := range Kinds() {
		g := network(t, k.Name, 2, 2)
		for _, rank := range []int{-1, 4} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%v has neighbours of %d", g, rank)
					}
				}()
				g.Neighbours(rank)
			}()
		}
	}
}

func TestBadSides(t *testing.T) {
	for in, want := range map[string]string{
		"0x32":        "grid 0x32: every side must be at least 1",
		"":            `grid "": want sides joined by x, for example 32x32 or 16x16x4`,
		"32x":         `grid "32x": want sides joined by x, for example 32x32 or 16x16x4`,
		"-4":          "grid -4: every side must be at least 1",
		"65536x65536": "grid 65536x65536: more than 16777216 processors",
	} {
		_, err := ParseSides(in)
		if err == nil || err.Error() != want {
			t.Errorf("ParseSides(%q): %v, want %q", in, err, want)
		}
	}
	if _, err := NewGrid("cube", 2); err == nil {
		t.Error("an unknown kind was accepted")
	}
	if _, err := NewGrid("mesh"); err == nil {
		t.Error("a grid without sides was accepted")
	}
}
