package cube

import (
	"math/rand/v2"
	"slices"

	"transat/solver/cnf"
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
	if err := m.scatter(); err != nil {
		return err
	}
	before := m.s.split.work()
	defer func() { m.lookahead += m.s.split.work() - before }()
	says, chance := m.draws.known, 1.0
	var path []step
	for at := m.root; at != nil; {
		own, err := m.visit(at)
		if err != nil {
			return err
		}
		says.add(1/chance, own)
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
	m.draws.steps += len(path)
	m.draws.note(says)
	return nil
}

// scatter lets the clause learning of draws go to work.
func (m *sampler) scatter() (err error) {
	if m.drawing = true; m.scattered.leaf == nil {
		m.scattered.leaf, err = NewLeaf(m.ctx, m.s.run.cfg.Formula, LeafOptions{})
	}
	if m.draws.n == 0 {
		grain := *m.ordered.grain
		grain.splitting = m.s.split.work
		m.scattered.grain = &grain
	}
	m.s.grain = m.scattered.grain
	return err
}

// drawn sums up what samples say of what the beginning of a run has left, as draws cost.
type drawn struct {
	n       int
	steps   int // of all draws
	known   tally
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

// begun are the cubes of the beginning of a run, and what they cost as if they were drawn.
type begun struct {
	cubes    []begunCube // that were not compared yet
	n        int         // that were
	ordered  float64     // conflicts of those in the run
	apart    float64     // and as draws
	shuffled bool
}

type begunCube struct {
	path      []cnf.Lit
	conflicts float64
}

const (
	warming = 4  // one in that many of the first conflicts is not compared: then, a run has learned little
	guessed = 8  // compared cubes that the usual share is worth
	longest = 20 // times the conflicts of a cube in the run it may take alone

	// Usually, that share of what a draw costs is the cost in a run.
	usualShare, symmetricShare = 0.8, 0.5
)

// note adds a cube.
func (b *begun) note(path []cnf.Lit, conflicts float64) {
	if !b.shuffled {
		b.cubes = append(b.cubes, begunCube{path, conflicts})
	}
}

// shuffle ends the beginning.
func (b *begun) shuffle(rng *rand.Rand) {
	sum, first := 0.0, 0.0
	for _, c := range b.cubes {
		sum += c.conflicts
	}
	for len(b.cubes) > 0 && warming*first < sum {
		first += b.cubes[0].conflicts
		b.cubes = b.cubes[1:]
	}
	rng.Shuffle(len(b.cubes), func(i, j int) { b.cubes[i], b.cubes[j] = b.cubes[j], b.cubes[i] })
	b.shuffled = true
}

// share returns what share of the cost of draws a run pays.
func (b *begun) share(symmetric bool) float64 {
	share := usualShare
	if symmetric {
		share = symmetricShare
	}
	if b.n == 0 || b.apart == 0 {
		return share
	}
	mean := guessed * b.apart / float64(b.n)
	return (b.ordered + share*mean) / (b.apart + mean)
}

// compare lets the clause learning of draws decide cubes of the beginning, of which a run has paid the cost.
func (m *sampler) compare() error {
	b := &m.begun
	for len(b.cubes) > 0 && b.apart < compares*float64(m.effort()) {
		c := b.cubes[0]
		b.cubes = b.cubes[1:]
		r, err := m.scattered.leaf.Solve(m.ctx, c.path, int64(longest*max(c.conflicts, mostWork)))
		m.spent.Conflicts += r.Conflicts
		if err != nil {
			return err
		}
		b.n++
		b.ordered += c.conflicts
		b.apart += float64(r.Conflicts)
	}
	return nil
}
