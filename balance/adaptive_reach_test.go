package balance

import (
	"math/rand/v2"
	"testing"

	"transat/balance/topology"
)

func reachOn(t *testing.T, sides ...int) (adaptiveReach, Topology) {
	t.Helper()
	mesh, err := topology.NewGrid("mesh", sides...)
	if err != nil {
		t.Fatal(err)
	}
	return newAdaptiveReach(mesh), mesh
}

// Where moving takes long, and less from nearby, the reach falls to the neighbours; where it takes little, it rises to anybody.
func TestReachFallsAndRises(t *testing.T) {
	r, _ := reachOn(t, 30, 30) // a mean distance of 20
	r.learn(true)
	if r.links != 14 {
		t.Errorf("a reach of %v links, want 14", r.links)
	}
	for range 20 {
		r.learn(true)
	}
	if r.links != 1 {
		t.Errorf("a reach of %v links after many slow moves, want 1", r.links)
	}
	for range 20 {
		r.learn(false)
	}
	if r.links != 0 {
		t.Errorf("a reach of %v links after many fast moves, want anybody", r.links)
	}
}

// Elements are light if an answer with one takes little longer than one without. Then the reach rises, though all answers take long;
// otherwise it falls.
func TestReachFallsWhereElementsAreHeavy(t *testing.T) {
	for _, c := range []struct {
		adds  Ticks // to an answer of 100
		light bool
	}{{10, true}, {300, false}} {
		r, _ := reachOn(t, 30, 30)
		g := adaptiveGifts{reach: r}
		now := Ticks(0)
		for range 40 {
			g.sent(now)
			now += 100
			g.refused(now)
			g.sent(now)
			now += 100 + c.adds
			g.arrived(now, 1)
			now += 200 // it lasts twice as long as an answer
			g.judge(now)
		}
		if g.light() != c.light || (g.reach.links == 0) != c.light {
			t.Errorf("an element adds %d to an answer of 100: light %v, a reach of %v links", c.adds, g.light(), g.reach.links)
		}
	}
	var g adaptiveGifts
	g.sent(0)
	g.arrived(100, 1)
	g.judge(200)
	if g.light() {
		t.Error("elements are light without anything to compare with")
	}
	small, _ := reachOn(t, 2, 2)
	small.learn(true)
	if small.links != 0 {
		t.Error("there is something near on 2x2 processors")
	}
}

// drawing is a Proc of which only the rank and the random numbers are asked for.
type drawing struct {
	Proc
	rank, procs int
	rng         *rand.Rand
}

func (d drawing) Rank() int        { return d.rank }
func (d drawing) Procs() int       { return d.procs }
func (d drawing) Rand() *rand.Rand { return d.rng }

// Whoever is asked is somebody else, within reach, and everybody within reach is asked; after many refusals, anybody.
func TestVictimIsWithinReach(t *testing.T) {
	r, mesh := reachOn(t, 12, 12)
	r.links = 2
	p := drawing{rank: 5*12 + 6, procs: 144, rng: rand.New(rand.NewPCG(1, 2))}
	count := func(refusals int) (seen map[int]int, farthest int) {
		seen = map[int]int{}
		for range 5000 {
			v := r.victim(p, mesh, refusals, 0)
			seen[v]++
			away := max(v/12-5, 5-v/12) + max(v%12-6, 6-v%12)
			farthest = max(farthest, away)
			if away == 0 {
				t.Fatal("it asks itself")
			}
		}
		return seen, farthest
	}
	if seen, farthest := count(0); farthest != 2 || len(seen) != 12 {
		t.Errorf("%d processors are asked, up to %d links away: want the 12 up to 2 away", len(seen), farthest)
	}
	if seen, _ := count(1000); len(seen) != 143 {
		t.Errorf("%d processors are asked after 1,000 refusals, want all 143 others", len(seen))
	}
}
