package apps

import "transat/instances"

// UTS is the search of all nodes of an unbalanced tree, such as instances.Open("uts-t1") has.
type UTS struct{ *instances.UTS }

// Children returns the children of e.
func (u UTS) Children(e instances.UTSNode, dst []instances.UTSNode) []instances.UTSNode {
	dst, _, _, _ = u.Expand(e, dst)
	return dst
}

// Finish counts the nodes below e, from a stack of its own. It gives up above a number of nodes.
func (u UTS) Finish(e instances.UTSNode, limit int64) (solutions, nodes int64) {
	stack := append(make([]instances.UTSNode, 0, 256), e)
	for ; len(stack) > 0 && nodes <= limit; nodes++ {
		last := len(stack) - 1
		stack = u.Children(stack[last], stack[:last])
	}
	return 0, nodes
}
