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
	args := []string{"compare", "--policy=relay,relay:pause=0.5,none", "--grid=2x2", "--cache=off", "uts-t3/4"}
	command.Main(args, os.Stdin, os.Stdout, os.Stderr, command.Policies(balance.Builtin().With(spec)))
	// Output:
	// uts-t3/4: a tree of 7,465 nodes, 8.65 ms each (200 units of work), sequential time 64.6 s
	// machine gcel-1024, mesh 2x2, start at middle, seed 1
	// times are simulated seconds on a parallel computer of 1996
	//
	//  policy           topology  load   n  time s  idle s  bal  info  send  efficiency  speed-up
	// ────────────────────────────────────────────────────────────────────────────────────────────
	//  relay            ring      count  4   52.01   33.85    0     0   152      31.0 %       1.2
	//  relay:pause=0.5  ring      count  4   63.77   46.63    0     0    32      25.3 %       1.0
	//  none             mesh      count  4   67.50   50.63    0     0     0      23.9 %       1.0
	//
	// relay wins: it takes 52.01 s, and relay:pause=0.5 22.6 % more; no policy can be faster than 16.1
	// s (the sequential time / n); like for like: all have load count, and search an element for up to
	// 0.0342 s before it is split
	//
	// topology: the network that a policy sees; load: how it estimates work; n: number of processors
	// time: until every processor knows that the search is over; idle: waiting for work
	// bal: balancing steps per processor; info: messages that carry no work, per processor
	// send: pieces of work moved per processor
	// efficiency: the share of the machine that does useful work; speed-up: sequential time / time
	//
	// Where the processors' time went, in percent
	//
	//  policy           expanding  taking  installing  messages  routing  placing  idle
	// ──────────────────────────────────────────────────────────────────────────────────
	//  relay                 31.0     1.4         2.3       0.1        0        0  65.1
	//  relay:pause=0.5       25.3     1.1         0.4      <0.1        0        0  73.1
	//  none                  23.9     1.1           0         0        0        0  75.0
	//
	// taking: from one's own list; installing: what was received; routing: others' messages; placing: the first elements
}
