package apps

import "transat/instances"

// UTS is the search of all nodes of an unbalanced tree, such as instances.Open("uts-t1") has.
type UTS struct{ *instances.UTS }

// Children returns the children of e.
func (u UTS) Children(e instances.UTSNode, dst []instances.UTSNode) []instances.UTSNode {
	dst, _, _, _ = u.Expand(e, dst)
	return dst
}
