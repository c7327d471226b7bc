package simplify

import (
	"cmp"
	"errors"

	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
)

// A question is first asked with the gates next to the two nodes. A counterexample to these may contradict gates further below, so it is
// asked again with more of them.
const (
	firstCone = 16   // nodes
	coneGrows = 8    // times
	mostNodes = 8192 // of the largest
)

// The conflicts that a question may take become fewer when it was too hard, and more when many were needed.
const (
	firstConflicts = 300
	leastConflicts = 10
	mostConflicts  = 1000
)

// cone has the gates that a question is about, and its variables, which are numbered from 1.
type cone struct {
	number  []int32 // by node: its variable; 0 if it has none
	nodes   []int32 // by variable, less 1
	inside  int     // the first of these have their gates in the cone
	clauses []int32
	clause  []cnf.Lit
	lemma   []cnf.Lit
	model   cnf.Model
}

// question answers whether two nodes are equal; the second one comes first in the circuit. It notes the equality, or the counterexample.
func (s *sweeper) question(n, rep int32) answer {
	for size := firstCone; size <= mostNodes && !s.done(); size *= coneGrows {
		whole := s.gather(n, rep, size)
		got := s.ask(n, rep)
		if got != different {
			return got
		}
		if whole {
			s.note()
			return different
		}
	}
	return unknown
}

// note notes the values of the free nodes in the model.
func (s *sweeper) note() {
	for i, n := range s.cone.nodes {
		if s.nodes[n].kind == freeNode {
			s.counterexample(n, s.cone.model[i+1] != s.names[n].Negative())
		}
	}
	s.models++
}

// gather fills the cone, up to a number of nodes. It reports whether all gates below the two nodes are in it.
func (s *sweeper) gather(n, rep int32, size int) (whole bool) {
	c := &s.cone
	for _, m := range c.nodes {
		c.number[m] = 0
	}
	c.nodes, c.clauses = c.nodes[:0], c.clauses[:0]
	s.enter(n)
	s.enter(rep)
	for c.inside = 0; c.inside < len(c.nodes); c.inside++ {
		if len(c.nodes) > size {
			return false
		}
		m := c.nodes[c.inside]
		switch e := s.equals[m]; {
		case e > 0:
			s.enter(s.node[s.found[e-1].Rep.Var()])
		case s.vals[s.names[m].Code()] == 0:
			c.clauses = append(c.clauses, s.clausesOf(m)...)
			for _, in := range s.inputsOf(m) {
				s.enter(int32(in >> 1))
			}
		}
	}
	return true
}

// enter adds a node to the cone.
func (s *sweeper) enter(n int32) {
	if c := &s.cone; n != 0 && c.number[n] == 0 {
		c.nodes = append(c.nodes, n)
		c.number[n] = int32(len(c.nodes))
	}
}

// ask asks a solver that has the cone. The model is in the cone if the answer is different.
func (s *sweeper) ask(n, rep int32) answer {
	solver := s.solver()
	defer solver.Discard()
	x, y := s.literal(n), s.literal(rep)
	for s.vals[x.Code()] == 0 && !s.done() {
		if value := s.vals[y.Code()]; rep == 0 || value != 0 {
			if value > 0 {
				x = x.Not()
			}
			got, number := s.excluded(solver, x)
			if got == equal {
				s.constant(x.Not(), number)
			}
			return got
		}
		got, forward := s.excluded(solver, x, y.Not())
		if got == again {
			continue
		}
		if got != equal {
			return got
		}
		got, backward := s.excluded(solver, x.Not(), y)
		if got == equal {
			s.found = append(s.found, Equality{Lit: x, Rep: y, Forward: forward, Backward: backward})
			s.equals[n] = int32(len(s.found))
			return equal
		}
		s.proveDeletion([]cnf.Lit{x.Not(), y}, forward)
		if got != again {
			return got
		}
	}
	return equal
}

// constant makes a literal true, for the unit clause with a number.
func (s *sweeper) constant(l cnf.Lit, number int64) {
	s.stats.Swept++
	s.last = number
	s.assign(l)
}

