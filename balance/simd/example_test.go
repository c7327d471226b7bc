package simd_test

import (
	"context"
	"fmt"
	"log"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/simd"
	"transat/balance/topology"
)

// A tree of a hundred thousand nodes on 1,024 processors in lockstep: who balances as well as shares is done
// sooner.
func ExampleRun() {
	torus, err := topology.New("torus", 32, 32)
	if err != nil {
		log.Fatal(err)
	}
	maspar, err := simd.ChooseCostModel("maspar-mp1")
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range []string{"liquid-c1", "liquid-c5"} {
		policy, err := balance.Choose(name)
		if err != nil {
			log.Fatal(err)
		}
		r, err := simd.Run(context.Background(), simd.Config[balancetest.Element]{
			Tree: &balancetest.Tree{Nodes: 100_000, Seed: 1}, Network: torus, Policy: policy, Cost: maspar,
		})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s: %d nodes in %d steps, efficiency %.0f %%\n", name, r.Nodes, r.Steps, 100*r.Efficiency())
	}
	// Output:
	// liquid-c1: 100000 nodes in 309 steps, efficiency 26 %
	// liquid-c5: 100000 nodes in 186 steps, efficiency 44 %
}
