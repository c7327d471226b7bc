package steps

import "transat/solver/cnf"

// Assignment is the state of the formula at a node: the definition of package solver/dpll, followed clause by clause.
type Assignment struct {
	// Assigned are the literals that are true, in the order in which they became so.
	Assigned []Assigned
	// Level is the number of them at the node's last wave; when two unit clauses contradict each other, neither is assigned.
	Level int
	// Falsified is a clause all of whose literals are false, an index of the clauses, or -1 if there is none. Contradiction is the
	// variable that two unit clauses want to be true and false, or 0. With either the node is a conflict.
	Falsified     int
	Contradiction cnf.Var
	// Left are the clauses without a true literal, with the literals that are still free.
	Left []Clause
}

// Assigned is a literal that is true.
type Assigned struct {
	Lit      cnf.Lit
	Decision int // how many decisions had been made
	Reason   int // the clause that forced it, an index of the clauses; -1 for the decision itself
}

// Clause is a clause without its false literals.
type Clause struct {
	Index int // of the clauses
	Free  []cnf.Lit
}

// At follows the decisions from the root, and propagates unit clauses after each: in waves, all literals of which are assigned
// before a clause is looked at. It takes time proportional to the literals of all clauses and the number of waves.
func At(clauses [][]cnf.Lit, decisions []cnf.Lit) *Assignment {
	s := &Assignment{Falsified: -1}
	p := propagation{clauses: clauses, state: s, value: map[cnf.Lit]bool{}}
	p.settle(p.units(0))
	for i, d := range decisions {
		if s.Conflict() {
			break
		}
		p.settle([]Assigned{{Lit: d, Decision: i + 1, Reason: -1}})
	}
	s.Level = len(s.Assigned)
	for i, clause := range clauses {
		if free, satisfied := p.free(clause); !satisfied {
			s.Left = append(s.Left, Clause{i, free})
		}
	}
	return s
}

// Conflict reports whether the state is a conflict.
func (s *Assignment) Conflict() bool { return s.Falsified >= 0 || s.Contradiction != 0 }

// propagation is a state that is being worked out.
type propagation struct {
	clauses [][]cnf.Lit
	state   *Assignment
	value   map[cnf.Lit]bool // literals that are true
}

// settle assigns a wave, and the waves that follow from it.
func (p *propagation) settle(wave []Assigned) {
	for len(wave) > 0 {
		for _, a := range wave {
			p.value[a.Lit] = true
			p.state.Assigned = append(p.state.Assigned, a)
		}
		wave = p.units(wave[0].Decision)
		if p.state.Conflict() {
			return
		}
	}
}

// units returns the next wave: the literals of unit clauses, each once. It notes a conflict.
func (p *propagation) units(decision int) []Assigned {
	var wave []Assigned
	wanted := map[cnf.Lit]bool{}
	contradiction := cnf.Var(0)
	for i, clause := range p.clauses {
		free, satisfied := p.free(clause)
		switch {
		case satisfied || len(free) > 1:
		case len(free) == 0:
			p.state.Falsified = i
			return nil
		case wanted[free[0].Not()]:
			contradiction = free[0].Var()
		case !wanted[free[0]]:
			wanted[free[0]] = true
			wave = append(wave, Assigned{Lit: free[0], Decision: decision, Reason: i})
		}
	}
	p.state.Contradiction = contradiction
	if contradiction != 0 {
		return nil
	}
	return wave
}

// free returns the literals of a clause that are free, each once, or that it is satisfied, as tautologies always are.
func (p *propagation) free(clause []cnf.Lit) (free []cnf.Lit, satisfied bool) {
	seen := map[cnf.Lit]bool{}
	for _, l := range clause {
		switch {
		case p.value[l] || seen[l.Not()]:
			return nil, true
		case !p.value[l.Not()] && !seen[l]:
			seen[l] = true
			free = append(free, l)
		}
	}
	return free, false
}
