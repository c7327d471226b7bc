package search

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"time"

	"transat/balance"
	"transat/balance/cores"
	"transat/balance/topology"
)

// Options are the settings of a search. The zero value is a search on all cores, under the [DefaultPolicy].
type Options struct {
	// Procs is the number of processors; 0: as many as there are cores.
	Procs int
	// Policy names the policy by which they share the search, with parameters: [DefaultPolicy] if it is "". Policies are those to choose
	// from; the zero value stands for [balance.Builtin].
	Policy   string
	Policies balance.Registry
	// Load names the load estimate that the policy sees; "": its own. The estimate "measured" is the problem's Load.
	Load string
	Seed uint64

	// Ordered makes the result the same whatever happens: Find and Maximise return the solution that one processor comes to
	// first, and Fold adds up in the order of one processor. It takes a little more time, and up to half as many nodes more.
	Ordered bool

	// Progress, if not nil, is called every so often, from another goroutine; Every 0 is one second.
	Progress func(Progress)
	Every    time.Duration

	// Checkpoint, if not "", is a file to which the search is written every so often (CheckpointEvery; 0: ten seconds) and when the
	// context ends, and from which it goes on if the file is there. The problem must be a Coder. The file stays: with what is in
	// it after the search, the same search ends at once.
	Checkpoint      string
	CheckpointEvery time.Duration
}

// DefaultPolicy is the policy of a search for which none is named. Who runs out of nodes gets half of another one's load, so a few messages
// do. Under steal, it gets one node, which often has nothing below it: on uts-t3, two processors send 900 messages and not 30, and wait for
// each answer up to the next safe point, a third of a millisecond away. [Find] on a few processors has another one, which keeps them close
// to where one processor would be: what lies behind the solution is searched in vain.
const DefaultPolicy = "random-polling"

// Progress is how far a search has come.
type Progress struct {
	Nodes     int64 // visited
	Solutions int64 // found so far, by Count
	Value     int64 // of the best solution so far, if there is one
	HasValue  bool
	// Closed is the share of the tree that is done, from 0 to 1, where the children of a node have equal parts of its share. It may
	// be far from the share of the time that has passed.
	Closed  float64
	Elapsed time.Duration
	// Left is how long the rest will take if it goes on so; 0 if that cannot be told.
	Left time.Duration
}

// Result is the end of a search, or how far it has come.
type Result[E any] struct {
	Found bool  // there is a solution, Node
	Node  E     // of Find and Maximise
	Value int64 // of Node, of Maximise

	Solutions int64 // of Count
	Nodes     int64 // visited
	Pruned    int64 // nodes that were left out by their bounds, with all below them
	// Machine has the times of all processors together, and what they have sent.
	Machine balance.Result
}

// Count visits all nodes, and counts them and, if the problem is a [Tester], those that are solutions.
func Count[E any](ctx context.Context, p Problem[E], o Options) (Result[E], error) {
	r := newRun(p, o, "count", (*walk[E]).count)
	return r.search(ctx)
}

// Find looks for a solution. The problem must be a [Tester]. Without [Options.Ordered] it is the one that a processor has found first.
func Find[E any](ctx context.Context, p Problem[E], o Options) (Result[E], error) {
	r := newRun(p, o, "find", (*walk[E]).find)
	if r.methods.tester == nil {
		return Result[E]{}, r.lacks("Solution(e) bool")
	}
	return r.search(ctx)
}

// Maximise looks for a solution of the largest value. The problem must be a [Valuer]; if it is a [Bounder], subtrees that cannot hold a
// better solution are left out.
func Maximise[E any](ctx context.Context, p Problem[E], o Options) (Result[E], error) {
	r := newRun(p, o, "maximise", (*walk[E]).maximise)
	if r.methods.valuer == nil {
		return Result[E]{}, r.lacks("Value(e) (int64, bool)")
	}
	return r.search(ctx)
}

