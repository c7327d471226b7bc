package partition_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"transat/balance/partition"
)

func Example() {
	mesh, err := partition.ParseMesh("tri:16x16")
	if err != nil {
		fmt.Println(err)
		return
	}
	p := &partition.Problem{Graph: mesh.Graph(), Parts: 4, Mu: 0.1, Dimension: 2}
	parts, err := p.Physical(context.Background(), 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	quality := p.Quality(parts)
	fmt.Printf("%d parts, cut %d, imbalance %.2f, H %.2f\n", quality.Used, quality.Cut, quality.Imbalance, quality.Energy.H())
	// Output: 4 parts, cut 40, imbalance 1.05, H 4.36
}

func ExampleRead() {
	const file = "% a path of three vertices\n3 2\n2\n1 3\n2\n"
	g, err := partition.Read(strings.NewReader(file), "path.graph")
	if err != nil {
		fmt.Println(err)
		return
	}
	p := &partition.Problem{Graph: g, Parts: 3, Dimension: 1}
	if err := partition.WriteParts(os.Stdout, p.Linear()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 0
	// 1
	// 2
}
