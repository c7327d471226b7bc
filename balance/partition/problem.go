package partition

import (
	"fmt"
	"math"
	"slices"
)

// Problem is a graph to be partitioned, with the aims.
//
// A partition is a slice of one part number for every vertex, from 0 to Parts-1.
type Problem struct {
	Graph     *Graph
	Parts     int     // number of processors, P
	Mu        float64 // μ, how much communication counts against balance
	Dimension int     // d, of the mesh the graph came from: 1, 2, 3, …
	// Distance, unless nil, is the machine metric: how much it costs to communicate between two parts, at least 1 for
	// different ones. It is symmetric. nil is for 1 between any two.
	Distance func(a, b int) int
	// Latency is the fixed price of a message: that many edges of mean weight could be sent in its time. All that two parts
	// have to say to each other is one message from each. 0 is for a price of the edges alone.
	Latency float64
	// Home, unless nil, says where the vertices now lie, and Migration (ν) how much it counts to move
	// them: the third force.
	Home      []int
	Migration float64
	// Sweeps is how long annealing takes: the moves tried at every temperature, divided by the number
	// of vertices. 0 means 100; more give somewhat less energy.
	Sweeps int
	// Progress, if not nil, is told now and then which share of an annealing is done, 0 to 1.
	Progress func(share float64)
}

// maxParts is the most parts that a problem may have.
const maxParts = 1 << 20

// maxMetric is the most parts that have distances or latency, of which there are tables.
const maxMetric = 1 << 10

// Check returns an error if the problem makes no sense. All methods expect one that does.
func (p *Problem) Check() error {
	switch {
	case p.Parts < 1 || p.Parts > maxParts:
		return fmt.Errorf("%d parts: want from 1 to %d", p.Parts, maxParts)
	case !(p.Mu >= 0) || math.IsInf(p.Mu, 0):
		return fmt.Errorf("μ = %v: want a number that is not negative", p.Mu)
	case !(p.Migration >= 0) || math.IsInf(p.Migration, 0):
		return fmt.Errorf("migration force %v: want a number that is not negative", p.Migration)
	case p.Distance != nil && p.Parts > maxMetric:
		return fmt.Errorf("%d parts with a distance: want from 1 to %d", p.Parts, maxMetric)
	case !(p.Latency >= 0) || math.IsInf(p.Latency, 0):
		return fmt.Errorf("latency %v: want a number that is not negative", p.Latency)
	case p.Latency > 0 && p.Parts > maxMetric:
		return fmt.Errorf("%d parts with latency: want from 1 to %d", p.Parts, maxMetric)
	case p.Sweeps < 0:
		return fmt.Errorf("%d sweeps: want at least 1, or 0 for the usual number", p.Sweeps)
	case p.Dimension < 1:
		return fmt.Errorf("dimension %d: want at least 1", p.Dimension)
	case p.Home != nil && len(p.Home) != p.Graph.Vertices():
		return fmt.Errorf("home of %d vertices: want all %d", len(p.Home), p.Graph.Vertices())
	}
	for v, q := range p.Home {
		if q < 0 || q >= p.Parts {
			return fmt.Errorf("vertex %d lies in part %d: want from 0 to %d", v, q, p.Parts-1)
		}
	}
	return nil
}

// factors are what the sums of H are multiplied by.
type factors struct{ work, communication, pair, migration float64 }

func (p *Problem) factors() factors {
	g := p.Graph
	parts, n, d := float64(p.Parts), float64(g.Vertices()), float64(p.Dimension)
	perWork := parts / float64(g.totalWeight)
	f := factors{work: perWork * perWork}
	if g.totalEdge > 0 {
		mean := float64(g.totalEdge) / float64(g.Edges())
		surface := p.Mu * math.Pow(parts/n, (d-1)/d)
		f.communication, f.pair = surface/mean, surface*p.Latency
	}
	if p.Home != nil && g.totalSize > 0 {
		f.migration = p.Migration * parts / float64(g.totalSize)
	}
	return f
}

// state is a partition with the sums that H is made of, kept up to date move by move.
//
// Invariant: load[q] is the work of the vertices of part q, cut the weight of the edges between
// parts, times their distance if there is a metric, and moved the size of the vertices away from home. If there is
// latency, pairs is the number of pairs of parts with edges between them.
type state struct {
	g       *Graph
	home    []int   // nil if nothing has a home
	far     []int64 // distance of parts a and b at a·P + b; nil if all are 1
	between []int32 // edges between parts a and b at a·P + b and at b·P + a; nil if there is no latency
	near    []int32 // by part: scratch space of joined, all 0
	by      factors
	part    []int
	load    []int64
	sums
}

// sums are those that H is made of besides the loads, or what a move adds to them.
type sums struct{ cut, pairs, moved int64 }

// newState begins with a copy of parts. It takes time proportional to the size of the graph.
func newState(p *Problem, parts []int) *state {
	s := &state{g: p.Graph, home: p.Home, by: p.factors(), part: slices.Clone(parts), load: make([]int64, p.Parts)}
	if p.Distance != nil {
		s.far = make([]int64, p.Parts*p.Parts)
		for a := range p.Parts {
			for b := range p.Parts {
				if a != b {
					s.far[a*p.Parts+b] = int64(p.Distance(a, b))
				}
			}
		}
	}
	if p.Latency > 0 {
		s.between, s.near = make([]int32, p.Parts*p.Parts), make([]int32, p.Parts)
	}
	for v, q := range parts {
		s.load[q] += s.g.weight[v]
		for _, arc := range s.g.Arcs(v) {
			if int(arc.To) > v && parts[arc.To] != q {
				s.cut += int64(arc.Weight) * s.distance(q, parts[arc.To])
				if s.between != nil && s.join(q, parts[arc.To], 1) == 1 {
					s.pairs++
				}
			}
		}
		if s.home != nil && s.home[v] != q {
			s.moved += s.g.size[v]
		}
	}
	return s
}

