package solver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"transat/dimacs"

	"transat/solver/cnf"
	"transat/solver/files"
	"transat/solver/internal/pieces"
)

// proof is a proof in the making. If several processors write it, or another program may go on with it, it lies in pieces until it
// is complete. A nil proof stands for none.
type proof struct {
	options   Proof
	out       *counter
	steps     *dimacs.DRATWriter
	lemmas    int64
	hints     *hinting           // nil if there are none to be made in the end
	direct    *dimacs.LRATWriter // of an engine that knows hints itself; nil if there is none
	queue     *hintQueue         // to that, from clause learning, if there is another core for it
	concluded bool               // it takes no more steps

	ledger *pieces.Ledger // of the pieces, nil if there are none
	folder string         // in which they lie, "" if there is none
	keeps  bool           // the folder is that of a checkpoint

	beside *os.File // its file, if another made it
}

// counter is a writer that counts bytes. The first ones are the head.
type counter struct {
	w     io.Writer
	head  string
	bytes int64
}

func (c *counter) Write(b []byte) (int, error) {
	if err := c.begin(); err != nil {
		return 0, err
	}
	n, err := c.w.Write(b)
	c.bytes += int64(n)
	return n, err
}

// begin writes the head, if it has not been written.
func (c *counter) begin() error {
	if c.head == "" {
		return nil
	}
	n, err := io.WriteString(c.w, c.head)
	c.bytes += int64(n)
	c.head = ""
	return err
}

// newProof begins a proof. With a checkpoint it makes the folder for its pieces.
func newProof(ctx context.Context, o Options, f *cnf.Formula) (*proof, error) {
	p := &proof{options: o.Proof, out: &counter{w: o.Proof.W}}
	p.steps = dimacs.NewDRATWriter(p.out, o.Proof.Format)
	switch {
	case !o.Proof.Format.Hints():
	case o.knowsHints():
		p.direct = dimacs.NewLRATWriter(p.out, o.Proof.Format, f.Len())
		if runtime.GOMAXPROCS(0) > 1 {
			p.queue = newHintQueue(p.direct, f.Len())
		}
	default:
		p.hints = &hinting{ctx: ctx, formula: f, folder: o.Proof.Folder}
		p.steps = dimacs.NewDRATWriter(p.hints, dimacs.ProofBinary)
	}
	if len(o.Proof.Formula) > 0 && o.Proof.Format == dimacs.ProofText {
		p.out.head = dimacs.FormulaComment(o.Proof.Formula)
	}
	if o.Checkpoint.File != "" {
		p.folder, p.keeps = o.Checkpoint.Pieces(), true
		if err := os.MkdirAll(p.folder, 0o777); err != nil {
			return nil, fmt.Errorf("checkpoint: %w", err)
		}
	}
	return p, nil
}

// another begins a proof for a second session beside that of p, in a file of its own. A nil proof has no other.
func (p *proof) another(ctx context.Context, o Options, f *cnf.Formula) (*proof, error) {
	if p == nil {
		return nil, nil
	}
	file, err := files.Scratch(p.options.Folder, "transat-proof")
	if err != nil {
		return nil, fmt.Errorf("proof: %w", err)
	}
	o.Proof = Proof{W: file, Format: p.options.Format, Folder: p.options.Folder, Name: p.options.Name}
	if p.hints != nil {
		o.Proof.Format = dimacs.ProofBinary // the hints are made later
	}
	other, err := newProof(ctx, o, f)
	if err != nil {
		return nil, errors.Join(err, file.Close(), os.Remove(file.Name()))
	}
	other.beside = file
	return other, nil
}

// adopt appends the proof of the second session. Earlier lemmas of p stay: they follow from the same formula, and do no harm.
func (p *proof) adopt(other *proof) error {
	if p == nil {
		return nil
	}
	if err := other.complete(); err != nil {
		return err
	}
	if _, err := other.beside.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if err := p.steps.Flush(); err != nil {
		return err
	}
	p.lemmas += other.lemmas
	to := io.Writer(p.out)
	if p.hints != nil {
		to = p.hints
	}
	_, err := io.Copy(to, other.beside)
	return err
}

