package dpll

import (
	"testing"

	"transat/solver/cnf"
)

// elementTree is the tree of load elements that a search visits, in preorder.
type elementTree struct {
	kinds               []NodeKind // a frozen subtree is a leaf
	levels              []int
	ends                []int // where subtrees end; 0 if that has not been asked yet
	work, nodes, models int64 // of all nodes
}

func (e *elementTree) Add(kind NodeKind, level int, work int64, frozenDepth int) {
	e.work += work
	e.nodes++
	if kind == ModelLeaf {
		e.models++
	}
	switch {
	case frozenDepth > 0:
		return
	case frozenDepth == 0:
		kind = ConflictLeaf
	}
	e.kinds, e.levels, e.ends = append(e.kinds, kind), append(e.levels, level), append(e.ends, 0)
}

func (e *elementTree) Elements() int64 { return int64(len(e.kinds)) }

// end returns the first element behind the subtree of i.
func (e *elementTree) end(i int) int {
	if e.ends[i] == 0 {
		e.ends[i] = i + 1
		if e.kinds[i] == Inner {
			e.ends[i] = e.end(e.end(i + 1))
		}
	}
	return e.ends[i]
}

// elementsOf returns the elements of the whole tree of f.
func elementsOf(t testing.TB, f *cnf.Formula, opt Options) *elementTree {
	t.Helper()
	s, err := beginSolve(t.Context(), f, opt)
	if err != nil {
		t.Fatal(err)
	}
	return allElements(t, s)
}

// allElements returns the elements that a search of the whole tree visits.
func allElements(t testing.TB, s *search) *elementTree {
	t.Helper()
	tree := &elementTree{}
	s.recorder, s.stopAtModel = tree, false
	if _, err := s.run(t.Context(), s.engine.Reset()); err != nil {
		t.Fatal(err)
	}
	return tree
}
