package solver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"time"

	"github.com/dustin/go-humanize"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/internal/cdcl"
	"transat/solver/internal/simplify"
)

// learner simplifies a formula and learns clauses, in slices.
type learner struct {
	formula        *cnf.Formula // with the assumptions as unit clauses
	clauses        int          // without
	left           int          // clauses after simplifying
	assume         []cnf.Lit
	failed         []cnf.Lit // assumptions, if there is no model
	simplified     *simplify.Simplified
	solver         *cdcl.Solver // nil if simplifying has refuted the formula
	spent          time.Duration
	slice, longest int64 // work of the next turn, which doubles up to that of the longest
	result         dpll.Result
	shows          func(Progress) // or nil
	proof          *proof         // or nil
	lemmas         *lemmaWriter   // or nil
	rounds         rounds
}

// sliceWork is the work between two looks at the clock: some hundredths of a second.
const sliceWork = 1 << 20

// forever is a time that does not come.
const forever = time.Duration(math.MaxInt64)

// newLearner simplifies the formula. If another engine may go on with the proof, the clauses of the formula stay in it.
func (s *session) newLearner(ctx context.Context, others bool) (*learner, error) {
	proof := s.proof.writer()
	if proof != nil && others {
		proof = additions{proof}
	}
	l := &learner{formula: s.formula, clauses: s.base.Len(), assume: s.opt.Assume, shows: s.opt.Progress, proof: s.proof}
	l.rounds, l.longest = s.pace.rounds(others), cmp.Or(s.pace.longestSlice, sliceWork)
	l.slice = l.longest
	l.lemmas = s.lemmaWriter()
	if l.lemmas != nil {
		l.lemmas.keep = others
	}
	defer l.timed(time.Now())
	if need := learningNeeds(s.base); need > leastNeed {
		if left := s.memoryLeft(); left > 0 && need > left {
			return l, &cnf.MemoryError{Need: need, Limit: left}
		}
	}
	var err error
	options := simplify.Options{
		Proof: proof, Hints: l.lemmas.writer(), Keep: variables(s.opt.Assume), Work: s.pace.simplifying, Luck: !s.pace.unlucky,
		Add: !s.opt.NoNewVariables,
	}
	if s.base.Len() >= leastSwept {
		options.Sweep = &simplify.Sweep{Work: firstSweep}
	}
	if l.simplified, err = simplify.Run(ctx, s.base, options); err != nil {
		return l, err
	}
	if l.simplified.Refuted() {
		l.result.Verdict = cnf.Unsatisfiable
		return l, nil
	}
	if l.lemmas != nil {
		l.lemmas.keep = false
	}
	formula := l.simplified.Formula
	l.left = formula.Len()
	if l.left == 0 && len(l.assume) == 0 {
		formula = cnf.NewFormula(0) // any values will do: the solver needs no memory for them
	}
	if s.base.Literals() > largeGarbage {
		debug.FreeOSMemory() // of the simplifier, before the solver takes as much in pieces of other sizes
	}
	l.solver, err = cdcl.Load(ctx, formula, cdcl.Options{
		Proof: s.proof.writer(), Hints: l.lemmas.writer(), Numbers: l.simplified.Numbers, KeepFormula: others,
		Own: cnf.Var(s.base.Vars()),
	})
	l.simplified.Release()
	if err == nil && len(l.assume) > 0 {
		err = addFixed(l.solver, l.simplified)
	}
	return l, err
}

// leastNeed is the least need of memory that is checked beforehand; for a smaller one the limit itself will do.
const leastNeed = 16 << 20

// learningNeeds returns how many bytes it takes at least to simplify f and to set up clause learning: the clauses twice, two watches
// for each, and the occurrences.
func learningNeeds(f *cnf.Formula) int64 {
	return 12*int64(f.Literals()) + 16*int64(f.Len()) + 48*int64(f.Vars())
}

// largeGarbage is the number of literals of a formula above which it pays to collect the garbage of the simplifier at once.
const largeGarbage = 1 << 18

