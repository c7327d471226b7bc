package balancetest

import (
	"math"
	"sync/atomic"

	"transat/balance"
)

// BrokenTree is a tree that breaks one promise of balance.Tree.
type BrokenTree struct {
	Name   string
	Method string // that breaks it
	Says   string // in the error
	Panics bool   // it breaks it by a panic
	// Tree makes it anew. It is sound but for that: of some three hundred nodes.
	Tree func() balance.Tree[Element]
}

// BrokenTrees are trees of a user whose hand has slipped, each in one place.
func BrokenTrees() []BrokenTree {
	return []BrokenTree{
		{Name: "root differs", Method: "Root", Says: "another element", Tree: bent(func(t *bentTree) {
			t.root = func() Element { return Element{Nodes: 300 + t.count(), First: 1} }
		})},
		{Name: "root panics", Method: "Root", Says: "it panics: oops", Panics: true, Tree: bent(func(t *bentTree) {
			t.root = func() Element { panic("oops") }
		})},

		{Name: "load is no number", Method: "Load", Says: "want a finite number of at least 0", Tree: bent(func(t *bentTree) {
			t.load = func(e Element) float64 { return math.Sqrt(float64(e.First - 9)) }
		})},
		{Name: "load changes", Method: "Load", Says: "at first", Tree: bent(func(t *bentTree) {
			t.load = func(Element) float64 { return float64(t.count()) }
		})},
		{Name: "load panics", Method: "Load", Says: "it panics: oops", Panics: true, Tree: bent(func(t *bentTree) {
			t.load = func(e Element) float64 {
				if e.First == 17 {
					panic("oops")
				}
				return 1
			}
		})},

		{Name: "prunes by a shared bound", Method: "Expand", Says: "number of children", Tree: bent(func(t *bentTree) {
			t.Blind = true
			t.expand = func(x *expansion, e Element) {
				if t.count() > 100 && e.Nodes < 10 {
					x.children = nil
				}
			}
		})},
		{Name: "work depends on the order", Method: "Expand", Says: "its work is", Tree: bent(func(t *bentTree) {
			t.Blind = true
			t.expand = func(x *expansion, _ Element) { x.work = t.count() }
		})},
		{Name: "other children", Method: "Expand", Says: "another element", Tree: bent(func(t *bentTree) {
			t.expand = func(x *expansion, _ Element) {
				for i := range x.children {
					x.children[i].key = uint64(t.count())
				}
			}
		})},
		{Name: "now and then a solution", Method: "Expand", Says: "whether it is a solution", Tree: bent(func(t *bentTree) {
			t.Blind = true
			t.expand = func(x *expansion, e Element) { x.found = e.Nodes == 1 && t.count() > 500 }
		})},
		{Name: "negative work", Method: "Expand", Says: "want at least 0", Tree: bent(func(t *bentTree) {
			t.Blind = true
			t.expand = func(x *expansion, e Element) { x.work = -x.work }
		})},
		{Name: "negative work in one node", Method: "Expand", Says: "want at least 0", Tree: bent(func(t *bentTree) {
			t.expand = at(5, func(x *expansion) { x.work -= 1000 })
		})},
		{Name: "work beyond all time", Method: "Expand", Says: "time", Tree: bent(func(t *bentTree) {
			t.Blind = true
			t.expand = func(x *expansion, _ Element) { x.work = 1 << 61 }
		})},
		{Name: "no nodes", Method: "Expand", Says: "expands 0 nodes", Tree: bent(func(t *bentTree) {
			t.Blind = true
			t.expand = func(x *expansion, _ Element) { x.nodes = 0 }
		})},
		{Name: "unit with children", Method: "Expand", Says: "a unit has none", Tree: bent(func(t *bentTree) {
			t.Blind = true
			t.expand = func(x *expansion, _ Element) { x.nodes = 2 }
		})},
		{Name: "solution with children", Method: "Expand", Says: "a solution has none", Tree: bent(func(t *bentTree) {
			t.Blind = true
			t.expand = func(x *expansion, e Element) { x.found = e.Depth == 3 }
		})},
		{Name: "not appended", Method: "Expand", Says: "append", Tree: bent(func(t *bentTree) {
			t.expand = func(x *expansion, _ Element) { x.before = nil }
		})},
		{Name: "expand panics", Method: "Expand", Says: "it panics: oops", Panics: true, Tree: bent(func(t *bentTree) {
			t.expand = at(17, func(*expansion) { panic("oops") })
		})},

		{Name: "negative level", Method: "Level", Says: "at least 0", Tree: bent(func(t *bentTree) {
			t.level = func(e Element) int { return -int(e.Depth) }
		})},
		{Name: "level changes", Method: "Level", Says: "at first", Tree: bent(func(t *bentTree) {
			t.level = func(Element) int { return int(t.count()) }
		})},
		{Name: "level panics", Method: "Level", Says: "it panics: oops", Panics: true, Tree: bent(func(t *bentTree) {
			t.level = func(e Element) int {
				if e.First == 17 {
					panic("oops")
				}
				return int(e.Depth)
			}
		})},

		{Name: "subtree one short", Method: "Subtree", Says: "add up", Tree: bent(func(t *bentTree) {
			t.subtree = func(e Element, s [3]int64) [3]int64 {
				if e.First == 17 {
					s[0]--
				}
				return s
			}
		})},
		{Name: "subtree too small", Method: "Subtree", Says: "add up", Tree: bent(func(t *bentTree) {
			t.subtree = func(e Element, s [3]int64) [3]int64 { return [3]int64{s[0]/2 + 1, s[1]/2 + 1, s[2]/2 + 1} }
		})},
		{Name: "subtree too large", Method: "Subtree", Says: "add up", Tree: bent(func(t *bentTree) {
			t.subtree = func(e Element, s [3]int64) [3]int64 { return [3]int64{2 * s[0], 2 * s[1], 2 * s[2]} }
		})},
		{Name: "subtree enormous", Method: "Subtree", Says: "add up", Tree: bent(func(t *bentTree) {
			t.subtree = func(e Element, s [3]int64) [3]int64 { return [3]int64{1 << 62, 1 << 31, 1 << 31} }
		})},
		{Name: "subtree negative", Method: "Subtree", Says: "-", Tree: bent(func(t *bentTree) {
			t.subtree = func(e Element, s [3]int64) [3]int64 { return [3]int64{-s[0], -s[1], -s[2]} }
		})},
		{Name: "subtree known above only", Method: "Subtree", Says: "knows nothing", Tree: bent(func(t *bentTree) {
			t.subtree = func(e Element, s [3]int64) [3]int64 {
				if e.Depth > 3 {
					return [3]int64{}
				}
				return s
			}
		})},
		{Name: "subtree of a solution", Method: "Subtree", Says: "want 0, 0, 0", Tree: bent(func(t *bentTree) {
			t.Solution = 200
			t.subtree = func(e Element, _ [3]int64) [3]int64 { return [3]int64{e.workUpTo(e.Nodes), e.Nodes, e.Nodes} }
		})},
		{Name: "subtree changes", Method: "Subtree", Says: "at first", Tree: bent(func(t *bentTree) {
			t.subtree = func(e Element, s [3]int64) [3]int64 {
				if t.count() > 400 {
					return [3]int64{}
				}
				return s
			}
		})},
		{Name: "subtree panics", Method: "Subtree", Says: "it panics: oops", Panics: true, Tree: bent(func(t *bentTree) {
			t.subtree = func(e Element, s [3]int64) [3]int64 { panic("oops") }
		})},

		{Name: "finish forgets a node", Method: "Finish", Says: "a walk with Expand", Tree: bent(func(t *bentTree) {
			t.Blind = true
			t.finish = func(work, nodes int64, found bool) (int64, int64, bool) { return work, nodes - 1, found }
		})},
		{Name: "finish overlooks the solution", Method: "Finish", Says: "found true", Tree: bent(func(t *bentTree) {
			t.Solution = 200
			t.finish = func(work, nodes int64, found bool) (int64, int64, bool) { return work, nodes, false }
		})},
		{Name: "finish counts too many", Method: "Finish", Says: "Expand", Tree: bent(func(t *bentTree) {
			t.Blind = true
			t.finish = func(work, nodes int64, found bool) (int64, int64, bool) { return 3 * work, 3 * nodes, found }
		})},
		{Name: "finish panics", Method: "Finish", Says: "it panics: oops", Panics: true, Tree: bent(func(t *bentTree) {
			t.Blind = true
			t.finish = func(int64, int64, bool) (int64, int64, bool) { panic("oops") }
		})},
	}
}

