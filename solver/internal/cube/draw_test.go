package cube

import (
	"math"
	"math/rand/v2"
	"testing"

	"transat/instances/families"
)

// newSampler returns a sampler of a formula that has done nothing yet.
func newSampler(t *testing.T, cfg Config, budget float64) *sampler {
	t.Helper()
	m, err := prepare(t.Context(), cfg, Sampling{Used: within(budget)})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A way down goes to each kid with the probability of its share, to none that is done, and says where it is within that share.
func TestDrawsGoByShares(t *testing.T) {
	m := &sampler{slope: &slope{met: 1, apart: 4}}
	p := &spot{part: part{{}}, visited: true}
	for assigned := range 4 {
		p.kids = append(p.kids, &spot{part: part{{assigned: assigned}}, done: assigned == 1})
	}
	p.draws, p.says, p.kids[3].draws, p.kids[3].says = 1, 100, 1, 100
	shares := p.shares(m.slope)
	if !(shares[0] > shares[2] && shares[3] > shares[2]) {
		t.Errorf("shares %v", shares)
	}
	open := shares[0] + shares[2] + shares[3]
	rng, came := rand.New(rand.NewPCG(1, 2)), map[*spot]float64{}
	const n = 20000
	for range n {
		place := rng.Float64()
		kid, share := m.choose(p, &place)
		if came[kid] += 1.0 / n; place < 0 || place > 1 {
			t.Fatalf("place %v", place)
		}
		for i, k := range p.kids {
			if k == kid && math.Abs(share-shares[i]/open) > 1e-9 {
				t.Fatalf("kid %d has share %v of %v", i, share, shares)
			}
		}
	}
	for i, kid := range p.kids {
		if want := shares[i] / open; kid.done && came[kid] > 0 || !kid.done && math.Abs(came[kid]-want) > 0.02 {
			t.Errorf("kid %d: %v of the ways, want %v", i, came[kid], want)
		}
	}
}

// A budget that is likely to be enough for the rest after some samples is spent on that: then nothing is estimated, and what was drawn does
// not count.
func TestSamplesEndInARun(t *testing.T) {
	cfg := Config{Formula: families.MultiplierMiter(5), Splitter: LookaheadSplitter}
	run := sampled(t, cfg, 0, math.Inf(1))
	e := sampled(t, cfg, 1, 2*run.Conflicts)
	if !e.Solved || e.Samples > 0 || e.Deviation != leastOff*e.Conflicts || e.Conflicts >= float64(e.Spent.Conflicts) {
		t.Errorf("%+v of %+v", e, run)
	}
	if e.Conflicts != run.Conflicts || e.Cubes != run.Cubes {
		t.Errorf("%+v of %+v", e, run)
	}
}
