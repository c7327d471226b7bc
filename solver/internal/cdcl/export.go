package cdcl

import (
	"slices"

	"transat/solver/cnf"
	"transat/solver/internal/pages"
)

// Between two calls of Solve the clauses of the formula can be simplified. Export takes them out of the solver, so that no second copy
// takes memory, and Import puts back what they have become. Learned clauses stay inside, and so do scores, phases, and the schedule:
//
//	formula, numbers := s.Export()
//	… simplify it
//	err := s.Import(…)
//
// Learned clauses follow from the formula. They still do so when it is simplified, but for the ones with a variable that was eliminated.
// Those of two literals become clauses of the formula, since they make other clauses shorter and literals equal.

// Export returns the clauses of the formula without what is true or false in every model, and their numbers in the proof with hints. The
// solver must not be used before Import. If the formula is refuted, there is none.
func (s *Solver) Export() (f *cnf.Formula, numbers []int64) {
	if s.err != nil || s.refuted {
		return nil, nil
	}
	s.backtrack(0)
	if conflict := s.propagate(); conflict != 0 {
		s.refuteBy(conflict)
		return nil, nil
	}
	if s.cleaned < len(s.trail) {
		s.clean()
	}
	literals := 0
	for _, c := range s.clauses {
		literals += int(s.arena[c])
	}
	f = cnf.NewFormula(s.vars)
	f.Grow(len(s.clauses), literals)
	if s.hints != nil {
		numbers = make([]int64, 0, len(s.clauses))
	}
	give := func(c ref) {
		s.merged = s.literals(s.merged[:0], c)
		f.Add(s.merged...)
		if s.hints != nil {
			numbers = append(numbers, s.number(c))
		}
	}
	for _, c := range s.clauses {
		give(c)
	}
	s.learned = slices.DeleteFunc(s.learned, func(c ref) bool {
		if s.arena[c] > 2 {
			return false
		}
		give(c)
		return true
	})
	s.moveLearned(make([]uint32, 1, s.learnedWords()+1))
	s.clauses, s.garbage = nil, 0
	clear(s.watches)
	return f, numbers
}

// Literals returns the number of literals in the clauses of the formula, with those that have become false since they were last removed.
func (s *Solver) Literals() int {
	return max(len(s.arena)-s.garbage-s.learnedWords()-(headWords+s.tail)*len(s.clauses)-1, 0)
}

// learnedWords is the room that the learned clauses take.
func (s *Solver) learnedWords() int {
	words := 0
	for _, c := range s.learned {
		words += headWords + int(s.arena[c]) + s.tail
	}
	return words
}

// moveLearned appends the learned clauses to another arena, which becomes the solver's. The old one is discarded.
func (s *Solver) moveLearned(to []uint32) {
	for i, c := range s.learned {
		s.learned[i] = ref(len(to))
		to = append(to, s.arena[c:c+headWords+ref(s.arena[c])+ref(s.tail)]...)
	}
	pages.Discard(s.arena)
	s.arena = to
}

// Simplified is what has become of the clauses that Export returned.
type Simplified struct {
	Formula *cnf.Formula // clauses of at least two different literals; nil if there is no model
	Numbers []int64      // of its clauses, in the proof with hints
	Fixed   []cnf.Lit    // literals that are true in every model, and in no clause
	Units   []int64      // by variable: numbers of the unit clauses of Fixed
	Gone    []bool       // by variable: it is in no clause any more, and not fixed
	// Replace, if not nil, returns the literal that has replaced l, or l itself, and the number of the clause (-l by).
	Replace func(l cnf.Lit) (by cnf.Lit, number int64)
}

// Import puts clauses back after Export. The error is that of the proof, or ErrTooLarge, after which the solver cannot be used.
func (s *Solver) Import(t Simplified) error {
	s.paused = false
	if t.Formula == nil {
		s.refuted = true // the proof says so
		return nil
	}
	for _, l := range t.Fixed {
		if s.vals[l.Code()] != 0 {
			continue
		}
		if t.Units != nil {
			s.nameUnit(l, t.Units[l.Var()])
		}
		s.assign(l, 0)
	}
	s.cleaned = len(s.trail)
	for _, c := range s.learned {
		s.adapt(c, &t)
		if s.err != nil || s.refuted {
			return s.err
		}
	}
	s.retire(t.Gone)
	s.takeIn(&t)
	if s.err != nil {
		return s.err
	}
	if conflict := s.propagate(); conflict != 0 {
		s.refuteBy(conflict)
		return s.err
	}
	s.inferUnits()
	return s.err
}

