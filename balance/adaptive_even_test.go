package balance

import (
	"testing"

	"transat/balance/topology"
)

// Links are slow if the fastest of the first four elements takes longer on its way than one and a half nodes.
func TestLinksAreSlowByTheLeastOfFourElements(t *testing.T) {
	transit := func(took ...Ticks) *adaptiveTransit {
		x, now := &adaptiveTransit{}, Ticks(1000)
		for _, d := range took {
			x.told = now
			now += d
			x.arrived(now)
		}
		return x
	}
	for _, c := range []struct {
		took []Ticks
		node float64
		slow bool
	}{
		{[]Ticks{90, 80, 70, 61}, 40, true},
		{[]Ticks{90, 60, 70, 80}, 40, false},
		{[]Ticks{90, 90, 90}, 40, false}, // too few to tell
		{[]Ticks{90, 90, 90, 90}, 0, false},
	} {
		if got := transit(c.took...).slow(c.node); got != c.slow {
			t.Errorf("elements take %v, a node %v: slow is %v", c.took, c.node, got)
		}
	}
	x := transit(90, 90)
	x.arrived(5000) // not announced
	if x.seen != 2 {
		t.Error("an element counts that nothing was sent ahead of")
	}
}

// In a search, loads are numbers of elements, the one in work counts, and the last that waits may go.
func TestLoadsOfASearchAreNumbers(t *testing.T) {
	h := &searching{holder: holder{n: 3}, busy: true}
	side, search := &adaptiveSide{keeps: 2}, &adaptiveSide{}
	search.evenOut(&adaptiveGrain{})
	if got := search.total(h); got != 4 {
		t.Errorf("three elements that wait, and one in work, count %v", got)
	}
	h.n, search.drift.worth = 1, 2
	if got := search.room(h); got != evenLeast {
		t.Errorf("with one that waits there is room for a load of %v, want only for one that has nothing", got)
	}
	if got := side.room(h); got >= 0 {
		t.Errorf("side by side, the last would go to a load of %v", got)
	}
	h.n, search.drift.grain = 9, 1
	search.judge(h)
	if got, want := search.room(h), 10-evenShare*10; got != want {
		t.Errorf("with ten elements there is room for a load of %v, want %v", got, want)
	}
}

// searching is a holder that works on one more element.
type searching struct {
	holder
	busy bool
}

func (s *searching) Busy() bool { return s.busy }

// Loads are evened out where there are several ways on, and neighbours are few.
func TestEveningOutFitsTheNetwork(t *testing.T) {
	for _, c := range []struct {
		kind  string
		sides []int
		fits  bool
	}{
		{"mesh", []int{4, 4}, true},
		{"mesh", []int{64, 4}, true},
		{"torus", []int{8, 8}, true},
		{"hypercube", []int{16, 16}, true},
		{"debruijn", []int{16, 16}, true},
		{"mesh", []int{64, 2}, false},
		{"line", []int{8, 8}, false},
		{"ring", []int{8, 8}, false},
		{"tree", []int{8, 8}, false},
		{"clique", []int{8, 8}, false},
		{"mesh", []int{1, 1}, false},
	} {
		network, err := topology.New(c.kind, c.sides...)
		if err != nil {
			t.Fatal(err)
		}
		if got := evenFits(network); got != c.fits {
			t.Errorf("%s %v: %v", c.kind, c.sides, got)
		}
	}
}
