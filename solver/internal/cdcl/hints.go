package cdcl

import (
	"errors"

	"transat/solver/cnf"
)

// In a proof with hints (LRAT) every clause names those that it follows from. All of them are found in the same way, whatever has made the clause: some clause
// is false, and its literals are false for reasons, which lead back to the literals of the new clause. So the hints are the reasons on the way, each behind those that it rests on, and the
// false clause comes last. What is true at the root has a unit clause of its own, inferred as soon as it is known.

// hinter is what the solver needs to give hints; none of it is used without them.
type hinter struct {
	hints   cnf.HintWriter // or nil
	tail    int            // words behind each clause, for its number
	units   []int64        // by variable: number of the clause of one literal that has its value
	unitsTo int            // literals of the trail that have such a clause
	because []int64        // the reason of the clause that is proved next
	last    int64          // number of the clause that was proved last
	steps   []step
}

// step is a clause on the way back, and the next of its literals to be looked at.
type step struct {
	clause ref
	next   int
}

const numberWords = 2

var errUnnumbered = errors.New("in a proof with hints a clause needs a number")

func newHinter(w cnf.HintWriter) hinter {
	if w == nil {
		return hinter{}
	}
	return hinter{hints: w, tail: numberWords}
}

func (h *hinter) extend(vars int) {
	if h.hints != nil {
		h.units = extended(h.units, vars+1)
	}
}

// number returns that of a clause in the proof with hints.
func (s *Solver) number(c ref) int64 {
	if s.hints == nil {
		return 0
	}
	at := uint32(c) + headWords + s.arena[c]
	return int64(s.arena[at]) | int64(s.arena[at+1])<<32
}

func (s *Solver) setNumber(c ref, number int64) {
	if s.hints == nil {
		return
	}
	at := uint32(c) + headWords + s.arena[c]
	s.arena[at], s.arena[at+1] = uint32(number), uint32(number>>32)
}

// nameUnit notes the number of the clause that has a literal alone.
func (s *Solver) nameUnit(l cnf.Lit, number int64) {
	if s.hints != nil {
		s.units[l.Var()] = number
	}
}

// infer adds a clause to the proof with hints, for the reason in s.because.
func (s *Solver) infer(lits []cnf.Lit) {
	if s.hints == nil || s.err != nil {
		return
	}
	number, err := s.hints.Infer(lits, s.because)
	if err != nil {
		s.err = &cnf.ProofError{Err: err}
	}
	s.last = number
}

// inferUnits gives what has become true at the root clauses of its own. All must have been propagated.
func (s *Solver) inferUnits() {
	if s.hints == nil {
		return
	}
	for end := s.rootLength(); s.unitsTo < end; s.unitsTo++ {
		l := s.trail[s.unitsTo]
		if s.units[l.Var()] == 0 {
			unit := [...]cnf.Lit{l}
			s.explain(s.values[l.Var()].reason, unit[:])
			s.infer(unit[:])
			s.units[l.Var()] = s.last
		}
	}
}

// restate makes the reason of the next clause that it is another one without what is false at the root, or without repetitions.
func (s *Solver) restate(number int64, lits []cnf.Lit) {
	if s.hints == nil {
		return
	}
	s.because = s.because[:0]
	for _, l := range lits {
		if s.vals[l.Code()] < 0 && s.values[l.Var()].level == 0 {
			s.because = append(s.because, s.units[l.Var()])
		}
	}
	s.because = append(s.because, number)
}

// explain makes the reason of the next clause that another one would be false if it were. What has made that false is still known: the levels and reasons of its
// literals' variables, even if their values have been taken back.
func (s *Solver) explain(conflict ref, clause []cnf.Lit) {
	if s.hints == nil {
		return
	}
	s.because, s.marked = s.because[:0], s.marked[:0]
	for _, l := range clause {
		s.remark(l.Var(), markSeen)
	}
	s.steps = append(s.steps[:0], step{clause: conflict})
	for len(s.steps) > 0 {
		top := &s.steps[len(s.steps)-1]
		words := s.words(top.clause)
		if top.next == len(words) {
			s.because = append(s.because, s.number(top.clause))
			s.steps = s.steps[:len(s.steps)-1]
			continue
		}
		v := cnf.FromCode(words[top.next]).Var()
		top.next++
		switch {
		case s.mark[v] != 0:
			continue
		case s.units[v] != 0 && s.values[v].level == 0:
			s.because = append(s.because, s.units[v])
		default:
			s.steps = append(s.steps, step{clause: s.values[v].reason})
		}
		s.remark(v, markSeen)
	}
	for _, v := range s.marked {
		s.mark[v] = 0
	}
	s.marked = s.marked[:0]
}
