package sim

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"transat/balance"
	"transat/balance/topology"
)

// DynamicLoad says how items come and go. What it prescribes happens at given processors at given
// times, whatever a policy has made of the load before: the same seed creates and destroys the same
// numbers of items under every policy.
//
// Time is cut into intervals. In each, the number of items at processor i changes by ΔL_i, one by one
// at random times, by creations only or by destructions only; so no item comes and goes unseen within
// an interval, as the definition of dynamicity asks. Over the processors, the ΔL_i are a random field,
//
//	ΔL = round(s·(I + c·A²)²w - κ·(L - m) - (m - Mean)),
//
// where w is white noise, A averages over a processor and its neighbours, the field's mean is taken
// off, and L are the loads that there would be without balancing, m their mean. c makes the field
// rough (c < 0: neighbours differ) or smooth (c > 0: whole regions change together); s and c are
// searched so that the rounded field is as prescribed. κ pulls loads together just enough that, without
// balancing, their standard deviation stays at Imbalance (a little less, as no load falls below 0): a
// difference is forgotten in 2·(Imbalance·Mean/Step)² intervals.
//
// The sums over intervals that define dynamicity depend on the length of an interval: of loads that
// change at random, half as long intervals see √2 times as much. Here that length is a choice, Step.
//
// Source: Corradi, Leonardi, Zambonelli: Diffusive Load Balancing Policies for Dynamic Applications,
// §4.1, defines dynamicity and dispersion. Not from the paper, which does not say how its loads were
// made: the field, the step and the pull.
type DynamicLoad struct {
	Mean float64 // items a processor
	// Imbalance is σ without balancing: the standard deviation of the loads as a share of Mean.
	Imbalance float64
	// Dynamicity is Δσ/T: the root mean squares of the changes in all intervals of a second, added up,
	// as a share of Mean. 5 is what the paper calls 500/s.
	Dynamicity float64
	// Dispersion is Δδ/T as a share of Δσ/T, where δ is σ after every processor's change has been
	// replaced by the average over it and its neighbours; 0 is for white noise, whatever its Δδ is.
	Dispersion float64
	// Step is the root mean square of the changes in one interval, in items. With Mean and Dynamicity it
	// gives the length of an interval: Step/(Mean·Dynamicity) seconds.
	Step float64
	// Unequal is how far the load of an item may be from 1: it is drawn from 1 - Unequal to 1 + Unequal in
	// sixteenths, all as likely. 0 is for items of load 1. Everything above counts items.
	Unequal float64
}

func (l DynamicLoad) check() error {
	for _, x := range []struct {
		name               string
		value, least, most float64
	}{
		{"mean load", l.Mean, 1, 1e6},
		{"imbalance", l.Imbalance, 0, 1},
		{"dynamicity", l.Dynamicity, 0, 1e6},
		{"dispersion", l.Dispersion, 0, 1},
		{"step", l.Step, 0.25, l.Mean},
		{"unequal loads", l.Unequal, 0, 15. / 16},
	} {
		if !(x.value >= x.least && x.value <= x.most) {
			return fmt.Errorf("dynamic load: %s %v: want a number from %v to %v", x.name, x.value, x.least, x.most)
		}
	}
	return nil
}

// generator makes the creations and destructions of a DynamicLoad.
type generator struct {
	load     DynamicLoad
	near     surroundings
	random   *rand.Rand
	smooth   float64 // c
	gain     float64 // s
	pull     float64 // κ
	interval balance.Ticks

	held    []int    // per processor, the items it would hold without balancing
	changes []change // of the interval under way, in their order
	end     balance.Ticks

	field, average, again []float64 // scratch space

	intervals    int     // drawn so far
	sigma, delta float64 // sums of Δσ and Δδ over them
}

// change is a creation (by = 1) or a destruction (by = -1) of an item.
type change struct {
	at   balance.Ticks
	rank int32
	by   int32
}

// newGenerator finds the field and the loads at time 0.
func newGenerator(load DynamicLoad, network topology.Network, seed uint64) (*generator, error) {
	if err := load.check(); err != nil {
		return nil, err
	}
	n := network.Procs()
	g := &generator{
		load: load, near: newSurroundings(network), random: stream(seed, math.MaxUint64),
		interval: never, end: never, held: make([]int, n),
		field: make([]float64, n), average: make([]float64, n), again: make([]float64, n),
	}
	if err := g.calibrate(network); err != nil {
		return nil, err
	}
	if load.Dynamicity > 0 {
		g.interval = max(1, balance.Ticks(math.Round(min(load.Step/(load.Mean*load.Dynamicity), 1e9)*float64(balance.Second))))
		g.end = 0
	}
	if spread := load.Imbalance * load.Mean; spread > 0 {
		g.pull = load.Step * load.Step / (2 * spread * spread)
	}
	g.draw()
	rms := max(rootMeanSquare(g.field), math.SmallestNonzeroFloat64) // 0 if there is a single processor
	for i, x := range g.field {
		g.held[i] = int(math.Round(max(0, load.Mean*(1+load.Imbalance*x/rms))))
	}
	return g, nil
}

// peek returns the time of the next change, or of the next interval's begin, or never.
func (g *generator) peek() balance.Ticks {
	if len(g.changes) > 0 {
		return g.changes[0].at
	}
	return g.end
}

// pop takes the next change, or begins the next interval and returns ok = false.
func (g *generator) pop() (c change, ok bool) {
	if len(g.changes) == 0 {
		g.next()
		return change{}, false
	}
	c, g.changes = g.changes[0], g.changes[1:]
	return c, true
}

// next draws the changes of the next interval.
func (g *generator) next() {
	begin := g.end
	g.end += g.interval
	g.changes = g.changes[:0]
	g.draw()
	mean := g.mean()
	for i, x := range g.field {
		by := math.Round(g.gain*x - g.pull*(float64(g.held[i])-mean) - (mean - g.load.Mean))
		by = max(by, -float64(g.held[i]))
		g.held[i] += int(by)
		g.field[i] = by
		one := change{rank: int32(i), by: int32(math.Copysign(1, by))}
		for range int(math.Abs(by)) {
			one.at = begin + balance.Ticks(g.random.Int64N(int64(g.interval)))
			g.changes = append(g.changes, one)
		}
	}
	slices.SortFunc(g.changes, func(a, b change) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.rank, b.rank))
	})
	g.near.average(g.average, g.field)
	g.intervals++
	g.sigma += rootMeanSquare(g.field) / mean
	g.delta += rootMeanSquare(g.average) / mean
}

// mean is the mean load that there would be without balancing.
func (g *generator) mean() float64 {
	sum := 0
	for _, held := range g.held {
		sum += held
	}
	return float64(sum) / float64(len(g.held))
}

// achieved returns Δσ/T and Δδ/T of all intervals drawn so far, a second.
func (g *generator) achieved() (sigma, delta float64) {
	seconds := float64(g.intervals) * float64(g.interval) / float64(balance.Second)
	if seconds == 0 {
		return 0, 0
	}
	return g.sigma / seconds, g.delta / seconds
}

// draw fills field with (I + c·A²)²w less its mean, from fresh noise w.
func (g *generator) draw() {
	for i := range g.field {
		g.field[i] = g.random.NormFloat64()
	}
	for range 2 {
		g.near.average(g.average, g.field)
		g.near.average(g.again, g.average)
		for i, x := range g.again {
			g.field[i] += g.smooth * x
		}
	}
	centre(g.field)
}
