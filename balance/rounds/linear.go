package rounds

import (
	"context"
	"slices"

	"transat/balance"
)

// linear is the kernel of the linear rules (balance.Linear) for real loads whose traffic is not
// counted: each substep is the product of a matrix and the loads. With a memory (second-order
// diffusion), what went over the links need not be kept, for the loads of the step before tell it:
//
//	u(t+1) = β M u(t) + (1 − β) u(t−1),      u(1) = M u(0)
type linear struct {
	beta     float64  // β, 1 without memory
	substeps []matrix // of a step
	loads    []float64
	before   []float64 // those before the last substep
	kept     []float64 // the copy made by mark
}

// matrix is what a substep does to loads.
type matrix interface {
	// times writes by·M·src + keep·dst to dst.
	times(dst, src []float64, by, keep float64)
}

// newLinear makes the kernel for rules on a network of some shape.
func newLinear(shape grid, rules []*balance.Linear, loads []float64) *linear {
	l := &linear{
		beta:   rules[0].Beta(),
		loads:  append([]float64(nil), loads...),
		before: make([]float64, len(loads)),
	}
	for substep := range rules[0].Substeps() {
		s, ok := newStencil(shape, rules, substep)
		if ok && shape.sides[len(shape.sides)-1] >= minRow {
			l.substeps = append(l.substeps, s)
		} else {
			l.substeps = append(l.substeps, newSparse(rules, substep))
		}
	}
	return l
}

// linearRules are the rules if all of them are linear.
func linearRules(rules []balance.Rule) ([]*balance.Linear, bool) {
	all := make([]*balance.Linear, len(rules))
	for rank, rule := range rules {
		r, ok := rule.(*balance.Linear)
		if !ok {
			return nil, false
		}
		all[rank] = r
	}
	return all, true
}

// step does not count: t is nil. A substep is a pass or two over memory, so no context is asked.
func (l *linear) step(_ context.Context, number int, _ *Traffic) bool {
	l.apply(number)
	return true
}

// apply does the step of the given number.
func (l *linear) apply(number int) {
	by, keep := 1.0, 0.0
	if l.beta != 1 && number > 0 {
		by, keep = l.beta, 1-l.beta
	}
	for _, m := range l.substeps {
		m.times(l.before, l.loads, by, keep)
		l.loads, l.before = l.before, l.loads
	}
}

func (l *linear) read(dst []float64) { copy(dst, l.loads) }

func (l *linear) extremes() (lowest, highest float64) { return extremes(l.loads) }

func (l *linear) mark() { l.kept = append(l.kept[:0], l.loads...) }

func (l *linear) marked() bool { return slices.Equal(l.loads, l.kept) }

// sparse is a matrix of which only what is not 0 is kept, row by row.
type sparse struct {
	own    []float64 // the diagonal
	first  []int     // entry of each row beside the diagonal, and the end
	column []int32
	weight []float64
}

func newSparse(rules []*balance.Linear, substep int) *sparse {
	s := &sparse{own: make([]float64, len(rules)), first: make([]int, 1, len(rules)+1)}
	for rank, rule := range rules {
		s.own[rank] = 1
		links := rule.Links(substep)
		for i, share := range rule.Shares(substep) {
			s.own[rank] -= share.Out
			s.column = append(s.column, int32(links[i].To))
			s.weight = append(s.weight, share.In)
		}
		s.first = append(s.first, len(s.column))
	}
	return s
}

func (s *sparse) times(dst, src []float64, by, keep float64) {
	at := 0
	for row, own := range s.own {
		sum := own * src[row]
		for end := s.first[row+1]; at < end; at++ {
			sum += s.weight[at] * src[s.column[at]]
		}
		dst[row] = by*sum + keep*dst[row]
	}
}
