package simplify

import (
	"context"

	"transat/solver/cnf"
)

// Options say how far to go.
type Options struct {
	// Proof, if not nil, is told every step. It is complete if the formula is refuted, and otherwise the beginning of a proof that goes on with Simplified.Formula.
	Proof cnf.ProofWriter
	// Hints, if not nil, is told the same with hints.
	Hints cnf.HintWriter
	// Keep are variables that must mean what they mean now, such as those of assumptions: they are not eliminated, and get a value only if it is forced.
	Keep []cnf.Var
	// Work is the number of literals to look at; 0 is DefaultWork.
	Work int64
}

// DefaultWork is about a second of work. Small formulas take little of it.
const DefaultWork = 150_000_000

// Stats count what was done.
type Stats struct {
	Units        int64 // literals found true
	Eliminated   int64 // variables
	Subsumed     int64 // clauses
	Strengthened int64 // clauses that have lost a literal
	Probed       int64 // literals
	Failed       int64 // of these
	Work         int64 // literals looked at
}

// Simplified is what became of a formula.
type Simplified struct {
	// Formula has the clauses that are left, each of two or more different variables, with the numbers they had. It is nil if the formula is refuted.
	Formula *cnf.Formula
	Stats   Stats
	// Numbers and Units are those of its clauses, and by variable of the clauses that have the value of a fixed one, in the proof with hints. They are nil without.
	Numbers, Units []int64

	vars  int
	fixed []cnf.Lit // true in every model
	stack []cnf.Lit // see extend.go
}

// Refuted reports whether the formula has turned out to have no model.
func (s *Simplified) Refuted() bool { return s.Formula == nil }

// Fixed returns the literals that are true in every model, as far as that was found. The slice belongs to s.
func (s *Simplified) Fixed() []cnf.Lit { return s.fixed }

// rounds is how often elimination and subsumption take turns at most, for each number of clauses that an elimination may add.
const rounds = 6

// bounds are the numbers of clauses by which an elimination may leave more than there were. They rise when nothing more can be done below.
func bounds() []int { return []int{0, 8, 16} }

// Run simplifies f. The error is that of the context, of the proof, a *cnf.LiteralError, or ErrTooLarge.
func Run(ctx context.Context, f *cnf.Formula, opt Options) (*Simplified, error) {
	if err := f.Acceptable(); err != nil {
		return nil, err
	}
	if opt.Work == 0 {
		opt.Work = DefaultWork
	}
	w := newWorker(ctx, f, opt)
	w.load(f)
	w.propagate()
	w.subsume()
	w.probe()
	w.propagate()
	for _, bound := range bounds() {
		w.touchAll()
		for range rounds {
			w.subsume()
			if w.done() || !w.eliminate(bound) {
				break
			}
		}
	}
	w.subsume()
	if w.err != nil {
		return nil, w.err
	}
	result := &Simplified{Stats: w.stats, vars: f.Vars(), fixed: w.fixed, stack: w.stack}
	result.Stats.Units = int64(len(w.fixed))
	if !w.refuted {
		result.Formula, result.Numbers = w.formula()
		result.Units = w.units
	}
	return result, nil
}
