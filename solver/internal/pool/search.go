package pool

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"transat/balance"
	"transat/balance/cores"
	"transat/balance/topology"
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/drat/stream"
	"transat/solver/internal/pieces"
)

// Config says what to search, and how.
type Config struct {
	Formula   *cnf.Formula
	Rule      string
	MaxNodes  int64 // visited by all workers together in this search; 0 is no limit
	MaxMemory int64 // bytes for the engines of all workers; 0 is no limit
	// Clock is as in dpll.Options. It must be safe for use by several goroutines.
	Clock func() time.Duration

	Procs, Threads int
	// Layout says how a number of processors, up to Procs, work together.
	Layout func(procs int) (Layout, error)

	// Deterministic makes the search end with the first model depth first, and not with the first one found.
	// Ledger must not be nil then.
	Deterministic bool
	// Ledger, if not nil, gets the places of all branches, and the proof if it has spools. It is
	// up to date when Search returns.
	Ledger *pieces.Ledger

	// Verifier, if not nil, checks all that the workers refute.
	Verifier *stream.Verifier

	// Open is the open part of the tree, nil for all of it, and Before the statistics of the rest.
	Open   []dpll.Branch
	Before dpll.Stats
	// Save, if not nil, is called every SaveEvery and at the end of a search without a verdict. An error
	// that it returns goes to Warn, or at the end to the caller.
	Save      func(Snapshot) error
	SaveEvery time.Duration

	// Progress, if not nil, is called several times a second; Warn when something has gone wrong that does
	// not end the search. Neither is called by two goroutines at once.
	Progress func(Progress)
	Warn     func(error)
}

// Layout says how processors work together.
type Layout struct {
	Network  topology.Network
	Policy   balance.Maker
	Received balance.End
	Estimate balance.Estimate
}

// Progress says how far a search has come, like dpll.Progress.
type Progress struct {
	Nodes  int64   // visited in this search
	Closed float64 // share of the whole tree
}

// Result is how a search has ended.
type Result struct {
	// Result has the sums of all workers. Under Deterministic, and with a model, Nodes is the number of
	// nodes up to that, depth first.
	dpll.Result
	Visited int64 // nodes visited in all; more than Stats.Nodes only under Deterministic
	Now     int64 // nodes visited in this search
	// Cut says that the search ended early under Deterministic. The model is one, but perhaps not the first.
	Cut bool
	// Procs is the number of processors: Config.Procs or, if memory does not suffice, fewer.
	Procs   int
	Machine *balance.Result // nil if the search has ended before others could join
}

// run is a search under way.
type run struct {
	cfg    Config
	ctx    context.Context // of the workers
	stop   context.CancelFunc
	budget *budget
	share  int64 // memory for the engine of a worker that joins
	before float64

	mu      sync.Mutex
	workers []*worker // all that have been made

	first   *worker                     // the worker that is or was alone, until the machine takes it
	machine *cores.Machine[dpll.Branch] // nil as long as the search is alone
	ranks   []*worker                   // the worker of each processor of the machine that has one
	best    best
}

// best is the best model so far.
type best struct {
	known atomic.Bool
	model cnf.Model
	place dpll.Branch
}

// Search decides the formula. As for dpll.Solve, an end of the context or a limit is the Reason of
// an unknown verdict, and no error. All workers have ended when it returns.
func Search(ctx context.Context, cfg Config) (Result, error) {
	r := &run{cfg: cfg}
	r.ctx, r.stop = context.WithCancel(ctx)
	defer r.stop()
	r.budget = newBudget(cfg.MaxNodes, cfg.Procs)
	for _, b := range cfg.Open {
		r.before -= b.Weight()
	}
	if cfg.Open != nil {
		r.before++
	}
	result, err := r.search(ctx)
	if cfg.Ledger != nil && err == nil {
		err = cfg.Ledger.Sync()
	}
	if err != nil {
		return Result{}, err
	}
	r.sum(&result)
	return result, nil
}

// search runs to a verdict, a reason why there is none, or an error.
func (r *run) search(ctx context.Context) (Result, error) {
	var err error
	if r.first, err = r.newWorker(r.cfg.MaxMemory); err != nil {
		return r.verdict(false, err)
	}
	if r.cfg.Open == nil {
		outcome, err := r.alone()
		if err != nil || outcome != dpll.Running {
			return r.saveLast(r.verdict(outcome == dpll.Found, err))
		}
	}
	procs, err := r.prepare()
	if err != nil {
		return Result{}, err
	}
	end, err := r.together(ctx)
	if err != nil && ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		err = ctx.Err()
	}
	cut := false
	if end.Found && (!r.cfg.Deterministic || reason(err) != nil) {
		cut = r.cfg.Deterministic
		err = nil // of workers that were stopped, or of a search that was
	}
	result, err := r.verdict(end.Found, err)
	result.Cut, result.Machine, result.Procs = cut, &end, procs
	return r.saveLast(result, err)
}

// verdict turns the end of a search into a result. Limits are reasons, and no errors.
func (r *run) verdict(found bool, err error) (Result, error) {
	result := Result{Procs: 1}
	result.Reason = reason(err)
	switch {
	case err != nil && result.Reason == nil:
		return result, err
	case err != nil:
	case found:
		result.Verdict, result.Model = cnf.Satisfiable, r.best.model
	default:
		result.Verdict = cnf.Unsatisfiable
	}
	return result, nil
}

// reason returns the limit that an error speaks of, without saying which worker has come to it, or nil if it
// speaks of none.
func reason(err error) error {
	var memory *cnf.MemoryError
	if errors.As(err, &memory) {
		return memory
	}
	for _, limit := range []error{context.Canceled, context.DeadlineExceeded, dpll.ErrNodeLimit} {
		if errors.Is(err, limit) {
			return limit
		}
	}
	return nil
}

// sum adds up the statistics and resources of the workers.
func (r *run) sum(result *Result) {
	result.Stats = r.stats()
	result.Visited = result.Stats.Nodes
	result.Now = result.Visited - r.cfg.Before.Nodes
	for _, w := range r.workers {
		addResources(&result.Resources, w.Resources())
	}
	if r.cfg.Deterministic && result.Verdict == cnf.Satisfiable {
		result.Stats.Nodes = r.cfg.Ledger.NodesTo(r.best.place.Piece())
	}
}

// stats adds up the statistics of all workers, none of which is searching.
func (r *run) stats() dpll.Stats {
	r.mu.Lock()
	defer r.mu.Unlock()
	sum := r.cfg.Before
	for _, w := range r.workers {
		sum = Sum(sum, w.Stats())
	}
	return sum
}

// Sum adds up the statistics of two parts of a tree.
func Sum(a, b dpll.Stats) dpll.Stats {
	return dpll.Stats{
		Nodes:        a.Nodes + b.Nodes,
		Leaves:       a.Leaves + b.Leaves,
		Decisions:    a.Decisions + b.Decisions,
		Looks:        a.Looks + b.Looks,
		Propagations: a.Propagations + b.Propagations,
		Visits:       a.Visits + b.Visits,
		MaxDepth:     max(a.MaxDepth, b.MaxDepth),
	}
}

// addResources adds the resources of one more worker.
func addResources(sum *dpll.Resources, r dpll.Resources) {
	sum.EngineBytes += r.EngineBytes
	sum.Times.SetUp += r.Times.SetUp
	sum.Times.Propagation += r.Times.Propagation
	sum.Times.Branching += r.Times.Branching
	sum.Times.Proof += r.Times.Proof
	sum.Times.Bookkeeping += r.Times.Bookkeeping
}
