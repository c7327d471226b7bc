package cube

import (
	"slices"
)

const (
	fewest   = 3 // levels above the subtrees that are drawn: so there are 8 of them at least
	thinning = 6 // times the planned cost of a sample, after which it is thinned
	row      = 8 // samples that go from left to right, each in its own part of the tree
)

// step is a step on the way down to a sample.
type step struct {
	*spot
	own   float64 // conflicts of the spot itself
	share float64 // the probability of the next step
}

// draw takes the sample at a place between 0 and 1.
func (m *sampler) draw(place float64) error {
	plan, rest := m.plan(), m.expected()-m.sure.conflicts
	says, chance := m.sure, 1.0
	var path []step
	for at := m.root; ; {
		path = append(path, step{at, 0, 0})
		if len(path) > fewest && rest*chance <= plan {
			below, err := m.subtree(at, thinning*plan)
			if err != nil {
				return err
			}
			says.add(1/chance, m.inRun(below))
			path[len(path)-1].own = below.conflicts
			break
		}
		own, err := m.visit(at)
		if err != nil {
			return err
		}
		says.add(1/chance, m.inRun(own))
		next, share := m.choose(at, &place)
		path[len(path)-1] = step{at, own.conflicts, share}
		if next == nil {
			break
		}
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
	m.draws = append(m.draws, says)
	return nil
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

// weighed is a spot, and how many it stands for.
type weighed struct {
	*spot
	weight float64
}

// subtree searches all below a spot that was not searched yet, and returns what that costs. If it takes more than a limit, it is thinned:
// of every two nodes that wait, one is dropped, and the other stands for both. Then the cost is an estimate, and the spot is as before.
func (m *sampler) subtree(p *spot, limit float64) (t tally, err error) {
	sure, thinned := m.sure, false
	stack, began := []weighed{{p, 1}}, m.effort()
	var fresh []*spot
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !top.visited {
			fresh = append(fresh, top.spot)
		}
		cost, err := m.visit(top.spot)
		if err != nil {
			return t, err
		}
		t.add(top.weight, cost)
		for _, kid := range slices.Backward(top.kids) {
			if !kid.done {
				stack = append(stack, weighed{kid, top.weight})
			}
		}
		if float64(m.effort()-began) > limit && len(stack) > 1 {
			stack, thinned, began = m.thin(stack), true, m.effort()
		}
	}
	if !thinned {
		p.closeAll(m.slope)
		return t, nil
	}
	m.sure = sure
	for _, f := range fresh {
		f.visited, f.kids, f.own = false, nil, tally{}
	}
	return t, nil
}

// thin drops one of every two nodes.
func (m *sampler) thin(stack []weighed) (rest []weighed) {
	for pair := range slices.Chunk(stack, 2) {
		at, sum := 0, 0.0
		for _, w := range pair {
			sum += w.weight * m.slope.size(w.spot, false)
		}
		if len(pair) == 2 && m.rng.Float64()*sum >= pair[0].weight*m.slope.size(pair[0].spot, false) {
			at = 1
		}
		rest = append(rest, weighed{pair[at].spot, sum / m.slope.size(pair[at].spot, false)})
	}
	return rest
}
