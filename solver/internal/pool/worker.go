package pool

import (
	"fmt"
	"math"
	"sync/atomic"

	"transat/balance/cores"
	"transat/solver/dpll"
	"transat/solver/drat/stream"
	"transat/solver/internal/pieces"
)

// worker is a dpll.Worker as a search of the machine, whose elements are branches.
type worker struct {
	*dpll.Worker
	budget *budget
	ledger *pieces.Ledger // nil if there is none
	log    *stream.Log    // to the verifier, nil if there is none
	// Others may look at these while the worker searches. They are up to date at safe points.
	nodes  atomic.Int64
	closed atomic.Uint64 // share of the tree, a float64
}

var _ cores.Search[dpll.Branch] = (*worker)(nil)

// newWorker makes one more worker, whose engine may take that many bytes.
func (r *run) newWorker(memory int64) (b *worker, err error) {
	defer guard(&err)
	opt := dpll.WorkerOptions{Rule: r.cfg.Rule, MaxMemory: memory, Clock: r.cfg.Clock}
	var writer *pieces.Writer
	if r.cfg.Ledger != nil {
		if writer, err = r.cfg.Ledger.Writer(); err != nil {
			return nil, err
		}
		opt.Pieces, opt.Proof = writer, writer.Proof()
	}
	log := r.log(writer, &opt)
	w, err := dpll.NewWorker(r.ctx, r.cfg.Formula, opt)
	if err != nil {
		return nil, err
	}
	if writer != nil {
		writer.Follow(w)
	}
	if log != nil {
		if err := log.Derived(w.Derived()); err != nil {
			return nil, err
		}
	}
	b = &worker{Worker: w, budget: r.budget, ledger: r.cfg.Ledger, log: log}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.workers = append(r.workers, b)
	return b, nil
}

// Search implements cores.Search.
func (b *worker) Search(nodes int64) (cores.Outcome, error) {
	nodes, err := b.budget.take(nodes)
	if err != nil {
		return cores.Running, err
	}
	before := b.Nodes()
	outcome, err := b.search(nodes)
	if b.log != nil && err == nil {
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
func (b *worker) Begin(branch dpll.Branch) (err error) {
	defer guard(&err)
	return b.Worker.Begin(branch)
}

// Give implements cores.Search. The books know where a branch begins that is given away.
func (b *worker) Give(i int) dpll.Branch {
	given := b.Worker.Give(i)
	if b.ledger != nil {
		b.ledger.Given(given)
	}
	if b.log != nil {
		_ = b.log.Given(given.Piece(), given.Decisions()) // an error comes again with the next lemma
	}
	return given
}

func (b *worker) search(nodes int64) (outcome dpll.Outcome, err error) {
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
func (b *worker) Nodes() int64 { return b.Stats().Nodes }

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
