package balance

// PackedTree is a tree that shows how it keeps its elements, for machines that go over millions of them a second. Like
// Surveyor, it affects the speed of machines, never their results. E is a number of 32 bits: elements are numbered from 0 on, in
// preorder.
type PackedTree[E any] interface {
	Surveyor[E]
	// Packed has a PackedElement for each element, as a number, so that a tree need not know this package; or it is nil, if the
	// tree keeps them otherwise. It must not be changed.
	Packed() []uint64
}

// PackedElement is what a PackedTree knows of an element, in 64 bits:
//
//	 work      level   own    step   size   kind
//	┌─────────┬───────┬──────┬──────┬──────┬────┐
//	│   18    │  15   │  12  │  8   │  9   │ 2  │ bits
//	└─────────┴───────┴──────┴──────┴──────┴────┘
//	                                  0           too much for 64 bits: ask the tree
//
// Work, level and size are those of Subtree and Level, where every element is a node. If the kind is 0, the element has two children and
// no solution below: the first one comes next, and the second one where the first one's subtree ends, both of them step levels
// farther down than the element, whose own work is own.
type PackedElement uint64

// Size is the number of elements in the subtree, or 0 if nothing is known.
func (e PackedElement) Size() uint32 { return uint32(e>>2) & (1<<9 - 1) }

// Splits reports whether the element is known, and has two children and no solution below.
func (e PackedElement) Splits() bool { return e.Size() != 0 && e&(1<<2-1) == 0 }

// Step says how many levels below the element its children are.
func (e PackedElement) Step() int32 { return int32(e>>11) & (1<<8 - 1) }

// Own is the element's own work, if it has children.
func (e PackedElement) Own() int64 { return int64(e>>19) & (1<<12 - 1) }

// Level is the level of the element.
func (e PackedElement) Level() int32 { return int32(e>>31) & (1<<15 - 1) }

// Work is the work of the subtree.
func (e PackedElement) Work() int64 { return int64(e >> 46) }
