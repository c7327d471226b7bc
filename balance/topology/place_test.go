package topology

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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
	const want = `
line 1024 on mesh 32x32: 1, mean 1.00
ring 1024 on mesh 32x32: 1, mean 1.00
mesh 32x32 on mesh 32x32: 1, mean 1.00
torus 32x32 on mesh 32x32: 2, mean 1.94
hypercube 1024 on mesh 32x32: 31, mean 6.20
debruijn 1024 on mesh 32x32: 32, mean 16.01
tree 1024 on mesh 32x32: 9, mean 1.61
clique 1024 on mesh 32x32: 62, mean 21.33
line 105 on mesh 3x5x7: 1, mean 1.00
ring 105 on mesh 3x5x7: 2, mean 1.98
mesh 3x5x7 on mesh 3x5x7: 1, mean 1.00
torus 3x5x7 on mesh 3x5x7: 2, mean 1.55
debruijn 105 on mesh 3x5x7: 6, mean 3.64
tree 105 on mesh 3x5x7: 5, mean 1.58
clique 105 on mesh 3x5x7: 12, mean 4.82
line 8 on mesh 8: 1, mean 1.00
ring 8 on mesh 8: 2, mean 1.75
mesh 8 on mesh 8: 1, mean 1.00
torus 8 on mesh 8: 2, mean 1.75
hypercube 8 on mesh 8: 7, mean 2.33
debruijn 8 on mesh 8: 4, mean 2.23
tree 8 on mesh 8: 3, mean 1.57
clique 8 on mesh 8: 7, mean 3.00
ring 12 on mesh 3x4: 1, mean 1.00
ring 9 on mesh 3x3: 2, mean 1.78
torus 3x4 on torus 3x4: 1, mean 1.00
hypercube 16 on torus 4x4: 1, mean 1.00
tree 255 on mesh 15x17: 4, mean 1.49
tree 15 on mesh 15: 4, mean 1.71
`
	var got strings.Builder
	got.WriteString("\n")
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
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
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
