package partition

import (
	"context"
	"math"
	"math/rand/v2"
)

// Simulated annealing of the particles.
//
// A move takes a random vertex and offers it the part of a random neighbour, or, one time in sixteen,
// any part. A move that lowers H is made; one that raises it by ΔH is made with probability exp(-ΔH/T).
// The temperature T falls by the same factor after every level:
//
//	T ▲ ─┐
//	  │  └─┐              hot:   from what makes four of five uphill moves of random vertices pass
//	  │    └─┐            cool:  from a third of the energy of an edge, which loosens the seams and leaves
//	  │      └──┐                the bodies whole
//	  │         └──┐      both:  down to a thirtieth of the energy of an edge, then once more at T = 0
//	  └──────────────▶ level
//
// A level is a fixed number of moves a vertex. The least H at the end of a level is kept, so that the
// result is never worse than the start. Where whole parts have to vanish, single vertices would have to
// climb a hill; so parts are also tried as clusters: joined with a neighbouring part if that lowers H.
//
// Cost: a move looks at the neighbours of one vertex and allocates nothing; the memory is that of two
// partitions.
//
// Source: Kirkpatrick, Gelatt, Vecchi: Optimization by Simulated Annealing, 1983; Williams 1991 (see
// the package comment) for colouring with the colours of neighbours and for moving clusters.

// Schedule says how slowly a problem is annealed.
type Schedule struct {
	Levels int  // of temperature, at least 1
	Sweeps int  // the length of a level: moves tried / number of vertices
	Hot    bool // start so hot that the start is forgotten
}

// defaultSweeps is enough for a cut within a few percent of that of ten times as many.
const defaultSweeps = 100

// hot is the schedule of an annealing alone.
func (p *Problem) hot() Schedule { return Schedule{Levels: 100, Sweeps: p.sweeps(), Hot: true} }

// cool is the schedule that improves a good start.
func (p *Problem) cool() Schedule { return Schedule{Levels: 40, Sweeps: p.sweeps()} }

func (p *Problem) sweeps() int {
	if p.Sweeps == 0 {
		return defaultSweeps
	}
	return p.Sweeps
}

const (
	melting  = 1.0 / 3  // the first temperature of a cool start, in energies of an edge
	freezing = 1.0 / 30 // the last temperature, in the same unit
	uphill   = 0.8      // the share of uphill moves that a hot start lets pass
	anyPart  = 16       // one offer in this many is of any part
)

// Anneal lowers H from a start, which stays as it is; H of the result is at most that of the start. If
// the context ends, it returns the best so far with the context's error.
func (p *Problem) Anneal(ctx context.Context, start []int, schedule Schedule, seed uint64) ([]int, error) {
	a := &annealer{state: newState(p, start), rng: rand.New(rand.NewPCG(seed, 'A')), progress: p.Progress}
	a.keep()
	err := a.run(ctx, schedule)
	for err == nil && a.merge() {
		err = a.run(ctx, Schedule{Levels: schedule.Levels/2 + 1, Sweeps: schedule.Sweeps})
	}
	return a.best, err
}

// annealer is an annealing under way.
type annealer struct {
	*state
	rng   *rand.Rand
	best  []int
	bestH float64

	progress func(share float64)
}

// keep remembers the state if it is the best so far.
func (a *annealer) keep() {
	if h := a.energy().H(); a.best == nil || h < a.bestH {
		a.best = append(a.best[:0], a.part...)
		a.bestH = h
	}
}

// run goes through the levels of a schedule, and then quenches the best state.
func (a *annealer) run(ctx context.Context, schedule Schedule) error {
	first, last := a.temperatures(schedule.Hot)
	for level := range schedule.Levels {
		if a.progress != nil {
			a.progress(float64(level) / float64(schedule.Levels))
		}
		t := first * math.Pow(last/first, float64(level)/float64(max(1, schedule.Levels-1)))
		for range schedule.Sweeps {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			a.try(len(a.part), t)
		}
		a.keep()
	}
	a.restore()
	for range schedule.Sweeps {
		if ctx.Err() != nil {
			a.keep()
			return context.Cause(ctx)
		}
		a.try(len(a.part), 0)
	}
	a.keep()
	return nil
}

// temperatures returns the first and the last one.
func (a *annealer) temperatures(hot bool) (first, last float64) {
	n := float64(len(a.part))
	mean := float64(a.g.totalWeight) / n
	vertex := 2 * a.by.work * mean * mean
	var edge float64
	if edges := a.g.Edges(); edges > 0 {
		edge = a.by.communication * float64(a.g.totalEdge) / float64(edges)
	}
	first, last = melting*max(edge, vertex), freezing*edge
	if edge == 0 {
		last = freezing * vertex
	}
	if hot {
		first = max(first, a.meanRise()/-math.Log(uphill))
	}
	return first, last
}

// meanRise is the mean ΔH of those random moves of a sample that raise H.
func (a *annealer) meanRise() float64 {
	var sum float64
	var rises int
	for range 1000 {
		v, to := a.rng.IntN(len(a.part)), a.rng.IntN(len(a.load))
		if to == a.part[v] {
			continue
		}
		if d := a.delta(v, to, a.changes(v, to)); d > 0 {
			sum += d
			rises++
		}
	}
	return sum / float64(max(1, rises))
}

// try tries a number of moves at temperature t. This is the hot loop: one random number chooses the
// vertex, the neighbour and whether it is any part instead.
func (a *annealer) try(moves int, t float64) {
	n, parts := uint64(len(a.part)), uint64(len(a.load))
	for range moves {
		bits := a.rng.Uint64()
		v := int(bits >> 32 * n >> 32)
		low := bits & (1<<32 - 1)
		arcs := a.g.Arcs(v)
		var to int
		if len(arcs) == 0 || low%anyPart == 0 {
			to = int(low / anyPart * parts >> 28)
		} else {
			to = a.part[arcs[low/anyPart*uint64(len(arcs))>>28].To]
		}
		if to == a.part[v] {
			continue
		}
		add := a.changes(v, to)
		if d := a.delta(v, to, add); d <= 0 || t > 0 && a.rng.Float64() < math.Exp(-d/t) {
			a.move(v, to, add)
		}
	}
}

// restore goes back to the best state.
func (a *annealer) restore() {
	for v, to := range a.best {
		if to != a.part[v] {
			a.move(v, to, a.changes(v, to))
		}
	}
}
