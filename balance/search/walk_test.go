package search

import (
	"testing"

	"transat/balance/cores"
)

// A call of Search that visits the last node has nothing left: the search is done, and no element without nodes is looked at.
func TestSearchEndsWithItsLastNode(t *testing.T) {
	p := &line{length: 3}
	r := newRun[int](p, Options{Ordered: true}, "find", (*walk[int]).find)
	w := newWalk(r)
	if err := w.Begin(part[int]{{e: p.Root(), share: 1}}); err != nil {
		t.Fatal(err)
	}
	if got, err := w.Search(3); got != cores.Closed || err != nil {
		t.Errorf("after the last of 3 nodes: %v, %v, want %v", got, err, cores.Closed)
	}
}

// line is a path of nodes without a solution.
type line struct{ length int }

func (l *line) Root() int { return 1 }

func (l *line) Children(e int, dst []int) []int {
	if e < l.length {
		dst = append(dst, e+1)
	}
	return dst
}

func (l *line) Solution(int) bool { return false }
