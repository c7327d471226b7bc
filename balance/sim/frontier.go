package sim

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"transat/balance"
)

// A static start: a frontier of several elements a processor is dealt out once, by a rule that knows
// all of it. Every processor finds its own elements by expanding the nodes above them, those above
// several of them once:
//
//	            root
//	          /      \
//	        a          b
//	      /   \      /   \
//	     1     2    3     4      processor 0 gets 1 and 2: expands root, a
//	                             processor 1 gets 3 and 4: expands root, b
//	                             with 1 and 3, 2 and 4, each would expand all three

// Placement says where the elements of a frontier go.
type Placement struct {
	Pieces int // elements a processor, at least 1; it counts if Elements is 0
	// Elements, if above 0, is how many there are in all. With 1 the root goes to a processor as it is.
	Elements int
	// Deal returns a rank for each element. loads are the elements' loads, depth first.
	Deal func(loads []float64) []int
}

// above is a node that was expanded to find the frontier.
type above struct {
	parent int32 // the node above it, or -1
	work   int64
	value  balance.Incumbent // in a tree with bounds
}

// scion is an element of a frontier that is to be dealt out.
type scion[E any] struct {
	entry  entry[E]
	parent int32  // the node above it, or -1
	order  []byte // which child, on every level from the root down; two bytes a level
}

// deal places a frontier as the configuration says. It reports false if the tree was used up, or
// solved, on the way.
func (s *sim[E]) deal(ctx context.Context, root entry[E]) (bool, error) {
	p := s.cfg.Placement
	if p == nil || p.Elements < 0 || p.Elements == 0 && p.Pieces < 1 {
		return false, fmt.Errorf("start %s: want a placement of at least 1 element a processor, or in all", StartFrontier)
	}
	scions, nodes, err := s.grow(ctx, root, cmp.Or(p.Elements, p.Pieces*len(s.procs)))
	if err != nil {
		return false, err
	}
	if len(scions) == 0 {
		return false, nil
	}
	loads := make([]float64, len(scions))
	for i, x := range scions {
		loads[i] = float64(s.weight(x.entry.level())) * s.perUnit
	}
	ranks := p.Deal(loads)
	if len(ranks) != len(scions) || slices.Min(ranks) < 0 || slices.Max(ranks) >= len(s.procs) {
		return false, fmt.Errorf("start %s: want a processor from 0 to %d for each of %d elements, not %v",
			StartFrontier, len(s.procs)-1, len(scions), ranks)
	}
	s.hand(scions, nodes, ranks)
	return true, nil
}

// grow expands the largest elements until there are as many as wanted, or none is left to expand. It returns them
// depth first, and the nodes above them.
func (s *sim[E]) grow(ctx context.Context, root entry[E], want int) ([]scion[E], []above, error) {
	f := &frontier[E]{{entry: root, load: s.weight(root.level())}}
	known := []scion[E]{{entry: root, parent: -1}} // by seq
	var nodes []above
	var units []started[E]
	for step := 0; len(*f)+len(units) < want && len(*f) > 0; step++ {
		if err := interrupted(ctx, step); err != nil {
			return nil, nil, err
		}
		top := f.pop()
		x := known[top.seq]
		work, unit := s.preplace(x.entry.e)
		if unit {
			units = append(units, top)
			continue
		}
		if s.found {
			return nil, nil, nil
		}
		if err := s.late(step, want); err != nil {
			return nil, nil, err
		}
		nodes = append(nodes, above{x.parent, work, s.bounded.valueOf(x.entry.e)})
		for i, c := range s.children {
			e := s.entry(c)
			f.push(started[E]{entry: e, load: s.weight(e.level()), seq: len(known)})
			order := append(slices.Clip(x.order), byte(i>>8), byte(i))
			known = append(known, scion[E]{e, int32(len(nodes) - 1), order})
		}
	}
	var all []scion[E]
	for _, x := range append(*f, units...) {
		all = append(all, known[x.seq])
	}
	slices.SortFunc(all, func(a, b scion[E]) int { return slices.Compare(a.order, b.order) })
	return all, nodes, nil
}

// hand gives every processor its elements, and charges it for the nodes above them.
func (s *sim[E]) hand(scions []scion[E], nodes []above, ranks []int) {
	order := make([]int, len(scions))
	for i := range order {
		order[i] = i
	}
	// The first element of a processor goes in last, and so comes to lie on top.
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(ranks[i], ranks[j]), cmp.Compare(j, i)) })
	expanded := make([]int, len(nodes)) // by which rank last, + 1
	for _, i := range order {
		rank := ranks[i]
		p := &s.procs[rank]
		p.insert([]entry[E]{scions[i].entry})
		s.alive++
		for at := scions[i].parent; at >= 0 && expanded[at] != rank+1; at = nodes[at].parent {
			expanded[at] = rank + 1
			s.bounded.begins(rank, nodes[at].value)
			cpu := s.cfg.Cost.Expand(nodes[at].work, 1) + s.cfg.Cost.TakeTime
			s.total.placing += cpu
			p.charge(0, cpu)
		}
	}
	for i := range s.procs {
		if p := &s.procs[i]; p.list.n > 0 {
			p.begin(0)
		}
	}
}
