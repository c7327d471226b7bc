package balance

// IntervalTree is a tree whose elements are numbered in preorder, so that every subtree is an interval of numbers. It lets machines
// tell where the work of a processor has come from. Like [Surveyor], it never affects their results.
//
//	    0          the interval of 1 is 1, 2, 3; of 3 it is 3 alone
//	  ┌─┴─┐
//	  1   4
//	┌─┴─┐
//	2   3
type IntervalTree[E any] interface {
	Tree[E]
	// Number returns the number of an element, and Behind the first one behind its subtree; both in constant time.
	Number(e E) uint32
	Behind(e E) uint32
}
