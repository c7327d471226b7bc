package cube

import (
	"math"
	"slices"
)

// spot is a node that samples have come by. One of a list of cubes stands for a range of them.
type spot struct {
	part            // the node, or the cubes of the range
	kids    []*spot // empty before it was visited, and when all below is done
	draws   int     // samples that have come by
	visited bool
	done    bool  // all below was searched, or thinned
	own     tally // of its visit
	all     tally // of all below it, if done
	thinned bool  // all is an estimate
}

// tally is a weighed sum of costs.
type tally struct{ conflicts, cubes, time float64 }

func (t *tally) add(weight float64, u tally) {
	t.conflicts += weight * u.conflicts
	t.cubes += weight * u.cubes
	t.time += weight * u.time
}

// close sums up a spot whose kids are done.
func (p *spot) close() {
	if p.done || !p.visited || slices.ContainsFunc(p.kids, func(k *spot) bool { return !k.done }) {
		return
	}
	p.done, p.all = true, p.own
	for _, kid := range p.kids {
		p.all.add(1, kid.all)
		p.thinned = p.thinned || kid.thinned
	}
}

// known reports whether something below a spot was searched.
func (p *spot) known() bool { return p.done || p.visited && slices.ContainsFunc(p.kids, (*spot).known) }

// guess is the estimate for all below a known spot, with its variance. A kid that is not known costs as much as those that are, with a
// standard error of spread times that.
func (p *spot) guess(spread float64) (g guess) {
	if p.done {
		g.tally = p.all
		if p.thinned {
			g.variance = math.Pow(spread*p.all.conflicts, 2)
		}
		return g
	}
	known := 0.0
	for _, kid := range p.kids {
		if kid.known() {
			k := kid.guess(spread)
			g.add(1, k.tally)
			g.variance += k.variance
			known++
		}
	}
	unknown := float64(len(p.kids)) - known
	more := unknown / known
	g.variance = (1+more)*(1+more)*g.variance + unknown*math.Pow(spread*g.conflicts/known, 2)
	g.add(more, g.tally)
	g.add(1, p.own)
	return g
}

type guess struct {
	tally
	variance float64
}

// spread tells how far siblings lie apart: the root of the mean square of the difference of two that are known, in terms of the mean.
// The larger ones count more.
func (p *spot) spread(sum, weight *float64) {
	if p.done || !p.known() {
		return
	}
	for i, kid := range p.kids {
		kid.spread(sum, weight)
		if i == 0 || !kid.known() || !p.kids[i-1].known() {
			continue
		}
		a, b := kid.guess(0).conflicts, p.kids[i-1].guess(0).conflicts
		if mean := (a + b) / 2; mean > 0 {
			*sum += mean * math.Pow((a-b)/mean, 2)
			*weight += mean
		}
	}
}
