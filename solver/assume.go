package solver

import (
	"context"
	"fmt"
	"slices"

	"transat/solver/cnf"
	"transat/solver/drat/stream"
	"transat/solver/internal/cdcl"
)

// Assumptions (Options.Assume) are unit clauses for the engines that search a tree: they need to know nothing of them. Clause
// learning takes them as decisions that come first, and so learns which of them were to blame. If another engine has said that
// there is no model, learning tries for a while to find that out, see blame. And it tries for a while to leave some of them out.

// blameWork is the work of finding out which assumptions were to blame: a second or two.
const blameWork = 50_000_000

// assuming returns f with literals as unit clauses, which is f itself if there are none.
func assuming(f *cnf.Formula, lits []cnf.Lit) *cnf.Formula {
	if len(lits) == 0 {
		return f
	}
	g := cnf.NewFormula(f.Vars())
	g.Grow(f.Len()+len(lits), f.Literals()+len(lits))
	for i := range f.Len() {
		g.Add(f.Clause(i)...)
	}
	for _, l := range lits {
		g.Add(l)
	}
	return g
}

// checkLiterals returns an *OptionError if a literal is none of the formula's. It wraps a *LiteralError if the literal is of no variable.
func checkLiterals(f *cnf.Formula, option string, lits []cnf.Lit) error {
	for _, l := range lits {
		if l.IsNone() {
			return optionError(option, l, cnf.CheckLiterals(option, lits))
		}
		if int(l.Var()) > f.Vars() {
			return optionError(option, l, fmt.Errorf("the formula has the variables 1 to %d", f.Vars()))
		}
	}
	return nil
}

// blame finds out which assumptions cannot be true together, now that there is no model. If that takes too long, it says all. The
// error is a *VerifyError.
func (s *session) blame(ctx context.Context) error {
	if s.blamed {
		return nil
	}
	all := slices.Clone(s.opt.Assume)
	slices.SortFunc(all, cnf.Lit.Compare)
	s.result.Failed = slices.Compact(all)
	lemmas := &lemmaWriter{last: int64(s.base.Len())}
	opt := cdcl.Options{}
	if s.verify != nil {
		lemmas.checker = stream.NewHintChecker(s.verify.base)
		defer lemmas.checker.Close()
		opt.Hints = lemmas
	}
	learner, err := cdcl.Load(ctx, s.base, opt)
	if err != nil {
		return lemmas.fault()
	}
	verdict, err := learner.Solve(ctx, cdcl.Limits{Work: blameWork}, s.opt.Assume...)
	if err != nil || verdict != cnf.Unsatisfiable {
		return lemmas.fault()
	}
	failed, core := shrunk(ctx, learner)
	if lemmas.checker != nil {
		lemmas.exclude(failed, core)
		if err := lemmas.checker.Conclude(failed); err != nil {
			return &VerifyError{err}
		}
	}
	s.result.Failed = failed
	return nil
}

// shrunk returns the assumptions that a solver has just said to fail, less those that can be left out as far as blameWork shows,
// and the number of the clause that excludes them, in a proof with hints.
func shrunk(ctx context.Context, s *cdcl.Solver) (failed []cnf.Lit, core int64) {
	failed = slices.Clone(s.Failed())
	core, err := s.ProveFailed()
	if err != nil {
		return failed, 0
	}
	end := s.Stats().Work + blameWork
	fails := func(lits ...cnf.Lit) bool {
		left := end - s.Stats().Work
		if left <= 0 {
			return false
		}
		verdict, err := s.Solve(ctx, cdcl.Limits{Work: left}, lits...)
		if err != nil || verdict != cnf.Unsatisfiable {
			return false
		}
		core, err = s.ProveFailed()
		return err == nil
	}
	if len(failed) == 0 || fails() {
		return nil, core
	}
	for i := 0; i < len(failed); {
		rest := slices.Delete(slices.Clone(failed), i, i+1)
		if !fails(rest...) {
			i++ // those before i are needed
			continue
		}
		still := s.Failed()
		failed = slices.DeleteFunc(rest, func(l cnf.Lit) bool { return !slices.Contains(still, l) })
	}
	return failed, core
}
