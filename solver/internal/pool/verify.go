package pool

import (
	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/drat/stream"
	"transat/solver/internal/pieces"
)

// The lemmas of workers can be checked while they search: each worker has a log to the verifier, which gets the same steps as a
// proof. So there is one checking goroutine for each worker.

// log adds a log to the options of a worker, beside the writer if there is one. It returns nil if nothing is to be checked.
func (r *run) log(writer *pieces.Writer, opt *dpll.WorkerOptions) *stream.Log {
	if r.cfg.Verifier == nil {
		return nil
	}
	log := r.cfg.Verifier.Log()
	opt.Proof = cnf.Both(opt.Proof, log)
	opt.Pieces = &verifiedPieces{log, r.cfg.Verifier, writer}
	return log
}

// verifiedPieces tells a log and a writer which piece is under way.
type verifiedPieces struct {
	log      *stream.Log
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
	return p.log.Begin(piece)
}

// Include implements dpll.Pieces.
func (p *verifiedPieces) Include(piece uint64) error {
	if p.writer != nil {
		if err := p.writer.Include(piece); err != nil {
			return err
		}
	}
	return p.log.Include(piece)
}

// reported tells the log how a search has ended. It sends all steps, since other workers may go on with the rest.
func (b *worker) reported(outcome dpll.Outcome) error {
	if outcome == dpll.Closed {
		return b.log.End()
	}
	return b.log.Flush()
}

// Drop implements cores.Search.
func (b *worker) Drop() {
	b.Worker.Drop()
	if b.log != nil {
		_ = b.log.Leave() // an error comes again with the next lemma
	}
}
