package topology

import (
	"fmt"
	"slices"
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
		{"torus", []int{3, 3}, 0, []int{6, 3, 2, 1}},
		{"torus", []int{2, 2}, 0, []int{2, 1}},
		{"torus", []int{1, 3}, 0, []int{2, 1}},
		{"mesh", []int{2, 2, 2}, 7, []int{3, 5, 6}},
	} {
		t.Run(fmt.Sprint(c.kind, c.sides, c.rank), func(t *testing.T) {
			g, err := NewGrid(c.kind, c.sides...)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, g.Neighbours(c.rank)); diff != "" {
				t.Error(diff)
			}
		})
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
	g, err := New(kind, sides...)
	if err != nil {
		t.Fatal(err)
	}
	return g
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

func TestPlaceIsAPermutation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		physical := grids(t, "mesh", "torus")
		virtual, err := NewGrid(rapid.SampledFrom([]string{"line", "ring", "mesh", "torus"}).Draw(t, "virtual"), physical.Sides()...)
		if err != nil {
			t.Fatal(err)
		}
		place, err := Place(virtual, physical)
		if err != nil {
			t.Fatal(err)
		}
		seen := slices.Clone(place)
		slices.Sort(seen)
		for i, p := range seen {
			if i != p {
				t.Fatalf("%v on %v: %v is no permutation", virtual, physical, place)
			}
		}
	})
}

func TestDilation(t *testing.T) {
	for _, c := range []struct {
		virtual string
		sides   []int
		want    int
	}{
		{"line", []int{32, 32}, 1},
		{"line", []int{3, 5, 4}, 1},
		{"ring", []int{32, 32}, 1},
		{"ring", []int{3, 4}, 1},
		{"ring", []int{8}, 2},
		{"ring", []int{3, 3}, 4},
		{"torus", []int{32, 32}, 2},
		{"torus", []int{5, 7, 3}, 2},
		{"mesh", []int{8, 16}, 1},
	} {
		physical, err := NewGrid("mesh", c.sides...)
		if err != nil {
			t.Fatal(err)
		}
		virtual, err := NewGrid(c.virtual, c.sides...)
		if err != nil {
			t.Fatal(err)
		}
		place, err := Place(virtual, physical)
		if err != nil {
			t.Fatal(err)
		}
		if got := Dilation(virtual, physical, place); got != c.want {
			t.Errorf("%v on %v: dilation %d, want %d", virtual, physical, got, c.want)
		}
	}
	big, _ := NewGrid("mesh", 4, 4)
	small, _ := NewGrid("line", 8)
	if _, err := Place(small, big); err == nil {
		t.Error("8 processors were placed on 16")
	}
}
