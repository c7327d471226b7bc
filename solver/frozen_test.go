package solver

import "testing"

// freezingBelow returns a way to begin a search that freezes subtrees of about e^below nodes, fewer than usual.
func freezingBelow(below float64) func(testing.TB, *Formula, Options) *search {
	return func(t testing.TB, f *Formula, opt Options) *search {
		t.Helper()
		s := newChosenSearch(t, f, opt)
		switch e := s.engine.(type) {
		case *weighted:
			e.below = below
		case *weightedGeneral:
			e.below = below
		}
		return s
	}
}
