package drat

import (
	"context"

	"transat/solver/cnf"
)

// Core checks a proof backward and returns the core: clauses of the formula, and the steps of the proof that add and
// delete core clauses.
func Core(f *cnf.Formula, p *Proof) (*cnf.Formula, *Proof, error) {
	r, err := newRun(context.Background(), f, p, Options{})
	if err != nil {
		return nil, nil, err
	}
	if refuted, err := r.forward(); err != nil || !refuted {
		return nil, nil, err
	}
	if err := r.backward(); err != nil {
		return nil, nil, err
	}
	core := cnf.NewFormula(f.Vars())
	at := ref(1)
	for i := range f.Len() {
		if r.has(at, flagCore) {
			core.Add(f.Clause(i)...)
		}
		at = r.behind(at)
	}
	steps := new(Proof)
	for i := range p.Len() {
		if clause, deletion := p.Step(i); r.clauses[i] != 0 && r.has(r.clauses[i], flagCore) {
			write := steps.Add
			if deletion {
				write = steps.Delete
			}
			if err := write(clause); err != nil {
				return nil, nil, err
			}
		}
	}
	return core, steps, nil
}
