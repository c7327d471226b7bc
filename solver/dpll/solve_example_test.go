package dpll_test

import (
	"context"
	"fmt"
	"log"

	"transat/solver/cnf"
	"transat/solver/dpll"
)

// The formula says that of three neighbours no two have the same one of two colours.
func triangle() *cnf.Formula {
	f := cnf.NewFormula(3)
	for _, edge := range [][2]int{{1, 2}, {2, 3}, {1, 3}} {
		f.Add(cnf.FromDIMACS(edge[0]), cnf.FromDIMACS(edge[1]))
		f.Add(cnf.FromDIMACS(-edge[0]), cnf.FromDIMACS(-edge[1]))
	}
	return f
}

func ExampleSolve() {
	f := cnf.NewFormula(3)
	f.Add(cnf.Pos(1), cnf.Neg(2))
	f.Add(cnf.Pos(2), cnf.Pos(3))
	f.Add(cnf.Neg(1), cnf.Neg(3))

	result, err := dpll.Solve(context.Background(), f, dpll.Options{Rule: "boehm"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Verdict)
	for v := cnf.Var(1); int(v) <= f.Vars(); v++ {
		fmt.Printf("%d: %v\n", v, result.Model.Satisfies(cnf.Pos(v)))
	}
	fmt.Println(result.Stats.Nodes, "nodes")
	// Output:
	// SATISFIABLE
	// 1: true
	// 2: true
	// 3: false
	// 2 nodes
}

func ExampleLive() {
	live, err := dpll.NewLive(context.Background(), triangle(), dpll.LiveOptions{})
	if err != nil {
		log.Fatal(err)
	}
	children, _, _, _ := live.Expand(live.Root(), nil)
	for _, child := range children {
		work, nodes, found := live.Finish(child)
		fmt.Println("assigned", child.Assigned(), "work", work, "nodes", nodes, "model", found)
	}
	// Output:
	// assigned 3 work 6 nodes 1 model false
	// assigned 3 work 6 nodes 1 model false
}
