package solver

import (
	"context"
	"slices"

	"transat/solver/cnf"
)

// An Incremental has its clauses twice: as they were added, to check models, and in the solver. The solver gets new ones at the
// next call of Solve, whose context and limits then hold for that work, too.

const (
	// addsPerLook is the number of clauses that the solver gets between two looks at the context.
	addsPerLook = 1 << 12
	// leastSparse is the number of literals up to which compact is not worth it.
	leastSparse = 1 << 12
)

// load gives the solver the new clauses and variables.
func (i *Incremental) load(ctx context.Context, limits Limits) error {
	if limits.Memory > 0 && i.bytesFor() > limits.Memory {
		return ErrMemoryLimit
	}
	i.solver.Grow(i.formula.Vars())
	for looks := 1; i.loaded < i.formula.Len(); looks++ {
		if looks%addsPerLook == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := i.solver.Add(i.formula.Clause(i.loaded)...); err != nil {
			return err
		}
		i.loaded++
	}
	if i.formula.Literals() > i.sparse {
		i.compact()
	}
	return nil
}

// compact takes clauses out of formula and solver that a clause of one literal makes true, such as retracted ones, if they are a
// quarter of all. It looks again when there are twice as many literals, so it costs little for each clause.
func (i *Incremental) compact() {
	old := i.formula
	single := make([]cnf.Lit, old.Vars()+1) // by variable: the literal that is a clause
	for j := range old.Len() {
		if clause := old.Clause(j); len(clause) == 1 {
			single[clause[0].Var()] = clause[0]
		}
	}
	kept := func(clause []cnf.Lit) bool {
		return len(clause) == 1 || !slices.ContainsFunc(clause, func(l cnf.Lit) bool { return single[l.Var()] == l })
	}
	clauses, literals := 0, 0
	for j := range old.Len() {
		if clause := old.Clause(j); kept(clause) {
			clauses, literals = clauses+1, literals+len(clause)
		}
	}
	if literals <= old.Literals()-old.Literals()/4 {
		i.formula, i.witnesses = cnf.NewFormula(old.Vars()), witnesses{}
		i.formula.Grow(clauses, literals)
		for j := range old.Len() {
			if clause := old.Clause(j); kept(clause) {
				i.formula.Add(clause...)
			}
		}
		i.loaded = i.formula.Len()
		i.solver.Clean()
	}
	i.sparse = max(2*i.formula.Literals(), leastSparse)
}

// bytes is how much memory clauses and variables take.
func (i *Incremental) bytes() int64 {
	return i.solver.Bytes() + i.formulaBytes() + i.witnesses.bytes()
}

// bytesFor is how much they take at least when the solver has what is new.
func (i *Incremental) bytesFor() int64 {
	literals := 0
	for j := i.loaded; j < i.formula.Len(); j++ {
		literals += len(i.formula.Clause(j))
	}
	return i.solver.BytesFor(i.formula.Vars(), i.formula.Len()-i.loaded, literals) + i.formulaBytes()
}

// formulaBytes is how much memory the formula takes.
func (i *Incremental) formulaBytes() int64 { return 4 * int64(i.formula.Len()+i.formula.Literals()) }
