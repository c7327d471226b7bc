package solver_test

import (
	"context"
	"fmt"
	"log"

	"transat/solver"
)

// sixPigeons says that six pigeons sit in five holes, each in one of its own.
func sixPigeons() *solver.Formula {
	in := func(pigeon, hole int) solver.Lit { return solver.Pos(solver.Var(5*pigeon + hole + 1)) }
	f := solver.NewFormula(30)
	for p := range 6 {
		f.Add(in(p, 0), in(p, 1), in(p, 2), in(p, 3), in(p, 4))
		for q := range p {
			for hole := range 5 {
				f.Add(in(p, hole).Not(), in(q, hole).Not())
			}
		}
	}
	return f
}

// search goes on with what a worker has under way.
func search(w *solver.Worker) solver.Outcome {
	outcome, err := w.Search(16)
	if err != nil {
		log.Fatal(err)
	}
	return outcome
}

// Two workers search one tree. Whenever the second has nothing to do, the first gives it a branch.
func ExampleWorker() {
	var workers [2]*solver.Worker
	for i := range workers {
		var err error
		if workers[i], err = solver.NewWorker(context.Background(), sixPigeons(), solver.WorkerOptions{}); err != nil {
			log.Fatal(err)
		}
	}
	first, second := workers[0], workers[1]
	if err := first.Begin(first.Root()); err != nil {
		log.Fatal(err)
	}
	for search(first) == solver.Running {
		if search(second) == solver.Closed && len(first.Open(nil)) > 0 {
			if err := second.Begin(first.Give(0)); err != nil {
				log.Fatal(err)
			}
		}
	}
	for search(second) == solver.Running { // what it still has
	}
	alone, err := solver.Solve(context.Background(), sixPigeons(), solver.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d + %d nodes, %d in all\n", first.Stats().Nodes, second.Stats().Nodes, alone.Stats.Nodes)
	fmt.Printf("%v + %v of the tree\n", first.Closed(), second.Closed())
	// Output:
	// 48 + 191 nodes, 239 in all
	// 0.5 + 0.5 of the tree
}
