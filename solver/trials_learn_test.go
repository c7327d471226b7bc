package solver

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"transat/solver/cnf"
	"transat/solver/drat"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/simplify"
	"transat/solver/internal/solvertest"
)

// tryModels counts models, of all variables or some. Variables in no clause have all values.
func tryModels(t *testing.T, tr *trial) (bool, error) {
	opt := tested{
		Options{Threads: 1 + tr.rng.IntN(3), Assume: tr.assume, Engine: []Engine{"", Auto, CDCL}[tr.rng.IntN(3)]}, hooks{pace: tr.paced()},
	}
	var want Enumeration
	in := tr.vars
	if tr.rng.IntN(3) > 0 || tr.f.Vars() > len(tr.vars) {
		want.Project = []cnf.Var{}
		for _, i := range draw(tr.rng, len(tr.vars)) {
			want.Project = append(want.Project, tr.vars[i])
		}
		in = want.Project
	}
	there := int64(tr.truth.Projections(in, tr.assume...))
	if tr.rng.IntN(4) == 0 {
		want.Most = 1 + tr.rng.Int64N(there+2)
	}
	seen := map[string]bool{}
	found, err := findModels(t.Context(), tr.f, opt.Options, opt.hooks, want, func(m cnf.Model) error {
		if err := tr.holds(m, tr.assume); err != nil {
			return err
		}
		values := values(m, in)
		if seen[values] {
			return fmt.Errorf("the model %v comes twice", values)
		}
		seen[values] = true
		return nil
	})
	expected, all := there, true
	if want.Most > 0 && want.Most <= there {
		expected, all = want.Most, false
	}
	switch {
	case err != nil:
	case found.Count != expected || int64(len(seen)) != expected:
		err = fmt.Errorf("%d models, %d were told, want %d", found.Count, len(seen), expected)
	case found.All && !all && want.Most < there:
		err = errors.New("all models, it says")
	case !found.All && (all || !errors.Is(found.Reason, ErrEnough)):
		err = fmt.Errorf("reason %w", found.Reason)
	case there == 0:
		err = tr.fail(tr.assume, found.Failed, true)
	}
	if err != nil {
		err = fmt.Errorf("%w\n%+v, %+v", err, opt.Options, want)
	}
	return false, err
}

// tryIncremental adds the clauses bit by bit, and asks now and then.
func tryIncremental(t *testing.T, tr *trial) (bool, error) {
	i := NewIncremental(nil)
	so := &trial{rng: tr.rng, f: cnf.NewFormula(0), vars: tr.vars}
	add := func(clause ...cnf.Lit) error {
		so.f.Add(clause...)
		return i.Add(clause...)
	}
	for c := 0; ; c++ {
		if c == tr.f.Len() || tr.rng.IntN(8) == 0 {
			so.truth = solvertest.NewTruth(so.f, so.vars...)
			for range 1 + tr.rng.IntN(3) {
				if err := so.ask(t, i); err != nil {
					return false, fmt.Errorf("after %d clauses, under %v: %w", c, so.assume, err)
				}
			}
		}
		if c == tr.f.Len() {
			return false, nil
		}
		if err := add(tr.f.Clause(c)...); err != nil {
			return false, err
		}
	}
}

// ask asks an Incremental that has the clauses of the trial.
func (tr *trial) ask(t *testing.T, i *Incremental) error {
	tr.assume = slices.DeleteFunc(tr.literals(6), func(l cnf.Lit) bool { return int(l.Var()) > tr.f.Vars() })
	result, err := i.Solve(t.Context(), tr.assume...)
	if err == nil {
		err = tr.judge(result.Verdict, result.Model)
	}
	if err == nil && result.Verdict == cnf.Unsatisfiable {
		err = tr.fail(tr.assume, result.Failed, false)
	}
	return err
}

// tryLearning has a solver learn from clauses that nothing has simplified, in slices, with a proof, assumptions and clauses in between.
func tryLearning(t *testing.T, tr *trial) (bool, error) {
	proof := new(drat.Proof)
	s := cdcl.New(tr.f.Vars(), cdcl.Options{Proof: proof, KeepFormula: tr.rng.IntN(2) == 0})
	so := &trial{rng: tr.rng, f: cnf.NewFormula(tr.f.Vars()), vars: tr.vars}
	for c := 0; ; c++ {
		last := c == tr.f.Len()
		if last || tr.rng.IntN(10) == 0 {
			so.assume = nil
			if !last {
				so.assume = so.literals(6)
			}
			so.truth = solvertest.NewTruth(so.f, so.vars...)
			if err := so.learn(t, s); err != nil {
				return false, fmt.Errorf("after %d clauses, under %v: %w", c, so.assume, err)
			}
		}
		if last {
			break
		}
		so.f.Add(tr.f.Clause(c)...)
		if err := s.Add(tr.f.Clause(c)...); err != nil {
			return false, err
		}
	}
	if tr.truth.Satisfiable() {
		return false, nil
	}
	// A proof is of the formula at the end: what was deleted of it before some clause came is no part of it.
	return true, tr.checkedAtEnd(t, proof)
}

