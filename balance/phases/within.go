package phases

import (
	"context"
	"fmt"
	"math"

	"transat/balance"
	"transat/balance/sim"
)

// Balancing within a phase. Policies that act when a processor runs out of work have nothing to do between two phases. Here a rank
// computes its objects one after the other on the simulated machine, and policies move those that wait:
//
//	rank 0  ├─ object ─┼── object ──┼─ object ─┤          the phase ends when all objects
//	rank 1  ├ object ┤ ask →   ← object ┼─ object ─┤      have been computed
//
// For the machine, a phase is a tree whose elements are dealt out at the start: each rank finds its objects below a node of its own, whose
// work is that of the objects which must stay. An object stays where it was computed, and lies there when the next phase begins. The loads
// that policies see are the times of the phase before, 1 for a mean object; an object that was not there has load 1.

// phaseTree is a phase as a tree.
type phaseTree struct {
	phase *Phase
	fixed []int64   // by rank, the work of what must stay
	lie   [][]int32 // by rank, objects that may move, in the order in which they are computed
	load  []float64 // of objects
	all   float64   // of these
}

// part is an element: everything, a rank, an object, or nothing at all.
type part struct {
	kind  partKind
	index int32 // of the rank or the object
}

type partKind uint8

const (
	everything partKind = iota
	ofRank
	object
	nothing // a rank has two of these, so that its node is always expanded
)

// Root implements balance.Tree.
func (t *phaseTree) Root() part { return part{} }

// Level implements balance.Tree.
func (t *phaseTree) Level(e part) int { return int(min(e.kind, object)) }

// Expand implements balance.Tree.
func (t *phaseTree) Expand(e part, dst []part) (children []part, work, nodes int64, found bool) {
	switch e.kind {
	case everything:
		for rank := range t.fixed {
			dst = append(dst, part{ofRank, int32(rank)})
		}
	case ofRank:
		for _, i := range t.lie[e.index] {
			dst = append(dst, part{object, i})
		}
		dst = append(dst, part{nothing, e.index}, part{nothing, e.index})
		work = t.fixed[e.index]
	case object:
		work = int64(ticks(t.phase.Objects[e.index].Time))
	}
	return dst, work, 1, false
}

// Finish implements balance.Tree.
func (t *phaseTree) Finish(e part) (work, nodes int64, found bool) {
	children, work, nodes, _ := t.Expand(e, nil)
	for _, child := range children {
		w, n, _ := t.Finish(child)
		work, nodes = work+w, nodes+n
	}
	return work, nodes, false
}

// Subtree implements balance.Tree.
func (t *phaseTree) Subtree(part) (work, nodes, elements int64) { return 0, 0, 0 }

// Load implements balance.Loader.
func (t *phaseTree) Load(e part) float64 {
	switch e.kind {
	case everything, ofRank: // so that all ranks are expanded, and no object, before the run begins
		return t.all
	case object:
		return t.load[e.index]
	}
	return 0
}

// mostSimulated is how long all objects of a phase may take together where they are simulated, in seconds.
const mostSimulated = 1e6

// simulated says why a phase is too long to be simulated, if it is.
func (x *Phase) simulated() error {
	sum := 0.0
	for _, o := range x.Objects {
		sum += o.Time
	}
	if sum > mostSimulated {
		return fmt.Errorf("the objects of phase %d take %g s together: want at most %g s for balancing within phases, and for speeds", x.ID, sum,
			float64(mostSimulated))
	}
	return nil
}

// within lets the copies of a policy move the objects of phase k while it runs. It changes ranks, where the objects lie, to where they were
// computed, and returns how long that took in seconds. Loads are those of the phase before in seen.
func (x Policy) within(ctx context.Context, p, seen *Application, k int, ranks []int, s Setup) (took float64, err error) {
	t, err := newPhaseTree(p, seen, k, ranks)
	if err != nil {
		return 0, err
	}
	maker, err := x.chosen.For(s.Network)
	if err != nil {
		return 0, err
	}
	measured, err := balance.ChooseEstimate("measured")
	if err != nil {
		return 0, err
	}
	var deal []int
	bytes := 0.0
	for rank, lie := range t.lie {
		for range len(lie) + 2 {
			deal = append(deal, rank)
		}
		for _, i := range lie {
			bytes += t.phase.Objects[i].Memory.bytes(float64(s.ObjectBytes))
		}
	}
	cost := s.Cost
	cost.WorkTime, cost.NodeTime, cost.LevelBytes = 1, 0, 0
	cost.ElementBytes = max(1, int(math.Round(bytes/float64(max(1, len(deal)-2*p.Ranks)))))
	r, err := sim.Run(ctx, sim.Config[part]{
		Tree: balance.Tree[part](t), Topology: s.Network, Physical: s.Physical, Cost: cost, Policy: maker, Received: x.chosen.Spec.Received,
		Estimate: measured, Start: sim.StartFrontier, Seed: s.Seed + uint64(k), Speeds: s.Speeds,
		Placement: &sim.Placement{Elements: len(deal), Deal: func([]float64) []int { return deal }},
		Expanded: func(e sim.Expansion[part]) {
			if e.Element.kind == object {
				ranks[e.Element.index] = e.Rank
			}
		},
	})
	if err != nil {
		return 0, fmt.Errorf("policy %s in phase %d: %w", x.Name, t.phase.ID, err)
	}
	return r.Time.Seconds(), nil
}

// newPhaseTree makes the tree of phase k.
func newPhaseTree(p, seen *Application, k int, ranks []int) (*phaseTree, error) {
	t := &phaseTree{phase: &p.Phases[k], fixed: make([]int64, p.Ranks), lie: make([][]int32, p.Ranks)}
	if err := t.phase.simulated(); err != nil {
		return nil, err
	}
	known, mean := map[uint64]float64{}, 0.0
	if k > 0 {
		for _, o := range seen.Phases[k-1].Objects {
			known[o.ID] = o.Time
			mean += o.Time / float64(len(seen.Phases[k-1].Objects))
		}
	}
	for i, o := range t.phase.Objects {
		load := 1.0
		if time, there := known[o.ID]; there && mean > 0 {
			load = time / mean
		}
		t.load = append(t.load, load)
		if !o.Migratable {
			t.fixed[ranks[i]] += int64(ticks(o.Time))
			continue
		}
		t.all += load
		t.lie[ranks[i]] = append(t.lie[ranks[i]], int32(i))
	}
	if t.all == 0 {
		t.all = 1 // there is nothing to move, or all of it takes no time
	}
	return t, nil
}
