package sim

import (
	"fmt"

	"transat/balance"
)

// What a run does about a tree that breaks its promises: it notices where that would end it never or in nonsense, and where it costs
// next to nothing. balance.CheckTree knows more.

// latest is the end of simulated time, 146 years, so that what follows does not run over.
const latest balance.Ticks = 1 << 62

// most is how much work, and how many nodes, an element may come to, so that its time can be told. A negative number, seen without
// its sign, is above it.
type most struct{ work, nodes uint64 }

func mostOf(c *CostModel) most {
	return most{work: uint64(latest / 2 / max(1, c.WorkTime)), nodes: uint64(latest / 2 / max(1, c.NodeTime))}
}

// refuse ends the run: a method of the tree has broken its promise.
func (s *sim[E]) refuse(method, format string, args ...any) {
	refuse(s.cfg.Tree, method, format, args...)
}

// tooMuch ends the run: an element comes to less than nothing, or to more than the clock can tell.
func (s *sim[E]) tooMuch(work, nodes int64) { tooMuch(s.cfg.Tree, work, nodes) }

// misjudged ends the run: a processor has run out of elements before the time that Subtree has foretold, or has not by then.
func (s *sim[E]) misjudged() {
	s.refuse("Subtree", "what it says of work, nodes and elements is not what expanding them comes to; balance.CheckTree looks for the node")
}

func tooMuch[E any](tree balance.Tree[E], work, nodes int64) {
	what := fmt.Sprintf("an element comes to work %d in %d nodes", work, nodes)
	if work < 0 || nodes < 0 {
		refuse(tree, "Expand", "%s: want at least 0", what)
	}
	refuse(tree, "Expand", "%s: the simulated time does not go beyond 146 years", what)
}

func refuse[E any](tree balance.Tree[E], method, format string, args ...any) {
	panic(balance.Fault{Err: &balance.TreeError{Tree: fmt.Sprintf("%T", tree), Method: method, What: fmt.Sprintf(format, args...)}})
}
