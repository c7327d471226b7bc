package topology

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestPlaceIsAPermutation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		virtual := networks(t)
		physical := grids(t, "mesh", "torus")
		if n := physical.Procs(); virtual.Procs() != n {
			if _, err := Place(virtual, physical); err == nil {
				t.Fatalf("%v was placed on %v", virtual, physical)
			}
			var err error
			if virtual, err = New(virtual.Kind(), physical.Sides()...); err != nil {
				t.Skip(err)
			}
		}
		place, err := Place(virtual, physical)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range slices.Sorted(slices.Values(place)) {
			if i != p {
				t.Fatalf("%v on %v: %v is no permutation", virtual, physical, place)
			}
		}
	})
}

// The longest way between two neighbours on the machine's mesh, and the mean.
func TestDilation(t *testing.T) {
	var got strings.Builder
	line := func(kind, machine string, sides ...int) {
		virtual, err := New(kind, sides...)
		if err != nil {
			return // no such hypercube
		}
		physical, err := NewGrid(machine, sides...)
		if err != nil {
			t.Fatal(err)
		}
		place, err := Place(virtual, physical)
		if err != nil {
			t.Fatal(err)
		}
		longest, mean := Dilation(virtual, physical, place)
		fmt.Fprintf(&got, "%v on %v: %d, mean %.2f\n", virtual, physical, longest, mean)
	}
	for _, sides := range [][]int{{32, 32}, {3, 5, 7}, {8}} {
		for _, k := range Kinds() {
			line(k.Name, "mesh", sides...)
		}
	}
	line("ring", "mesh", 3, 4)
	line("ring", "mesh", 3, 3)
	line("torus", "torus", 3, 4)
	line("hypercube", "torus", 4, 4)
	line("tree", "mesh", 15, 17)
	line("tree", "mesh", 15)
	golden(t, "dilation.txt", got.String())
}

func TestDilationOfOneProcessor(t *testing.T) {
	one, err := NewGrid("mesh", 1)
	if err != nil {
		t.Fatal(err)
	}
	if longest, mean := Dilation(one, one, []int{0}); longest != 0 || mean != 0 {
		t.Errorf("%d and %v without links", longest, mean)
	}
}

// Neighbours on the grid are neighbours in the hypercube.
func TestHypercubeUsesEveryLinkOfTheGrid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var sides []int
		for range rapid.IntRange(1, 3).Draw(t, "dimensions") {
			sides = append(sides, 1<<rapid.IntRange(0, 4).Draw(t, "k"))
		}
		physical, err := NewGrid(rapid.SampledFrom([]string{"mesh", "torus"}).Draw(t, "machine"), sides...)
		if err != nil {
			t.Fatal(err)
		}
		virtual := network(t, "hypercube", sides...)
		place, err := Place(virtual, physical)
		if err != nil {
			t.Fatal(err)
		}
		lies := make([]int, len(place))
		for v, p := range place {
			lies[p] = v
		}
		for p := range lies {
			for _, q := range physical.Neighbours(p) {
				if !slices.Contains(virtual.Neighbours(lies[p]), lies[q]) {
					t.Fatalf("%v on %v: %d and %d lie side by side", virtual, physical, lies[p], lies[q])
				}
			}
		}
	})
}
