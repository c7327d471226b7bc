package conformance_test

import (
	"context"
	"fmt"
	"log"

	"transat/balance"
	"transat/balance/conformance"
)

// loner is a policy with a fault: a processor that is out of work asks itself.
type loner struct{ balance.Base }

func (loner) Idle(p balance.Proc) { p.Send(p.Rank(), balance.Message{}) }

// A policy of your own is checked on every topology that it names.
func ExampleCheck() {
	policy, err := balance.Spec{
		Name: "loner", Kinds: []string{"ring"}, Estimate: "count",
		New: func(balance.Topology, balance.Values) balance.Maker {
			return func(int) balance.Policy { return loner{} }
		},
	}.Choose("")
	if err != nil {
		log.Fatal(err)
	}
	report, err := conformance.Check(context.Background(), policy)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("topologies:", report.Topologies)
	fmt.Println(report.Faults[0].Clause)
	// Output:
	// topologies: [ring]
	// to itself
}
