package cube

import (
	"math"
	"slices"
)

// spot is a node that samples have come by. One of a list of cubes stands for a range of them.
type spot struct {
	part            // the node, or the cubes of the range
	kids    []*spot // empty before it was visited, and when all below is done and no draw has come by
	visited bool
	drawn   bool    // by a draw
	above   *spot   // in a run; nil for the root of a tree
	done    bool    // all below was searched
	own     tally   // of its visit
	all     tally   // of all below it, if done
	draws   int     // that have come by
	says    float64 // the sum of what they say that is below it, in conflicts
}

// tally is a weighed sum of costs.
type tally struct{ conflicts, cubes, time float64 }

func (t *tally) add(weight float64, u tally) {
	t.conflicts += weight * u.conflicts
	t.cubes += weight * u.cubes
	t.time += weight * u.time
}

// close sums up a spot whose kids are done.
func (p *spot) close(s *slope) {
	if p.done || !p.visited || slices.ContainsFunc(p.kids, func(k *spot) bool { return !k.done }) {
		return
	}
	p.done, p.all = true, p.own
	for _, kid := range p.kids {
		p.all.add(1, kid.all)
	}
	if len(p.kids) == 2 && len(p.part) == 1 {
		s.learn(p.kids[0], p.kids[1])
	}
	if p.draws == 0 { // else it may be forgotten
		p.kids = nil
	}
}

// forget forgets what draws have found, for a run that goes on.
func (p *spot) forget() {
	if p.draws == 0 {
		return
	}
	p.draws, p.says = 0, 0
	if p.drawn {
		*p = spot{part: p.part}
		return
	}
	p.done = len(p.kids) == 0
	for _, kid := range p.kids {
		kid.forget()
	}
}

// closeAll closes all below a spot, and itself.
func (p *spot) closeAll(s *slope) {
	for _, kid := range p.kids {
		kid.closeAll(s)
	}
	p.close(s)
}

// shares returns what share of the cost below a visited spot each kid is taken to have: by its size, and by what draws say that have come
// there.
func (p *spot) shares(s *slope) []float64 {
	shares, sum, largest := make([]float64, len(p.kids)), 0.0, -math.MaxFloat64
	for i, kid := range p.kids {
		shares[i] = s.size(kid, i > 0)
		largest = max(largest, shares[i])
	}
	for i, size := range shares {
		shares[i] = math.Exp(size - largest)
		sum += shares[i]
	}
	for i := range shares {
		shares[i] /= sum
	}
	if p.draws > 0 {
		whole, all := p.says/float64(p.draws), 0.0
		for i, kid := range p.kids {
			shares[i] = (guesses*shares[i]*whole + kid.says) / float64(guesses+kid.draws)
			all += shares[i]
		}
		for i := range shares {
			shares[i] /= max(all, 1e-9)
		}
	}
	for i, kid := range p.kids {
		if !kid.part[0].conflict {
			shares[i] = (1-even)*shares[i] + even/float64(len(p.kids))
		}
	}
	return shares
}

const (
	guesses = 3   // draws that a guess by sizes is worth
	even    = 0.1 // of the share is divided evenly: so no kid is forgotten that costs much against all guesses
)

// searched returns the share of the cost below a spot that was searched.
func (p *spot) searched(s *slope) (sum float64) {
	if p.done {
		return 1
	}
	for i, share := range p.shares(s) {
		sum += share * p.kids[i].searched(s)
	}
	return sum
}

// size returns the logarithm of what a spot is taken to cost, in some unit.
func (s *slope) size(p *spot, isSecond bool) float64 {
	n := p.part[0]
	if n.conflict {
		return math.Inf(-1)
	}
	falls, second := s.line()
	if !isSecond {
		second = 0
	}
	return math.Log(float64(len(p.part))) + second - falls*float64(n.assigned)
}
