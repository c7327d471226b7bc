package topology

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

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
