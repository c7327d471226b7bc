package cdcl

import (
	"errors"

	"transat/solver/cnf"
)

// In a proof with hints (LRAT) every clause names the clauses that it follows from. The solver finds them in one way
// for all clauses: some clause is false, and the reasons of its false literals lead back to literals of the new clause.
// The hints are these reasons, each after the ones that it rests on, and the false clause comes last. Every literal
// that is true at the root has a unit clause of its own, inferred at once.

// hinter is the state for hints, unused without them.
type hinter struct {
	hints   cnf.HintWriter // or nil
	tail    int            // words behind each clause, for its number
	units   []int64        // by variable: number of the unit clause of its value
	unitsTo int            // literals of the trail that have such a unit clause
	because []int64        // the reason of the clause that is proved next
	equal   []int64        // scratch: numbers of clauses by which literals were replaced, see export.go
	last    int64          // number of the clause that was proved last
	steps   []step
}

// step is a clause on the way back, and the index of its next literal to follow.
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

// emptied returns a hinter of no variables in the memory of h.
func (h *hinter) emptied() hinter {
	return hinter{hints: h.hints, tail: h.tail, units: h.units[:0], because: h.because[:0], equal: h.equal[:0], steps: h.steps[:0]}
}

func (h *hinter) extend(vars int) {
	if h.hints != nil {
		h.units = extended(h.units, vars+1)
	}
}

// number returns the number of a clause in the proof with hints.
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

// nameUnit records the number of the unit clause of l.
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

// inferUnits infers a unit clause for every literal that has become true at the root. Propagation must be complete.
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

// restate makes clause number the reason of the next clause, which is the same without repeated literals and without
// literals that are false at the root.
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

// explain makes conflict the reason of the next clause: if the next clause were false, conflict would be. The levels
// and reasons of its variables are still stored, even if their values have been undone.
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
