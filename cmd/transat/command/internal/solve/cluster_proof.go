package solve

import (
	"context"
	"errors"
	"io"
	"os"

	"transat/cmd/transat/internal/evidence"
	"transat/cmd/transat/internal/output"
	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/drat"
	"transat/solver/files"
)

// clusterProof is the destination of the proof of a run. Processors on a network write lemmas without hints; if hints are wanted,
// a check of the whole proof makes them.
type clusterProof struct {
	*proofFile
	format dimacs.ProofFormat // of the proof file
	lemmas *os.File           // the proof without hints; nil if no hints are wanted
	named  int64              // lemmas of the proof with hints
	bytes  int64              // of the file
}

// newClusterProof returns nil if no proof is wanted.
func newClusterProof(p *proofFile, flags *solveFlags) (*clusterProof, error) {
	if p == nil {
		return nil, nil
	}
	c := &clusterProof{proofFile: p, format: dimacs.ProofFormat(flags.proofFormat)}
	if !c.format.Hints() {
		return c, nil
	}
	var err error
	c.lemmas, err = files.Scratch(output.Nearby(p.name), "transat-lemmas")
	return c, err
}

// written is the format in which workers write.
func (c *clusterProof) written() dimacs.ProofFormat {
	if c.lemmas != nil {
		return dimacs.ProofBinary
	}
	return c.format
}

// Write implements io.Writer, for what workers have written.
func (c *clusterProof) Write(p []byte) (int, error) {
	if c.lemmas != nil {
		return c.lemmas.Write(p)
	}
	n, err := c.proofFile.Write(p)
	c.bytes += int64(n)
	return n, err
}

// complete gives the proof its final name.
func (c *clusterProof) complete(ctx context.Context, f *cnf.Formula) error {
	if c.lemmas != nil {
		if err := c.hints(ctx, f); err != nil {
			return err
		}
	}
	return c.Commit()
}

// hints checks the lemmas, and writes them with hints.
func (c *clusterProof) hints(ctx context.Context, f *cnf.Formula) error {
	whole, err := evidence.Read(c.lemmas.Name(), nil, evidence.Options{Vars: f.Vars(), Format: dimacs.ProofBinary})
	if err != nil {
		return err
	}
	steps := dimacs.NewLRATWriter(counting{c.proofFile, &c.bytes}, c.format, f.Len())
	if _, err := drat.Check(ctx, f, &whole.Proof.Proof, drat.Options{Hints: steps}); err != nil {
		return err
	}
	c.named = steps.Lemmas()
	return steps.Flush()
}

// discard removes the temporary files.
func (c *clusterProof) discard() {
	if c != nil && c.lemmas != nil {
		_ = errors.Join(c.lemmas.Close(), os.Remove(c.lemmas.Name()))
	}
}

// counting is a writer that counts bytes.
type counting struct {
	w     io.Writer
	bytes *int64
}

func (c counting) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	*c.bytes += int64(n)
	return n, err
}
