package conformance

// tree is a binary tree of some nodes, split at random, that counts how often each of them is expanded.
type tree struct {
	nodes    int32
	seed     uint64
	expanded []int32 // per node, in preorder
}

// element is a node, with its place in preorder and the number of nodes in its subtree.
type element struct{ first, nodes, depth int32 }

const nodeWork = 100

func newTree(nodes int32, seed uint64) *tree {
	return &tree{nodes: nodes, seed: seed, expanded: make([]int32, nodes)}
}

// Root implements balance.Tree.
func (t *tree) Root() element { return element{0, t.nodes, 0} }

// Expand implements balance.Tree.
func (t *tree) Expand(e element, dst []element) (children []element, work, nodes int64, found bool) {
	t.expanded[e.first]++
	rest := e.nodes - 1
	left := rest
	if rest > 1 {
		fifth := rest / 5 // each child has at least that
		left = fifth + int32(mix(t.seed+uint64(e.first))%uint64(rest-2*fifth+1))
	}
	if left > 0 {
		dst = append(dst, element{e.first + 1, left, e.depth + 1})
	}
	if rest > left {
		dst = append(dst, element{e.first + 1 + left, rest - left, e.depth + 1})
	}
	return dst, nodeWork, 1, false
}

// Finish implements balance.Tree.
func (t *tree) Finish(e element) (work, nodes int64, found bool) {
	for i := e.first; i < e.first+e.nodes; i++ {
		t.expanded[i]++
	}
	return nodeWork * int64(e.nodes), int64(e.nodes), false
}

// Level implements balance.Tree: eight assigned variables for every level of depth.
func (t *tree) Level(e element) int { return 8 * int(e.depth) }

// Subtree implements balance.Tree. What is not known beforehand is expanded node by node.
func (t *tree) Subtree(element) (work, nodes, elements int64) { return 0, 0, 0 }

// mix is the finaliser of SplitMix64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
