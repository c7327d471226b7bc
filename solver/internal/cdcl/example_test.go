package cdcl_test

import (
	"context"
	"fmt"
	"log"

	"transat/instances/families"
	"transat/solver/internal/cdcl"
)

func ExampleSolve() {
	result, err := cdcl.Solve(context.Background(), families.Pigeons(4, 3, families.Pairwise), nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Verdict)
	// Output: UNSATISFIABLE
}
