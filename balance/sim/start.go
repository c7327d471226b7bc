package sim

import (
	"context"
	"fmt"

	"transat/balance"
)

// Start says where elements lie at the beginning.
type Start string

// The start placements.
const (
	// StartMiddle puts the root on the processor in the middle of the machine, whatever the policy.
	StartMiddle Start = "middle"
	// StartRoot puts the root on processor 0, or where a balance.Rooted policy wants it.
	StartRoot Start = "root"
	// StartSpread deals out as many elements as there are processors, one each. Every processor finds
	// its own, by expanding the nodes on the way from the root to it, which costs it that time.
	StartSpread Start = "spread"
	// StartFrontier is the start of static policies: Config.Placement says where each element goes.
	StartFrontier Start = "frontier"
)

// Starts returns the start placements that work with every policy, the default first.
func Starts() []Start { return []Start{StartMiddle, StartRoot, StartSpread} }

// place puts the first elements in the lists.
func (s *sim[E]) place(ctx context.Context) error {
	first := s.entry(s.cfg.Tree.Root())
	switch s.cfg.Start {
	case StartMiddle:
		s.give(s.middle, first, 0)
	case StartRoot, "":
		rank := 0
		if r, ok := s.procs[0].policy.(balance.Rooted); ok {
			rank = r.Root()
		}
		s.give(rank, first, 0)
	case StartSpread:
		all, err := s.spread(ctx, first)
		if err != nil {
			return err
		}
		if len(all) == 0 {
			s.doneBefore()
			return nil
		}
		m := &s.cfg.Cost
		s.makeRoom()
		for i, x := range all {
			s.bounded.begins(i, x.best)
			s.give(i, x.entry, m.Expand(x.path, x.depth)+balance.Ticks(x.depth)*m.TakeTime)
		}
	case StartFrontier:
		if some, err := s.deal(ctx, first); err != nil {
			return err
		} else if !some {
			s.doneBefore()
			return nil
		}
	default:
		return fmt.Errorf("unknown start %q: want %s, %s or %s", s.cfg.Start, StartMiddle, StartRoot, StartSpread)
	}
	for i := range s.procs {
		s.checks.notAfter(int32(i), s.procs[i].bound())
	}
	return nil
}

// doneBefore ends a run whose tree was used up, or solved, while its elements were dealt out: processor
// 0 has done it all.
func (s *sim[E]) doneBefore() {
	s.total.preplaced = 0
	s.total.taken = s.total.nodes
	s.total.take = balance.Ticks(s.total.nodes) * s.cfg.Cost.TakeTime
	end := s.cfg.Cost.Expand(s.total.work, s.total.nodes) + s.total.take
	s.procs[0].idleSince, s.procs[0].level = end, 0
	s.total.began, s.total.allBegan = 1, 0
	s.finish(s.procs[0].global(end), s.found)
}

// give puts an element on a processor, which begins on it after spending cpu on finding it.
func (s *sim[E]) give(rank int, x entry[E], cpu balance.Ticks) {
	p := &s.procs[rank]
	s.alive++
	s.total.placing += cpu
	p.charge(0, cpu)
	p.insert([]entry[E]{x})
	p.begin(0)
}

// spread expands the largest elements until there is one for every processor, or none is left to expand.
func (s *sim[E]) spread(ctx context.Context, root entry[E]) ([]started[E], error) {
	heap := make(frontier[E], 0, len(s.procs)+1)
	f := &heap
	load, err := s.dealt()
	if err != nil {
		return nil, err
	}
	f.push(started[E]{entry: root, load: load(&root), best: balance.NoIncumbent})
	var units []started[E]
	seq := 0
	for step := 0; len(*f)+len(units) < len(s.procs) && len(*f) > 0; step++ {
		if err := interrupted(ctx, step); err != nil {
			return nil, err
		}
		x := f.pop()
		work, unit := s.preplace(x.entry.e)
		best := max(x.best, s.bounded.valueOf(x.entry.e))
		if unit {
			units = append(units, x)
			continue
		}
		if s.found {
			return nil, nil
		}
		if err := s.late(step, len(s.procs)); err != nil {
			return nil, err
		}
		for _, c := range s.children {
			seq++
			e := s.entry(c)
			f.push(started[E]{entry: e, load: load(&e), seq: seq, path: x.path + work, depth: x.depth + 1, best: best})
		}
	}
	for _, x := range units {
		f.push(x)
	}
	all := make([]started[E], 0, len(*f))
	for len(*f) > 0 {
		x := f.pop()
		if len(all) < len(s.procs) {
			all = append(all, x)
			continue
		}
		// More than two children at the last expansion: the rest goes to the first processors.
		s.alive++
		s.procs[(len(all)+len(*f))%len(s.procs)].insert([]entry[E]{x.entry})
	}
	return all, nil
}

