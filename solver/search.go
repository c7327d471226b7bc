package solver

import (
	"context"

	"transat/solver/cnf"
	"transat/solver/dpll"
)

// Searching a tree: package dpll.
type (
	// Options configure Solve. The zero value is a search without limits under the rule "lex".
	Options = dpll.Options
	// Result is the outcome of a search.
	Result = dpll.Result
	// Stats counts what a search did.
	Stats = dpll.Stats
	// Resources are what a search took of the computer.
	Resources = dpll.Resources
	// Times tell where the time went.
	Times = dpll.Times
	// Progress says how far a search has come.
	Progress = dpll.Progress
)

// ProgressNodes is about the number of nodes between two calls of Options.Progress.
const ProgressNodes = dpll.ProgressNodes

// ErrNodeLimit says that a search reached its limit of nodes.
var ErrNodeLimit = dpll.ErrNodeLimit

// Solve decides f by depth-first search. See [dpll.Solve].
func Solve(ctx context.Context, f *cnf.Formula, opt Options) (Result, error) {
	return dpll.Solve(ctx, f, opt)
}

// Searching one tree together, and solving it while it is expanded: package dpll.
type (
	// Worker searches a tree in company with others.
	Worker = dpll.Worker
	// WorkerOptions configure a worker.
	WorkerOptions = dpll.WorkerOptions
	// Branch is a part of a search tree that is still to be searched, as a value that can be sent.
	Branch = dpll.Branch
	// Outcome says how far the search of a worker has come.
	Outcome = dpll.Outcome
	// Pieces is told how what several workers search and prove belongs together.
	Pieces = dpll.Pieces
	// Audit follows what someone says to have searched of a branch, by its lemmas.
	Audit = dpll.Audit
	// AuditError says why lemmas are not those of such a search.
	AuditError = dpll.AuditError
	// Live is the search tree of a formula, solved as it is expanded.
	Live = dpll.Live
	// LiveOptions configure a Live.
	LiveOptions = dpll.LiveOptions
	// Subproblem is a node of a Live, as a value that can be sent.
	Subproblem = dpll.Subproblem
)

// The outcomes.
const (
	Running = dpll.Running // there are nodes left
	Closed  = dpll.Closed  // nothing of the branch is left, and no model has been found in it
	Found   = dpll.Found   // a model has been found
)

// NewWorker returns a worker for the tree of f. See [dpll.NewWorker].
func NewWorker(ctx context.Context, f *cnf.Formula, opt WorkerOptions) (*Worker, error) {
	return dpll.NewWorker(ctx, f, opt)
}

// NewAudit returns an audit of a search that goes on from a branch. See [dpll.NewAudit].
func NewAudit(from Branch, derived [][]cnf.Lit, w cnf.ProofWriter) *Audit {
	return dpll.NewAudit(from, derived, w)
}

// NewLive returns the search tree of f. See [dpll.NewLive].
func NewLive(ctx context.Context, f *cnf.Formula, opt LiveOptions) (*Live, error) {
	return dpll.NewLive(ctx, f, opt)
}
