package sim_test

import (
	"context"
	"fmt"
	"log"

	"transat/balance"
	"transat/balance/sim"
	"transat/balance/topology"
)

// Processes come and go on a mesh of transputers, without balancing and with a policy.
func ExampleRunDynamic() {
	mesh, err := topology.NewGrid("mesh", 6, 6)
	if err != nil {
		log.Fatal(err)
	}
	cost, err := sim.ChooseCostModel("meiko-cs1")
	if err != nil {
		log.Fatal(err)
	}
	var results []sim.DynamicResult
	for _, name := range []string{"none", "dn"} {
		policy, err := balance.Choose(name)
		if err != nil {
			log.Fatal(err)
		}
		maker, err := policy.For(mesh)
		if err != nil {
			log.Fatal(err)
		}
		r, err := sim.RunDynamic(context.Background(), sim.DynamicConfig{
			Topology: mesh, Physical: mesh, Cost: cost,
			Policy: maker, Received: policy.Spec.Received, Seed: 1,
			Load:   sim.DynamicLoad{Mean: 20, Imbalance: 0.5, Dynamicity: 0.1, Dispersion: 0.5, Step: 1},
			WarmUp: 5 * balance.Second, Duration: 20 * balance.Second, Sample: 50 * balance.Millisecond,
			Service: 50 * balance.Millisecond, Pause: 50 * balance.Millisecond,
		})
		if err != nil {
			log.Fatal(err)
		}
		results = append(results, r)
	}
	none, dn := results[0], results[1]
	fmt.Println("dn more than halves the imbalance:", 2*dn.Imbalance < none.Imbalance)
	nrt := sim.NormalizedResponse(none.Response, dn.Response, none.IdealResponse)
	fmt.Println("and saves most of what can be saved:", nrt > 0.5)
	// Output:
	// dn more than halves the imbalance: true
	// and saves most of what can be saved: true
}
