package command_test

import (
	"os"

	"transat/balance"
	"transat/cmd/transat/command"
)

// relay sends its oldest element to the next processor whenever it has more than one and a pause is over.
type relay struct {
	balance.Base
	pause balance.Ticks
}

func (r relay) Start(p balance.Proc) { p.WakeAfter(r.pause) }

func (r relay) Wake(p balance.Proc) {
	if p.Len() > 1 {
		p.Transfer(p.Neighbours()[0], 1)
	}
	p.WakeAfter(r.pause)
}

// This program is transat with one more policy, which compare, simulate, sweep, solve and list know like any other.
func Example() {
	spec := balance.Spec{
		Name: "relay", Title: "pass the oldest element on, again and again", Uses: "tells nothing",
		Kinds: []string{"ring"}, Estimate: "count",
		Params: []balance.Param{{Name: "pause", Title: "time between two looks", Default: 0.1, Min: 0.001, Max: 10, Unit: "s"}},
		New: func(_ balance.Topology, v balance.Values) balance.Maker {
			return func(int) balance.Policy { return relay{pause: v.Seconds("pause")} }
		},
	}
	args := []string{"compare", "--policy=relay,relay:pause=0.02", "--grid=2x2", "--format=csv", "--cache=off", "uts-t3/4"}
	command.Main(args, os.Stdin, os.Stdout, os.Stderr, command.Policies(balance.Builtin().With(spec)))
}