// adapt replaces literals of a learned clause, and removes the ones that are false. It drops the clause if it is true, or has a variable
// that is gone.
func (s *Solver) adapt(c ref, t *Simplified) {
	s.because, s.merged = s.because[:0], s.merged[:0]
	s.equal = s.equal[:0]
	same, dropped := true, false
	for _, w := range s.words(c) {
		l := cnf.FromCode(w)
		if t.Replace != nil {
			by, number := t.Replace(l)
			if by != l {
				same, l = false, by
				s.equal = append(s.equal, number)
			}
		}
		v, sign := l.Var(), uint8(1)<<(l.Code()&1)
		if t.Gone[v] || s.vals[l.Code()] > 0 || s.mark[v]&(3^sign) != 0 {
			dropped = true
			break
		}
		if s.mark[v] != 0 {
			continue
		}
		s.mark[v] = sign
		s.marked = append(s.marked, v)
		if s.vals[l.Code()] == 0 {
			s.merged = append(s.merged, l)
			continue
		}
		if same = false; s.hints != nil {
			s.because = append(s.because, s.units[v])
		}
	}
	for _, v := range s.marked {
		s.mark[v] = 0
	}
	s.marked = s.marked[:0]
	if dropped {
		s.forget(c)
		return
	}
	if same {
		return
	}
	s.because = append(append(s.because, s.equal...), s.number(c))
	switch len(s.merged) {
	case 0:
		s.refute()
	case 1:
		s.prove(s.merged)
		s.nameUnit(s.merged[0], s.last)
		s.assign(s.merged[0], 0)
		s.forget(c)
	default:
		s.shorten(c, s.merged)
	}
}

// takeIn makes an arena of the new clauses, with the learned ones behind them.
func (s *Solver) takeIn(t *Simplified) {
	learned := s.arena
	s.learned = slices.DeleteFunc(s.learned, s.isGarbage)
	words := t.Formula.Literals() + (headWords+s.tail)*t.Formula.Len() + s.learnedWords() + 1
	s.arena = make([]uint32, 1, min(words+words/8, mostWords))
	s.clauses = make([]ref, 0, t.Formula.Len())
	for i := range t.Formula.Len() {
		c := s.alloc(t.Formula.Clause(i), false, 0)
		if c == 0 {
			return
		}
		if t.Numbers != nil {
			s.setNumber(c, t.Numbers[i])
		}
		s.clauses = append(s.clauses, c)
	}
	all := s.arena
	s.arena = learned
	s.moveLearned(all)
	s.garbage = 0
	s.rewatch()
}

// retire takes variables that are in no clause out of queue and heap, so that the search does not decide them.
func (s *Solver) retire(gone []bool) {
	n := 0
	for v := cnf.Var(1); int(v) <= s.vars; v++ {
		if !gone[v] || !s.known[v] {
			continue
		}
		n++
		s.known[v] = false
		s.queue.remove(v)
		s.heap.remove(v)
	}
	s.phases.targetSize, s.phases.bestSize = max(s.phases.targetSize-n, 0), max(s.phases.bestSize-n, 0)
}

// remove takes a variable out of the queue.
func (q *queue) remove(v cnf.Var) {
	if !q.has(v) {
		return
	}
	l := q.links[v]
	if q.search == v {
		if q.search = l.before; q.search == 0 {
			q.search = l.after
		}
	}
	if l.before != 0 {
		q.links[l.before].after = l.after
	} else {
		q.first = l.after
	}
	if l.after != 0 {
		q.links[l.after].before = l.before
	} else {
		q.last = l.before
	}
	q.links[v], q.bumped[v] = link{}, 0
}

// remove takes a variable out of the heap.
func (h *heap) remove(v cnf.Var) {
	if h.at[v] == 0 {
		return
	}
	i, last := int(h.at[v])-1, h.order[len(h.order)-1]
	h.order = h.order[:len(h.order)-1]
	h.at[v] = 0
	if last == v {
		return
	}
	h.order[i], h.at[last] = last, int32(i+1)
	h.up(i)
	h.down(int(h.at[last]) - 1)
}

// Discard deletes all learned clauses from the proofs. The solver must not be used after it.
func (s *Solver) Discard() {
	for _, c := range s.learned {
		if !s.refuted {
			s.proveDeletion(c)
		}
	}
}
