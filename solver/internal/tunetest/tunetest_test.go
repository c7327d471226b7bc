package tunetest

import (
	"io"
	"math"
	"strings"
	"testing"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
	"transat/solver/internal/engine/general"
)

// bowl is an engine that takes the less time, the nearer its numbers are to others.
type bowl struct{ engine.Engine }

type heights struct {
	x, y float64
	z    float32
	n    int
}

func (bowl) Time(n heights, limit float64) float64 {
	off := math.Abs(n.x-2) + math.Abs(math.Log(n.y/3)) + math.Abs(float64(n.z)-0.5) + math.Abs(float64(n.n-4))
	return min(math.Exp(off), limit)
}

func bowls(t *testing.T) (Training[heights], []Tunable[heights]) {
	engine := func(f *cnf.Formula) Engine[heights] {
		p, err := cnf.Normalise(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		e, err := general.New(t.Context(), p, 2)
		if err != nil {
			t.Fatal(err)
		}
		return bowl{e}
	}
	far := math.Inf(1)
	tunables := []Tunable[heights]{
		Number(1, 1, -far, far, Double(func(n *heights) *float64 { return &n.x })),
		Factor(1, 1, 0, far, Double(func(n *heights) *float64 { return &n.y })),
		Number(0, 1, 0, 0.25, Single(func(n *heights) *float32 { return &n.z })),
		Number(2, 1, 0, 9, Whole(func(n *heights) *int { return &n.n })),
	}
	return Training[heights]{Length: 3, Samples: []Sample{{20, 120, 2}}, Begin: heights{1, 1, 0, 2}, Engine: engine}, tunables
}

// The search finds the best numbers, as far as their bounds allow.
func TestSearch(t *testing.T) {
	training, tunables := bowls(t)
	u := newSearch(t, training, tunables, io.Discard)
	u.seed, u.generations, u.population = 1, 60, 16
	u.search()
	best, _ := u.numbers(u.better(1)[0].X)
	if math.Abs(best.x-2) > 0.1 || math.Abs(best.y-3) > 0.3 || best.z != 0.25 || best.n != 4 {
		t.Errorf("found %+v", best)
	}
}

func TestSearchGoesOn(t *testing.T) {
	training, tunables := bowls(t)
	GoesOn(t, training, tunables)
}

// What was not written to its end is tried again.
func TestReadEndsWithTheFirstBrokenLine(t *testing.T) {
	u := new(search[heights])
	u.read(strings.NewReader(`{"x":[1,2],"worth":0.5}` + "\n" + `{"x":[3,4],"worth":0.25}` + "\n" + `{"x":[5`))
	if len(u.known) != 2 || u.known[1].Worth != 0.25 {
		t.Errorf("read %+v", u.known)
	}
}
