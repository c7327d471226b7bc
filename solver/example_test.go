package solver_test

import (
	"context"
	"fmt"
	"log"

	"transat/solver"
)

// The formula says that of three neighbours no two have the same one of two colours.
func triangle() *solver.Formula {
	f := solver.NewFormula(3)
	for _, edge := range [][2]int{{1, 2}, {2, 3}, {1, 3}} {
		f.Add(solver.FromDIMACS(edge[0]), solver.FromDIMACS(edge[1]))
		f.Add(solver.FromDIMACS(-edge[0]), solver.FromDIMACS(-edge[1]))
	}
	return f
}

func ExampleSolve() {
	f := solver.NewFormula(3)
	f.Add(solver.Pos(1), solver.Neg(2))
	f.Add(solver.Pos(2), solver.Pos(3))
	f.Add(solver.Neg(1), solver.Neg(3))

	result, err := solver.Solve(context.Background(), f, solver.Options{Rule: "boehm"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Verdict)
	for v := solver.Var(1); int(v) <= f.Vars(); v++ {
		fmt.Printf("%d: %v\n", v, result.Model.Satisfies(solver.Pos(v)))
	}
	fmt.Println(result.Stats.Nodes, "nodes")
	// Output:
	// SATISFIABLE
	// 1: true
	// 2: true
	// 3: false
	// 2 nodes
}

// Clauses of integers, as in a DIMACS file.
func ExampleFormula_AddInts() {
	f := solver.NewFormula(3)
	for _, clause := range [][]int{{1, -2}, {2, 3}, {-1, -3}} {
		if err := f.AddInts(clause...); err != nil {
			log.Fatal(err)
		}
	}
	result, err := solver.Solve(context.Background(), f, solver.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Verdict)
	fmt.Println(f.AddInts(1, 0))
	// Output:
	// SATISFIABLE
	// clause 4: literal 2 is 0: want a variable from 1 to 268435456, or its negative
}

func ExampleSolveCDCL() {
	result, err := solver.SolveCDCL(context.Background(), triangle(), nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Verdict)
	// Output: UNSATISFIABLE
}

func ExampleRecord() {
	tree, err := solver.Record(context.Background(), triangle(), solver.RecordOptions{})
	if err != nil {
		log.Fatal(err)
	}
	path, length := tree.CriticalPath()
	fmt.Println(tree.Nodes(), "nodes, work", tree.Work(), "of which on the longest path", path, "in", length, "nodes")

	children, work, _, found := tree.Expand(tree.Root(), nil)
	fmt.Println("root: work", work, "model", found)
	for _, child := range children {
		below, nodes, _ := tree.Subtree(child)
		fmt.Println("child: assigned", tree.Level(child), "nodes", nodes, "with work", below)
	}
	// Output:
	// 3 nodes, work 13 of which on the longest path 7 in 2 nodes
	// root: work 1 model false
	// child: assigned 3 nodes 1 with work 6
	// child: assigned 3 nodes 1 with work 6
}

func ExampleLive() {
	live, err := solver.NewLive(context.Background(), triangle(), solver.LiveOptions{})
	if err != nil {
		log.Fatal(err)
	}
	children, _, _, _ := live.Expand(live.Root(), nil)
	for _, child := range children {
		work, nodes, found := live.Finish(child)
		fmt.Println("assigned", live.Level(child), "work", work, "nodes", nodes, "model", found)
	}
	// Output:
	// assigned 3 work 6 nodes 1 model false
	// assigned 3 work 6 nodes 1 model false
}
