package simd

import (
	"fmt"
	"math"

	"transat/balance"
)

// naive is the search machine written down once more, as simply as can be.
type naive[E any] struct {
	cfg    Config[E]
	rules  []balance.Rule
	lists  [][]E // oldest first
	number int   // of the balancing step
	r      Result
	front  naiveFront
}

// searchNaively is Search.
func searchNaively[E any](cfg Config[E]) Result {
	n := cfg.Network.Procs()
	s := &naive[E]{cfg: cfg, lists: make([][]E, n), r: Result{Result: balance.Result{Procs: n}}}
	if cfg.Policy.Spec.FrontEnd == nil {
		rule := cfg.Policy.Spec.Rule(cfg.Network, cfg.Policy.Values)
		for rank := range n {
			s.rules = append(s.rules, rule(rank))
		}
	}
	s.lists[0] = []E{cfg.Tree.Root()}
	for {
		for range max(1, cfg.Expansions) {
			s.expand()
			if s.r.Found || s.empty() {
				return s.r
			}
		}
		for range max(1, cfg.Balances) {
			if len(s.rules) == 0 {
				s.lookAtTrigger()
				continue
			}
			for substep := range s.rules[0].Substeps() {
				s.substep(substep)
			}
			s.number++
			s.r.Balances++
			s.r.Phases += int64(n)
		}
	}
}

func (s *naive[E]) empty() bool {
	for _, l := range s.lists {
		if len(l) > 0 {
			return false
		}
	}
	return true
}

func (s *naive[E]) expand() {
	var times []balance.Ticks
	longest := balance.Ticks(0)
	for p, l := range s.lists {
		if len(l) == 0 {
			continue
		}
		children, work, nodes, found := s.cfg.Tree.Expand(l[len(l)-1], nil)
		l = l[:len(l)-1]
		for i := range children {
			l = append(l, children[len(children)-1-i])
		}
		s.lists[p] = l
		s.r.Found = s.r.Found || found
		s.r.Work += work
		s.r.Nodes += nodes
		time := balance.Ticks(work)*s.cfg.Cost.WorkTime + balance.Ticks(nodes)*s.cfg.Cost.NodeTime
		times = append(times, time)
		longest = max(longest, time)
	}
	s.r.Steps++
	s.r.Time += longest + s.cfg.Cost.StepTime
	for _, time := range times {
		s.r.Busy += time
		s.r.Sequential += time
		s.r.Wait += longest - time
	}
	for range s.r.Procs - len(times) {
		s.r.IdleSteps++
		s.r.Idle += longest
	}
	s.r.Message += balance.Ticks(s.r.Procs) * s.cfg.Cost.StepTime
}

// substep moves elements one link after the other, but looks at the loads that were there before.
func (s *naive[E]) substep(substep int) {
	loads := make([]int, s.r.Procs)
	for p, l := range s.lists {
		loads[p] = len(l)
	}
	arriving := make([][][]E, s.r.Procs)
	most, hears := map[string]int{}, map[string]bool{}
	for p, rule := range s.rules {
		links := rule.Links(substep)
		heard, send := make([]float64, len(links)), make([]float64, len(links))
		for i, link := range links {
			heard[i] = math.NaN()
			if link.Hears {
				heard[i] = float64(loads[link.To])
				hears[s.direction(p, link.To, i)] = true
				s.r.Messages++
				s.r.Hops++
			}
		}
		rule.Flow(s.number, substep, float64(loads[p]), heard, true, send)
		for i, amount := range send {
			k, d := int(amount), s.direction(p, links[i].To, i)
			arriving[links[i].To] = append(arriving[links[i].To], s.lists[p][:k])
			s.lists[p] = s.lists[p][k:]
			most[d] = max(most[d], k)
			s.r.Sent += int64(k)
			s.r.Hops += int64(k)
		}
	}
	for p, all := range arriving {
		for _, elements := range all {
			if s.cfg.Policy.Spec.Received == balance.Top {
				s.lists[p] = append(append([]E{}, s.lists[p]...), elements...)
			} else {
				s.lists[p] = append(append([]E{}, elements...), s.lists[p]...)
			}
		}
	}
	s.time(most, hears)
}

// direction names the direction of the i-th link of a processor.
func (s *naive[E]) direction(from, to, i int) string {
	for d, side := range s.cfg.Network.Sides() {
		stride := 1
		for _, inner := range s.cfg.Network.Sides()[d+1:] {
			stride *= inner
		}
		here, there := from/stride%side, to/stride%side
		switch {
		case here == there:
		case s.cfg.Network.Kind() == "hypercube":
			return fmt.Sprint("up in ", d)
		case there == (here+1)%side && (there > here || s.cfg.Network.Kind() == "torus" || s.cfg.Network.Kind() == "ring"):
			return fmt.Sprint("up in ", d)
		default:
			return fmt.Sprint("down in ", d)
		}
	}
	return fmt.Sprint("link ", i)
}

func (s *naive[E]) time(most map[string]int, hears map[string]bool) {
	c := s.cfg.Cost
	byteTime := c.RouterTime
	long := 0
	for _, side := range s.cfg.Network.Sides() {
		if side > 1 {
			long++
		}
	}
	if kind := s.cfg.Network.Kind(); (kind == "torus" || kind == "mesh") && long < 3 {
		byteTime = c.ByteTime
	}
	time := c.RuleTime + balance.Ticks(len(hears))*4*byteTime
	for _, k := range most {
		time += balance.Ticks(k) * (c.ShiftTime + balance.Ticks(c.ElementBytes)*byteTime)
		s.r.Shifts += int64(k)
	}
	s.r.Time += time
	s.r.Balance += balance.Ticks(s.r.Procs) * time
}
