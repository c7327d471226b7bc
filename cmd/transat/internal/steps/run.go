package steps

import (
	"context"
	"fmt"

	"transat/balance"
	"transat/balance/compare"
	"transat/balance/sim"
)

// Run is a run of a policy over a tree, with the work of every processor.
type Run struct {
	Tree *Tree
	Of   []Doing // by node
	// Procs is the number of processors, End the time at which the last node was done; the announcement that the search is over
	// comes on top of it.
	Procs int
	End   balance.Ticks
	// Estimate is what the policy's loads were, and Scale how much time they stand for: see estimate.go.
	Estimate balance.Estimate
	Scale    float64
}

// Doing is the work on a node.
type Doing struct {
	// Owner is the processor that expanded the node, or [Before] or [Unexpanded].
	Owner      int32
	Begin, End balance.Ticks
	// Received reports whether the node came from another processor before it was expanded.
	Received bool
	// Move is the last move of the node, or of one above it; 0 if the watch does not ask for moves. See sim.Timeline.
	Move int32
	// Head is the node that the owner took from its list when it did this one: the node itself, or one above it, the whole subtree
	// of which was smaller than the grain and was solved in one go. Begin and End are then in proportion to the work.
	Head int32
	// Load is the load that the node stands for in a list, Expected the time that this load stands for in the run, and True the time
	// that its subtree takes on one processor without a list.
	Load           float64
	Expected, True balance.Ticks
	// ShareExpected and ShareTrue are shares of the work of the node and its siblings together: what the estimate gives to the node,
	// and what it has. Astray is the time by which the two differ. All are 0 at the root and where there is no sibling.
	ShareExpected, ShareTrue float64
	Astray                   balance.Ticks
}

// Owners that are no processors.
const (
	Before     int32 = -1 // it was expanded to place the first elements, by every processor that has one below it
	Unexpanded int32 = -2 // a solution was found first
)

// Run simulates a setup on the tree. The watch is that of compare.Simulate. The error is that of sim.Run; it makes no sense for
// setups without processors that own nodes, those without a timeline.
func (t *Tree) Run(ctx context.Context, setup compare.Setup, watch compare.Watch) (*Run, balance.Result, error) {
	if !setup.HasTimeline() {
		return nil, balance.Result{}, fmt.Errorf(
			"%v on %s: no processor of its own expands a node there; choose another policy, and a machine that is not in lockstep", setup.Policy,
			setup.Cost.Name)
	}
	r := &Run{Tree: t, Of: make([]Doing, len(t.Nodes)), Procs: setup.Topology.Procs(), Estimate: setup.Estimate}
	for i := range r.Of {
		r.Of[i] = Doing{Owner: Unexpanded, Head: int32(i)}
	}
	result, err := t.run(ctx, setup, watch, r)
	return r, result, err
}

// runner simulates a setup on a tree, and notes in a run what happens to its nodes.
type runner func(ctx context.Context, setup compare.Setup, watch compare.Watch, r *Run) (balance.Result, error)

// runnerOf is the runner of a tree whose elements are numbers in preorder.
func runnerOf[E ~uint32](tree balance.Tree[E]) runner {
	return func(ctx context.Context, setup compare.Setup, watch compare.Watch, r *Run) (balance.Result, error) {
		cfg, err := compare.Configure(setup, tree, watch)
		if err != nil {
			return balance.Result{}, err
		}
		load, err := balance.Loads(setup.Estimate, tree)
		if err != nil {
			return balance.Result{}, err
		}
		cfg.Expanded = func(x sim.Expansion[E]) { note(r, x, &cfg.Cost) }
		result, err := sim.Run(ctx, cfg)
		r.judge(&cfg.Cost, func(node int) float64 { return load(E(node)) })
		return result, err
	}
}

// note records the work of a processor: a node, or a subtree in one go.
func note[E ~uint32](r *Run, x sim.Expansion[E], cost *sim.CostModel) {
	head := int(x.Element)
	r.End = max(r.End, x.End)
	all := float64(cost.Expand(x.Work, x.Nodes))
	work, count := int64(0), int64(0)
	at := x.Begin
	for i := head; count < x.Nodes; i++ {
		n := &r.Tree.Nodes[i]
		work += n.Work
		count += n.Count
		end := x.End
		if count < x.Nodes {
			end = x.Begin + balance.Ticks(float64(x.End-x.Begin)*float64(cost.Expand(work, count))/all)
		}
		d := &r.Of[i]
		d.Owner, d.Begin, d.End, d.Head, d.Move = int32(x.Rank), at, end, int32(head), x.Move
		at = end
	}
	r.Of[head].Received = x.Received
}
