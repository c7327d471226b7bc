package parallel

import (
	"fmt"
	"io"
	"os"

	"transat/dimacs"
	"transat/solver"
	"transat/solver/parallel/internal/pieces"
)

// proof is a proof in the making. If several processors write it, or another program may go on with it, it lies in pieces until it
// is complete. A nil proof stands for none.
type proof struct {
	options Proof
	out     *counter
	steps   *dimacs.ProofWriter
	lemmas  int64

	ledger *pieces.Ledger // of the pieces, nil if there are none
	folder string         // in which they lie, "" if there is none
	keeps  bool           // the folder is that of a checkpoint
}

// counter is a writer that counts bytes.
type counter struct {
	w     io.Writer
	bytes int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.bytes += int64(n)
	return n, err
}

// newProof begins a proof. With a checkpoint it makes the folder for its pieces.
func newProof(o Options) (*proof, error) {
	p := &proof{options: o.Proof, out: &counter{w: o.Proof.W}}
	p.steps = dimacs.NewProofWriter(p.out, o.Proof.Format)
	if o.Checkpoint.File != "" {
		p.folder, p.keeps = o.Checkpoint.pieces(), true
		if err := os.MkdirAll(p.folder, 0o755); err != nil {
			return nil, fmt.Errorf("checkpoint: %w", err)
		}
	}
	return p, nil
}

// writer returns p as a solver wants it.
func (p *proof) writer() solver.ProofWriter {
	if p == nil {
		return nil
	}
	return p
}

// Add appends a lemma.
func (p *proof) Add(clause []solver.Lit) error {
	p.lemmas++
	return p.steps.Add(clause)
}

// Delete appends the deletion of a lemma.
func (p *proof) Delete(clause []solver.Lit) error { return p.steps.Delete(clause) }

// spool makes the workers of a ledger write their parts of the proof to files in a folder. Those of a search
// that goes on are there already, and have the given lengths.
func (p *proof) spool(ledger *pieces.Ledger, lengths []int64) (err error) {
	if p == nil {
		return nil
	}
	if p.folder == "" {
		if p.folder, err = os.MkdirTemp(p.options.Folder, ".transat-proof.*"); err != nil {
			return fmt.Errorf("proof: %w", err)
		}
	}
	p.ledger = ledger
	if err := ledger.Spool(p.folder, p.options.Format, lengths); err != nil {
		return fmt.Errorf("proof: %w", err)
	}
	return nil
}

// complete writes what has not been written yet, and commits.
func (p *proof) complete() error {
	if p.ledger == nil {
		if err := p.steps.Flush(); err != nil {
			return err
		}
	} else {
		p.lemmas = p.ledger.Lemmas()
		if err := p.ledger.WriteProof(p.out); err != nil {
			return err
		}
	}
	if w, ok := p.options.W.(committer); ok {
		return w.Commit()
	}
	return nil
}

// end removes the pieces, unless they are to be kept for a search that goes on.
func (p *proof) end(keep bool) {
	if p == nil || p.folder == "" {
		return
	}
	if p.ledger != nil {
		p.ledger.Close()
	}
	if p.keeps && keep {
		_ = os.Remove(p.folder) // if there is nothing in it
		return
	}
	_ = os.RemoveAll(p.folder) // what is left is of no use
}
