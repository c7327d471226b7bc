package tasktree

// Fewer returns the tree with works of at most that many decimals, for a use that cannot tell smaller differences. Works are rounded such
// that every sum of works one after the other, and so that of any subtree, is off by at most one in the last decimal. It shares memory
// with t, and is t if that has no more decimals.
func (t *Tree) Fewer(digits int) *Tree {
	if t.digits <= digits {
		return t
	}
	fewer, unit := *t, power(t.digits-digits)
	fewer.digits = digits
	fewer.before = make([]int64, len(t.before))
	for i, before := range t.before {
		fewer.before[i] = (before + unit/2) / unit
	}
	fewer.findPath()
	return &fewer
}
