package solve

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"transat/cmd/transat/command/internal/cli"
	"transat/cmd/transat/internal/input"
	"transat/cmd/transat/internal/output"
	"transat/dimacs"
	"transat/solver"
	"transat/solver/cnf"
)

// proofFile is the file of --proof. It gets its name only in Commit. A nil proofFile stands for no proof.
type proofFile struct {
	name    string
	format  string
	sum     []byte // SHA-256 of the formula, when that has been read
	sumOf   func(*cnf.Formula) []byte
	older   bool         // a file of that name existed before
	through string       // a temporary file that another run may write over, "" for one whose name only this run knows
	file    *output.File // nil as long as nothing was written through one
}

// createProof creates the file of --proof. It fails before any work is done if the file cannot be written. With a checkpoint the
// file is created when the whole proof is written.
func createProof(a *cli.App, flags solveFlags) (*proofFile, error) {
	if flags.proof == "" {
		return nil, nil
	}
	p := &proofFile{name: flags.proof, format: flags.proofFormat}
	if warning := misnamed(p.name, p.format); warning != "" {
		a.Line.Say(warning)
	}
	_, err := os.Stat(flags.proof)
	p.older = err == nil && output.Ordinary(flags.proof)
	if flags.checkpoint != "" {
		var ok bool
		if p.through, ok = output.Beside(p.name, ".new"); !ok {
			return nil, cli.Misuse(fmt.Errorf("--proof=%s: with --checkpoint, want an ordinary file", p.name))
		}
		return p, nil
	}
	if p.file, err = output.Create(flags.proof); err != nil {
		return nil, fmt.Errorf("--proof: %w", err)
	}
	return p, nil
}

// misnamed warns of a name that ends like that of a proof in the other format, also if it is one of a compressed file; otherwise it is "".
func misnamed(name, format string) string {
	base := strings.ToLower(name)
	for _, packed := range []string{".gz", ".xz", ".zst"} {
		base = strings.TrimSuffix(base, packed)
	}
	said := strings.TrimPrefix(filepath.Ext(base), ".")
	if said != string(dimacs.ProofText) && said != string(dimacs.ProofLRAT) || strings.HasPrefix(format, said) {
		return ""
	}
	return fmt.Sprintf("transat: --proof=%s: the proof is %s in spite of its name; for the other format, want --proof-format=%s",
		name, format, said)
}

// of returns the formula with a checksum, by which the proof names it once it has been read.
func (p *proofFile) of(formula input.Formula) input.Formula {
	if p != nil {
		formula, p.sumOf = formula.WithSum()
	}
	return formula
}

// read tells that the formula has been read.
func (p *proofFile) read(f *cnf.Formula) {
	if p != nil {
		p.sum = p.sumOf(f)
	}
}

// Write appends to the proof.
func (p *proofFile) Write(b []byte) (n int, err error) {
	if p.file == nil {
		if p.file, err = output.CreateThrough(p.through, p.name); err != nil {
			return 0, err
		}
	}
	return p.file.Write(b)
}

// Commit gives the complete proof its name, for package solver.
func (p *proofFile) Commit() error {
	if p.file == nil { // a proof that is empty
		if _, err := p.Write(nil); err != nil {
			return err
		}
	}
	return p.file.Commit()
}

// discard removes an unfinished proof.
func (p *proofFile) discard() {
	if p != nil && p.file != nil {
		p.file.Discard()
	}
}

// outcome tells whether the proof was written, and under which cubes or assumptions it holds.
func (p *proofFile) outcome(end solver.Result, under string) string {
	text := "no proof, since there is no answer"
	switch end.Verdict {
	case cnf.Unsatisfiable:
		return fmt.Sprintf("proof: %s, %s, %s, in %s%s",
			cli.Counted(end.Lemmas, "lemma"), cli.Counted(end.ProofBytes, "byte"), p.format, p.name, under)
	case cnf.Satisfiable:
		text = "no proof, since the formula is satisfiable"
	}
	if p.older {
		text += "; the file " + p.name + " is older than this run"
	}
	return text
}