// run is a search under way.
type run[E any] struct {
	problem   Problem[E]
	methods   methods[E]
	options   Options
	name      string // of the mode
	mode      func(*walk[E]) cores.Outcome
	ordered   bool
	places    bool  // nodes have their places, as those of an ordered search must
	near      int64 // processors give away what comes soon, such a share of what they have visited; 0: what comes last
	incumbent incumbent[E]
	folds     func() folder[E] // makes that of a processor; nil but for Fold
	folded    folder[E]        // what a checkpoint had added up; nil but for Fold

	walks       []*walk[E] // by rank; nil of those that never had an element
	machine     *cores.Machine[part[E]]
	begun       time.Time
	before      totals   // from the checkpoint
	unit        float64  // load of the root
	solved      *node[E] // by Find
	fingerprint []byte   // of the problem, for checkpoints
}

// totals are what a search has come to.
type totals struct {
	nodes, solutions, pruned int64
	elapsed                  time.Duration
}

func newRun[E any](p Problem[E], o Options, name string, mode func(*walk[E]) cores.Outcome) *run[E] {
	r := &run[E]{problem: p, methods: methodsOf(p), options: o, name: name, mode: mode, ordered: o.Ordered, places: o.Ordered, unit: 1}
	r.incumbent.ordered = o.Ordered
	return r
}

func (r *run[E]) lacks(method string) error {
	return fmt.Errorf("search: %T has no method %s", r.problem, method)
}

// search runs the machine.
func (r *run[E]) search(ctx context.Context) (Result[E], error) {
	open, err := r.start()
	if err != nil {
		return Result[E]{}, err
	}
	if r.machine, err = r.newMachine(open); err != nil {
		return Result[E]{}, err
	}
	r.begun = time.Now()
	watching, cancel := context.WithCancelCause(ctx)
	watched := make(chan error, 1)
	go func() { watched <- r.watch(watching, cancel) }()
	shared, err := r.machine.Run(watching)
	cancel(nil)
	if failed := <-watched; failed != nil {
		err = failed
	}
	if bad := r.leave(err); bad != nil && err == nil {
		err = bad
	}
	return r.result(shared, err == nil), err
}

// start returns what there is to search: the root, or what a checkpoint has left open.
func (r *run[E]) start() (open []part[E], err error) {
	defer balance.CatchFault(&err)
	defer r.catchRoot(&err)
	root := r.problem.Root()
	if r.methods.loader != nil {
		r.unit = r.methods.loader.Load(root)
	}
	open = []part[E]{{{e: root, share: 1}}}
	if r.options.Checkpoint != "" {
		return r.restore(open)
	}
	return open, nil
}

// newMachine makes the machine, with all that is open.
func (r *run[E]) newMachine(open []part[E]) (*cores.Machine[part[E]], error) {
	o := &r.options
	procs := o.Procs
	switch {
	case procs < 0:
		return nil, fmt.Errorf("search: %d processors: want at least 1, or 0 for as many as there are cores", procs)
	case procs > mostProcs:
		return nil, fmt.Errorf("search: %d processors: want at most %d, or 0 for as many as there are cores", procs, mostProcs)
	case procs == 0:
		procs = runtime.GOMAXPROCS(0)
	}
	policies, name := o.Policies, o.Policy
	if policies.Empty() {
		policies = balance.Builtin()
	}
	network := func(kind string) (topology.Network, error) { return topology.New(kind, topology.Squarest(procs)...) }
	if name == "" {
		name = DefaultPolicy
		if r.name == "find" && procs > 1 && procs <= mostNear {
			name, r.near = "steal", max(nearShares, 4*nearShares*2/int64(procs))
		}
	}
	policy, err := policies.Choose(name)
	if err != nil {
		return nil, err
	}
	if policy.Spec.Bound || policy.Spec.Place != nil {
		return nil, fmt.Errorf("policy %s is not for a search: want one that shares out work while it is done, such as steal", policy)
	}
	load := o.Load
	if load == "" {
		load = policy.Spec.Estimate
	}
	estimate, err := balance.ChooseEstimate(load)
	if err != nil {
		return nil, err
	}
	if estimate.Measured && (r.methods.loader == nil || r.unit == 0) {
		return nil, fmt.Errorf("search: load estimate %s: want a problem with a method Load(e) float64, which is above 0 for the root; "+
			"%T is none", estimate.Name, r.problem)
	}
	kind := "clique"
	var on topology.Network
	if policy.Spec.Anywhere {
		on, err = network(kind)
	} else {
		on, _, err = balance.OwnNetwork(policy, network)
	}
	if err != nil {
		return nil, err
	}
	maker, err := policy.For(on)
	if err != nil {
		return nil, err
	}
	r.walks = make([]*walk[E], procs)
	cfg := cores.Config[part[E]]{
		Topology: on, Policy: maker, Received: policy.Spec.Received, Estimate: estimate, Seed: o.Seed,
		Search: func(rank int) (cores.Search[part[E]], error) {
			r.walks[rank] = newWalk(r)
			return r.walks[rank], nil
		},
		Level:    func(p part[E]) int { return int(p[0].level) },
		Load:     func(p part[E]) float64 { return r.load(p[0].e) },
		Elements: open,
		Solved:   func(rank int) { r.solve(r.walks[rank].hit[0]) },
	}
	if r.ordered {
		cfg.Order = func(a, b part[E]) int { return comparePlaces(a[0].place, b[0].place) }
	}
	return cores.New(cfg)
}

