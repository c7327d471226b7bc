package pool

import (
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/drat/stream"
	"transat/solver/internal/pieces"
)

// The lemmas of workers can be checked while they search: each worker has a lane to the verifier, which gets the same steps as a
// proof. So there is one checking goroutine for each worker.

// lane adds a lane to the options of a worker, beside the writer if there is one. It returns nil if nothing is to be checked.
func (r *run) lane(writer *pieces.Writer, opt *dpll.WorkerOptions) *stream.Lane {
	if r.cfg.Verifier == nil {
		return nil
	}
	lane := r.cfg.Verifier.Lane()
	opt.Proof = cnf.Both(opt.Proof, lane)
	opt.Pieces = &verifiedPieces{lane, r.cfg.Verifier, writer}
	return lane
}

// verifiedPieces tells a lane and a writer which piece is under way.
type verifiedPieces struct {
	lane     *stream.Lane
	verifier *stream.Verifier
	writer   *pieces.Writer // or nil
}

// New implements dpll.Pieces.
func (p *verifiedPieces) New() uint64 {
	if p.writer != nil {
		return p.writer.New()
	}
	return p.verifier.Next()
}

// Begin implements dpll.Pieces.
func (p *verifiedPieces) Begin(piece uint64) error {
	if p.writer != nil {
		if err := p.writer.Begin(piece); err != nil {
			return err
		}
	}
	return p.lane.Begin(piece)
}

// Include implements dpll.Pieces.
func (p *verifiedPieces) Include(piece uint64) error {
	if p.writer != nil {
		if err := p.writer.Include(piece); err != nil {
			return err
		}
	}
	return p.lane.Include(piece)
}

// reported tells the lane how a search has ended. It sends all steps, since other workers may go on with the rest.
func (b *worker) reported(outcome dpll.Outcome) error {
	if outcome == dpll.Closed {
		return b.lane.End()
	}
	return b.lane.Flush()
}

// Drop implements cores.Search.
func (b *worker) Drop() {
	b.Worker.Drop()
	if b.lane != nil {
		_ = b.lane.Leave() // an error comes again with the next lemma
	}
}
