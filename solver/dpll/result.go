package dpll

import (
	"errors"
	"time"

	"transat/solver/cnf"
	"transat/solver/internal/rules"
)

// ErrNodeLimit says that the search reached Options.MaxNodes.
var ErrNodeLimit = errors.New("node limit reached")

// Options configure a search. The zero value is a search without limits under the rule "lex".
type Options struct {
	Rule string // name of the branching rule, one of rules.All; "" is "lex"
	// Engine, if not nil, makes the engine instead of the rule, for branching rules that are not in the table.
	Engine   rules.Build
	MaxNodes int64 // the search gives up before it has more nodes than this; 0 is no limit
	// Progress, if not nil, is called every ProgressNodes nodes or so.
	Progress func(Progress)
	// MaxMemory is how many bytes an engine may take; 0 is no limit. A search that would need more is
	// not begun, and one that comes to need more gives up. The arrays of the engine count
	// and, while it is set up, its own copy of the formula. The process takes more: the formula, and garbage
	// that has not been collected yet.
	MaxMemory int64
	// Clock, if not nil, returns the time since some moment, and never less than before. Solve then
	// finds out where the time goes, see Times. The tree is the same.
	Clock func() time.Duration
	// Proof, if not nil, is told why f is unsatisfiable while Solve searches; the tree is the same
	// with and without. Only if the verdict is Unsatisfiable is the proof complete: otherwise throw
	// it away.
	Proof cnf.ProofWriter
}

// ProgressNodes is about the number of nodes between two calls of Options.Progress.
const ProgressNodes = 1 << 16

// Progress says how far a search has come.
type Progress struct {
	Nodes  int64   // nodes visited so far
	Models int64   // models among them
	Closed float64 // share of the tree that is done, 0 to 1, if every two siblings were equally large
}

// Stats counts the steps of a search.
type Stats struct {
	Nodes        int64 // nodes of the search tree: inner nodes and leaves
	Leaves       int64 // conflicts and models
	Decisions    int64 // inner nodes, where a variable was picked
	Looks        int64 // nodes at which the rule "weights" has computed weights; the others are plain ones
	Propagations int64 // literals assigned in waves, branching literals included
	Visits       int64 // clause visits, see the package comment
	MaxDepth     int   // largest number of decisions above a node
}

// Result is the outcome of a search.
type Result struct {
	Verdict cnf.Verdict
	Model   cnf.Model // a model that was checked against every clause, if Satisfiable; nil otherwise
	Stats   Stats
	// Resources are not filled in if the search could not begin, or was one by clause learning.
	Resources Resources
	Reason    error // why the verdict is Unknown: the context's error, ErrNodeLimit or ErrMemory; nil otherwise
}
