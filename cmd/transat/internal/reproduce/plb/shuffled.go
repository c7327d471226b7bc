package plb

import (
	"transat/balance"
	"transat/solver/tree"
)

// shuffled is a recorded search tree in which chance decides, at every node anew, which of the two children
// comes first: the search tree of a solver that picks the first truth value of a variable at random. The
// nodes and their work stay the same; only the way to the first model is another one.
type shuffled struct {
	balance.Tree[tree.Node]
	order uint64 // the seed
}

// Expand is as balance.Tree has it.
func (t shuffled) Expand(n tree.Node, dst []tree.Node) (children []tree.Node, work, nodes int64, found bool) {
	first := len(dst)
	children, work, nodes, found = t.Tree.Expand(n, dst)
	if len(children) == first+2 && toss(t.order, uint64(n)) {
		children[first], children[first+1] = children[first+1], children[first]
	}
	return children, work, nodes, found
}

// Finish is as balance.Tree has it. Subtrees without a model are passed over whole.
func (t shuffled) Finish(n tree.Node) (work, nodes int64, found bool) {
	waiting := []tree.Node{n}
	for len(waiting) > 0 && !found {
		last := len(waiting) - 1
		n, waiting = waiting[last], waiting[:last]
		w, count, _ := t.Subtree(n)
		if count == 0 {
			waiting, w, count, found = t.Expand(n, waiting)
			if len(waiting) == last+2 { // the first child is on top
				waiting[last], waiting[last+1] = waiting[last+1], waiting[last]
			}
		}
		work, nodes = work+w, nodes+count
	}
	return work, nodes, found
}

// toss is a coin for every pair of numbers: the last step of SplitMix64 (Steele, Lea, Flood 2014).
func toss(seed, number uint64) bool {
	x := number + seed*0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x>>63 == 1
}
