package tasktree

// Coarse returns the tree with works of at most that many decimals, for a use that cannot tell smaller differences. Works are rounded such
// that every sum of works one after the other, and so that of any subtree, is off by at most one in the last decimal. It shares memory
// with t, and is t if that has no more decimals.
func (t *Tree) Coarse(digits int) *Tree {
	if t.digits <= digits {
		return t
	}
	coarse, unit := *t, power(t.digits-digits)
	coarse.digits = digits
	coarse.before = make([]int64, len(t.before))
	for i, before := range t.before {
		coarse.before[i] = (before + unit/2) / unit
	}
	coarse.findPath()
	return &coarse
}
