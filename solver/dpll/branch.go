package dpll

import (
	"cmp"
	"math"
	"slices"

	"transat/solver/cnf"
)

// Branch is a part of a search tree that is still to be searched, as a self-contained value. One Worker gives
// it away, and another one of the same formula and rule goes on with it. It is a path of decisions
// from the root of the tree, and says of every decision which child of its node it leads to:
//
//	           ●
//	      1 ╱     ╲ ¬1         the path  1 ¬2 3, the base 2: the part below the node 1 ¬2,
//	    ●           ?          as far as it has not been searched. The next node to be
//	2 ╱   ╲ ¬2                 visited is the one at the end of the path, and ¬3, its
//	✓       ●  base            sibling, is still to come. What lies above the base
//	    3 ╱   ╲ ¬3             belongs to others.
//	    ▶       ○ open
//
// The base is how many of the decisions lead to the root of the part. A fresh branch has no others: nothing
// of it has been searched, and it is a single node with all that lies below it. A branch that is half done
// has some more, and a second child that one of them leaves for later is part of it unless it has been
// given away itself.
//
// A Branch is never written to, and may be shared. The zero value is the whole tree.
type Branch struct {
	path  []decision // from the root down; none in the base is firstOnly
	base  int
	level int
	piece uint64
}

// Piece returns the number by which the branch is known to Pieces. The whole tree is piece 0, and so is
// every branch of a search without Pieces.
func (b Branch) Piece() uint64 { return b.piece }

// Depth returns the number of decisions that lead to the root of the part.
func (b Branch) Depth() int { return b.base }

// Decisions returns the decisions that lead to the root of the part, from the root of the tree down.
func (b Branch) Decisions() []cnf.Lit {
	return decisionLits(b.path[:b.base])
}

// Fresh reports whether nothing of the part has been searched.
func (b Branch) Fresh() bool { return len(b.path) == b.base }

// Level returns a number that the variables assigned at the shallowest open node of the branch are not
// below: the number at the parent of that node, and one more.
func (b Branch) Level() int { return b.level }

// Weight returns the share of the whole tree that is open in the branch if every two siblings are equally
// large, from 0 to 1: a node at depth d weighs 2^-d. It is 0 for a branch that is too deep for a float64.
func (b Branch) Weight() float64 { return openWeight(b.path, b.base) }

// openWeight adds the node at the end of path and the second children below base that are still to come.
func openWeight(path []decision, base int) float64 {
	sum := math.Ldexp(1, -len(path))
	for i := len(path) - 1; i >= base; i-- { // the small ones first, so that nothing is lost
		if path[i].child == firstChild {
			sum += math.Ldexp(1, -i-1)
		}
	}
	return sum
}

// Open returns how many nodes of the branch are known and still to be visited: the one at the end of its path, and the second
// children that are left for later. A search that visits n nodes, of which l are leaves, and gives g branches away, changes it by
// n - 2l - g. A branch that has ended has none.
func (b Branch) Open() int {
	open := 1
	for _, d := range b.path[b.base:] {
		if d.child == firstChild {
			open++
		}
	}
	return open
}

// Compare says which of two branches of one tree has its next node earlier in depth-first order: -1 if b
// has, 1 if other has, 0 if it is the same node. A node comes before those below it.
func (b Branch) Compare(other Branch) int {
	for i := range min(len(b.path), len(other.path)) {
		mine, others := b.path[i].child == secondChild, other.path[i].child == secondChild
		switch {
		case !mine && others:
			return -1
		case mine && !others:
			return 1
		}
	}
	return cmp.Compare(len(b.path), len(other.path))
}

// sibling returns the second child of decision i of a path as a fresh branch.
func sibling(path []decision, i int, piece uint64) Branch {
	path = slices.Clone(path[:i+1])
	for j := range path {
		if path[j].child == firstOnly { // which is never asked about in a base
			path[j].child = firstChild
		}
	}
	last := &path[i]
	last.lit, last.child = last.lit.Not(), secondChild
	return Branch{path: path, base: i + 1, level: int(last.level) + 1, piece: piece}
}
