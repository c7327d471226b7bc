package cube

import (
	"slices"
)

// row is how many samples go from left to right, each in its own part of the tree.
const row = 8

// step is a step on the way down to a sample.
type step struct {
	*spot
	own   float64 // conflicts of the spot itself
	share float64 // the probability of the next step
}

// draw takes the sample at a place between 0 and 1: a way down to a cube that is solved, or to what propagation refutes.
func (m *sampler) draw(place float64) error {
	says, chance := m.sure, 1.0
	var path []step
	for at := m.root; at != nil; {
		own, err := m.visit(at)
		if err != nil {
			return err
		}
		says.add(1/chance, m.inRun(own))
		next, share := m.choose(at, &place)
		path = append(path, step{at, own.conflicts, share})
		chance *= share
		at = next
	}
	below := 0.0
	for _, p := range slices.Backward(path) {
		if p.share > 0 {
			below /= p.share
		}
		below += p.own
		p.says += below
		p.draws++
		p.close(m.slope)
	}
	m.steps += len(path)
	m.draws.note(says)
	return nil
}

// drawn sums up what samples say of a run.
type drawn struct {
	n       int
	sum     tally
	squares float64 // of conflicts
}

func (d *drawn) note(says tally) {
	d.n++
	d.sum.add(1, says)
	d.squares += says.conflicts * says.conflicts
}

// mean returns what they say in the mean.
func (d *drawn) mean() (mean tally) {
	mean.add(1/float64(d.n), d.sum)
	return mean
}

// choose returns the kid at a place between 0 and 1, of those that are not done, and its share, and makes place one within that.
func (m *sampler) choose(p *spot, place *float64) (kid *spot, share float64) {
	shares, sum := p.shares(m.slope), 0.0
	for i, kid := range p.kids {
		if kid.done {
			shares[i] = 0
		}
		sum += shares[i]
	}
	for i, k := range p.kids {
		if shares[i] == 0 {
			continue
		}
		if kid, share = k, shares[i]/sum; *place < share {
			*place /= share
			return kid, share
		}
		*place -= share
	}
	*place = 0.5 // rounding
	return kid, share
}
