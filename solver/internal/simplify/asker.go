package simplify

import (
	"errors"

	"transat/solver/cnf"
	"transat/solver/internal/cdcl"
)

// asker asks a small solver about a part of the clauses, the cone. What follows from them follows from the formula. The lemmas of the small
// solver go to the proofs, under the names of the variables in the formula, and are deleted when all questions about the cone are answered.
type asker struct {
	*worker
	cone   cone
	solver *cdcl.Solver // has the cone; nil before the first one
	found  []Equality
	limit  int64 // conflicts of the next question
}

// The conflicts that a question may take become fewer when it was too hard, and more when many were needed.
const (
	firstConflicts = 300
	leastConflicts = 10
	mostConflicts  = 1000
)

func (w *worker) newAsker() asker {
	return asker{worker: w, cone: cone{number: make([]int32, w.vars+1)}, limit: firstConflicts}
}

// answer is the answer to the question whether two literals are equal.
type answer int

const (
	unknown answer = iota
	equal
	different // the model in the cone says so
	again     // one of them has become constant
)

// cone has the clauses that questions are about, and their variables, which are numbered from 1.
type cone struct {
	number  []int32   // by variable: its number; 0 if it has none
	vars    []cnf.Var // by number, less 1
	clauses []int32
	clause  []cnf.Lit
	lemma   []cnf.Lit
	model   cnf.Model // by number
}

// clear empties the cone.
func (c *cone) clear() {
	for _, v := range c.vars {
		c.number[v] = 0
	}
	c.vars, c.clauses = c.vars[:0], c.clauses[:0]
}

// enter adds a variable.
func (c *cone) enter(v cnf.Var) {
	if c.number[v] == 0 {
		c.vars = append(c.vars, v)
		c.number[v] = int32(len(c.vars))
	}
}

// local returns a literal under its name in the cone, and global takes it back.
func (c *cone) local(l cnf.Lit) cnf.Lit { return cnf.Signed(cnf.Var(c.number[l.Var()]), l.Negative()) }

func (c *cone) global(l cnf.Lit) cnf.Lit { return cnf.Signed(c.vars[l.Var()-1], l.Negative()) }

// value returns that of a literal in the model.
func (c *cone) value(l cnf.Lit) bool { return c.model[c.number[l.Var()]] != l.Negative() }

// load gives the solver the cone. There is one solver for all cones: a new one for each would leave much garbage.
func (a *asker) load() {
	c := &a.cone
	if a.solver == nil {
		opt := cdcl.Options{KeepFormula: true}
		if a.proof != nil {
			opt.Proof = (*translation)(a)
		}
		if a.hints != nil {
			opt.Hints = (*translation)(a)
		}
		a.solver = cdcl.New(len(c.vars), opt)
	} else {
		a.solver.Reset(len(c.vars))
	}
	for _, id := range c.clauses {
		a.give(a.number(id), a.of(id)...)
	}
	for _, v := range c.vars { // last, since they make clauses shorter
		l := cnf.Pos(v)
		if a.vals[l.Code()] == 0 {
			continue
		}
		if a.vals[l.Code()] < 0 {
			l = l.Not()
		}
		a.give(a.unit(l), l)
	}
	a.work(len(c.clauses) + len(c.vars))
}

// give gives the solver a clause of the formula, and tell an equality.
func (a *asker) give(number int64, lits ...cnf.Lit) {
	c := &a.cone
	c.clause = c.clause[:0]
	for _, l := range lits {
		c.clause = append(c.clause, c.local(l))
	}
	if err := a.solver.AddNumbered(number, c.clause...); err != nil && a.err == nil {
		a.err = err
	}
}

func (a *asker) tell(e Equality) {
	a.give(e.Forward, e.Lit.Not(), e.Rep)
	a.give(e.Backward, e.Lit, e.Rep.Not())
}

// unload deletes the lemmas of the solver.
func (a *asker) unload() { a.solver.Discard() }

// compare answers whether two literals are equal, and notes that they are.
func (a *asker) compare(x, y cnf.Lit) answer {
	got, forward := a.excluded(x, y.Not())
	if got != equal {
		return got
	}
	got, backward := a.excluded(x.Not(), y)
	if got == equal {
		a.found = append(a.found, Equality{Lit: x, Rep: y, Forward: forward, Backward: backward})
		return equal
	}
	a.proveDeletion([]cnf.Lit{x.Not(), y}, forward)
	return got
}

// constant makes a literal true, for the unit clause with a number.
func (a *asker) constant(l cnf.Lit, number int64) {
	a.stats.Swept++
	a.last = number
	a.assign(l)
	a.give(number, l)
}

// excluded asks whether the cone excludes that literals are true together: the answer is then equal, and the proofs have the clause that
// says so, with that number. If the cone excludes one of two literals, that becomes false, and the answer is again.
func (a *asker) excluded(lits ...cnf.Lit) (got answer, number int64) {
	c, before := &a.cone, a.solver.Stats()
	for i, l := range lits {
		lits[i] = c.local(l)
	}
	verdict, err := a.solver.Solve(a.ctx, cdcl.Limits{Conflicts: a.limit}, lits...)
	after := a.solver.Stats()
	a.work(int(after.Work-before.Work) + len(c.vars)/4)
	switch {
	case errors.Is(err, cdcl.ErrLimit):
		a.limit = max(a.limit*3/4, leastConflicts)
		return unknown, 0
	case err != nil:
		a.err = err
		return unknown, 0
	case verdict == cnf.Satisfiable:
		c.model = append(c.model[:0], make(cnf.Model, len(c.vars)+1)...)
		a.solver.CopyModel(c.model)
		return different, 0
	}
	if after.Conflicts-before.Conflicts > a.limit/4 {
		a.limit = min(a.limit*3/2, mostConflicts)
	}
	failed := a.solver.Failed()
	if len(failed) == 0 { // the proof says so
		a.refuted = true
		return unknown, 0
	}
	last := c.global(failed[0]).Not()
	if number, a.err = a.solver.ProveFailed(); a.err != nil {
		return unknown, 0
	}
	if len(failed) < len(lits) {
		a.constant(last, number)
		return again, 0
	}
	return equal, number
}

// translation writes the lemmas of the small solver to the proofs.
type translation asker

func (t *translation) lits(clause []cnf.Lit) []cnf.Lit {
	c := &t.cone
	c.lemma = c.lemma[:0]
	for _, l := range clause {
		c.lemma = append(c.lemma, c.global(l))
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
