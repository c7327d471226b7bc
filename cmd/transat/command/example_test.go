package command_test

import (
	"os"
	"slices"

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

// queens is a tree: the ways to place n queens on a board so that none attacks another, row by row. An element is a board, the column of
// the queen in each row so far.
type queens struct{ n int }

func (q queens) Root() []int { return nil }

func (q queens) Level(board []int) int { return len(board) }

func (q queens) Expand(board []int, dst [][]int) (children [][]int, work, nodes int64, found bool) {
	for column := range q.n {
		attacked := len(board) == q.n
		for row, c := range board {
			d := len(board) - row
			attacked = attacked || c == column || c == column-d || c == column+d
		}
		if !attacked {
			dst = append(dst, append(slices.Clone(board), column))
		}
	}
	return dst, int64(1 + q.n*len(board)), 1, false
}

func (q queens) Finish(board []int) (work, nodes int64, found bool) {
	children, work, nodes, _ := q.Expand(board, nil)
	for _, c := range children {
		w, n, _ := q.Finish(c)
		work, nodes = work+w, nodes+n
	}
	return work, nodes, false
}

func (q queens) Subtree([]int) (work, nodes, elements int64) { return 0, 0, 0 } // not known beforehand

// This program is transat with a search tree of its own, which compare, simulate, sweep, explain, advise and walk know by its name.
func ExampleWorkload() {
	args := []string{"sweep", "queens-8", "--grids=2x2,4x4,8x8", "--policy=steal,none"}
	command.Main(args, os.Stdin, os.Stdout, os.Stderr, command.Workload("queens-8", queens{8}))
	// Output:
	// queens-8: 2,057 nodes, sequential time 11.4 s
	// machine gcel-1024, grids of 4 to 64 processors, seed 1, start at middle
	// efficiency, sequential time / (n · time), on n processors
	//
	//  policy       4      16      64
	// ────────────────────────────────
	//  steal   93.7 %  80.5 %  57.4 %
	//  none    24.4 %   6.1 %   1.5 %
	//
	//  policy  topology  load    n  time s  idle s  bal  info  send  efficiency  speed-up
	// ────────────────────────────────────────────────────────────────────────────────────
	//  steal   mesh      count   4    3.04   0.047    0   390   2.8      93.7 %       3.7
	//  none    mesh      count   4   11.65    8.74    0     0     0      24.4 %       1.0
	//  steal   mesh      count  16    0.88   0.064    0   299   4.9      80.5 %        13
	//  none    mesh      count  16   11.65   10.92    0     0     0       6.1 %       1.0
	//  steal   mesh      count  64    0.31    0.07    0   176   3.6      57.4 %        37
	//  none    mesh      count  64   11.65   11.47    0     0     0       1.5 %       1.0
	//
	// topology: the network that a policy sees; load: how it estimates work; n: number of processors
	// time: until every processor knows that the search is over; idle: waiting for work
	// bal: balancing steps per processor; info: messages that carry no work, per processor
	// send: pieces of work moved per processor
	// efficiency: the share of the machine that does useful work; speed-up: sequential time / time
	// like for like: all have load count, and search an element for up to 0.0342 s before it is split
	//
	// Where the processors' time went, in percent
	//
	//  policy   n  expanding  taking  installing  messages  routing  placing  idle
	// ─────────────────────────────────────────────────────────────────────────────
	//  steal    4       93.7     2.8         0.7       1.3        0        0   1.5
	//  none     4       24.4     0.6           0         0        0        0  75.0
	//  steal   16       80.5     4.1         4.5       3.7        0        0   7.3
	//  none    16        6.1     0.1           0         0        0        0  93.8
	//  steal   64       57.4     4.6         9.3       6.2        0        0  22.5
	//  none    64        1.5    <0.1           0         0        0        0  98.4
	//
	// taking: from one's own list; installing: what was received; routing: others' messages; placing: the first elements
}
