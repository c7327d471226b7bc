package crew

import (
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/drat/stream"
	"transat/solver/internal/pieces"
)

// What workers refute can be checked while they search: each has a lane to the verifier, which is told the same as a scribe is. So there are as many
// goroutines that check as there are workers.

// lane makes the options of a worker tell a lane, and the scribe if there is one. It returns nil if nothing is to be checked.
func (r *run) lane(scribe *pieces.Scribe, opt *dpll.WorkerOptions) *stream.Lane {
	if r.cfg.Verifier == nil {
		return nil
	}
	told := &told{Lane: r.cfg.Verifier.Lane(), verifier: r.cfg.Verifier, scribe: scribe, proof: opt.Proof}
	opt.Pieces, opt.Proof = told, told
	return told.Lane
}

// told tells a lane and a scribe.
type told struct {
	*stream.Lane
	verifier *stream.Verifier
	scribe   *pieces.Scribe  // or nil
	proof    cnf.ProofWriter // of the scribe, or nil
}

// New implements dpll.Pieces.
func (t *told) New() uint64 {
	if t.scribe != nil {
		return t.scribe.New()
	}
	return t.verifier.Next()
}

// Begin implements dpll.Pieces.
func (t *told) Begin(piece uint64) error {
	if t.scribe != nil {
		if err := t.scribe.Begin(piece); err != nil {
			return err
		}
	}
	return t.Lane.Begin(piece)
}

// Include implements dpll.Pieces.
func (t *told) Include(piece uint64) error {
	if t.scribe != nil {
		if err := t.scribe.Include(piece); err != nil {
			return err
		}
	}
	return t.Lane.Include(piece)
}

// Add implements cnf.ProofWriter.
func (t *told) Add(clause []cnf.Lit) error {
	if t.proof != nil {
		if err := t.proof.Add(clause); err != nil {
			return err
		}
	}
	return t.Lane.Add(clause)
}

// Delete implements cnf.ProofWriter.
func (t *told) Delete(clause []cnf.Lit) error {
	if t.proof != nil {
		if err := t.proof.Delete(clause); err != nil {
			return err
		}
	}
	return t.Lane.Delete(clause)
}

// reported tells the lane how a search has ended. Since others may go on with what is left, nothing stays behind.
func (b *branches) reported(outcome dpll.Outcome) error {
	if outcome == dpll.Closed {
		return b.lane.End()
	}
	return b.lane.Flush()
}

// Drop implements cores.Search.
func (b *branches) Drop() {
	b.Worker.Drop()
	if b.lane != nil {
		_ = b.lane.Leave() // an error comes again with the next lemma
	}
}