// distance is the distance of two different parts.
func (s *state) distance(a, b int) int64 {
	if s.far == nil {
		return 1
	}
	return s.far[a*len(s.load)+b]
}

// join adds to the number of edges between two parts, and returns it.
func (s *state) join(a, b int, edges int32) int32 {
	s.between[b*len(s.load)+a] += edges
	there := &s.between[a*len(s.load)+b]
	*there += edges
	return *there
}

// changes returns what moving vertex v to part to would add to the sums. It takes time proportional to the degree of v.
func (s *state) changes(v, to int) (add sums) {
	from := s.part[v]
	add.moved = s.displaced(v, from, to)
	if s.between != nil {
		add.pairs = s.joined(v, from, to)
	}
	if s.far != nil {
		for _, arc := range s.g.Arcs(v) {
			other := s.part[arc.To]
			add.cut += int64(arc.Weight) * (s.far[to*len(s.load)+other] - s.far[from*len(s.load)+other])
		}
		return add
	}
	for _, arc := range s.g.Arcs(v) {
		switch s.part[arc.To] {
		case from:
			add.cut += int64(arc.Weight)
		case to:
			add.cut -= int64(arc.Weight)
		}
	}
	return add
}

// joined is what moving v adds to the number of pairs of parts with edges between them.
func (s *state) joined(v, from, to int) (pairs int64) {
	arcs := s.g.Arcs(v)
	for _, arc := range arcs {
		s.near[s.part[arc.To]]++
	}
	now := s.between[from*len(s.load)+to]
	then := now + s.near[from] - s.near[to]
	s.near[from], s.near[to] = 0, 0
	for _, arc := range arcs {
		other := s.part[arc.To]
		n := s.near[other]
		s.near[other] = 0
		if n > 0 && s.between[from*len(s.load)+other] == n {
			pairs--
		}
		if n > 0 && s.between[to*len(s.load)+other] == 0 {
			pairs++
		}
	}
	return pairs + int64(min(then, 1)-min(now, 1))
}

// displaced is what moving v adds to the size of what has moved.
func (s *state) displaced(v, from, to int) int64 {
	if s.home != nil {
		switch s.home[v] {
		case from:
			return s.g.size[v]
		case to:
			return -s.g.size[v]
		}
	}
	return 0
}

// delta is the change of H by such a move, given what it adds: (W_b+w)² + (W_a-w)² - W_b² - W_a² is
// 2w(W_b-W_a+w).
func (s *state) delta(v, to int, add sums) float64 {
	w := s.g.weight[v]
	return s.by.work*2*float64(w)*float64(s.load[to]-s.load[s.part[v]]+w) +
		s.by.communication*float64(add.cut) + s.by.pair*float64(add.pairs) + s.by.migration*float64(add.moved)
}

// move makes a move that was looked at with changes.
func (s *state) move(v, to int, add sums) {
	w := s.g.weight[v]
	from := s.part[v]
	s.load[from] -= w
	s.load[to] += w
	s.part[v] = to
	s.cut += add.cut
	s.pairs += add.pairs
	s.moved += add.moved
	if s.between == nil {
		return
	}
	for _, arc := range s.g.Arcs(v) {
		other := s.part[arc.To]
		if other != from {
			s.join(from, other, -1)
		}
		if other != to {
			s.join(to, other, 1)
		}
	}
}

// energy returns the three terms of H.
func (s *state) energy() Energy {
	var squares float64
	for _, w := range s.load {
		squares += float64(w) * float64(w)
	}
	return Energy{
		Work:          s.by.work * squares,
		Communication: s.by.communication*float64(s.cut) + s.by.pair*float64(s.pairs),
		Migration:     s.by.migration * float64(s.moved),
	}
}

// Energy is H in its terms, each with its factor (μ, ν) in it.
type Energy struct{ Work, Communication, Migration float64 }

// H is the sum.
func (e Energy) H() float64 { return e.Work + e.Communication + e.Migration }

// Quality says how good a partition is.
type Quality struct {
	Used      int     // parts that have a vertex
	Cut       int     // edges between parts
	CutWeight int64   // their weight, times the distance of the parts
	Messages  int     // from one part to another, if all that it has to say is one
	Imbalance float64 // largest work of a part / mean over all parts; 1 is best
	Moved     int     // vertices that are not at home
	Energy    Energy
}

// Quality judges a partition. It takes time proportional to the size of the graph.
func (p *Problem) Quality(parts []int) Quality {
	s := newState(p, parts)
	q := Quality{CutWeight: s.cut, Energy: s.energy()}
	q.Imbalance = float64(slices.Max(s.load)) * float64(p.Parts) / float64(p.Graph.totalWeight)
	used := make([]bool, p.Parts)
	messages := map[[2]int]bool{}
	for v, part := range parts {
		used[part] = true
		for _, arc := range p.Graph.Arcs(v) {
			if int(arc.To) > v && parts[arc.To] != part {
				q.Cut++
			}
			if parts[arc.To] != part {
				messages[[2]int{part, parts[arc.To]}] = true
			}
		}
		if p.Home != nil && p.Home[v] != part {
			q.Moved++
		}
	}
	q.Messages = len(messages)
	for _, u := range used {
		if u {
			q.Used++
		}
	}
	return q
}
