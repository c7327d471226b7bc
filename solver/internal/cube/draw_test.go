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

// Siblings far down a large formula, with thousands of variables assigned, have shares too.
func TestSharesOfLargeFormulas(t *testing.T) {
	s := &slope{met: 1, apart: 1}
	p := &spot{part: part{{}}, visited: true, kids: []*spot{{part: part{{assigned: 9001}}}, {part: part{{assigned: 9000}}}}}
	if shares := p.shares(s); !(shares[0] > 0 && shares[0] < shares[1] && shares[1] < 1) {
		t.Errorf("shares %v", shares)
	}
}

// What share of the cost of draws a run pays is the usual one until cubes of its beginning were compared, and then near what these say.
func TestDrawsAreComparedWithTheRun(t *testing.T) {
	if share := (&begun{}).share(false); share != usualShare {
		t.Errorf("%v before anything is known", share)
	}
	many := begun{n: 100 * guessed, ordered: 1000, apart: 2000}
	if share := many.share(true); math.Abs(share-0.5) > 0.01 {
		t.Errorf("%v where draws cost twice as much", share)
	}
	one := begun{n: 1, ordered: 1000, apart: 2000}
	if share := one.share(false); !(share > 0.5 && usualShare-share < 0.05) {
		t.Errorf("%v after one cube", share)
	}
	m := newSampler(t, Config{Formula: families.Waerden(4, 6, 73), Splitter: LookaheadSplitter}, 20_000)
	defer m.close()
	if err := m.take(); err != nil {
		t.Fatal(err)
	}
	if share := m.begun.share(false); m.draws.n == 0 || m.begun.n < 3 || share < 0.4 || share > 1.6 {
		t.Errorf("%d draws, %d cubes compared, a run pays %v", m.draws.n, m.begun.n, share)
	}
}
