package steps

import (
	"cmp"
	"math"
	"slices"

	"transat/balance"
	"transat/balance/sim"
)

// Where the load estimate was wrong. A load is no time: policies only compare loads with each other. So a node is held against its
// siblings: of the work of all of them, what share does the estimate give it, and what share has it?
//
//	          fork                          the estimate count takes both branches for equal, 50 % each; in truth
//	     ┌─────┴─────┐                      the left one has 90 %. A processor that gives the right one away keeps
//	   9 s, 50 %   1 s, 50 %                40 % of 10 s more than it believes: 4 s are astray.
//
// A node by itself can be judged as well, if loads are scaled such that over all nodes together they are right:
//
//	Scale = Σ True / Σ Load        Expected = Load · Scale
//
// By that measure the nodes near the root are always those with the largest error, whatever the estimate.

// judge fills in the estimated and the true work of each node, by the load of each.
func (r *Run) judge(cost *sim.CostModel, load func(node int) float64) {
	loads, times := 0.0, 0.0
	for i := range r.Tree.Nodes {
		n, d := &r.Tree.Nodes[i], &r.Of[i]
		d.Load, d.True = load(i), cost.Expand(n.Below, n.Size)
		loads += d.Load
		times += float64(d.True)
	}
	r.Scale = times / loads
	for i := range r.Of {
		r.Of[i].Expected = balance.Ticks(r.Of[i].Load * r.Scale)
	}
	for i := range r.Tree.Nodes {
		if n := &r.Tree.Nodes[i]; n.First != n.Last {
			r.share(n)
		}
	}
}

// share fills in how siblings share the work of all of them.
func (r *Run) share(up *Node) {
	load, work, siblings := 0.0, 0.0, 0.0
	for at := range r.Tree.children(up) {
		d := &r.Of[at]
		load, work, siblings = load+d.Load, work+float64(d.True), siblings+1
	}
	for at := range r.Tree.children(up) {
		d := &r.Of[at]
		d.ShareExpected, d.ShareTrue = 1/siblings, 1/siblings
		if load > 0 {
			d.ShareExpected = d.Load / load
		}
		if work > 0 {
			d.ShareTrue = float64(d.True) / work
		}
		d.Astray = balance.Ticks(math.Round(math.Abs(d.ShareTrue-d.ShareExpected) * work))
	}
}

// Wrong returns n nodes at which the estimate was wrong by most time: [Doing.Astray], the worst first. Of two siblings it is the one
// that has more to do than the estimate says. If received, only nodes that were sent from one processor to
// another count, whichever of the siblings they are: there a wrong estimate matters, since the receiver gets too little or too much.
// Nodes that were solved together with one above them are in no list and do not count, nor do nodes that were not expanded.
func (r *Run) Wrong(n int, received bool) []int {
	var all []int
	for i := range r.Of {
		d := &r.Of[i]
		if d.Astray > 0 && d.Owner != Unexpanded && int(d.Head) == i && (d.ShareTrue > d.ShareExpected || received) && (!received || d.Received) {
			all = append(all, i)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(r.Of[b].Astray, r.Of[a].Astray) })
	return all[:min(n, len(all))]
}