// dealt returns the load of elements by which they are dealt out.
func (s *sim[E]) dealt() (func(x *entry[E]) int64, error) {
	by := s.cfg.Deal
	if by.Name == "" {
		return func(x *entry[E]) int64 { return s.weight(x.level()) }, nil
	}
	load, err := balance.Loads(by, s.cfg.Tree)
	if by.Measured {
		return func(x *entry[E]) int64 { return s.fixed(load(x.e)) }, err
	}
	weights := s.weigh(by)
	return func(x *entry[E]) int64 { return weights[min(uint32(s.level(x)), deepest)] }, nil
}

// makeRoom gives all lists memory for some elements, in one piece.
func (s *sim[E]) makeRoom() {
	const some = 4
	room := make([]entry[E], some*len(s.procs))
	for i := range s.procs {
		if l := &s.procs[i].list; l.buf == nil {
			l.buf = room[some*i : some*(i+1) : some*(i+1)]
		}
	}
}

// preplace expands a node before the run, its children into s.children, and returns its work. It leaves a unit as it is:
// who expands a node to find the elements below does so for the way it takes, but a unit is the end of all ways.
func (s *sim[E]) preplace(e E) (work int64, unit bool) {
	children, work, nodes, found := s.cfg.Tree.Expand(e, s.children[:0])
	s.children = children
	if nodes > 1 {
		return 0, true
	}
	if uint64(work) > s.most.work {
		s.tooMuch(work, 1)
	}
	s.total.work += work
	s.total.nodes++
	s.total.preplaced += s.cfg.Cost.Expand(work, 1)
	s.found = found
	s.expandedBefore(e, work, found)
	return work, false
}

// late says that the nodes expanded before the run have taken too long, and are far more than want elements need: as many steps as
// in a tree that is a path without an end. The limit is one of the run, which comes later, so a start that is only large may take longer.
func (s *sim[E]) late(steps, want int) error {
	const spare, each = 64, 16
	if s.total.preplaced > latest || s.cfg.Limit > 0 && s.total.preplaced > s.cfg.Limit && steps > spare+each*want {
		return ErrLimit
	}
	return nil
}

// started is an element of the frontier.
type started[E any] struct {
	entry entry[E]
	load  int64
	seq   int
	path  int64 // work of the nodes above it
	depth int64
	best  balance.Incumbent // of the values of the nodes above it, in a tree with bounds
}

// frontier is a heap of elements, the largest load first, and among equals the oldest. It is not that of the library, which
// allocates memory for each element that comes or goes.
type frontier[E any] []started[E]

func (x *started[E]) before(y *started[E]) bool {
	return x.load > y.load || x.load == y.load && x.seq < y.seq
}

// push adds an element.
func (f *frontier[E]) push(x started[E]) {
	h := append(*f, x)
	*f = h
	i := len(h) - 1
	for i > 0 && x.before(&h[(i-1)/2]) {
		h[i] = h[(i-1)/2]
		i = (i - 1) / 2
	}
	h[i] = x
}

// pop takes the first element.
func (f *frontier[E]) pop() started[E] {
	h := *f
	top, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*f = h
	i := 0
	for child := 1; child < len(h); child = 2*i + 1 {
		if child+1 < len(h) && h[child+1].before(&h[child]) {
			child++
		}
		if !h[child].before(&last) {
			break
		}
		h[i] = h[child]
		i = child
	}
	if len(h) > 0 {
		h[i] = last
	}
	return top
}
