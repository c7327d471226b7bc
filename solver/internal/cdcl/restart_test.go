package cdcl

import (
	"slices"
	"testing"

	"transat/solver/cnf"
)

func TestRestartsOfStableModeAreReluctant(t *testing.T) {
	var d doubling
	d.begin()
	var waits []int
	for range 15 {
		n := 1
		for ; !d.tick(); n++ {
		}
		waits = append(waits, n/restartEvery)
	}
	if want := []int{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8}; !slices.Equal(waits, want) {
		t.Errorf("waits of %v, want %v", waits, want)
	}
}

func TestMeanForgetsWhatLiesBeforeItsWindow(t *testing.T) {
	m := mean{window: 2}
	for i, x := range []float64{4, 2, 1, 0} { // plain at first, then each number counts half
		m.add(x)
		if want := []float64{4, 3, 2, 1}[i]; m.value != want {
			t.Errorf("after %d numbers: %v, want %v", i+1, m.value, want)
		}
	}
}

// Vivification tries clauses of up to tier2 levels and more than two literals, once each, those of fewest levels first.
func TestClausesOfFewLevelsAreVivified(t *testing.T) {
	s := New(12, Options{})
	all := map[int]ref{} // by level
	for _, levels := range []int{7, 6, 2, 4, 3} {
		all[levels] = s.alloc([]cnf.Lit{cnf.Pos(1), cnf.Pos(2), cnf.Pos(3)}, true, levels)
		s.learned = append(s.learned, all[levels])
	}
	s.learned = append(s.learned, s.alloc([]cnf.Lit{cnf.Pos(1), cnf.Pos(2)}, true, 1))
	*s.flags(all[4]) |= flagVivify
	if got, want := s.promising(), []ref{all[2], all[3], all[6]}; !slices.Equal(got, want) {
		t.Errorf("clauses %v, want %v of %v", got, want, all)
	}
}
