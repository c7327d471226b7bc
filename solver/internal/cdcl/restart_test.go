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
