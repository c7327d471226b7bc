package cores_test

import (
	"context"
	"fmt"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/cores"
	"transat/balance/topology"
)

// A synthetic tree is searched by four processors that steal from each other.
func Example() {
	clique, err := topology.New("clique", 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	steal, err := balance.Choose("steal")
	if err != nil {
		fmt.Println(err)
		return
	}
	maker, err := steal.For(clique)
	if err != nil {
		fmt.Println(err)
		return
	}
	count, err := balance.ChooseEstimate("count")
	if err != nil {
		fmt.Println(err)
		return
	}
	tree := &balancetest.Tree{Nodes: 10_000, Seed: 1}
	walk := cores.NewWalk(tree)
	m, err := cores.New(cores.Config[cores.Part[balancetest.Element]]{
		Topology: clique, Policy: maker, Estimate: count,
		Search:   func(int) (cores.Search[cores.Part[balancetest.Element]], error) { return cores.NewWalk(tree), nil },
		Level:    walk.Level,
		Elements: []cores.Part[balancetest.Element]{walk.Root()},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := m.Run(context.Background())
	fmt.Println(result.Nodes, result.Found, err)
	// Output: 10000 false <nil>
}
