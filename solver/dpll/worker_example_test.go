package dpll_test

import (
	"context"
	"fmt"
	"log"

	"transat/solver/cnf"
	"transat/solver/dpll"
)

// sixPigeons says that six pigeons sit in five holes, each in one of its own.
func sixPigeons() *cnf.Formula {
	in := func(pigeon, hole int) cnf.Lit { return cnf.Pos(cnf.Var(5*pigeon + hole + 1)) }
	f := cnf.NewFormula(30)
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
		if workers[i], err = dpll.NewWorker(context.Background(), sixPigeons(), dpll.WorkerOptions{}); err != nil {
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
	alone, err := dpll.Solve(context.Background(), sixPigeons(), dpll.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d + %d nodes, %d in all\n", first.Stats().Nodes, second.Stats().Nodes, alone.Stats.Nodes)
	fmt.Printf("%v + %v of the tree\n", first.Closed(), second.Closed())
	// Output:
	// 48 + 191 nodes, 239 in all
	// 0.5 + 0.5 of the tree
}
