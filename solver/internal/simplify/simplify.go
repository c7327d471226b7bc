package simplify

import (
	"context"

	"transat/solver/cnf"
)

// Options configure Run. The zero value is a good choice.
type Options struct {
	// Proof, if not nil, gets every step. The proof is complete if the formula is refuted; otherwise it continues with one
	// of Simplified.Formula.
	Proof cnf.ProofWriter
	// Hints, if not nil, gets the same with hints.
	Hints cnf.HintWriter
	// Keep are variables that must not change their meaning, such as those of assumptions: they are not eliminated, and
	// get a value only if it is implied.
	Keep []cnf.Var
	// Work is the limit of work in ticks, see budget.go; 0 is DefaultWork.
	Work int64
	// Luck says to try first whether a model is found easily, see lucky.go. It is ignored if there is a variable to keep.
	Luck bool
	// Numbers are the numbers of the clauses in the proof with hints; nil stands for 1, 2, …
	Numbers []int64
	// Equal says that Simplified.Equal is wanted. The caller then calls Settle.
	Equal bool
	// Bounds are the numbers of clauses that an elimination may add, the next one when the last has no more effect; nil stands
	// for 0, 1, 2, 4, 8, 16.
	Bounds []int
	// Sweep, if not nil, says to sweep environments, and where to go on.
	Sweep *Sweep
	// Add says that variables may be added, see addition.go: then Formula has more than the original.
	Add bool
	// Own is the number of variables that an earlier run has not added; 0 is that of the formula.
	Own int
	// Again says that the formula was simplified before, and a search goes on afterwards: its garbage is not collected at once.
	Again bool
}

// Stats count the effects of Run.
type Stats struct {
	Units        int64 // literals found true
	Eliminated   int64 // variables
	Subsumed     int64 // clauses
	Strengthened int64 // clauses that have lost a literal
	Probed       int64 // literals
	Failed       int64 // of these
	Substituted  int64 // variables that were equal to others
	Congruent    int64 // of these, outputs of gates with the same inputs
	Swept        int64 // literals that sweeping found to be equal to others, or true
	Added        int64 // variables
	Work         int64 // ticks, see budget.go
}

// Simplified is the result of Run.
type Simplified struct {
	// Formula has the remaining clauses, each of two or more different variables, which keep their numbers. It is nil if
	// the formula is refuted.
	Formula *cnf.Formula
	Stats   Stats
	// Numbers are, in the proof with hints, those of its clauses, and Units, by variable, those of the unit clauses of
	// fixed variables. Both are nil without hints.
	Numbers, Units []int64
	// Equal are the literals that were replaced by others, if Options.Equal asked for them.
	Equal []Equality

	vars  int       // of Formula
	own   int       // of the original
	gone  []bool    // by variable
	at    []int32   // by variable: index in Equal, from 1; nil before it is asked for
	fixed []cnf.Lit // true in every model
	stack []cnf.Lit // see extend.go
}

// Refuted reports whether the formula was found to have no model.
func (s *Simplified) Refuted() bool { return s.Formula == nil }

// Release frees the clauses, once a solver has them: the formula is then empty.
func (s *Simplified) Release() {
	if s.Formula != nil {
		s.Formula, s.Numbers = cnf.NewFormula(s.vars), nil
	}
}

// Fixed returns the literals found to be true in every model. The slice belongs to s.
func (s *Simplified) Fixed() []cnf.Lit { return s.fixed }

// rounds is the most times that elimination and subsumption alternate, for each of the bounds.
const rounds = 6

func defaultBounds() []int { return []int{0, 1, 2, 4, 8, 16} }

// Run simplifies f. The error is the context's, the proof's, a *cnf.LiteralError, or ErrTooLarge.
func Run(ctx context.Context, f *cnf.Formula, opt Options) (*Simplified, error) {
	if err := f.Acceptable(); err != nil {
		return nil, err
	}
	if opt.Bounds == nil {
		opt.Bounds = defaultBounds()
	}
	w := newWorker(ctx, f, opt)
	w.load(f)
	w.propagate()
	if opt.Luck && len(opt.Keep) == 0 {
		w.lucky()
	}
	w.subsume()
	w.substitute()
	c := w.newClosure()
	c.congruence()
	w.substitute()
	w.probe()
	w.propagate()
	c.congruence()
	c.sweep()
	if w.stats.Swept > 0 {
		c.congruence()
		w.substitute()
	}
	if opt.Sweep != nil && w.sweepEnvironments(opt.Sweep) {
		c.congruence()
		w.substitute()
	}
	if opt.Add {
		w.subsume()
		w.addVariables()
	}
	for _, bound := range opt.Bounds {
		w.touchAll()
		for range rounds {
			w.subsume()
			if !w.eliminate(bound) {
				break
			}
		}
	}
	w.subsume()
	w.follow()
	result := &Simplified{Stats: w.stats, vars: w.vars, own: w.own, fixed: w.fixed, stack: w.stack, gone: w.gone, Equal: w.equal}
	if !opt.Equal && !w.refuted && w.err == nil {
		w.err = result.Settle(opt.Proof, opt.Hints)
	}
	if w.err != nil {
		return nil, w.err
	}
	result.Stats.Units = int64(len(w.fixed))
	if !w.refuted {
		result.Formula, result.Numbers = w.formula()
		result.Units = w.units
	}
	return result, nil
}
