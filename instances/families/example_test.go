package families_test

import (
	"log"
	"os"

	"transat/dimacs"
	"transat/instances/families"
)

// Three pigeons do not fit into two holes.
func ExamplePigeons() {
	if err := dimacs.Write(os.Stdout, families.Pigeons(3, 2, families.Pairwise), "three pigeons, two holes"); err != nil {
		log.Fatal(err)
	}
	// Output:
	// c three pigeons, two holes
	// p cnf 6 9
	// 1 2 0
	// 3 4 0
	// 5 6 0
	// -1 -3 0
	// -1 -5 0
	// -3 -5 0
	// -2 -4 0
	// -2 -6 0
	// -4 -6 0
}
