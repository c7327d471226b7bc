package estimate

import (
	"math"
	"math/rand/v2"

	"transat/solver/internal/engine"
)

// sampler takes samples of a tree: independent estimates of its size.
type sampler struct {
	*walker
	sizes    levelSizes
	jumpCost float64 // cost of a node far from the one before, in plain nodes
	rng      *rand.Rand

	small  float64 // a subtree of this expected size is searched to its end
	finish int     // number of subtrees to finish
}

// weighed is a spot with a weight: the number of spots that it stands for.
type weighed struct {
	spot
	weight float64
}

// newSampler plans estimates of about the given number of nodes each.
func newSampler(w *walker, sizes levelSizes, jumpCost, nodes float64, rng *rand.Rand) *sampler {
	s := &sampler{walker: w, sizes: sizes, jumpCost: jumpCost, rng: rng}
	s.plan(nodes)
	return s
}

// estimate takes one sample, and returns its estimate of the number of nodes, which has no bias.
func (s *sampler) estimate() (nodes float64, err error) {
	front := []weighed{{spot: spot{level: s.root.Assigned}, weight: 1}}
	for size := s.sizes.at(s.root.Assigned) / shrink; len(front) > 0; size /= shrink {
		if size <= s.small {
			break
		}
		var above float64
		if front, above, err = s.down(front, s.sizes.cut(size)); err != nil {
			return 0, err
		}
		nodes += above
		front = s.draw(front, carry*s.finish)
	}
	var above float64
	if front, above, err = s.down(front, s.sizes.cut(s.small)); err != nil {
		return 0, err
	}
	nodes += above
	for _, f := range s.draw(front, s.finish) {
		below, err := s.exhaust(f)
		if err != nil {
			return 0, err
		}
		nodes += below
	}
	return nodes, nil
}

// down goes from every node of the front to the cut. It returns the new front, in depth-first order like the old one,
// and the weight of the nodes above it.
func (s *sampler) down(front []weighed, cut int) (next []weighed, nodes float64, err error) {
	for _, f := range front {
		if f.level >= cut {
			next = append(next, f)
			continue
		}
		if err := s.goTo(f.spot); err != nil {
			return nil, 0, err
		}
		n, _, _, err := s.below(len(s.path), f.level, cut, noLimit, func(level int) {
			next = append(next, weighed{s.here(level), f.weight})
		})
		if err != nil {
			return nil, 0, err
		}
		nodes += f.weight * float64(n)
	}
	return next, nodes, nil
}

const noLimit = 1 << 62

// draw chooses about n of the front, by their expected share of the tree: it lays a ruler with equal distances at
// random along the shares, in depth-first order, so that all regions of the tree are drawn from. A subtree larger than
// the distance is drawn for certain; the others take over the weight of those not drawn.
func (s *sampler) draw(front []weighed, n int) []weighed {
	if len(front) <= n {
		return front
	}
	total := 0.0
	for _, f := range front {
		total += f.weight * s.sizes.at(f.level)
	}
	distance := total / float64(n)
	mark := s.rng.Float64() * distance
	drawn := make([]weighed, 0, n+1)
	sum := 0.0
	for _, f := range front {
		share := f.weight * s.sizes.at(f.level)
		sum += share
		if share >= distance {
			drawn = append(drawn, f)
			for mark < sum {
				mark += distance
			}
			continue
		}
		if mark < sum {
			f.weight *= distance / share
			drawn = append(drawn, f)
			mark += distance
		}
	}
	return drawn
}

// exhaust searches the subtree of f to its end and returns its weight. If the subtree is much larger than expected,
// exhaust draws one of the remaining subtrees, by size, which then stands for all of them.
func (s *sampler) exhaust(f weighed) (nodes float64, err error) {
	if err := s.goTo(f.spot); err != nil {
		return 0, err
	}
	allowed := int64(patience * s.small)
	for weight, level := f.weight, f.level; ; {
		base := len(s.path)
		n, left, done, err := s.below(base, level, noCut, allowed, nil)
		if err != nil {
			return 0, err
		}
		nodes += weight * float64(n)
		if done {
			return nodes, nil
		}
		at, times, err := s.oneOf(base, left)
		if err != nil {
			return 0, err
		}
		weight *= times
		if at.End == engine.Conflict {
			return nodes + weight, nil
		}
		level = at.Assigned
	}
}

// oneOf goes to one of the subtrees that a search below depth base has left: that of the current node, which has the
// given level, or that of a sibling above it. It returns the weight of that subtree relative to its own size, and the
// step to it.
func (s *sampler) oneOf(base, level int) (at engine.Step, times float64, err error) {
	total, open := s.sizes.at(level), 0
	for _, t := range s.path[base:] {
		if !t.second {
			total += s.sizes.below(t.level)
			open++
		}
	}
	mark := s.rng.Float64() * total
	share := s.sizes.at(level)
	at = engine.Step{Assigned: level}
	for ; mark >= share && open > 0; open-- {
		mark -= share
		lit, above := s.sibling(base)
		share = s.sizes.below(above)
		if mark < share || open == 1 {
			at, err = s.assume(lit, above, true)
			return at, total / share, err
		}
	}
	return at, total / share, nil
}

// plan divides a number of nodes among the drawn subtrees.
func (s *sampler) plan(nodes float64) {
	s.small = max(0.3*math.Sqrt(nodes), 4)
	cuts := max(math.Log(s.sizes.at(s.root.Assigned)/s.small)/math.Log(shrink), 0)
	carried := cuts * carry * perNodeCarried
	if s.jumpCost > 1 {
		carried *= s.jumpCost
		s.small = max(s.small, carried/2) // a subtree that is expensive to reach should be large
	}
	each := s.small + carried
	s.finish = max(int(nodes/each), 4)
}

const (
	shrink         = 4          // ratio of the sizes of subtrees from one cut to the next
	carry          = 2          // subtrees carried over a cut for each one that is finished
	perNodeCarried = 3 * shrink // nodes visited between two cuts, for a subtree carried over the first
	patience       = 16         // how much larger than expected a subtree may become before its search is cut short
)