// solver returns a solver for the cone.
func (s *sweeper) solver() *cdcl.Solver {
	opt := cdcl.Options{KeepFormula: true}
	if s.proof != nil {
		opt.Proof = (*translation)(s)
	}
	if s.hints != nil {
		opt.Hints = (*translation)(s)
	}
	c := &s.cone
	solver := cdcl.New(len(c.nodes), opt)
	add := func(number int64, lits ...cnf.Lit) {
		for i, l := range lits {
			lits[i] = s.local(l)
		}
		s.err = cmp.Or(s.err, solver.AddNumbered(number, lits...))
	}
	for _, id := range c.clauses {
		c.clause = append(c.clause[:0], s.worker.of(id)...)
		add(s.number(id), c.clause...)
	}
	for _, n := range c.nodes[:c.inside] {
		if e := s.equals[n]; e > 0 {
			e := s.found[e-1]
			add(e.Forward, e.Lit.Not(), e.Rep)
			add(e.Backward, e.Lit, e.Rep.Not())
		}
	}
	for _, n := range c.nodes { // last, since they make clauses shorter
		if l := s.names[n]; s.vals[l.Code()] != 0 {
			if s.vals[l.Code()] < 0 {
				l = l.Not()
			}
			add(s.unit(l), l)
		}
	}
	s.work(len(c.clauses) + len(c.nodes))
	return solver
}

// excluded asks whether the cone excludes that literals are true together: the answer is then equal, and the proofs have the clause that
// says so, with that number. If the cone excludes one of two literals, that becomes false, and the answer is again.
func (s *sweeper) excluded(solver *cdcl.Solver, lits ...cnf.Lit) (got answer, number int64) {
	c, before := &s.cone, solver.Stats()
	for i, l := range lits {
		lits[i] = s.local(l)
	}
	verdict, err := solver.Solve(s.ctx, cdcl.Limits{Conflicts: s.limit}, lits...)
	after := solver.Stats()
	s.work(int(after.Work-before.Work) + len(c.nodes)/4)
	switch {
	case errors.Is(err, cdcl.ErrLimit):
		s.limit = max(s.limit*3/4, leastConflicts)
		return unknown, 0
	case err != nil:
		s.err = err
		return unknown, 0
	case verdict == cnf.Satisfiable:
		c.model = append(c.model[:0], make(cnf.Model, len(c.nodes)+1)...)
		solver.CopyModel(c.model)
		return different, 0
	}
	if after.Conflicts-before.Conflicts > s.limit/4 {
		s.limit = min(s.limit*3/2, mostConflicts)
	}
	failed := solver.Failed()
	if len(failed) == 0 { // the proof says so
		s.refuted = true
		return unknown, 0
	}
	last := s.global(failed[0]).Not()
	if number, s.err = solver.ProveFailed(); s.err != nil {
		return unknown, 0
	}
	if len(failed) < len(lits) {
		s.constant(last, number)
		return again, 0
	}
	return equal, number
}

// local returns a literal under its name in the cone, and global takes it back.
func (s *sweeper) local(l cnf.Lit) cnf.Lit {
	return cnf.Signed(cnf.Var(s.cone.number[s.node[l.Var()]]), l.Negative())
}

func (s *sweeper) global(l cnf.Lit) cnf.Lit {
	return cnf.Signed(s.names[s.cone.nodes[l.Var()-1]].Var(), l.Negative())
}

// translation writes the lemmas of the small solver to the proofs.
type translation sweeper

func (t *translation) lits(clause []cnf.Lit) []cnf.Lit {
	c := &t.cone
	c.lemma = c.lemma[:0]
	for _, l := range clause {
		c.lemma = append(c.lemma, (*sweeper)(t).global(l))
	}
	return c.lemma
}

// Add implements cnf.ProofWriter.
func (t *translation) Add(clause []cnf.Lit) error { return t.proof.Add(t.lits(clause)) }

// Delete implements cnf.ProofWriter.
func (t *translation) Delete(clause []cnf.Lit) error { return t.proof.Delete(t.lits(clause)) }

// Infer implements cnf.HintWriter.
func (t *translation) Infer(clause []cnf.Lit, hints []int64) (int64, error) {
	return t.hints.Infer(t.lits(clause), hints)
}

// Forget implements cnf.HintWriter.
func (t *translation) Forget(numbers ...int64) error { return t.hints.Forget(numbers...) }
