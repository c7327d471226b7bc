package topology

// All kinds of networks pass the same tests, so these stand in one file: what kinds there are, and what holds of each.

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
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

// grids draws a random grid of up to three dimensions.
func grids(t *rapid.T, kinds ...string) *Grid {
	sides := rapid.SliceOfN(rapid.IntRange(1, 6), 1, 3).Draw(t, "sides")
	g, err := NewGrid(rapid.SampledFrom(kinds).Draw(t, "kind"), sides...)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// networks draws a random network of any kind.
func networks(t *rapid.T) Network {
	kind := rapid.SampledFrom(Kinds()).Draw(t, "kind").Name
	sides := rapid.SliceOfN(rapid.IntRange(1, 6), 1, 3).Draw(t, "sides")
	if kind == "hypercube" {
		sides = []int{1 << rapid.IntRange(0, 7).Draw(t, "dimensions")}
	}
	return network(t, kind, sides...)
}

// distances returns the number of links from a processor to each other one, and -1 to those out of reach.
func distances(g Network, from int) []int {
	far := slices.Repeat([]int{-1}, g.Procs())
	far[from] = 0
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		for _, n := range g.Neighbours(queue[0]) {
			if far[n] < 0 {
				far[n] = far[queue[0]] + 1
				queue = append(queue, n)
			}
		}
	}
	return far
}

func TestNetworksAreSimpleSymmetricAndConnected(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := networks(t)
		for v := range g.Procs() {
			around := g.Neighbours(v)
			sorted := slices.Compact(slices.Sorted(slices.Values(around)))
			if len(sorted) != len(around) || slices.Contains(around, v) {
				t.Fatalf("%v: %d has the neighbours %v", g, v, around)
			}
			for _, w := range around {
				if !slices.Contains(g.Neighbours(w), v) {
					t.Fatalf("%v: %d is next to %d, but not %d to %d", g, w, v, v, w)
				}
			}
		}
		if slices.Contains(distances(g, 0), -1) {
			t.Fatalf("%v is not connected", g)
		}
	})
}

// The steps of networks with sides lead to all neighbours, and back.
func TestStepsAreTheNeighbours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := networks(t)
		if len(g.Sides()) == 0 {
			if n, ok := g.Step(0, 0, 1); ok {
				t.Fatalf("%v: a step to %d without sides", g, n)
			}
			return
		}
		v := rapid.IntRange(0, g.Procs()-1).Draw(t, "rank")
		seen := map[int]bool{}
		for d := range g.Sides() {
			for _, by := range []int{-1, 1} {
				w, ok := g.Step(v, d, by)
				if !ok {
					continue
				}
				seen[w] = true
				if up := w > v; up != (by > 0) && (g.Kind() == "mesh" || g.Kind() == "hypercube") {
					t.Fatalf("%v: a step from %d by %d in dimension %d leads to %d", g, v, by, d, w)
				}
				if back, ok := g.Step(w, d, -by); !ok || back != v {
					t.Fatalf("%v: from %d by %d in dimension %d to %d, and back to %d", g, v, by, d, w, back)
				}
			}
		}
		around := g.Neighbours(v)
		if diff := cmp.Diff(slices.Sorted(slices.Values(around)), slices.Sorted(maps.Keys(seen))); diff != "" {
			t.Fatalf("%v: neighbours and steps from %d:\n%s", g, v, diff)
		}
	})
}

func TestASingleProcessorHasNoSteps(t *testing.T) {
	for _, k := range Kinds() {
		g, err := New(k.Name, 1)
		if err != nil {
			t.Fatal(err)
		}
		for d := range g.Sides() {
			_, up := g.Step(0, d, 1)
			_, down := g.Step(0, d, -1)
			if up || down {
				t.Errorf("%v: dimension %d: up %v, down %v", g, d, up, down)
			}
		}
	}
}

// The diameter, the fewest and most neighbours of a processor, and whether the network is bipartite:
// whether its processors can be parted so that links lead only from one part to the other.
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		kind               string
		sides              []int
		diameter, few, all int
		bipartite          bool
	}{
		{"line", []int{7}, 6, 1, 2, true},
		{"ring", []int{8}, 4, 2, 2, true},
		{"ring", []int{7}, 3, 2, 2, false},
		{"ring", []int{2}, 1, 1, 1, true},
		{"mesh", []int{3, 5}, 6, 2, 4, true},
		{"mesh", []int{3, 3, 3}, 6, 3, 6, true},
		{"torus", []int{4, 6}, 5, 4, 4, true},
		{"torus", []int{4, 5}, 4, 4, 4, false},
		{"torus", []int{2, 4}, 3, 3, 3, true},
		{"torus", []int{1, 3}, 1, 2, 2, false},
		{"hypercube", []int{64}, 6, 6, 6, true},
		{"debruijn", []int{2}, 1, 1, 1, true},
		{"debruijn", []int{3}, 2, 1, 2, true},
		{"debruijn", []int{64}, 6, 2, 4, false},
		{"debruijn", []int{100}, 7, 2, 4, false},
		{"tree", []int{31}, 8, 1, 3, true},
		{"tree", []int{20}, 7, 1, 3, true},
		{"clique", []int{2}, 1, 1, 1, true},
		{"clique", []int{9}, 1, 8, 8, false},
	} {
		t.Run(fmt.Sprint(c.kind, c.sides), func(t *testing.T) {
			g := network(t, c.kind, c.sides...)
			diameter, few, all := 0, g.Procs(), 0
			for v := range g.Procs() {
				diameter = max(diameter, slices.Max(distances(g, v)))
				few, all = min(few, len(g.Neighbours(v))), max(all, len(g.Neighbours(v)))
			}
			if diameter != c.diameter || few != c.few || all != c.all {
				t.Errorf("diameter %d, %d to %d neighbours; want %d, %d to %d", diameter, few, all, c.diameter, c.few, c.all)
			}
			if got := bipartite(g); got != c.bipartite {
				t.Errorf("bipartite: %v, want %v", got, c.bipartite)
			}
		})
	}
}

