package estimate

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
)

// The pilot of an estimate is Chen's heterogeneous sampling (SIAM Journal on Computing 21, 1992), with the level of a
// node as its stratum. A probe walks down the strata. From all the nodes that it meets in a stratum it goes on with
// one, which stands for all of them: its weight is their number.
//
//	level   0      ● 1                       the root stands for itself
//	       12   ●     ● 2                    two children on one level: one of them, drawn, counts twice
//	       25      ╳2 ● 2                    a conflict counts with the weight of its parent
//	       31         …
//
// A probe gives an estimate of the whole tree without bias, but with a wide spread. Its main use is another: many
// probes together give, for each level, the levels of the children, and from these, bottom up, the mean size of the
// subtree of a node by its level.

// family is a visited node with the levels of its children.
type family struct {
	level    int
	weight   float64
	children [2]int // levels, or noChild or conflictChild
}

const (
	noChild       = -1 // the node is a model
	conflictChild = -2
)

// stratum is the node that stands for a level in a probe.
type stratum struct {
	spot   spot
	weight float64
}

// probe makes one of Chen's probes, appends its families to dst, and returns its estimate of the number of nodes.
func (w *walker) probe(rng *rand.Rand, dst []family) (families []family, nodes float64, err error) {
	waiting := []stratum{{spot: spot{level: w.root.Assigned}, weight: 1}} // by level, lowest last
	for len(waiting) > 0 {
		now := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		f, err := w.family(now, func(child spot) { waiting = meet(rng, waiting, stratum{child, now.weight}) })
		if err != nil {
			return dst, 0, err
		}
		nodes += now.weight
		for _, level := range f.children {
			if level == conflictChild {
				nodes += now.weight
			}
		}
		dst = append(dst, f)
	}
	return dst, nodes, nil
}

// pilot makes probes until it has visited about the given number of plain nodes. If the context ends first, it returns
// the context's error, and the sizes from the probes so far, or nil if there are none.
func (w *walker) pilot(rng *rand.Rand, nodes int64) (levelSizes, error) {
	const least = 4 // probes
	var families []family
	for i, end := 0, w.cost+nodes; i < least || w.cost < end; i++ {
		whole := len(families) // without a probe that is cut short: it would count too little
		var err error
		if families, _, err = w.probe(rng, families); err != nil {
			return sizesOf(families[:whole]), err
		}
	}
	return sizesOf(families), nil
}

// family visits the children of a node, and calls visit with those that are not in conflict.
func (w *walker) family(node stratum, visit func(child spot)) (family, error) {
	f := family{level: node.spot.level, weight: node.weight, children: [2]int{noChild, noChild}}
	if err := w.goTo(node.spot); err != nil {
		return f, err
	}
	lit := w.branch()
	if lit.IsNone() {
		w.models++
		return f, nil
	}
	for i, l := range [...]cnf.Lit{lit, lit.Not()} {
		at, err := w.assume(l, node.spot.level, true)
		if err != nil {
			return f, err
		}
		f.children[i] = conflictChild
		if at.End != engine.Conflict {
			f.children[i] = at.Assigned
			visit(w.here(at.Assigned))
		}
		w.undo()
	}
	return f, nil
}

// meet adds a node to its stratum: it replaces the node that stands for the stratum with a probability equal to its
// share of the weight.
func meet(rng *rand.Rand, waiting []stratum, s stratum) []stratum {
	i, found := slices.BinarySearchFunc(waiting, s.spot.level, func(s stratum, level int) int {
		return cmp.Compare(level, s.spot.level)
	})
	if !found {
		return slices.Insert(waiting, i, s)
	}
	waiting[i].weight += s.weight
	if rng.Float64()*waiting[i].weight < s.weight {
		waiting[i].spot = s.spot
	}
	return waiting
}

// levelSizes are the mean sizes of subtrees by the level of their root. They do not grow with the level.
type levelSizes []float64

// at returns the size for a level, 1 for levels that no probe met.
func (s levelSizes) at(level int) float64 {
	if level >= len(s) {
		return 1
	}
	return s[level]
}

// below returns the expected size of the subtree of a child of a node of a level, if nothing else is known of it.
func (s levelSizes) below(level int) float64 { return max((s.at(level)-1)/2, 1) }

// cut returns the lowest level whose size is at most the given one.
func (s levelSizes) cut(size float64) int {
	level, _ := slices.BinarySearchFunc(s, size, func(a, b float64) int {
		if a > b {
			return -1
		}
		return 1
	})
	return level
}

// sizesOf computes the sizes of levels from families.
func sizesOf(families []family) levelSizes {
	slices.SortStableFunc(families, func(a, b family) int { return cmp.Compare(b.level, a.level) })
	if len(families) == 0 {
		return nil
	}
	sizes := make(levelSizes, families[0].level+1)
	for len(families) > 0 {
		level := families[0].level
		sum, weight := 0.0, 0.0
		for len(families) > 0 && families[0].level == level {
			sum += families[0].weight * families[0].size(sizes)
			weight += families[0].weight
			families = families[1:]
		}
		sizes[level] = sum / weight
	}
	sizes.smooth()
	return sizes
}

// size returns the size of the subtree of f if the subtrees of its children have average size.
func (f family) size(sizes levelSizes) float64 {
	size := 1.0
	for _, level := range f.children {
		switch level {
		case noChild:
		case conflictChild:
			size++
		default:
			size += sizes[level]
		}
	}
	return size
}

// smooth fills gaps and makes sizes fall with the level. In logarithms, it replaces a size by the mean of the known
// ones around it, and levels out those that still rise.
func (s levelSizes) smooth() {
	const reach = 5 // levels
	logs := make([]float64, len(s))
	for i := range s {
		sum, n := 0.0, 0
		around := min(reach, i, len(s)-1-i)
		for j := i - around; j <= i+around; j++ {
			if s[j] > 0 {
				sum += math.Log(s[j])
				n++
			}
		}
		logs[i] = math.NaN()
		if n > 0 {
			logs[i] = sum / float64(n)
		}
	}
	lowest := 0.0
	for i := len(s) - 1; i >= 0; i-- {
		if logs[i] > lowest {
			lowest = logs[i]
		}
		s[i] = math.Exp(lowest)
	}
}
