package crew

import (
	"fmt"
	"math"
	"sync/atomic"

	"transat/balance/cores"
	"transat/solver/dpll"
	"transat/solver/drat/stream"
	"transat/solver/internal/pieces"
)

// branches is a worker as a machine wants it, a search whose elements are branches.
type branches struct {
	*dpll.Worker
	budget *budget
	ledger *pieces.Ledger // nil if there is none
	lane   *stream.Lane   // of what it refutes, to the verifier; nil if there is none
	// Others may look at these while the worker searches. They are up to date at safe points.
	nodes  atomic.Int64
	closed atomic.Uint64 // share of the tree, a float64
}

var _ cores.Search[dpll.Branch] = (*branches)(nil)

// worker makes one more worker, whose engine may take that many bytes.
func (r *run) worker(memory int64) (b *branches, err error) {
	defer guard(&err)
	opt := dpll.WorkerOptions{Rule: r.cfg.Rule, MaxMemory: memory, Clock: r.cfg.Clock}
	var scribe *pieces.Scribe
	if r.cfg.Ledger != nil {
		if scribe, err = r.cfg.Ledger.Scribe(); err != nil {
			return nil, err
		}
		opt.Pieces, opt.Proof = scribe, scribe.Proof()
	}
	lane := r.lane(scribe, &opt)
	w, err := dpll.NewWorker(r.ctx, r.cfg.Formula, opt)
	if err != nil {
		return nil, err
	}
	if scribe != nil {
		scribe.Follow(w)
	}
	if lane != nil {
		if err := lane.Derived(w.Derived()); err != nil {
			return nil, err
		}
	}
	b = &branches{Worker: w, budget: r.budget, ledger: r.cfg.Ledger, lane: lane}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.workers = append(r.workers, b)
	return b, nil
}

// Search implements cores.Search.
func (b *branches) Search(nodes int64) (cores.Outcome, error) {
	nodes, err := b.budget.take(nodes)
	if err != nil {
		return cores.Running, err
	}
	before := b.Nodes()
	outcome, err := b.search(nodes)
	if b.lane != nil && err == nil {
		err = b.reported(outcome)
	}
	after := b.Nodes()
	b.budget.settle(nodes, after-before)
	b.nodes.Store(after)
	b.closed.Store(math.Float64bits(b.Worker.Closed()))
	switch outcome {
	case dpll.Found:
		return cores.Found, err
	case dpll.Closed:
		return cores.Closed, err
	default:
		return cores.Running, err
	}
}

// Begin implements cores.Search.
func (b *branches) Begin(branch dpll.Branch) (err error) {
	defer guard(&err)
	return b.Worker.Begin(branch)
}

// Give implements cores.Search. The books know where a branch begins that is given away.
func (b *branches) Give(i int) dpll.Branch {
	given := b.Worker.Give(i)
	if b.ledger != nil {
		b.ledger.Given(given)
	}
	if b.lane != nil {
		_ = b.lane.Given(given.Piece(), given.Decisions()) // an error comes again with the next lemma
	}
	return given
}

func (b *branches) search(nodes int64) (outcome dpll.Outcome, err error) {
	defer guard(&err)
	return b.Worker.Search(nodes)
}

// guard, when deferred, makes an error of a fault in the program, which would end it, were it left to a goroutine.
func guard(err *error) {
	if fault := recover(); fault != nil {
		*err = fmt.Errorf("internal error: %v; please report it with the formula", fault)
	}
}

// Nodes implements cores.Search.
func (b *branches) Nodes() int64 { return b.Stats().Nodes }

// progress adds up how far all workers have come.
func (r *run) progress() Progress {
	r.mu.Lock()
	defer r.mu.Unlock()
	p := Progress{Closed: r.before}
	for _, w := range r.workers {
		p.Nodes += w.nodes.Load()
		p.Closed += math.Float64frombits(w.closed.Load())
	}
	p.Closed = min(max(p.Closed, 0), 1)
	return p
}
