package drat_test

import (
	"maps"
	"slices"

	"transat/solver/cnf"
	"transat/solver/drat"
)

// A slow, simple version of the checker.

// literals is a clause as a set.
type literals map[cnf.Lit]bool

func setOf(clause []cnf.Lit) literals {
	s := literals{}
	for _, l := range clause {
		s[l] = true
	}
	return s
}

func (s literals) tautology() bool {
	for l := range s {
		if s[l.Not()] {
			return true
		}
	}
	return false
}

// outcome is the result of a check.
type outcome struct {
	Verified                     bool
	Step                         int // of the lemma that does not follow, or -1
	IgnoredUnits, IgnoredMissing int
	RAT                          int
}

// reference checks proofs forward by the definition in the package comment, from scratch at every step.
type reference struct {
	clauses []literals
	outcome
}

func referenceCheck(f *cnf.Formula, p *drat.Proof) outcome {
	r := &reference{outcome: outcome{Step: -1}}
	for i := range f.Len() {
		r.clauses = append(r.clauses, setOf(f.Clause(i)))
	}
	for i := range p.Len() {
		if r.refuted() {
			break
		}
		clause, deletion := p.Step(i)
		switch {
		case deletion:
			r.delete(setOf(clause))
		case r.follows(clause):
			r.clauses = append(r.clauses, setOf(clause))
		default:
			r.Step = i
			return r.outcome
		}
	}
	r.Verified = r.refuted()
	return r.outcome
}

func (r *reference) refuted() bool {
	_, conflict := r.propagate(nil)
	return conflict
}

// propagate makes literals true, and their implications.
func (r *reference) propagate(assumed []cnf.Lit) (literals, bool) {
	lits := setOf(assumed)
	if lits.tautology() {
		return lits, true
	}
	for changed := true; changed; {
		changed = false
		for _, clause := range r.clauses {
			var free []cnf.Lit
			satisfied := false
			for l := range clause {
				satisfied = satisfied || lits[l]
				if !lits[l.Not()] {
					free = append(free, l)
				}
			}
			if satisfied || clause.tautology() {
				continue
			}
			if len(free) == 0 {
				return lits, true
			}
			if len(free) == 1 {
				lits[free[0]] = true
				changed = true
			}
		}
	}
	return lits, false
}

// follows reports whether a lemma has the property RUP or RAT.
func (r *reference) follows(lemma []cnf.Lit) bool {
	var assumed []cnf.Lit
	for _, l := range lemma {
		assumed = append(assumed, l.Not())
	}
	if _, conflict := r.propagate(assumed); conflict {
		return true
	}
	if len(lemma) == 0 {
		return false
	}
	r.RAT++
	for _, clause := range r.clauses {
		if !clause[lemma[0].Not()] || clause.tautology() {
			continue
		}
		resolvent := slices.Clone(assumed)
		for l := range clause {
			if l != lemma[0].Not() {
				resolvent = append(resolvent, l.Not())
			}
		}
		if _, conflict := r.propagate(resolvent); !conflict {
			return false
		}
	}
	return true
}

// delete removes the last clause with these literals, unless it is a unit clause.
func (r *reference) delete(clause literals) {
	for i := len(r.clauses) - 1; i >= 0; i-- {
		if !maps.Equal(r.clauses[i], clause) {
			continue
		}
		top, _ := r.propagate(nil)
		satisfied, falsified := 0, 0
		for l := range clause {
			if top[l] {
				satisfied++
			}
			if top[l.Not()] {
				falsified++
			}
		}
		if !clause.tautology() && satisfied == 1 && falsified == len(clause)-1 {
			r.IgnoredUnits++
			return
		}
		r.clauses = slices.Delete(r.clauses, i, i+1)
		return
	}
	r.IgnoredMissing++
}

// satisfiable tries all assignments.
func satisfiable(f *cnf.Formula) bool {
	m := make(cnf.Model, f.Vars()+1)
	for bits := range uint64(1) << f.Vars() {
		for v := range f.Vars() {
			m[v+1] = bits>>v&1 == 1
		}
		if f.Check(m) == nil {
			return true
		}
	}
	return false
}