// addFixed tells a solver which literals simplifying has found to be true: an assumption may be another.
func addFixed(s *cdcl.Solver, simplified *simplify.Simplified) error {
	for _, l := range simplified.Fixed() {
		number := int64(0)
		if simplified.Units != nil {
			number = simplified.Units[l.Var()]
		}
		if err := s.AddNumbered(number, l); err != nil {
			return err
		}
	}
	return nil
}

// variables returns the variables of literals.
func variables(lits []cnf.Lit) []cnf.Var {
	var all []cnf.Var
	for _, l := range lits {
		all = append(all, l.Var())
	}
	return all
}

// additions is a proof from which nothing is deleted.
type additions struct{ cnf.ProofWriter }

// Delete does nothing.
func (additions) Delete([]cnf.Lit) error { return nil }

// summary says how much simplifying has left.
func (l *learner) summary() string {
	if l.simplified.Refuted() {
		return "simplifying has refuted the formula"
	}
	stats := l.simplified.Stats
	s := fmt.Sprintf("%s of %s left, %s eliminated", humanize.Comma(int64(l.left)),
		counted(int64(l.clauses), "clause"), counted(stats.Eliminated, "variable"))
	if stats.Added > 0 {
		s += fmt.Sprintf(", %s added", humanize.Comma(stats.Added))
	}
	return s
}

// timed adds the time since then to the time spent.
func (l *learner) timed(since time.Time) { l.spent += time.Since(since) }

// run learns for a slice at least, and until more than so long has been spent in all. It reports whether the formula is decided, or
// the context has ended.
func (l *learner) run(ctx context.Context, long time.Duration) (decided bool, err error) {
	for l.result.Verdict == cnf.Unknown {
		began := time.Now()
		verdict, err := l.solver.Solve(ctx, cdcl.Limits{Work: l.slice}, l.assume...)
		l.slice = min(2*l.slice, l.longest)
		l.timed(began)
		stats := l.solver.Stats()
		l.result.Stats = dpll.Stats{Decisions: stats.Decisions}
		switch {
		case errors.Is(err, cdcl.ErrLimit):
			if l.shows != nil {
				l.shows(Progress{Conflicts: stats.Conflicts})
			}
			if ended, err := l.simplifies(ctx); ended || err != nil {
				return ended, err
			}
			if l.spent > long {
				return false, nil
			}
			continue
		case err != nil && errors.Is(err, ctx.Err()):
			l.result.Reason = err
			return true, nil
		case err != nil:
			return false, err
		}
		l.result.Verdict = verdict
		if verdict == cnf.Unsatisfiable {
			core, err := l.solver.ProveFailed()
			if err != nil {
				return false, err
			}
			if err := l.proof.conclude(l.solver.Failed(), core, l.assumed); err != nil { // before other questions are asked
				return false, err
			}
			l.failed, core = shrunk(ctx, l.solver)
			l.lemmas.exclude(l.failed, core)
		}
		if verdict == cnf.Satisfiable {
			l.result.Model = l.formula.Checked(func(m cnf.Model) { copy(m, l.simplified.Extend(l.solver.Model())) })
		}
	}
	return true, nil
}

// assumed is the number of an assumption's clause.
func (l *learner) assumed(lit cnf.Lit) int64 {
	return int64(l.clauses + 1 + slices.Index(l.assume, lit))
}

// searchLearning is the engine CDCL.
func (s *session) searchLearning(ctx context.Context) error {
	l, err := s.newLearner(ctx, false)
	if err == nil {
		_, err = l.run(ctx, forever)
	}
	if err != nil && errors.Is(err, ctx.Err()) {
		l.result.Reason, err = err, nil
	}
	s.result.Result = l.result
	if l.solver != nil {
		s.result.Conflicts = l.solver.Stats().Conflicts
	}
	s.result.Failed, s.blamed = l.failed, true
	s.verify.byLearning()
	return err
}
