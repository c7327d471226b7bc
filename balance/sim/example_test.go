package sim_test

import (
	"context"
	"fmt"
	"log"

	"transat/balance"
	"transat/balance/sim"
	"transat/balance/topology"
	"transat/instances"
	"transat/solver/tree"
)

// A formula's search tree is recorded once, and replayed under two policies on an 8×8 mesh.
func Example() {
	ctx := context.Background()
	set, err := instances.Open("150-645-3/1")
	if err != nil {
		log.Fatal(err)
	}
	f, err := set.Instances[0].Formula()
	if err != nil {
		log.Fatal(err)
	}
	recorded, err := tree.Record(ctx, f, tree.Options{Rule: "lex"})
	if err != nil {
		log.Fatal(err)
	}

	mesh, err := topology.NewGrid("mesh", 8, 8)
	if err != nil {
		log.Fatal(err)
	}
	alpha, err := balance.ChooseEstimate("alpha")
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range []string{"plb", "none"} {
		policy, err := balance.Choose(name)
		if err != nil {
			log.Fatal(err)
		}
		maker, err := policy.For(mesh)
		if err != nil {
			log.Fatal(err)
		}
		result, err := sim.Run(ctx, sim.Config[tree.Node]{
			Tree: recorded, Topology: mesh, Physical: mesh, Cost: sim.CostModels()[0],
			Policy: maker, Received: policy.Spec.Received, Estimate: alpha, Seed: 1,
		})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%-4s expands all %d nodes: %t, sends elements: %t\n",
			name, recorded.Nodes(), result.Nodes == recorded.Nodes(), result.Sent > 0)
	}
	// Output:
	// plb  expands all 7387 nodes: true, sends elements: true
	// none expands all 7387 nodes: true, sends elements: false
}