// checkedAtEnd checks a proof without its deletions, if clauses came in between.
func (tr *trial) checkedAtEnd(t *testing.T, proof *drat.Proof) error {
	additions := new(drat.Proof)
	for i := range proof.Len() {
		clause, deletion := proof.Step(i)
		if deletion {
			continue
		}
		if err := additions.Add(clause); err != nil {
			return err
		}
	}
	return checked(t, tr.f, additions)
}

func (tr *trial) learn(t *testing.T, s *cdcl.Solver) error {
	var limits cdcl.Limits
	switch tr.rng.IntN(4) {
	case 0:
		limits.Conflicts = 1 + tr.rng.Int64N(3)
	case 1:
		limits.Work = 1 + tr.rng.Int64N(50)
	}
	for slices := 0; ; slices++ {
		if slices == 1000 {
			limits = cdcl.Limits{} // limits may be too low for any progress
		}
		verdict, err := s.Solve(t.Context(), limits, tr.assume...)
		switch {
		case errors.Is(err, cdcl.ErrLimit):
			continue
		case err != nil:
			return err
		}
		if err := tr.judge(verdict, s.Model()); err != nil {
			return err
		}
		if verdict == cnf.Unsatisfiable {
			return tr.fail(tr.assume, s.Failed(), false)
		}
		return nil
	}
}

// tryCubeSolver asks about one cube after the other. In the end the cubes' proofs and that of the rest are one proof.
func tryCubeSolver(t *testing.T, tr *trial) (bool, error) {
	proof := new(drat.Proof)
	s, err := cdcl.NewCubeSolver(t.Context(), tr.f, proof)
	if err != nil {
		return false, err
	}
	so := *tr
	for last := false; ; {
		if so.assume = so.literals(6); last {
			so.assume = nil
		}
		result, err := s.Solve(t.Context(), so.assume)
		if err == nil {
			err = so.judge(result.Verdict, result.Model)
		}
		if err != nil || last {
			if err == nil && result.Verdict == cnf.Unsatisfiable {
				return true, checked(t, tr.f, proof)
			}
			return false, err
		}
		last = tr.rng.IntN(4) == 0
	}
}

// trySimplify simplifies only. What is left has a model if and only if the formula has one; every model becomes one of the formula; of
// the variables to be kept, models have the same values; literals that are found to be true are so in all models.
func trySimplify(t *testing.T, tr *trial) (bool, error) {
	var keep []cnf.Var
	if tr.rng.IntN(2) == 0 {
		for _, i := range draw(tr.rng, len(tr.vars)) {
			keep = append(keep, tr.vars[i])
		}
	}
	opt := simplify.Options{Keep: keep, Luck: tr.rng.IntN(8) == 0, Add: tr.rng.IntN(2) == 0}
	if tr.rng.IntN(3) == 0 {
		opt.Work = 1 + tr.rng.Int64N(500)
	}
	proof := new(drat.Proof)
	opt.Proof = proof
	s, err := simplify.Run(t.Context(), tr.f, opt)
	if err != nil {
		return false, err
	}
	if s.Refuted() {
		if tr.truth.Satisfiable() {
			return false, fmt.Errorf("refuted, keeping %v", keep)
		}
		return true, checked(t, tr.f, proof)
	}
	for _, l := range s.Fixed() {
		if tr.truth.Satisfiable(l.Not()) {
			return false, fmt.Errorf("%v is not true in all models", l)
		}
	}
	left := tr.withFixed(s)
	in := solvertest.NewTruth(left, tr.vars...)
	if got, want := in.Projections(keep), tr.truth.Projections(keep); got != want || in.Satisfiable() != tr.truth.Satisfiable() {
		return false, fmt.Errorf("%d models of %v, want %d\n%s", got, keep, want, written(left))
	}
	learner, err := cdcl.Load(t.Context(), s.Formula, cdcl.Options{Proof: proof})
	if err != nil {
		return false, err
	}
	for models := 0; ; models++ {
		verdict, err := learner.Solve(t.Context(), cdcl.Limits{})
		switch {
		case err != nil:
			return false, err
		case verdict == cnf.Unsatisfiable && models == 0:
			return true, checked(t, tr.f, proof)
		case verdict == cnf.Unsatisfiable || models == 20:
			return false, nil
		}
		m := learner.Model()
		if err := tr.holds(s.Extend(m), nil); err != nil {
			return false, fmt.Errorf("%w, in what %v becomes\n%s", err, m, written(left))
		}
		var other []cnf.Lit
		for v := cnf.Var(1); int(v) <= tr.f.Vars(); v++ {
			l := cnf.Pos(v)
			if m.Satisfies(l) {
				l = l.Not()
			}
			other = append(other, l)
		}
		if err := learner.Add(other...); err != nil {
			return false, err
		}
	}
}

// withFixed is what is left of the formula, with the literals that are known to be true as clauses.
func (tr *trial) withFixed(s *simplify.Simplified) *cnf.Formula {
	return assuming(s.Formula, s.Fixed())
}