func bipartite(g Network) bool {
	far := distances(g, 0)
	for v := range g.Procs() {
		for _, w := range g.Neighbours(v) {
			if far[v]%2 == far[w]%2 {
				return false
			}
		}
	}
	return true
}

func TestNeighbourhoodIsSymmetricAndAtDistanceOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := grids(t, "line", "ring", "mesh", "torus")
		radius := g.Procs()
		for a := range g.Procs() {
			far := 0
			for b := range g.Procs() {
				next := slices.Contains(g.Neighbours(a), b)
				if next != slices.Contains(g.Neighbours(b), a) || next != (g.Distance(a, b) == 1) {
					t.Fatalf("%v: %d and %d: distance %d, neighbours %v and %v", g, a, b, g.Distance(a, b), g.Neighbours(a), g.Neighbours(b))
				}
				far = max(far, g.Distance(a, b))
			}
			radius = min(radius, far)
		}
		if radius != g.Radius() {
			t.Fatalf("%v: radius %d, want %d", g, g.Radius(), radius)
		}
	})
}

func TestRoutesAreShortestPaths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := grids(t, "line", "ring", "mesh", "torus")
		a := rapid.IntRange(0, g.Procs()-1).Draw(t, "from")
		b := rapid.IntRange(0, g.Procs()-1).Draw(t, "to")
		hops := 0
		for at := a; at != b && hops <= g.Procs(); hops++ {
			next, link := g.Route(at, b)
			if step, ok := g.Step(at, link/2, 2*(link%2)-1); !ok || step != next {
				t.Fatalf("%v: link %d of %d leads to %d, not to %d", g, link, at, step, next)
			}
			at = next
		}
		if hops != g.Distance(a, b) {
			t.Fatalf("%v: %d to %d takes %d hops, distance %d", g, a, b, hops, g.Distance(a, b))
		}
	})
}

func TestMiddle(t *testing.T) {
	for _, c := range []struct {
		sides []int
		want  []int
	}{{[]int{1}, []int{0}}, {[]int{5}, []int{2}}, {[]int{4, 4}, []int{2, 2}}, {[]int{2, 3, 7}, []int{1, 1, 3}}} {
		g, err := NewGrid("mesh", c.sides...)
		if err != nil {
			t.Fatal(err)
		}
		for d, want := range c.want {
			if got := g.Coordinate(g.Middle(), d); got != want {
				t.Errorf("%v: coordinate %d of the middle is %d, want %d", g, d, got, want)
			}
		}
	}
}

// What one rank tells all goes to each other one once, and on a shortest path.
func TestAppendOnward(t *testing.T) {
	for _, c := range []struct {
		kind  string
		sides []int
	}{
		{"line", []int{7}},
		{"ring", []int{2}},
		{"ring", []int{7}},
		{"ring", []int{8}},
		{"mesh", []int{1}},
		{"mesh", []int{3, 4}},
		{"mesh", []int{2, 1, 5}},
		{"torus", []int{3, 4}},
		{"torus", []int{2, 5}},
		{"torus", []int{1, 6}},
		{"torus", []int{3, 2, 4}},
	} {
		g, err := NewGrid(c.kind, c.sides...)
		if err != nil {
			t.Fatal(err)
		}
		for from := range g.Procs() {
			links := map[int]int{from: 0}
			for told := []int{from}; len(told) > 0; told = told[1:] {
				for _, next := range g.AppendOnward(nil, from, told[0]) {
					if _, twice := links[next]; twice {
						t.Fatalf("%v: %d tells all, and %d is told twice", g, from, next)
					}
					links[next] = links[told[0]] + 1
					told = append(told, next)
				}
			}
			for rank := range g.Procs() {
				if n, ok := links[rank]; !ok || n != g.Distance(from, rank) {
					t.Fatalf("%v: %d tells all, and %d is told over %d links (told: %v), want %d", g, from, rank, n, ok, g.Distance(from, rank))
				}
			}
		}
	}
}
