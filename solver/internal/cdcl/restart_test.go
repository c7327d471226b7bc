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

func TestMeanForgetsWhatLiesBeforeItsWindow(t *testing.T) {
	m := mean{window: 2}
	for i, x := range []float64{4, 2, 1, 0} { // plain at first, then each number counts half
		m.add(x)
		if want := []float64{4, 3, 2, 1}[i]; m.value != want {
			t.Errorf("after %d numbers: %v, want %v", i+1, m.value, want)
		}
	}
}
