package solver

import (
	"errors"

	"transat/solver/cnf"
	"transat/solver/drat/stream"
)

// Verified says how much Options.Verify has checked.
type Verified struct {
	Lemmas int64 // of an unsatisfiable formula, by VerifiedBy
	Parts  int64 // of the search, each of which was refuted: branches given away and the rest, or cubes and the tree above them
}

// VerifiedBy is the package that checks lemmas for Options.Verify.
const VerifiedBy = "solver/drat/stream"

// VerifyError says that a lemma does not follow, or that something else is wrong with a search that was verified. There is no verdict then.
type VerifyError struct{ Err error }

func (e *VerifyError) Error() string { return e.Err.Error() }
func (e *VerifyError) Unwrap() error { return e.Err }

// verifyError makes a VerifyError of the error of a verifier, and leaves other errors as they are.
func verifyError(err error) error {
	if errors.As(err, new(*VerifyError)) || !errors.As(err, new(*stream.WrongError)) && !errors.Is(err, stream.ErrUnverified) {
		return err
	}
	return &VerifyError{err}
}

// verification connects a session to its verifiers. A nil verification stands for none.
type verification struct {
	formula  *cnf.Formula
	base     *cnf.Formula // without the assumptions
	verifier *stream.Verifier
	hinted   *stream.HintChecker // the lemmas of clause learning, of base; nil before it is needed
	learned  bool                // the verdict is that of learning
	log      *stream.Log         // of engines that do all on one core; nil before it is needed
	byCubes  *Verified           // by the engine Cube, nil if it is another
	ended    bool                // the log takes no more steps
}

func newVerification(f, base *cnf.Formula) *verification {
	return &verification{formula: f, base: base, verifier: stream.New(f)}
}

// Add implements cnf.ProofWriter.
func (v *verification) Add(clause []cnf.Lit) error {
	if v.ended {
		return nil
	}
	return v.log.Add(clause)
}

// Delete implements cnf.ProofWriter.
func (v *verification) Delete(clause []cnf.Lit) error {
	if v.ended {
		return nil
	}
	return v.log.Delete(clause)
}

// begin begins the log.
func (v *verification) begin() {
	if v.log == nil {
		v.log = v.verifier.Log()
		_ = v.log.Begin(0) // an error comes again
	}
}

// refuted ends the piece of the log, if there is a log.
func (v *verification) refuted() error {
	if v == nil || v.log == nil || v.ended {
		return nil
	}
	v.ended = true
	return v.log.End()
}

// resume goes on from the snapshot of a verifier.
func (v *verification) resume(state stream.State) error {
	if v == nil {
		return nil
	}
	verifier, err := stream.Resume(v.formula, state)
	if err != nil {
		return err
	}
	v.verifier.Close()
	v.verifier = verifier
	return nil
}

// verifiedBefore fills in Result.Verified for a search that was done before.
func (s *session) verifiedBefore() error {
	if s.verify == nil {
		return nil
	}
	if err := s.verify.resume(s.checkpoint.state.Verified); err != nil {
		return err
	}
	return s.verified()
}

// another returns a verification for a second engine.
func (v *verification) another() *verification {
	if v == nil {
		return nil
	}
	return newVerification(v.formula, v.base)
}

// swap exchanges two verifications, since the second engine has the verdict.
func (v *verification) swap(other *verification) {
	if v != nil {
		*v, *other = *other, *v
	}
}

// cubes notes how much the engine Cube has verified.
func (v *verification) cubes(lemmas, cubes int64) {
	if v != nil {
		v.byCubes = &Verified{Lemmas: lemmas, Parts: cubes}
	}
}

func (v *verification) close() {
	if v == nil {
		return
	}
	v.verifier.Close()
	if v.hinted != nil {
		v.hinted.Close()
	}
}

// err returns the fault that a verifier has found, or nil.
func (v *verification) err() error {
	if v == nil {
		return nil
	}
	if err := v.verifier.Err(); err != nil {
		return &VerifyError{err}
	}
	if v.hinted == nil {
		return nil
	}
	if err := v.hinted.Err(); err != nil {
		return &VerifyError{err}
	}
	return nil
}

// learns returns the log of clause learning, nil if v is nil.
func (v *verification) learns() *stream.HintChecker {
	if v == nil {
		return nil
	}
	if v.hinted == nil {
		v.hinted = stream.NewHintChecker(v.base)
	}
	return v.hinted
}

// byLearning notes that clause learning has the verdict.
func (v *verification) byLearning() {
	if v != nil {
		v.learned = true
	}
}

// fault returns the fault of a search that has ended with err, a *VerifyError, or nil if err is a limit or nil.
func (v *verification) fault(err error) error {
	if fault := v.err(); fault != nil {
		return fault
	}
	if err = verifyError(err); errors.As(err, new(*VerifyError)) {
		return err
	}
	return nil
}

// lemmas returns the writer for the lemmas of an engine on one core: to the proof, the verifier or both, or nil for neither.
func (s *session) lemmas() cnf.ProofWriter {
	if s.verify == nil {
		return s.proof.writer()
	}
	s.verify.begin()
	return cnf.Both(s.proof.writer(), s.verify)
}

// verified waits until all has been checked. It returns an error if the checks do not confirm the verdict. A model was checked when
// it was found.
func (s *session) verified() error {
	if s.verify == nil || s.result.Verdict == cnf.Unknown {
		return nil
	}
	s.result.Verified = &Verified{}
	if s.result.Verdict == cnf.Satisfiable {
		return nil
	}
	if s.verify.byCubes != nil {
		s.result.Verified = s.verify.byCubes
		return nil
	}
	if s.verify.learned {
		if err := s.verify.hinted.Conclude(s.result.Failed); err != nil {
			return &VerifyError{err}
		}
		s.result.Verified = &Verified{Lemmas: s.verify.hinted.Lemmas(), Parts: 1}
		return nil
	}
	err := s.verify.refuted()
	if err == nil {
		err = s.verify.verifier.Conclude()
	}
	if err != nil {
		return &VerifyError{err}
	}
	s.result.Verified.Lemmas, s.result.Verified.Parts = s.verify.verifier.Lemmas(), s.verify.verifier.Pieces()
	return nil
}
