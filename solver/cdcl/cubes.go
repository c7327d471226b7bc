package cdcl

import (
	"context"
	"errors"
	"fmt"
	"slices"

	gophersat "github.com/crillab/gophersat/solver"

	"transat/solver/cnf"
)

// CubeSolver decides a formula under one cube after the other, a cube being some literals that are to be
// true, with gophersat. It learns from every cube for all later ones.
//
// gophersat takes the literals as assumptions: clauses that it learns follow from the formula alone, and are
// kept. A new solver for every cube, with unit clauses, was 1.1 to 11 times slower with 250 to 4,000 cubes of pigeon
// holes, van der Waerden numbers, multipliers and random formulas; with only 16 cubes, either may be faster.
//
// All solvers of gophersat share a buffer, so that no two of a process may work at the same time, and a
// call cannot be interrupted; see [Solve].
type CubeSolver struct {
	formula   *cnf.Formula
	problem   *cnf.Problem
	gophersat *gophersat.Solver // nil if the problem has no clauses
	proof     cnf.ProofWriter   // or nil
	assumed   []bool            // by literal: scratch
	failed    error             // gophersat is of no use any more
}

// CubeResult is what became of a cube.
type CubeResult struct {
	Verdict   cnf.Verdict // of the formula under the cube; never Unknown
	Model     cnf.Model   // checked, if Satisfiable
	Conflicts int64       // that gophersat has had
}

var errCubeLiteral = errors.New("a cube has a literal that is none of the formula's")

// NewCubeSolver prepares to decide f. If proof is not nil, it is told every learned clause, and of every cube
// that is refuted, the complement as a clause. The error is the context's, or ErrTooLarge.
func NewCubeSolver(ctx context.Context, f *cnf.Formula, proof cnf.ProofWriter) (*CubeSolver, error) {
	p, err := cnf.Normalise(ctx, f)
	if err != nil {
		return nil, err
	}
	c := &CubeSolver{formula: f, problem: p, proof: proof, assumed: make([]bool, 2*f.Vars()+2)}
	if p.Clauses.Len() > 0 {
		units := p.Units
		p.Units = nil // gophersat would lose them with the assumptions of the first cube, so they are assumed
		c.gophersat = gophersat.New(gophersat.ParseSliceNb(integers(p), p.Vars))
		p.Units = units
	}
	return c, nil
}

// Solve decides the formula under a cube. The error says that a literal is none of the formula's, that the
// proof has returned an error, or that gophersat has failed; after that, the solver is of no use.
func (c *CubeSolver) Solve(cube []cnf.Lit) (CubeResult, error) {
	if c.failed != nil {
		return CubeResult{}, c.failed
	}
	assumptions, possible, err := c.assumptions(cube)
	if err != nil {
		return CubeResult{}, err
	}
	result := CubeResult{Verdict: cnf.Unsatisfiable}
	if possible {
		result, err = c.ask(assumptions)
	}
	if err == nil && result.Verdict == cnf.Satisfiable {
		result.Model = c.complete(result.Model, cube)
		if err = c.formula.Check(result.Model); err != nil {
			err = fmt.Errorf("gophersat: %w", err)
		}
	}
	if err == nil && result.Verdict == cnf.Unsatisfiable {
		err = c.refuted(cube)
	}
	if err != nil {
		c.failed = err
		return CubeResult{}, err
	}
	return result, nil
}

// assumptions returns the unit clauses and the cube, each literal once, without the variables that gophersat
// does not know. It is not possible that they hold if two of them contradict each other.
func (c *CubeSolver) assumptions(cube []cnf.Lit) (all []cnf.Lit, possible bool, err error) {
	possible = !c.problem.Refuted
	defer func() {
		for _, l := range cube {
			if int(l) < len(c.assumed) {
				c.assumed[l] = false
			}
		}
		for _, l := range c.problem.Units {
			c.assumed[l] = false
		}
	}()
	add := func(l cnf.Lit) {
		possible = possible && !c.assumed[l.Not()]
		if !c.assumed[l] && int(l.Var()) <= c.problem.Vars {
			all = append(all, l)
		}
		c.assumed[l] = true
	}
	for _, l := range c.problem.Units {
		add(l)
	}
	for _, l := range cube {
		if l < cnf.Pos(1) || int(l) >= len(c.assumed) {
			return nil, false, errCubeLiteral
		}
		add(l)
	}
	return all, possible, nil
}

// ask has gophersat solve under assumptions that do not contradict each other.
func (c *CubeSolver) ask(assumptions []cnf.Lit) (CubeResult, error) {
	if c.gophersat == nil {
		return CubeResult{Verdict: cnf.Satisfiable}, nil
	}
	if c.proof == nil {
		return c.run(assumptions, nil)
	}
	lines := make(chan string, certificateAhead)
	defer discard(lines)
	type answer struct {
		result CubeResult
		err    error
	}
	done := make(chan answer, 1)
	go func() {
		defer close(lines)
		result, err := c.run(assumptions, lines)
		done <- answer{result, err}
	}()
	learned := certificate{w: c.proof, vars: c.problem.Vars}
	for line := range lines {
		if line == "0" { // only under the assumptions
			continue
		}
		if err := learned.add(line); err != nil {
			return CubeResult{}, err
		}
	}
	a := <-done
	return a.result, a.err
}

// run runs gophersat to its end, and turns a panic of it into an error. What it learns goes to lines, unless
// they are nil.
func (c *CubeSolver) run(assumptions []cnf.Lit, lines chan string) (result CubeResult, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("gophersat: internal error: %v", r)
		}
	}()
	s := c.gophersat
	before := s.Stats.NbConflicts
	lits := make([]gophersat.Lit, len(assumptions))
	for i, l := range assumptions {
		lits[i] = gophersat.IntToLit(int32(l.DIMACS()))
	}
	s.Certified = false // or the assumptions would be taken for learned
	status := s.Assume(lits)
	if status == gophersat.Indet {
		s.Certified, s.CertChan = lines != nil, lines
		status = s.Solve()
	}
	result = CubeResult{Verdict: cnf.Unsatisfiable, Conflicts: int64(s.Stats.NbConflicts - before)}
	if status == gophersat.Sat {
		result.Verdict = cnf.Satisfiable
		result.Model = append(cnf.Model{false}, s.Model()...)
	}
	return result, nil
}

// complete gives all variables of the formula a value: those that gophersat does not know have that of the
// cube, or of their unit clauses.
func (c *CubeSolver) complete(m cnf.Model, cube []cnf.Lit) cnf.Model {
	known := len(m)
	all := make(cnf.Model, c.formula.Vars()+1)
	copy(all, m)
	for _, lits := range [...][]cnf.Lit{c.problem.Units, cube} {
		for _, l := range lits {
			if int(l.Var()) >= known {
				all[l.Var()] = !l.Negative()
			}
		}
	}
	return all
}

// refuted writes the clause that excludes a cube, unless nothing can satisfy the cube anyway.
func (c *CubeSolver) refuted(cube []cnf.Lit) error {
	if c.proof == nil {
		return nil
	}
	var clause []cnf.Lit
	for _, l := range cube {
		if slices.Contains(clause, l) {
			return nil
		}
		if !slices.Contains(clause, l.Not()) {
			clause = append(clause, l.Not())
		}
	}
	if err := c.proof.Add(clause); err != nil {
		return &cnf.ProofError{Err: err}
	}
	return nil
}