// bentTree is a Tree, bent in one place.
type bentTree struct {
	Tree
	calls   atomic.Int64
	root    func() Element
	expand  func(x *expansion, e Element)
	finish  func(work, nodes int64, found bool) (int64, int64, bool)
	level   func(e Element) int
	load    func(e Element) float64
	subtree func(e Element, s [3]int64) [3]int64
}

// expansion is what Expand is about to return.
type expansion struct {
	before, children []Element
	work, nodes      int64
	found            bool
}

func bent(bend func(*bentTree)) func() balance.Tree[Element] {
	return func() balance.Tree[Element] {
		t := &bentTree{Tree: Tree{Nodes: 300, Seed: 3}}
		bend(t)
		return t
	}
}

// at bends the expansion of one node.
func at(number int64, bend func(*expansion)) func(*expansion, Element) {
	return func(x *expansion, e Element) {
		if e.First == number {
			bend(x)
		}
	}
}

// count is how often it has been called.
func (t *bentTree) count() int64 { return t.calls.Add(1) }

// Load implements balance.Loader.
func (t *bentTree) Load(e Element) float64 {
	if t.load != nil {
		return t.load(e)
	}
	return t.Tree.Load(e)
}

// Root implements balance.Tree.
func (t *bentTree) Root() Element {
	if t.root != nil {
		return t.root()
	}
	return t.Tree.Root()
}

// Expand implements balance.Tree.
func (t *bentTree) Expand(e Element, dst []Element) ([]Element, int64, int64, bool) {
	if t.expand == nil {
		return t.Tree.Expand(e, dst)
	}
	x := expansion{before: dst}
	x.children, x.work, x.nodes, x.found = t.Tree.Expand(e, nil)
	t.expand(&x, e)
	return append(x.before, x.children...), x.work, x.nodes, x.found
}

// Finish implements balance.Tree.
func (t *bentTree) Finish(e Element) (work, nodes int64, found bool) {
	work, nodes, found = t.Tree.Finish(e)
	if t.finish != nil {
		return t.finish(work, nodes, found)
	}
	return work, nodes, found
}

// Level implements balance.Tree.
func (t *bentTree) Level(e Element) int {
	if t.level != nil {
		return t.level(e)
	}
	return t.Tree.Level(e)
}

// Subtree implements balance.Tree.
func (t *bentTree) Subtree(e Element) (work, nodes, elements int64) {
	work, nodes, elements = t.Tree.Subtree(e)
	if t.subtree != nil {
		s := t.subtree(e, [3]int64{work, nodes, elements})
		return s[0], s[1], s[2]
	}
	return work, nodes, elements
}
