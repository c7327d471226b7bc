package rounds

import (
	"context"
	"math"
	"slices"

	"transat/balance"
)

// generic is the kernel for all rules on all networks: it asks every processor's rule, and then moves
// everything at once.
type generic struct {
	whole bool
	rules []balance.Rule
	loads []float64
	next  []float64
	kept  []float64                          // the copy made by mark
	heard []float64                          // loads of the neighbours of one processor
	send  []float64                          // what it sends to them
	watch func(from, to int, amount float64) // of Setup.Flow
}

func newGeneric(rules []balance.Rule, loads []float64, whole bool) *generic {
	g := &generic{
		whole: whole,
		rules: rules,
		loads: append([]float64(nil), loads...),
		next:  make([]float64, len(loads)),
	}
	links := 0
	for _, rule := range rules {
		for substep := range rule.Substeps() {
			links = max(links, len(rule.Links(substep)))
		}
	}
	g.heard, g.send = make([]float64, links), make([]float64, links)
	return g
}

func (g *generic) step(ctx context.Context, number int, t *Traffic) bool {
	if t == nil {
		t = &Traffic{}
	}
	for substep := range g.rules[0].Substeps() {
		copy(g.next, g.loads)
		largest := 0.0
		for rank, rule := range g.rules {
			if rank > 0 && rank%checkEvery == 0 && ctx.Err() != nil {
				return false
			}
			largest = max(largest, g.flow(rank, rule, number, substep, t))
		}
		t.Shifts += largest
		g.loads, g.next = g.next, g.loads
	}
	return true
}

// flow moves what one processor sends in a substep, and returns the largest load it sends to one
// neighbour.
func (g *generic) flow(rank int, rule balance.Rule, step, substep int, t *Traffic) float64 {
	links := rule.Links(substep)
	heard, send := g.heard[:len(links)], g.send[:len(links)]
	for i, link := range links {
		send[i] = 0
		heard[i] = math.NaN() // a rule that uses what it does not hear gives itself away
		if link.Hears {
			heard[i] = g.loads[link.To]
		}
	}
	rule.Flow(step, substep, g.loads[rank], heard, g.whole, send)
	largest := 0.0
	for i, amount := range send {
		if amount == 0 {
			continue
		}
		g.next[rank] -= amount
		g.next[links[i].To] += amount
		if g.watch != nil {
			g.watch(rank, links[i].To, amount)
		}
		t.Moved += amount
		t.Transfers++
		largest = max(largest, amount)
	}
	return largest
}

func (g *generic) read(dst []float64) { copy(dst, g.loads) }

func (g *generic) extremes() (lowest, highest float64) { return extremes(g.loads) }

func (g *generic) mark() { g.kept = append(g.kept[:0], g.loads...) }

func (g *generic) marked() bool { return slices.Equal(g.loads, g.kept) }

// extremes are the lowest and the highest of at least one number.
func extremes(loads []float64) (lowest, highest float64) {
	lowest, highest = loads[0], loads[0]
	for _, load := range loads {
		lowest, highest = min(lowest, load), max(highest, load)
	}
	return lowest, highest
}
