package worker

import (
	"bytes"

	"github.com/klauspost/compress/s2"

	"transat/cmd/transat/internal/cluster/ledger"
	"transat/dimacs"
	"transat/solver/cnf"
)

// proof is the proof of a stretch in the making.
type proof struct {
	cfg    SearchConfig
	text   bytes.Buffer
	steps  *dimacs.DRATWriter
	lemmas int64
	parts  []ledger.Part
	packed int64 // bytes of them
}

func newProof(cfg SearchConfig) *proof {
	p := &proof{cfg: cfg}
	p.steps = dimacs.NewDRATWriter(&p.text, cfg.Format)
	return p
}

// reset forgets the stretch.
func (p *proof) reset() {
	_ = p.steps.Flush() // into the buffer that is emptied next
	p.text.Reset()
	p.lemmas, p.parts, p.packed = 0, nil, 0
}

// Add implements cnf.ProofWriter.
func (p *proof) Add(clause []cnf.Lit) error {
	p.lemmas++
	return p.steps.Add(clause)
}

// Delete implements cnf.ProofWriter.
func (p *proof) Delete(clause []cnf.Lit) error { return p.steps.Delete(clause) }

// offset returns how many bytes the stretch has so far.
func (p *proof) offset() (int64, error) {
	err := p.steps.Flush()
	return p.packed + int64(p.text.Len()), err
}

// pack hands out parts of full size, and with all of them the rest.
func (p *proof) pack(all bool) error {
	if err := p.steps.Flush(); err != nil {
		return err
	}
	for p.text.Len() >= ledger.MostBytes || all && p.text.Len() > 0 {
		raw := p.text.Next(ledger.MostBytes)
		data := s2.Encode(nil, raw)
		part := ledger.Part{Hash: ledger.Sum(data), Bytes: int64(len(raw))}
		p.parts = append(p.parts, part)
		p.packed += part.Bytes
		if err := p.cfg.Part(part.Hash, data); err != nil {
			return err
		}
	}
	return nil
}
