package estimate_test

import (
	"context"
	"fmt"
	"log"

	"transat/instances"
	"transat/solver/estimate"
	"transat/solver/tree"
)

// Size estimates a tree of 40,000 nodes after visiting 5,000. By default, the interval holds the true size in 19 of 20 cases.
func ExampleSize() {
	f, err := instances.Random{Vars: 200, Clauses: 860, K: 3, Seed: 2}.Formula()
	if err != nil {
		log.Fatal(err)
	}
	e, err := estimate.Size(context.Background(), f, estimate.Options{MaxNodes: 2000, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	recorded, err := tree.Record(context.Background(), f, tree.Options{})
	if err != nil {
		log.Fatal(err)
	}
	size := float64(recorded.Nodes())
	fmt.Println("the tree has", recorded.Nodes(), "nodes; the search ended:", e.Exact)
	fmt.Println("less than an eighth visited:", float64(e.Visited) < size/8)
	fmt.Println("right within a factor of two:", e.Nodes < 2*size && size < 2*e.Nodes)
	fmt.Println("in the interval:", e.Low < size && size < e.High)
	// Output:
	// the tree has 39767 nodes; the search ended: false
	// less than an eighth visited: true
	// right within a factor of two: true
	// in the interval: true
}
