package dpll

import (
	"context"
	"errors"
	"time"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/rules"
)

// Worker searches a tree in company with others. It searches one Branch at a time, a number of nodes and then
// a pause, in which branches that it has left for later can be given away, the rest of the branch can be copied, and
// the search can be dropped, to go on elsewhere:
//
//	w.Begin(branch)
//	for outcome == Running {
//	    outcome, err = w.Search(512)
//	    if others have nothing to do {
//	        send(w.Give(0)) // the shallowest that is open
//	    }
//	}
//
// Whichever worker searches a branch, and whenever: if there is no model, every node of the tree is visited exactly once
// by all workers together. A node counts when it is visited. On the way to a branch, Begin propagates
// again what others have propagated before, which is not counted.
//
// Give may take any branch that Open lists, and the worker passes it by when its turn comes. So nothing is locked,
// and a worker that gives nothing away searches as Solve does, at the same speed.
//
// A Worker holds an engine of its own, and must not be used by two goroutines at once.
type Worker struct {
	ctx     context.Context
	formula *cnf.Formula
	search  *search
	root    engine.Step
	state   workerState
	err     error   // why the worker can go on with nothing
	plain   int64   // nodes visited since the last call of Search that came to a look node
	piece   uint64  // of the branch under way
	open    float64 // weight of the branch under way when it began, without the branches given away since
	closed  float64 // weight of the branches closed before
	model   cnf.Model
}

// Outcome says how far a search has come.
type Outcome uint8

// The outcomes.
const (
	Running Outcome = iota // there are nodes left
	Closed                 // nothing of the branch is left, and no model has been found in it
	Found                  // a model has been found
)

// workerState says whether a branch is under way.
type workerState uint8

const (
	workerIdle  workerState = iota
	workerBusy              // a branch is under way
	workerFound             // it has ended at a model, at which the engine is
)

var (
	errWorkerBusy = errors.New("a worker can search one branch at a time, and one is under way")
	errNoBranch   = errors.New("the branch is not one of this formula under this branching rule")
)

// WorkerOptions configure a worker. The zero value is one without limits under the rule "lex".
type WorkerOptions struct {
	Rule      string               // name of the branching rule, one of rules.All; "" is "lex"
	Engine    rules.Build          // makes the engine instead of the rule, as in Options
	MaxMemory int64                // how many bytes the engine may take, as in Options; 0 is no limit
	Clock     func() time.Duration // read in NewWorker, Search and Resources, as in Options
	// Proof, if not nil, is told of the nodes that the worker refutes. A proof of a search that gives branches away needs Pieces, which are
	// told how the parts of a tree that several workers search belong together.
	Proof  cnf.ProofWriter
	Pieces Pieces
}

// NewWorker returns a worker for the tree of f. The context ends set-up and
// all searches. The engine takes memory and time as in Solve, once for each worker.
// The error is as for Solve, a *MemoryError, or the context's.
func NewWorker(ctx context.Context, f *cnf.Formula, opt WorkerOptions) (*Worker, error) {
	s, err := begin(ctx, f, setUp{rule: opt.Rule, engine: opt.Engine, maxMemory: opt.MaxMemory, clock: opt.Clock, proof: opt.Proof})
	if err != nil {
		return nil, err
	}
	s.pieces = opt.Pieces
	s.watch.start()
	root := s.engine.Reset()
	s.watch.lap(phasePropagation)
	s.watch.pause()
	if root.End == engine.Interrupted {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return &Worker{ctx: ctx, formula: f, search: s, root: root}, nil
}

// Root returns the whole tree as a branch. It is a fresh one and the same for all workers.
func (w *Worker) Root() Branch { return Branch{level: w.root.Assigned} }

// Derived returns the clauses that are searched besides the formula. Each follows from the formula and the ones before it by unit
// propagation. The proof of the whole tree begins with them. Do not modify them.
func (w *Worker) Derived() [][]cnf.Lit { return w.search.derived }

// fail makes the worker return err from now on.
func (w *Worker) fail(err error) error {
	w.err = err
	return err
}

// Search visits at most that many nodes of the branch under way. If the outcome is Closed or Found, none is
// under way any more, and Model returns the model that was found. Without a branch under way there is
// nothing left, which is Closed as well.
//
// If the context ends, or the engine or the proof fails, it returns the error, and so do all later calls. Of
// these, the context's error and ErrMemory leave the branch under way as it is, so that Rest returns the
// rest of it.
func (w *Worker) Search(nodes int64) (Outcome, error) {
	if w.err != nil {
		return Running, w.err
	}
	if w.state != workerBusy {
		return Closed, nil
	}
	if nodes <= 0 {
		return Running, nil
	}
	s := w.search
	s.watch.resume()
	defer s.watch.pause()
	s.opt.MaxNodes = s.stats.Nodes + nodes
	s.nextLook = s.stats.Nodes
	before := s.stats
	found, err := s.run(w.ctx, s.at)
	if w.plain += s.stats.Nodes - before.Nodes; s.stats.Looks > before.Looks {
		w.plain = 0
	}
	switch {
	case errors.Is(err, ErrNodeLimit):
		return Running, nil
	case err != nil:
		return Running, w.fail(err)
	case found:
		w.model = w.formula.Checked(s.engine.Model)
		w.state = workerFound
		return Found, nil
	default:
		w.closed += w.open
		w.state = workerIdle
		return Closed, nil
	}
}

// Stats returns the statistics of the worker since it was made.
func (w *Worker) Stats() Stats { return w.search.stats }

// Model returns the model that was found last, or nil. It has been checked.
func (w *Worker) Model() cnf.Model { return w.model }

// Resources returns the resources that the worker has taken so far. Its times leave out the way to a branch in Begin,
// and the time between two searches.
func (w *Worker) Resources() Resources {
	w.search.watch.resume()
	defer w.search.watch.pause()
	return w.search.resources()
}