// solve takes a solution of Find, unless that of a checkpoint comes before it.
func (r *run[E]) solve(n node[E]) {
	if r.solved == nil || r.ordered && comparePlaces(n.place, r.solved.place) < 0 {
		r.solved = &n
	}
}

// load returns the load of a node as a share of the root's.
func (r *run[E]) load(e E) float64 {
	if r.methods.loader == nil {
		return 0
	}
	return min(r.methods.loader.Load(e)/r.unit, balance.MostLoad)
}

// totals adds up what all processors have come to. They must stand still.
func (r *run[E]) totals() totals {
	t := r.before
	for _, w := range r.walks {
		if w != nil {
			t.nodes, t.solutions, t.pruned = t.nodes+w.nodes, t.solutions+w.solutions, t.pruned+w.pruned
		}
	}
	t.elapsed += time.Since(r.begun)
	return t
}

// result is the result, whole or not.
func (r *run[E]) result(shared balance.Result, whole bool) Result[E] {
	t := r.totals()
	result := Result[E]{Solutions: t.solutions, Nodes: t.nodes, Pruned: t.pruned, Machine: shared}
	if value, n, ok := r.incumbent.get(); ok {
		result.Found, result.Node, result.Value = true, n.e, value
	}
	if r.solved != nil && (whole || !r.ordered) {
		result.Found, result.Node = true, r.solved.e
	}
	return result
}

// watch tells the progress and writes checkpoints until the context ends. An error of a checkpoint ends the search.
func (r *run[E]) watch(ctx context.Context, cancel context.CancelCauseFunc) error {
	o := &r.options
	never := make(chan time.Time)
	var progress, checkpoint <-chan time.Time = never, never
	if o.Progress != nil {
		ticker := time.NewTicker(orElse(o.Every, time.Second))
		defer ticker.Stop()
		progress = ticker.C
	}
	if o.Checkpoint != "" {
		ticker := time.NewTicker(orElse(o.CheckpointEvery, 10*time.Second))
		defer ticker.Stop()
		checkpoint = ticker.C
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-progress:
			o.Progress(r.progress())
		case <-checkpoint:
			if err := r.save(); err != nil {
				cancel(err)
				return err
			}
		}
	}
}

func orElse(d, otherwise time.Duration) time.Duration {
	if d <= 0 {
		return otherwise
	}
	return d
}

// mostProcs is how many processors a search may have.
const mostProcs = 4096

// progress stops all processors for a moment, and looks at what is open.
func (r *run[E]) progress() (p Progress) {
	_ = r.machine.Snapshot(func(open []part[E]) error {
		t := r.totals()
		p = Progress{Nodes: t.nodes, Solutions: t.solutions, Closed: 1, Elapsed: t.elapsed}
		for _, part := range open {
			for i := range part {
				p.Closed -= part[i].share
			}
		}
		return nil
	})
	p.Value, _, p.HasValue = r.incumbent.get()
	p.Closed = min(max(p.Closed, 0), 1)
	if left := float64(p.Elapsed) * (1 - p.Closed) / p.Closed; left < math.MaxInt64 {
		p.Left = time.Duration(left)
	}
	return p
}

// leave writes the last checkpoint, if the search has not failed.
func (r *run[E]) leave(err error) error {
	var bad *Error
	if r.options.Checkpoint == "" || errors.As(err, &bad) {
		return nil
	}
	return r.save()
}
