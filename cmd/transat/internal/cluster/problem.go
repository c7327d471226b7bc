package cluster

import (
	"context"
	"fmt"

	"transat/balance/cores"
	"transat/cmd/transat/internal/cluster/ledger"
)

// Problem is what a run searches if that is not a formula: a tree of nodes. Every program of the run has it from its own user, and
// only its name travels.
type Problem interface {
	// Name says which problem it is, and what for it is searched. Problems of the same name are the same.
	Name() string
	// Root returns the node from which all others are reached.
	Root() []byte
	// Ends reports whether any solution ends the run. Otherwise nobody may say that one has.
	Ends(o Order) bool
	// Searcher makes the search of a processor.
	Searcher(o Order) (NodeSearch, error)
	// Check returns an error unless a node is a solution of that value, 0 where solutions have none, and lies at its place.
	Check(o Order, told ledger.Best) error
	// CheckSum returns an error unless the sum of a stretch can be read.
	CheckSum(sum []byte) error
}

// Order says how the answer of a run depends on the order of the tree.
type Order struct {
	Ordered bool // it is that of one processor
	Places  bool // nodes have places, so that it can be checked
}

// Order returns that of the run.
func (h *Head) Order() Order { return Order{Ordered: h.Ordered, Places: h.Verify} }

// NodeSearch searches nodes that come from elsewhere. It is never used by two goroutines at once.
type NodeSearch interface {
	// Begin takes up nodes, to be visited in this order, and forgets those before.
	Begin(nodes []ledger.Node) error
	// Better tells of a solution; only those that are better matter. Its node need not be there.
	Better(known ledger.Best) error
	// Search, Open, Drop and Nodes are those of a cores.Search.
	Search(nodes int64) (cores.Outcome, error)
	Open(dst []int) []int
	Drop()
	Nodes() int64
	// Give is that of a cores.Search.
	Give(branch int) ledger.Node
	// Rest returns all that is left of the search under way.
	Rest() []ledger.Node
	// Found returns the solution that has ended a search.
	Found() ledger.Best
	// Counts returns what was counted since the search was made.
	Counts() (solutions, pruned int64)
	// Best returns the best solution that was found since the last Begin or Best, if it is better than what Better has told.
	Best() (best ledger.Best, ok bool)
	// Sum returns what was added up since the search was made, or ForgetSum was called; nil if nothing was.
	Sum() ([]byte, error)
	ForgetSum()
	// Recount searches a stretch again, from the nodes before to those after it, and returns an error unless the record is true of it, where
	// the best solution known is that one, nil for none, or when ctx ends. The search forgets what it had.
	Recount(ctx context.Context, before, after []ledger.Node, r *ledger.Record, known *ledger.Best) error
}

// ProblemName is the name of a problem, "" of none.
func ProblemName(p Problem) string {
	if p == nil {
		return ""
	}
	return p.Name()
}

// SameProblem returns an error unless a program that searches the problem mine can take part in a run.
func (h *Head) SameProblem(run, mine string) error {
	switch {
	case h.Problem == mine:
		return nil
	case h.Problem == "":
		return fmt.Errorf("run %s searches a formula: transat worker joins it", run)
	case mine == "":
		return fmt.Errorf("run %s searches %s, which is not a formula: start the program that leads it", run, h.Name)
	default:
		return fmt.Errorf("run %s searches %s, and this program something else: start it with the same arguments", run, h.Name)
	}
}
