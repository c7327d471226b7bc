package balance_test

import (
	"context"
	"fmt"

	"transat/balance"
	"transat/balance/balancetest"
	"transat/balance/sim"
	"transat/balance/topology"
)

// beg is a policy of your own: ten times a second, a processor that is out of work tells its
// neighbours, and each of them that has several elements waiting sends its oldest.
type beg struct {
	balance.Base // the callbacks that do not matter here
}

func (beg) Start(p balance.Proc) { p.WakeAfter(100 * balance.Millisecond) }

func (b beg) Wake(p balance.Proc) {
	if !p.Busy() {
		for _, n := range p.Neighbours() {
			p.Send(n, balance.Message{})
		}
	}
	b.Start(p) // the next time
}

func (beg) Receive(p balance.Proc, from int, _ balance.Message) {
	if p.Len() > 1 {
		p.Transfer(from, 1)
		p.CountPhase()
	}
}

// A policy is a type with a few methods. Here it runs on a simulated machine, on a made-up tree.
func Example_policyOfYourOwn() {
	grid, err := topology.NewGrid("torus", 4, 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	count, err := balance.ChooseEstimate("count")
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := sim.Run(context.Background(), sim.Config[balancetest.Element]{
		Tree:     &balancetest.Tree{Nodes: 50000, Seed: 1},
		Topology: grid,
		Physical: grid,
		Cost:     sim.CostModels()[0],
		Policy:   func(rank int) balance.Policy { return beg{} },
		Estimate: count,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	speedup := float64(result.Procs) * result.Efficiency()
	fmt.Printf("%d nodes on %d processors, more than 12 times as fast as on one: %v\n", result.Nodes, result.Procs, speedup > 12)
	// Output: 50000 nodes on 16 processors, more than 12 times as fast as on one: true
}
