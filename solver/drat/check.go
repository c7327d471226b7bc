package drat

import (
	"context"

	"transat/solver/cnf"
)

// Options configure a check. The zero value checks backward.
type Options struct {
	// Forward checks every lemma, in the order of the proof, instead of only the lemmas that the refutation needs, from
	// the last to the first.
	Forward bool
	// Hints, if not nil, gets a proof with hints (LRAT) of the core lemmas. After an error its proof is incomplete. It
	// takes four bytes a hint until it is written, and needs checking backward.
	Hints cnf.HintWriter
	// Progress, if not nil, is called from time to time with the share of the work that is done, 0 to 1.
	Progress func(done float64)
}

// Report counts the work of a check, after an error up to that.
type Report struct {
	Steps     int // of the proof, up to the one after which unit propagation refutes the formula
	Lemmas    int // among the steps
	Deletions int // among the steps

	IgnoredUnits   int // ignored deletions of unit clauses
	IgnoredMissing int // ignored deletions of clauses that are not there

	Checked   int // lemmas checked
	RATLemmas int // of these, lemmas that do not follow by unit propagation alone

	CoreClauses int // clauses of the formula that the refutation needs; backward only
	CoreLemmas  int // lemmas that it needs; backward only

	Propagations int64 // literals assigned
}

// Check decides whether p proves that f is unsatisfiable. If so, the error is nil. Otherwise it is
//
//   - a [*StepError] if a lemma does not follow,
//   - [ErrEmptyProof] or [ErrNoRefutation] if no conflict is reached,
//   - [ErrTooLarge], wrapped, if formula and proof take more than 2³⁰ words, one for every literal and
//     three for every clause and lemma,
//   - a [*cnf.LiteralError] if f has a literal of no variable,
//   - the context's error if ctx ended first,
//   - that of Options.Hints, as a *cnf.ProofError.
//
// An error means that nothing has been proved. It does not mean that f is satisfiable.
//
// Checking one lemma takes time linear in the number of literals of the clauses, at worst. Memory is
// about 20 bytes a literal of f and, checking forward, of those lemmas that are there at a time;
// checking backward, of all lemmas.
func Check(ctx context.Context, f *cnf.Formula, p *Proof, opt Options) (Report, error) {
	if err := ctx.Err(); err != nil {
		return Report{}, err
	}
	if opt.Forward && opt.Hints != nil {
		return Report{}, errForwardHints
	}
	if err := f.Err(); err != nil {
		return Report{}, err
	}
	r, err := newRun(ctx, f, p, opt)
	if err != nil {
		return Report{}, err
	}
	refuted, err := r.forward()
	switch {
	case err != nil:
	case !refuted && p.Len() == 0:
		err = ErrEmptyProof
	case !refuted:
		err = ErrNoRefutation
	case !opt.Forward:
		r.explainLemma(nil)
		r.trace.close(-1)
		err = r.backward()
		if err == nil && opt.Hints != nil {
			err = r.write(opt.Hints)
		}
	}
	return r.report, err
}
