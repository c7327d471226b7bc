package tree_test

import (
	"context"
	"fmt"
	"log"

	"transat/solver/cnf"
	"transat/solver/tree"
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

func ExampleRecord() {
	recorded, err := tree.Record(context.Background(), triangle(), tree.Options{})
	if err != nil {
		log.Fatal(err)
	}
	path, length := recorded.CriticalPath()
	fmt.Println(recorded.Nodes(), "nodes, work", recorded.Work(), "of which on the longest path", path, "in", length, "nodes")

	children, work, _, found := recorded.Expand(recorded.Root(), nil)
	fmt.Println("root: work", work, "model", found)
	for _, child := range children {
		below, nodes, _ := recorded.Subtree(child)
		fmt.Println("child: assigned", recorded.Assigned(child), "nodes", nodes, "with work", below)
	}
	// Output:
	// 3 nodes, work 13 of which on the longest path 7 in 2 nodes
	// root: work 1 model false
	// child: assigned 3 nodes 1 with work 6
	// child: assigned 3 nodes 1 with work 6
}
