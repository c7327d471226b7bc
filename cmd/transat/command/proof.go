package command

import (
	"fmt"
	"io"
	"os"

	"transat/cmd/transat/internal/exit"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/pieces"
	"transat/dimacs"
	"transat/solver"
)

func proofFormats() []string {
	return []string{string(dimacs.ProofText), string(dimacs.ProofBinary)}
}

// proofFile is the file that --proof asks for. It counts what it is told, and lies under its name
// only after commit. A nil proofFile stands for no proof.
type proofFile struct {
	name   string
	older  bool // a file of that name has been there before
	file   *output.File
	steps  *dimacs.ProofWriter
	lemmas int64
	bytes  int64

	format dimacs.ProofFormat
	pieces *pieces.Ledger // what several workers have written, or nil
	spools string         // the folder that it lies in
	kept   bool           // until the proof is complete or will never be
}

// createProof begins the proof that the flags ask for, of the formula that goes by a name. It fails
// before any work is done if the file cannot be written.
func createProof(flags solveFlags, formula string) (*proofFile, error) {
	if flags.proof == "" {
		return nil, nil
	}
	p := &proofFile{name: flags.proof, format: dimacs.ProofFormat(flags.proofFormat)}
	if info, err := os.Stat(flags.proof); err == nil {
		p.older = info.Mode().IsRegular()
		if other, err := os.Stat(formula); err == nil && os.SameFile(info, other) {
			return nil, exit.Misuse(fmt.Errorf("--proof=%s would overwrite the formula", flags.proof))
		}
	}
	if flags.checkpoint != "" {
		return p, p.keepPieces(flags.checkpoint + ".pieces")
	}
	var err error
	if p.file, err = output.Create(flags.proof); err != nil {
		return nil, fmt.Errorf("--proof: %w", err)
	}
	p.steps = dimacs.NewProofWriter(counter{p.file, &p.bytes}, p.format)
	return p, nil
}

// counter is a writer that counts bytes.
type counter struct {
	w io.Writer
	n *int64
}

func (c counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	*c.n += int64(n)
	return n, err
}

// Add appends a lemma.
func (p *proofFile) Add(clause []solver.Lit) error {
	p.lemmas++
	return p.steps.Add(clause)
}

// Delete appends the deletion of a lemma.
func (p *proofFile) Delete(clause []solver.Lit) error { return p.steps.Delete(clause) }

// writer returns p as a solver wants it.
func (p *proofFile) writer() solver.ProofWriter {
	if p == nil {
		return nil
	}
	return p
}

// commit puts a complete proof in its place.
func (p *proofFile) commit() error {
	if p == nil {
		return nil
	}
	err := p.complete()
	if err == nil {
		err = p.file.Commit()
	}
	if err != nil {
		return fmt.Errorf("writing the proof: %w", err)
	}
	return nil
}

// discard removes what has been written of a proof that has not been committed, and its pieces unless they are
// kept.
func (p *proofFile) discard() {
	if p == nil {
		return
	}
	if p.file != nil {
		p.file.Discard()
	}
	p.discardPieces()
}

// outcome says what became of the proof, which has been committed if the formula is unsatisfiable.
func (p *proofFile) outcome(v solver.Verdict) string {
	text := "no proof, since there is no answer"
	switch v {
	case solver.Unsatisfiable:
		return fmt.Sprintf("proof: %s lemmas, %s bytes, in %s", grouped(p.lemmas), grouped(p.bytes), p.name)
	case solver.Satisfiable:
		text = "no proof, since the formula is satisfiable"
	}
	if p.older {
		text += "; the file " + p.name + " is older than this run"
	}
	return text
}
