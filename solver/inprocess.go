package solver

import (
	"context"
	"errors"
	"math"
	"time"

	"transat/solver/internal/cdcl"
	"transat/solver/internal/simplify"
)

// Between two slices of learning, the learner simplifies the clauses of the formula again (inprocessing): learning has made literals
// true, clauses shorter, and other literals equal. Nothing of what was learned is lost but the clauses with variables that are eliminated.
//
// The pauses grow with the number of rounds, as in CaDiCaL and Kissat (A. Biere et al. 2024): round n comes n·log²(n+10) times
// conflictsPerRound after the one before it. The work of all rounds is bounded by a share of that of the search, so that a round waits
// if the formula is too large for what it may cost. Sweeping of environments has a share of its own. It is large, since work does not count
// the analysis of conflicts, which is half of the search's time, but sweeping that finds nothing makes the next rounds do without. A round
// without effect makes the next pause longer: it only disturbs the search.
const (
	conflictsPerRound = 3000
	roundsShare       = 0.1 // of the work of the search
	sweepShare        = 0.2 // of the work of the search since the last round, for sweeping environments
	// firstSweep are the ticks of sweeping before the search, which say whether it pays at once, and leastSwept the clauses that a formula
	// must have: smaller ones are decided anyway.
	firstSweep = 500_000
	leastSwept = 10_000
	// leastRound is the work that a round may take at least, in ticks for each literal of the formula. A tick takes about as long as a
	// visit of the search to a clause.
	leastRound = 4
)

// rounds is the schedule of simplifying again.
type rounds struct {
	every  int64 // conflicts
	next   int64 // conflicts of the next round
	done   int64
	idle   int64 // rounds without effect since the last one with
	work   int64 // of all rounds
	at     int64 // work of the search at the last one
	sweep  simplify.Sweep
	others bool // other engines share the proof
	fixed  bool // the pauses do not grow, in tests
	rich   bool // no round waits for its share of the search's work, in tests
}

// richSweep is the work of sweeping in rounds that do not wait.
const richSweep = 1 << 12

func (p pace) rounds(others bool) rounds {
	every := p.everyRound
	if every == 0 {
		every = conflictsPerRound
	}
	return rounds{every: every, next: every, others: others, rich: p.richRounds}
}

// budget returns the work that a round may take now, 0 if it is not yet time.
func (r *rounds) budget(stats cdcl.Stats, literals int) int64 {
	left := int64(roundsShare*float64(stats.Work)) - (r.work - r.sweep.Spent)
	if left < leastRound*int64(literals) && !r.rich {
		return 0
	}
	return max(left, leastRound*int64(literals))
}

// sweeps returns where sweeping goes on, and how much work that may take.
func (r *rounds) sweeps(stats cdcl.Stats) *simplify.Sweep {
	r.sweep.Work = int64(sweepShare * float64(stats.Work-r.at))
	if r.rich {
		r.sweep.Work = richSweep
	}
	return &r.sweep
}

// ended notes the end of a round.
func (r *rounds) ended(stats cdcl.Stats, effects simplify.Stats) {
	r.at = stats.Work
	r.done++
	r.work += effects.Work
	r.idle++
	if effects.Units+effects.Eliminated+effects.Substituted+effects.Strengthened+effects.Subsumed > 0 {
		r.idle = 0
	}
	log := math.Log10(float64(r.done) + 9)
	if r.fixed {
		r.next = stats.Conflicts + r.every
		return
	}
	r.next = stats.Conflicts + int64(float64(r.every)*float64(r.done)*float64(1+r.idle)*log*log)
}

// again simplifies once more, if it is time. The error is the context's, after which the learner cannot go on, or that of the proof.
func (l *learner) again(ctx context.Context) error {
	stats := l.solver.Stats()
	if stats.Conflicts < l.rounds.next {
		return nil
	}
	budget := l.rounds.budget(stats, l.solver.Literals())
	if budget == 0 {
		return nil
	}
	defer l.timed(time.Now())
	formula, numbers := l.solver.Export()
	if formula == nil {
		return nil // refuted
	}
	options := simplify.Options{
		Proof: l.proof.writer(), Hints: l.lemmas.writer(), Keep: variables(l.assume), Work: budget,
		Numbers: numbers, Equal: true, Bounds: []int{16}, // the first run has tried all lower ones
		Sweep: l.rounds.sweeps(stats), Own: l.formula.Vars(), Again: true,
	}
	if l.rounds.others {
		if options.Proof != nil {
			options.Proof = additions{options.Proof}
		}
		l.lemmas.keepAll(true)
		defer l.lemmas.keepAll(false)
	}
	next, err := simplify.Run(ctx, formula, options)
	if err != nil {
		return err
	}
	l.rounds.ended(stats, next.Stats)
	err = l.solver.Import(cdcl.Simplified{
		Formula: next.Formula, Numbers: next.Numbers, Fixed: next.Fixed(), Units: next.Units, Gone: next.Gone(), Replace: next.Replaced,
	})
	if err == nil && !next.Refuted() {
		err = next.Settle(options.Proof, options.Hints)
	}
	l.simplified.Append(next)
	l.simplified.Release()
	return err
}

// simplifies does what again does, in run: it reports whether the context has ended.
func (l *learner) simplifies(ctx context.Context) (ended bool, err error) {
	err = l.again(ctx)
	if err != nil && errors.Is(err, ctx.Err()) {
		l.result.Reason = err
		return true, nil
	}
	return false, err
}
