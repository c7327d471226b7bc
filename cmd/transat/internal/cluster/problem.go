package cluster

import (
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
	// Searcher makes the search of a processor.
	Searcher() (NodeSearch, error)
	// Check returns the value of a node that is said to be a solution, 0 where solutions have none; or an error if it is none.
	Check(node []byte) (value int64, err error)
}

// NodeSearch searches nodes that come from elsewhere. It is never used by two goroutines at once.
type NodeSearch interface {
	// Begin takes up nodes, to be visited in this order, and forgets those before.
	Begin(nodes []ledger.Node) error
	// Better tells a value below which, and at which, no solution matters.
	Better(value int64)
	// Search, Open, Drop and Nodes are those of a cores.Search.
	Search(nodes int64) (cores.Outcome, error)
	Open(dst []int) []int
	Drop()
	Nodes() int64
	// Give is that of a cores.Search.
	Give(branch int) ledger.Node
	// Rest returns all that is left of the search under way; after Found, the solution.
	Rest() []ledger.Node
	// Counts returns what was counted since the search was made.
	Counts() (solutions, pruned int64)
	// Best returns the best solution that was found since the last Begin or Best, if it is better than what Better has told.
	Best() (value int64, node []byte, ok bool)
}

// SameProblem returns an error unless a program searches what a run does. Formulas have the name "".
func SameProblem(run, its, mine string) error {
	switch {
	case its == mine:
		return nil
	case its == "":
		return fmt.Errorf("run %s searches a formula: transat worker joins it", run)
	case mine == "":
		return fmt.Errorf("run %s searches %s, which is not a formula: start the program that leads it", run, its)
	default:
		return fmt.Errorf("run %s searches %s, and this program %s: start it with the same input", run, its, mine)
	}
}
