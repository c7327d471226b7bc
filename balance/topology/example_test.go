package topology_test

import (
	"fmt"

	"transat/balance/topology"
)

// A binary tree of 15 processors on a mesh.
func ExamplePlace() {
	machine, err := topology.NewGrid("mesh", 3, 5)
	if err != nil {
		panic(err)
	}
	tree, err := topology.New("tree", 3, 5)
	if err != nil {
		panic(err)
	}
	place, err := topology.Place(tree, machine)
	if err != nil {
		panic(err)
	}
	lies := make([]int, machine.Procs())
	for v, p := range place {
		lies[p] = v
	}
	for row := range 3 {
		fmt.Println(lies[5*row : 5*row+5])
	}
	longest, mean := topology.Dilation(tree, machine, place)
	fmt.Printf("neighbours are at most %d links apart, and %.2f in the mean\n", longest, mean)
	// Output:
	// [7 3 8 5 11]
	// [4 1 0 2 12]
	// [9 10 13 6 14]
	// neighbours are at most 2 links apart, and 1.14 in the mean
}

// The best share of a load difference to send over each link of a network, by diffusion.
func ExampleNetwork() {
	for _, kind := range []string{"ring", "torus", "hypercube", "debruijn", "tree"} {
		g, err := topology.New(kind, 8, 8)
		if err != nil {
			panic(err)
		}
		second, largest := g.Laplacian()
		fmt.Printf("%-12v %.4f\n", g, 2/(second+largest))
	}
	// Output:
	// ring 64      0.4988
	// torus 8x8    0.2329
	// hypercube 64 0.1429
	// debruijn 64  0.2536
	// tree 64      0.3658
}
