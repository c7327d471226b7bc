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

// What cannot be better than the best solution is not given away: the nodes at the end of a frame go first, and have the lowest bounds
// where children are listed by their bounds. With an order, a node of the same value may still lie before the best solution.
func TestWhatDoesNotMatterIsNotGivenAway(t *testing.T) {
	for _, c := range []struct {
		ordered      bool
		threshold    int64
		open, pruned int64
	}{{false, 2, 2, 2}, {true, 2, 3, 1}, {false, NoValue, 4, 0}, {false, 9, 0, 4}} {
		w := newWalk(newRun[int](fan{}, Options{Ordered: c.ordered}, "maximise", (*walk[int]).maximise))
		if err := w.Begin(part[int]{{e: 5, share: 1}}); err != nil {
			t.Fatal(err)
		}
		i, end, level, _ := w.next()
		w.expand(i, end, level)
		w.threshold = c.threshold
		w.trim()
		var open int64
		for _, f := range w.frames {
			open += int64(f.end - f.next)
		}
		if open != c.open || w.pruned != c.pruned {
			t.Errorf("ordered %v, threshold %d: %d open and %d left out, want %d and %d",
				c.ordered, c.threshold, open, w.pruned, c.open, c.pruned)
		}
	}
}

// fan is a root 5 with the children 4, 3, 2 and 1; all are their own bounds.
type fan struct{}

func (fan) Root() int { return 5 }

func (fan) Children(e int, dst []int) []int {
	if e == 5 {
		dst = append(dst, 4, 3, 2, 1)
	}
	return dst
}

func (fan) Value(e int) (int64, bool) { return int64(e), true }

func (fan) Bound(e int) int64 { return int64(e) }
