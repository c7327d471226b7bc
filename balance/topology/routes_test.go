package topology

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// grids draws a random grid of up to three dimensions.
func grids(t *rapid.T, kinds ...string) *Grid {
	sides := rapid.SliceOfN(rapid.IntRange(1, 6), 1, 3).Draw(t, "sides")
	g, err := NewGrid(rapid.SampledFrom(kinds).Draw(t, "kind"), sides...)
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
