package instances

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Clique is a search tree of branch and bound without a formula: the largest set of nodes of a graph is wanted that are all joined with
// each other. At a node of the tree some are chosen, and the candidates are those that are joined with all of these. There is a child for
// each candidate, which is chosen there, and the candidates that come before it are left.
//
//	           —           candidates a b c, coloured so that no two of a colour are joined: a 1, b 1, c 2
//	       ╱   │   ╲
//	    c      b      a    the largest colour first; from there on, no more can be chosen than there are colours
//	   ╱ ╲
//	c b   c a              value: how many are chosen
//
// Two nodes of the graph are joined with probability 9/10, and the degree decides on the order. The nodes below the first children are
// the fewest good ones: several processors that begin elsewhere may find a large clique much sooner than one.
//
// A Clique is read only. Its methods are those of balance.Bounded.
//
// Sources: E. Tomita, T. Seki: An Efficient Branch-and-Bound Algorithm for Finding a Maximum Clique, DMTCS 2003 (the tree and the bound);
// C. McCreesh, P. Prosser: The Shape of the Search Tree for the Maximum Clique Problem and the Implications for Parallel Branch and
// Bound, ACM Transactions on Parallel Computing 2, 2015 (what it does in parallel).
type Clique struct {
	name   string
	nodes  int
	joined []nodeSet // by node
}

// nodeSet is a set of nodes of a graph.
type nodeSet [2]uint64

const maxCliqueNodes = 128

// CliqueNode is a node of the tree of a Clique.
type CliqueNode struct {
	candidates    nodeSet
	chosen, bound int16
}

// CliqueStateBytes is the size of a node in a message.
const CliqueStateBytes = 20

// CliqueWork is the work of a node, in the unit of machines: as much as that of a node of a UTS, so that trees of all kinds compare.
const CliqueWork = UTSWork

// NewClique draws a graph of that many nodes, 1 to 128. The same index draws the same one.
func NewClique(nodes int, index uint64) *Clique {
	random := rand.New(rand.NewPCG(index, uint64(nodes)))
	drawn := make([][]bool, nodes)
	degree := make([]int, nodes)
	for i := range nodes {
		drawn[i] = make([]bool, nodes)
		for j := range i {
			if random.IntN(10) > 0 {
				drawn[i][j], drawn[j][i] = true, true
				degree[i]++
				degree[j]++
			}
		}
	}
	order := make([]int, nodes)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return degree[b] - degree[a] })
	c := &Clique{name: named(cliquePrefix, nodes, index), nodes: nodes, joined: make([]nodeSet, nodes)}
	for i, a := range order {
		for j, b := range order {
			if drawn[a][b] {
				c.joined[i].add(j)
			}
		}
	}
	return c
}

func (s *nodeSet) add(i int)    { s[i>>6] |= 1 << (i & 63) }
func (s *nodeSet) remove(i int) { s[i>>6] &^= 1 << (i & 63) }

// first returns the first node of a set, or -1.
func (s *nodeSet) first() int {
	for word, set := range s {
		if set != 0 {
			return word<<6 + bits.TrailingZeros64(set)
		}
	}
	return -1
}

// Name is the name for Open: "clique-100", or "clique-100/7" if the index is not 1.
func (c *Clique) Name() string { return c.name }

// Graph returns the number of nodes, and whether two are joined.
func (c *Clique) Graph() (nodes int, joined func(a, b int) bool) {
	return c.nodes, func(a, b int) bool { return c.joined[a][b>>6]>>(b&63)&1 == 1 }
}

// Root returns the root: all nodes are candidates.
func (c *Clique) Root() CliqueNode {
	e := CliqueNode{bound: int16(c.nodes)}
	for i := range c.nodes {
		e.candidates.add(i)
	}
	return e
}

// Expand appends the children of e to dst, and returns the extended slice, the work of e, and 1, since every element is one node.
func (c *Clique) Expand(e CliqueNode, dst []CliqueNode) (children []CliqueNode, work, nodes int64, found bool) {
	var order, colours [maxCliqueNodes]int16 // of the candidates, in the order of their colours
	n := 0
	left := e.candidates
	for colour := int16(1); left.first() >= 0; colour++ {
		same := left // may have the colour
		for v := same.first(); v >= 0; v = same.first() {
			order[n], colours[n] = int16(v), colour
			n++
			left.remove(v)
			same.remove(v)
			for word := range same {
				same[word] &^= c.joined[v][word]
			}
		}
	}
	candidates := e.candidates
	for i := n - 1; i >= 0; i-- {
		v := int(order[i])
		child := CliqueNode{chosen: e.chosen + 1, bound: e.chosen + colours[i]}
		for word := range candidates {
			child.candidates[word] = candidates[word] & c.joined[v][word]
		}
		dst = append(dst, child)
		candidates.remove(v)
	}
	return dst, CliqueWork, 1, false
}

// Value returns how many are chosen: every node is a solution.
func (c *Clique) Value(e CliqueNode) (v int64, ok bool) { return int64(e.chosen), true }

// Bound returns how many could be chosen, one of each colour.
func (c *Clique) Bound(e CliqueNode) int64 { return int64(e.bound) }

// Finish searches the whole subtree of e, without dropping anything.
func (c *Clique) Finish(e CliqueNode) (work, nodes int64, found bool) {
	for open := []CliqueNode{e}; len(open) > 0; nodes++ {
		open, _, _, _ = c.Expand(open[len(open)-1], open[:len(open)-1])
	}
	return CliqueWork * nodes, nodes, false
}

// Level returns how many are chosen.
func (c *Clique) Level(e CliqueNode) int { return int(e.chosen) }

// Subtree returns 0: the size of a subtree is not known in advance.
func (c *Clique) Subtree(CliqueNode) (work, nodes, elements int64) { return 0, 0, 0 }
