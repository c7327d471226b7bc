package partition

import (
	"context"
	"math/bits"
)

// The machine metric: what it costs to communicate depends on how far apart two processors are. The partition of a
// graph is then two things, which vertices are together and who gets which of the parts. Annealing moves single
// vertices, and would have to climb a hill to exchange two parts. So parts are exchanged as a whole.
//
// Source: Fox, Williams, Messina, Parallel Computing Works, 1994, §11.1.2, which names the metric and goes on without.

// Hamming is the metric of a hypercube: the number of bits in which two numbers differ.
func Hamming(a, b int) int { return bits.OnesCount(uint(a ^ b)) }

// Rename exchanges parts, two at a time, as long as that lowers the sum of weights and distances, and returns the
// partition with the new names. Without a metric the names do not matter, and it returns parts. Each sweep looks at
// all pairs of parts, in time proportional to the third power of their number.
func (p *Problem) Rename(parts []int) []int {
	if p.Distance == nil {
		return parts
	}
	traffic := make([][]int64, p.Parts)
	for q := range traffic {
		traffic[q] = make([]int64, p.Parts)
	}
	for v, q := range parts {
		for _, arc := range p.Graph.Arcs(v) {
			if r := parts[arc.To]; r != q {
				traffic[q][r] += int64(arc.Weight)
			}
		}
	}
	place := make([]int, p.Parts) // of each part
	for q := range place {
		place[q] = q
	}
	for better := true; better; {
		better = false
		for a := range place {
			for b := range a {
				if exchangeGain(p.Distance, traffic, place, a, b) > 0 {
					place[a], place[b] = place[b], place[a]
					better = true
				}
			}
		}
	}
	named := make([]int, len(parts))
	for v, q := range parts {
		named[v] = place[q]
	}
	return named
}

// exchangeGain is by how much the sum falls if two parts change places. The way between the two stays.
func exchangeGain(distance func(a, b int) int, traffic [][]int64, place []int, a, b int) int64 {
	gain := int64(0)
	for q := range place {
		if q != a && q != b {
			way := int64(distance(place[a], place[q]) - distance(place[b], place[q]))
			gain += way * (traffic[a][q] - traffic[b][q])
		}
	}
	return gain
}

// placed is Physical for a problem with a metric, without a home. A bisection names its parts well, and annealing
// without the metric makes better ones: both are started from, with their parts exchanged, and the result with less
// H counts.
func (p *Problem) placed(ctx context.Context, bisection []int, seed uint64) ([]int, error) {
	plain := *p
	plain.Distance = nil
	annealed, err := plain.Anneal(ctx, bisection, p.cool(), seed)
	if err != nil {
		return p.Rename(annealed), err
	}
	var best []int
	for _, start := range [][]int{bisection, annealed} {
		parts, err := p.Anneal(ctx, p.Rename(start), p.cool(), seed)
		parts = p.Rename(parts)
		if best == nil || p.Quality(parts).Energy.H() < p.Quality(best).Energy.H() {
			best = parts
		}
		if err != nil {
			return best, err
		}
	}
	return best, nil
}
