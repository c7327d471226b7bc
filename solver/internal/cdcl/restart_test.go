package cdcl

import (
	"slices"
	"testing"
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

// What stable mode learns changes no average.
func TestAveragesAreThoseOfFocusedMode(t *testing.T) {
	p := newSchedule()
	for _, stable := range []bool{false, true, false} {
		p.stable = stable
		p.learned(map[bool]int{false: 4, true: 100}[stable])
	}
	if p.fast.value != 4 || p.slow.value != 4 || p.slow.count != 2 {
		t.Errorf("averages %v and %v of %v clauses, want 4 and 4 of 2", p.fast.value, p.slow.value, p.slow.count)
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

// Both modes work equally long in each pair of periods, the focused one first, and the next pair is longer.
func TestModesShareEachPairOfPeriods(t *testing.T) {
	s := New(1, Options{})
	s.stats = Stats{Conflicts: firstFocus, Work: 1000}
	var lengths []int64
	for range 6 {
		stable := s.schedule.stable
		s.changeMode()
		if s.schedule.stable == stable {
			t.Fatal("the mode has not changed")
		}
		lengths = append(lengths, s.schedule.changeAt-s.stats.Work)
		s.stats.Work = s.schedule.changeAt
	}
	if want := []int64{1000, 2352, 2352, 4069, 4069, 6159}; !slices.Equal(lengths, want) { // after the first focused period of 1000
		t.Errorf("periods of %v, want %v", lengths, want)
	}
}
