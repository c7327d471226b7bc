package solver

import (
	"context"
	"errors"
	"io"
	"os"

	"transat/dimacs"
	"transat/solver/cnf"
	"transat/solver/drat"
	"transat/solver/files"
)

// A proof with hints (LRAT) of an engine that does not know them: its lemmas go to a file, and when the search is done the checker
// makes the hints. That takes about as long as a check, and memory for the whole proof: 4 bytes a literal of it, and 4 a hint.

// knowsHints reports whether the engine finds the hints itself while it searches.
func (o Options) knowsHints() bool { return o.Engine == CDCL && o.Checkpoint.File == "" }

// hinting is such a proof in the making. A nil hinting stands for a proof without hints.
type hinting struct {
	ctx     context.Context // ends the check
	formula *cnf.Formula
	folder  string
	file    *os.File // the lemmas, unless they lie in pieces; nil as long as there are none
}

// Write appends to the file.
func (h *hinting) Write(b []byte) (n int, err error) {
	if h.file == nil {
		if h.file, err = files.Scratch(h.folder, "transat-lemmas"); err != nil {
			return 0, err
		}
	}
	return h.file.Write(b)
}

// stopped returns the context's error if that is why a proof is not complete: then there is no answer, rather than one without its proof.
func (p *proof) stopped(err error) error {
	if p.hints == nil || p.hints.ctx.Err() == nil || !errors.Is(err, p.hints.ctx.Err()) {
		return nil
	}
	return p.hints.ctx.Err()
}

// end removes the file.
func (h *hinting) end() {
	if h != nil && h.file != nil {
		_ = h.file.Close()
		_ = os.Remove(h.file.Name()) // what is left is of no use
	}
}

// complete makes the hints for the proof that write writes, and writes it with them.
func (h *hinting) complete(out io.Writer, format dimacs.ProofFormat, write func(io.Writer) error) (lemmas int64, err error) {
	r, w := io.Pipe()
	go func() { w.CloseWithError(write(w)) }()
	p, err := readLemmas(r)
	_ = r.Close() // ends the writer, whatever has happened
	if err != nil {
		return 0, err
	}
	steps := dimacs.NewLRATWriter(out, format, h.formula.Len())
	if _, err := drat.Check(h.ctx, h.formula, p, drat.Options{Hints: steps}); err != nil {
		return 0, err
	}
	return steps.Lemmas(), steps.Flush()
}

// lemmas copies the file.
func (h *hinting) lemmas(w io.Writer) error {
	if h.file == nil {
		return nil
	}
	if _, err := h.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := io.Copy(w, h.file)
	return err
}

// readLemmas reads a binary proof.
func readLemmas(r io.Reader) (*drat.Proof, error) {
	steps, err := dimacs.NewProofReader("lemmas", r, dimacs.ProofOptions{Format: dimacs.ProofBinary})
	if err != nil {
		return nil, err
	}
	p := new(drat.Proof)
	for {
		step, err := steps.Next()
		switch {
		case err == io.EOF:
			return p, nil
		case err != nil:
			return nil, err
		case step.Deletion:
			err = p.Delete(step.Clause)
		default:
			err = p.Add(step.Clause)
		}
		if err != nil {
			return nil, err
		}
	}
}
