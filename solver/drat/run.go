package drat

import (
	"context"
	"fmt"

	"transat/solver/cnf"
)

// run is one check: the formula and the steps of the proof, carried out on a checker.
type run struct {
	*checker
	ctx     context.Context
	opt     Options
	formula *cnf.Formula
	proof   *Proof
	names   []cnf.Var // by variable: its original number; nil if they are the same
	named   finder    // the present clauses; unused if nothing is deleted
	clauses []ref     // backward: by step, the clause that it added or deleted; 0 if it changed nothing
	polls   int
	done    float64 // share of the work
}

// maxWords bounds the words of a store, so that 32 bits number them, and the items of lists: at most two for a literal,
// and room for as many again.
const maxWords = 1 << 30

func newRun(ctx context.Context, f *cnf.Formula, p *Proof, opt Options) (*run, error) {
	lemmas := p.Len() - p.clear
	all := headerWords*(f.Len()+lemmas) + f.Literals() + p.Literals()
	if all > maxWords {
		return nil, fmt.Errorf("%w: %d clauses and lemmas with %d literals", ErrTooLarge, f.Len()+lemmas, f.Literals()+p.Literals())
	}
	r := &run{ctx: ctx, opt: opt}
	var vars int
	r.formula, r.proof, r.names, vars = compact(f, p)
	if opt.Forward {
		all = headerWords*f.Len() + f.Literals()
	} else {
		r.clauses = make([]ref, p.Len())
	}
	r.checker = newChecker(vars, all, opt.Forward)
	if opt.Hints != nil {
		r.trace = newTrace(len(r.values))
	}
	if p.clear > 0 {
		r.named = newFinder(&r.store, f.Len()+lemmas)
	}
	return r, nil
}

// forward adds the clauses of the formula and carries out the steps of the proof, until unit propagation refutes the
// present clauses. With Options.Forward it checks the lemmas.
func (r *run) forward() (refuted bool, err error) {
	for i := range r.formula.Len() {
		r.enter(r.formula.Clause(i), flagFormula)
		if err := r.poll(0); err != nil {
			return false, err
		}
	}
	if r.conflicts() {
		return true, nil
	}
	for i := range r.proof.Len() {
		if err := r.poll(r.share(i)); err != nil {
			return false, err
		}
		clause, deletion := r.proof.Step(i)
		r.report.Steps++
		if deletion {
			r.delete(i, clause)
		} else if refuted, err := r.lemma(i, clause); refuted || err != nil {
			return refuted, err
		}
	}
	return false, nil
}

// enter adds a clause to the present ones.
func (r *run) enter(clause []cnf.Lit, flags uint32) ref {
	added := r.newClause(clause, flags)
	if r.proof.clear > 0 {
		r.named.insert(added)
	}
	return added
}

// lemma adds the lemma of step i, and checks it first if it checks forward.
func (r *run) lemma(i int, clause []cnf.Lit) (refuted bool, err error) {
	r.report.Lemmas++
	if len(clause) == 0 {
		return false, &StepError{Step: i, Reason: NotEmpty}
	}
	if r.opt.Forward {
		if err := r.check(i, clause, r.next(i, 1)); err != nil {
			return false, err
		}
	}
	added := r.enter(clause, 0)
	if !r.opt.Forward {
		r.clauses[i] = added
	}
	if len(r.decisions) > 0 {
		return false, nil // it implies nothing without assumptions
	}
	return r.conflicts(), nil
}

// delete carries out the deletion of step i.
func (r *run) delete(i int, clause []cnf.Lit) {
	r.report.Deletions++
	found := r.named.find(clause)
	switch {
	case found == 0:
		r.report.IgnoredMissing++
		return
	case r.isTopUnit(found):
		r.report.IgnoredUnits++
		return
	}
	r.named.remove(found)
	r.detach(found)
	if r.opt.Forward {
		r.leave(found)
	} else {
		r.clauses[i] = found
	}
}

// isTopUnit reports whether one literal of a clause is true without assumptions, and all others are false.
func (r *run) isTopUnit(clause ref) bool {
	if r.has(clause, flagInert) {
		return false
	}
	top := r.topLevel()
	satisfied := 0
	for _, l := range r.lits(clause) {
		if r.values[l] == isFree || r.places[l>>1] >= top {
			return false
		}
		if r.values[l] == isTrue {
			satisfied++
		}
	}
	return satisfied == 1
}

// backward takes back the steps of the proof, from the last one carried out to the first, and checks the core lemmas,
// each without itself and later lemmas.
func (r *run) backward() error {
	for i := r.report.Steps - 1; i >= 0; i-- {
		if err := r.poll(r.shareBack(i)); err != nil {
			return err
		}
		clause := r.clauses[i]
		switch {
		case clause == 0:
		case r.proof.deletes(i):
			r.attach(clause)
		default:
			r.detach(clause)
			if r.has(clause, flagCore) {
				lemma, _ := r.proof.Step(i)
				if err := r.check(i, lemma, r.next(i, -1)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// next returns the next lemma in the given direction, or nil.
func (r *run) next(i, direction int) []cnf.Lit {
	for i += direction; i >= 0 && i < r.proof.Len(); i += direction {
		if clause, deletion := r.proof.Step(i); !deletion {
			return clause
		}
	}
	return nil
}

// check returns an error unless the lemma of step i follows from the present clauses.
func (r *run) check(i int, lemma, next []cnf.Lit) error {
	shared := 0
	for shared < len(lemma) && shared < len(next) && lemma[shared] == next[shared] {
		shared++
	}
	r.report.Checked++
	if r.refutes(lemma, shared) {
		r.explainLemma(lemma)
		r.trace.close(i)
		return nil
	}
	ok, against, err := r.ratFollows(lemma, func() error { return r.poll(r.done) })
	if ok || err != nil {
		r.trace.close(i)
		return err
	}
	original, _ := r.proof.Step(i)
	return &StepError{Step: i, Lemma: r.rename(original), Reason: NoResolvent, Clause: r.rename(r.clause(against))}
}

// share estimates the share of the work done when forward has come to step i.
func (r *run) share(i int) float64 {
	done := float64(i) / float64(r.proof.Len())
	if !r.opt.Forward {
		done *= forwardShare
	}
	return done
}

// shareBack estimates it when backward has come to step i.
func (r *run) shareBack(i int) float64 {
	return 1 - (1-forwardShare)*float64(i)/float64(r.report.Steps)
}

// forwardShare is about the share of time that forward has in checking backward.
const forwardShare = 0.2

// poll checks the context and reports progress, at one call of many.
func (r *run) poll(done float64) error {
	const every = 1 << 7
	r.done = done
	if r.polls++; r.polls%every != 0 {
		return nil
	}
	if r.opt.Progress != nil {
		r.opt.Progress(done)
	}
	return r.ctx.Err()
}