// writer returns p as a solver wants it that does not know hints, nil if there is no proof, or one by hintWriter.
func (p *proof) writer() cnf.ProofWriter {
	if p == nil || p.direct != nil {
		return nil
	}
	return p
}

// hintWriter returns p as a solver wants it that knows hints, nil if there is no such proof.
func (p *proof) hintWriter() cnf.HintWriter {
	switch {
	case p == nil || p.direct == nil:
		return nil
	case p.queue != nil:
		return p.queue
	}
	return p.direct
}

// conclude ends a proof by clause learning. If that has refuted only assumptions, failed, the empty clause follows from these and
// the clause with the number core that excludes them. Clauses learned later, to find out which assumptions are to blame, are no
// part of it.
func (p *proof) conclude(failed []cnf.Lit, core int64, number func(cnf.Lit) int64) (err error) {
	if p == nil {
		return nil
	}
	defer func() { p.concluded = true }()
	switch {
	case len(failed) == 0:
		return nil
	case p.direct == nil:
		err = p.Add(nil)
	default:
		var hints []int64
		for _, l := range failed {
			hints = append(hints, number(l))
		}
		if core > 0 {
			hints = append(hints, core)
		}
		_, err = p.hintWriter().Infer(nil, hints)
	}
	if err != nil {
		return fmt.Errorf("writing the proof: %w", err)
	}
	return nil
}

// Add appends a lemma.
func (p *proof) Add(clause []cnf.Lit) error {
	if p.concluded {
		return nil
	}
	p.lemmas++
	return p.steps.Add(clause)
}

// Delete appends the deletion of a lemma.
func (p *proof) Delete(clause []cnf.Lit) error {
	if p.concluded {
		return nil
	}
	return p.steps.Delete(clause)
}

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
	format := p.options.Format
	if p.hints != nil {
		format = dimacs.ProofBinary
	}
	if err := ledger.Spool(p.folder, format, lengths); err != nil {
		return fmt.Errorf("proof: %w", err)
	}
	return nil
}

// complete writes the rest, and commits.
func (p *proof) complete() error {
	if err := p.write(); err != nil {
		return err
	}
	if err := p.out.begin(); err != nil { // of a proof without steps
		return err
	}
	if w, ok := p.options.W.(committer); ok {
		return w.Commit()
	}
	return nil
}

// write writes the lemmas, with hints if the format has them.
func (p *proof) write() (err error) {
	switch {
	case p.queue != nil:
		err := p.queue.flush()
		p.lemmas = p.direct.Lemmas()
		return err
	case p.direct != nil:
		p.lemmas = p.direct.Lemmas()
		return p.direct.Flush()
	case p.ledger != nil:
		p.lemmas = p.ledger.Lemmas()
		if p.hints == nil {
			return p.ledger.WriteProof(p.out)
		}
		p.lemmas, err = p.hints.complete(p.out, p.options.Format, p.ledger.WriteProof)
		return err
	case p.hints != nil:
		if err := p.steps.Flush(); err != nil {
			return err
		}
		p.lemmas, err = p.hints.complete(p.out, p.options.Format, p.hints.lemmas)
		return err
	}
	return p.steps.Flush()
}

// end removes the pieces, unless a search that resumes needs them.
func (p *proof) end(keep bool) {
	if p == nil {
		return
	}
	p.hints.end()
	p.queue.end()
	if p.beside != nil {
		_ = p.beside.Close()
		_ = os.Remove(p.beside.Name()) // it was read, or is of no use
	}
	if p.folder == "" {
		return
	}
	if p.ledger != nil {
		p.ledger.Close()
	}
	if p.keeps && keep {
		_ = os.Remove(p.folder) // if there is nothing in it
		return
	}
	pieces.Remove(p.folder)
}
