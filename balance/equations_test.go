package balance

import (
	"errors"
	"testing"
)

// A pile of 6 at one end of a line of 3: 4 flow over the first link, and 2 over the second.
func TestPotentialsOfALine(t *testing.T) {
	e := NewEquations(links{of: [][]int{{1}, {0, 2}, {1}}})
	turns := 0
	x, err := e.Potentials([]float64{6, 0, 0}, 1e-9, func() error { turns++; return nil })
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{4, 2} {
		if flow := x[i] - x[i+1]; flow < want-1e-6 || flow > want+1e-6 {
			t.Errorf("over link %d flow %v, want %v", i, flow, want)
		}
	}
	if turns < 1 || turns > 3 {
		t.Errorf("%d turns, want at most as many as processors", turns)
	}
	enough := errors.New("enough")
	if _, err := e.Potentials([]float64{6, 0, 0}, 1e-9, func() error { return enough }); !errors.Is(err, enough) {
		t.Errorf("error %v, want that of the turn", err)
	}
}
