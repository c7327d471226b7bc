package simd

import "transat/balance"

// shifter is the balancer of the Liquid model: its conditions are tested in one loop without a
// branch, and at most one element of a processor moves at a time.
type shifter[E any] struct {
	mover[E]
	condition balance.LiquidTest
	rings     []neighbours // per substep
	senders   []int32
}

// neighbours are those of all processors in a dimension.
type neighbours struct{ successor, predecessor []int32 }

func newShifter[E any](m mover[E], c balance.LiquidCondition, rules []balance.Rule) *shifter[E] {
	s := &shifter[E]{mover: m, condition: c.Test(), senders: make([]int32, len(rules))}
	s.moving = make([]E, len(rules))
	for substep := range m.substeps {
		var r neighbours
		for _, rule := range rules {
			if links := rule.Links(substep); len(links) > 0 { // a single processor has none
				r.successor = append(r.successor, int32(links[0].To))
				r.predecessor = append(r.predecessor, int32(links[1].To))
			}
		}
		s.rings = append(s.rings, r)
	}
	return s
}

func (s *shifter[E]) step(r *Result) {
	for substep := range s.rings {
		sent := s.shiftRings(&s.rings[substep])
		s.count(r, &s.substeps[substep], sent, min(sent, 1))
	}
	r.Balances++
}

// shiftRings does the substep in one dimension, and returns how many elements were shifted.
func (s *shifter[E]) shiftRings(r *neighbours) int64 {
	senders := s.senders[:s.test(r)]
	for i, p := range senders {
		s.moving[i] = s.lists.popBottom(p)
	}
	for i, p := range senders {
		if s.received == balance.Top {
			s.lists.pushTop(r.successor[p], s.moving[i])
		} else {
			s.lists.pushBottom(r.successor[p], s.moving[i])
		}
	}
	return int64(len(senders))
}

// test lists the processors that shift an element, and returns how many they are.
func (s *shifter[E]) test(r *neighbours) int {
	loads, senders := s.lists.loads, s.senders
	least, fed, blind := int32(s.condition.Least), bit(s.condition.Fed), bit(s.condition.Blind)
	predecessors := r.predecessor[:len(r.successor)]
	n := 0
	for p, successor := range r.successor {
		own := loads[p]
		gives := atLeast(own, least) | fed&atLeast(own, 1)&atLeast(loads[predecessors[p]], 2)
		senders[n] = int32(p)
		n += int(gives & (blind | atLeast(own, loads[successor])))
	}
	return n
}

// atLeast is 1 if a ≥ b and 0 if not, for numbers that are not negative.
func atLeast(a, b int32) uint32 { return ^uint32(a-b) >> 31 }

func bit(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}
