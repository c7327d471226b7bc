package command

import (
	"fmt"
	"os"
	"path/filepath"

	"transat/cmd/transat/internal/exit"
	"transat/cmd/transat/internal/output"
	"transat/cmd/transat/internal/pieces"
)

// A proof by several workers lies in pieces until it is complete. So does one that may be gone on with.

// keepPieces makes the folder for pieces that may have to wait for another run of the program. The file of
// the proof is begun when they are put together.
func (p *proofFile) keepPieces(folder string) error {
	p.spools, p.kept = folder, true
	if info, err := os.Stat(p.name); err == nil && !info.Mode().IsRegular() {
		return exit.Misuse(fmt.Errorf("--proof=%s: with --checkpoint, want an ordinary file", p.name))
	}
	if err := os.MkdirAll(p.spools, 0o755); err != nil {
		return fmt.Errorf("--checkpoint: %w", err)
	}
	return nil
}

// spool makes the workers of a ledger write their parts of the proof to files in a folder. Those of a search
// that goes on are there already, and have the given lengths.
func (p *proofFile) spool(ledger *pieces.Ledger, lengths []int64) error {
	if p == nil {
		return nil
	}
	if p.spools == "" {
		var err error
		if p.spools, err = temporaryFolder(p.name); err != nil {
			return fmt.Errorf("--proof: %w", err)
		}
	}
	p.pieces = ledger
	if err := ledger.Spool(p.spools, p.format, lengths); err != nil {
		return fmt.Errorf("--proof: %w", err)
	}
	return nil
}

// temporaryFolder makes a folder for the pieces of a proof: next to it, since there must be room for the proof
// anyhow, or for a proof that goes to a device or a pipe, where temporary files are.
func temporaryFolder(name string) (string, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return os.MkdirTemp("", "transat-proof.*")
	}
	return os.MkdirTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
}

// complete writes what is not yet in the file.
func (p *proofFile) complete() error {
	if p.pieces == nil {
		return p.steps.Flush()
	}
	if p.file == nil {
		file, err := output.CreateThrough(p.name+".new", p.name)
		if err != nil {
			return err
		}
		p.file = file
	}
	p.lemmas = p.pieces.Lemmas()
	return p.pieces.WriteProof(counter{p.file, &p.bytes})
}

// abandon says that the proof will never be complete.
func (p *proofFile) abandon() {
	if p != nil {
		p.kept = false
	}
}

// discardPieces removes the pieces, unless they are kept.
func (p *proofFile) discardPieces() {
	if p.pieces != nil {
		p.pieces.Close()
	}
	switch {
	case p.kept:
		_ = os.Remove(p.spools) // if there is nothing in it
	case p.spools != "":
		_ = os.RemoveAll(p.spools) // what is left is of no use
	}
}
