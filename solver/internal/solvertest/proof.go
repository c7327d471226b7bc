package solvertest

import (
	"errors"
	"fmt"
	"slices"

	"transat/solver/cnf"
)

// ProofStep is one call of a ProofWriter.
type ProofStep struct {
	Clause   []cnf.Lit
	Deletion bool
}

// ProofList is a ProofWriter that keeps everything, and fails after limit calls if that is not 0: at
// once if it is negative.
type ProofList struct {
	Steps []ProofStep
	Limit int
}

var ErrFull = errors.New("no room")

func (p *ProofList) Add(clause []cnf.Lit) error { return p.add(ProofStep{slices.Clone(clause), false}) }

func (p *ProofList) Delete(clause []cnf.Lit) error {
	return p.add(ProofStep{slices.Clone(clause), true})
}

func (p *ProofList) add(s ProofStep) error {
	if p.Limit != 0 && len(p.Steps) >= p.Limit {
		return ErrFull
	}
	p.Steps = append(p.Steps, s)
	return nil
}

// Lemmas returns the number of additions.
func (p *ProofList) Lemmas() int64 {
	n := int64(0)
	for _, s := range p.Steps {
		if !s.Deletion {
			n++
		}
	}
	return n
}

// CheckProof is a checker by the letter: it propagates from scratch for every lemma. A proof must
// end with its only empty clause, delete nothing that is not there, and no unit clause.
func CheckProof(f *cnf.Formula, p *ProofList) error {
	var clauses [][]cnf.Lit
	for i := range f.Len() {
		clauses = append(clauses, f.Clause(i))
	}
	for i, s := range p.Steps {
		switch {
		case s.Deletion && len(s.Clause) < 2:
			return fmt.Errorf("step %d deletes %v", i, s.Clause)
		case s.Deletion:
			at := slices.IndexFunc(clauses, func(c []cnf.Lit) bool { return slices.Equal(c, s.Clause) })
			if at < f.Len() {
				return fmt.Errorf("step %d deletes %v, which is no lemma", i, s.Clause)
			}
			clauses = slices.Delete(clauses, at, at+1)
		case !followsByPropagation(clauses, s.Clause):
			return fmt.Errorf("step %d: %v does not follow", i, s.Clause)
		case len(s.Clause) == 0:
			if i != len(p.Steps)-1 {
				return fmt.Errorf("step %d of %d is the empty clause", i, len(p.Steps))
			}
			return nil
		default:
			clauses = append(clauses, s.Clause)
		}
	}
	return errors.New("there is no empty clause")
}

// followsByPropagation reports whether clause is a reverse unit propagation lemma of clauses.
func followsByPropagation(clauses [][]cnf.Lit, clause []cnf.Lit) bool {
	holds := map[cnf.Lit]bool{}
	for _, l := range clause {
		holds[l.Not()] = true
	}
	for changed := true; changed; {
		changed = false
		for _, c := range clauses {
			var free []cnf.Lit
			satisfied := false
			for _, l := range c {
				satisfied = satisfied || holds[l]
				if !holds[l.Not()] && !slices.Contains(free, l) {
					free = append(free, l)
				}
			}
			switch {
			case satisfied:
			case len(free) == 0:
				return true
			case len(free) == 1:
				holds[free[0]] = true
				changed = true
			}
		}
	}
	return false
}

// Conflicts reports whether unit propagation refutes clauses if all literals of assumed are true. It shares no code with any engine or
// checker.
func Conflicts(vars int, assumed []cnf.Lit, clauses ...[][]cnf.Lit) bool {
	holds := make([]bool, 2*vars+2)
	for _, l := range assumed {
		if holds[l.Not().Code()] {
			return true
		}
		holds[l.Code()] = true
	}
	for changed := true; changed; {
		changed = false
		for _, c := range slices.Concat(clauses...) {
			satisfied, several := false, false
			var open cnf.Lit // the only one, 0 if all are false
			for _, l := range c {
				satisfied = satisfied || holds[l.Code()]
				if !holds[l.Not().Code()] {
					several = several || !open.IsNone() && open != l
					open = l
				}
			}
			switch {
			case satisfied || several:
			case open.IsNone():
				return true
			default:
				holds[open.Code()], changed = true, true
			}
		}
	}
	return false
}

// CheckLemmas checks every lemma by unit propagation from the formula and all lemmas before it, deleted or not. The last one must be the
// empty clause.
func CheckLemmas(f *cnf.Formula, p *ProofList) error {
	var clauses [][]cnf.Lit
	for i := range f.Len() {
		clauses = append(clauses, f.Clause(i))
	}
	for i, s := range p.Steps {
		if s.Deletion {
			continue
		}
		var assumed []cnf.Lit
		for _, l := range s.Clause {
			assumed = append(assumed, l.Not())
		}
		if !Conflicts(f.Vars(), assumed, clauses) {
			return fmt.Errorf("step %d: %v does not follow", i, s.Clause)
		}
		if len(s.Clause) == 0 {
			return nil
		}
		clauses = append(clauses, s.Clause)
	}
	return errors.New("there is no empty clause")
}
