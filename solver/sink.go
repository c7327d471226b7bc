package solver

import (
	"transat/solver/cnf"
	"transat/solver/drat/stream"
)

// sink is where learning tells its lemmas with hints: a proof in the making, the verifier, or both, which know them by the same numbers.
type sink struct {
	proof *proof // or nil
	keep  bool   // the proof is not to lose clauses now
	lane  *stream.Hinted
	last  int64 // number of the lemma that came last
}

// sink returns what learning is to tell, nil if no one wants hints.
func (s *session) sink() *sink {
	k := &sink{lane: s.verify.learns(), last: int64(s.formula.Len())}
	if s.proof.hintWriter() != nil {
		k.proof = s.proof
	}
	if k.proof == nil && k.lane == nil {
		return nil
	}
	return k
}

// writer returns k as a solver wants it.
func (k *sink) writer() cnf.HintWriter {
	if k == nil {
		return nil
	}
	return k
}

// exclude ends what the verifier is told: the clause with the number core excludes the assumptions that have failed. What was learned after it does not matter. An error comes again.
func (k *sink) exclude(failed []cnf.Lit, core int64) {
	if k == nil || k.lane == nil || core == 0 || len(failed) == 0 {
		return
	}
	clause := make([]cnf.Lit, len(failed))
	for i, l := range failed {
		clause[i] = l.Not()
	}
	k.last++
	_ = k.lane.Infer(k.last, clause, []int64{core})
}

// fault returns what the verifier has found to be wrong, as a *VerifyError.
func (k *sink) fault() error {
	if k.lane == nil {
		return nil
	}
	k.lane.Close()
	if err := k.lane.Err(); err != nil {
		return &VerifyError{err}
	}
	return nil
}

// Infer implements cnf.HintWriter.
func (k *sink) Infer(clause []cnf.Lit, hints []int64) (number int64, err error) {
	k.last++
	if k.proof != nil && !k.proof.concluded {
		if k.last, err = k.proof.hintWriter().Infer(clause, hints); err != nil {
			return 0, err
		}
	}
	if k.lane == nil {
		return k.last, nil
	}
	return k.last, k.lane.Infer(k.last, clause, hints)
}

// Forget implements cnf.HintWriter.
func (k *sink) Forget(numbers ...int64) error {
	if k.proof != nil && !k.proof.concluded && !k.keep {
		if err := k.proof.hintWriter().Forget(numbers...); err != nil {
			return err
		}
	}
	if k.lane == nil {
		return nil
	}
	return k.lane.Forget(numbers...)
}
