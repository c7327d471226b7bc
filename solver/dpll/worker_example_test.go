package dpll_test

import (
	"context"
	"fmt"
	"log"

	"transat/instances/families"
	"transat/solver/dpll"
)

// search goes on with what a worker has under way.
func search(w *dpll.Worker) dpll.Outcome {
	outcome, err := w.Search(16)
	if err != nil {
		log.Fatal(err)
	}
	return outcome
}

// Two workers search one tree. Whenever the second has nothing to do, the first gives it a branch.
func ExampleWorker() {
	var workers [2]*dpll.Worker
	for i := range workers {
		var err error
		if workers[i], err = dpll.NewWorker(context.Background(), families.Pigeons(6, 5, families.Pairwise), dpll.WorkerOptions{}); err != nil {
			log.Fatal(err)
		}
	}
	first, second := workers[0], workers[1]
	if err := first.Begin(first.Root()); err != nil {
		log.Fatal(err)
	}
	for search(first) == dpll.Running {
		if search(second) == dpll.Closed && len(first.Open(nil)) > 0 {
			if err := second.Begin(first.Give(0)); err != nil {
				log.Fatal(err)
			}
		}
	}
	for search(second) == dpll.Running { // what it still has
	}
	alone, err := dpll.Solve(context.Background(), families.Pigeons(6, 5, families.Pairwise), dpll.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d + %d nodes, %d in all\n", first.Stats().Nodes, second.Stats().Nodes, alone.Stats.Nodes)
	fmt.Printf("%v + %v of the tree\n", first.Closed(), second.Closed())
	// Output:
	// 48 + 191 nodes, 239 in all
	// 0.5 + 0.5 of the tree
}
