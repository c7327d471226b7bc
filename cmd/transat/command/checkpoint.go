package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"transat/cmd/transat/internal/checkpoint"
	"transat/cmd/transat/internal/exit"
	"transat/cmd/transat/internal/parallel"
	"transat/cmd/transat/internal/pieces"
	"transat/solver"
)

const defaultCheckpointEvery = 30 * time.Second

func addCheckpointFlags(cmd *cobra.Command, flags *solveFlags) {
	f := cmd.Flags()
	f.StringVar(&flags.checkpoint, "checkpoint", "", "`FILE` to keep the search in")
	f.DurationVar(&flags.checkpointEvery, "checkpoint-every", defaultCheckpointEvery, "time between two checkpoints")
	f.BoolVar(&flags.resume, "resume", false, "go on from --checkpoint=FILE, if there is such a file")
	f.BoolVar(&flags.repair, "repair", false, "like --resume, but search pieces of the proof again that are damaged")
}

// checkCheckpoint looks at the flags for checkpoints.
func (f *solveFlags) checkCheckpoint(given func(flag string) bool) error {
	for _, name := range []string{"checkpoint-every", "resume", "repair"} {
		if f.checkpoint == "" && given(name) {
			return exit.Misuse(fmt.Errorf("--%s is for --checkpoint=FILE", name))
		}
	}
	f.resume = f.resume || f.repair
	switch {
	case f.checkpointEvery <= 0:
		return exit.Misuse(fmt.Errorf("--checkpoint-every=%v: want a time above 0, such as 30s", f.checkpointEvery))
	case f.checkpoint == "-":
		return exit.Misuse(errors.New("--checkpoint=-: want the name of a file"))
	case f.checkpoint != "" && filepath.Clean(f.checkpoint) == filepath.Clean(f.proof):
		return exit.Misuse(fmt.Errorf("--checkpoint=%s is the file of the proof", f.checkpoint))
	}
	return nil
}

// checkpointFile is the file that --checkpoint asks for. A nil checkpointFile stands for none.
type checkpointFile struct {
	name    string
	state   checkpoint.State // what was read, or has been written last
	resumed bool
	written bool
	closed  float64 // share of the tree at the last checkpoint
}

// openCheckpoint reads the checkpoint that is to be gone on with, if there is one. It fails before any work is
// done if the file cannot be used or written, or holds a search that --resume would go on with.
func openCheckpoint(flags solveFlags) (*checkpointFile, error) {
	if flags.checkpoint == "" {
		return nil, nil
	}
	c := &checkpointFile{name: flags.checkpoint}
	if info, err := os.Stat(c.name); err == nil && !info.Mode().IsRegular() {
		return nil, exit.Misuse(fmt.Errorf("--checkpoint=%s: want an ordinary file", c.name))
	}
	state, err := checkpoint.Read(c.name)
	switch {
	case err == nil && !flags.resume:
		return nil, exit.Misuse(fmt.Errorf("--checkpoint=%s holds a search already: go on with it (--resume), or remove the file", c.name))
	case err == nil:
		c.state, c.resumed = state, true
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	if err := checkpoint.Try(c.name); err != nil {
		return nil, fmt.Errorf("--checkpoint: %w", err)
	}
	return c, nil
}

// begin makes a search go on where the checkpoint was written, if there is one, and write others. It
// returns a text about what it goes on with.
func (c *checkpointFile) begin(cfg *parallel.Config, t task, flags solveFlags) (note string, err error) {
	settings := checkpoint.Settings{Formula: t.formula.Hash(), Rule: flags.rule, Deterministic: flags.deterministic}
	if t.proof != nil {
		settings.Proof, settings.ProofFormat = flags.proof, flags.proofFormat
	}
	cfg.KeepEvery = flags.checkpointEvery
	cfg.Keep = func(k parallel.Kept) error { return c.write(settings, k) }
	if !c.resumed {
		return "", nil
	}
	if err := c.state.Fits(c.name, settings); err != nil {
		return "", err
	}
	repaired, err := c.repair(t, flags)
	if err != nil {
		return "", err
	}
	s := c.state
	if cfg.Ledger != nil {
		if cfg.Ledger, err = pieces.Resume(s.Books); err != nil {
			return "", &checkpoint.Error{Name: c.name, Reason: "is damaged: " + err.Error()}
		}
	}
	cfg.Open, cfg.Before, c.closed = s.Open, s.Stats, closedShare(s.Open)
	return fmt.Sprintf("going on from %s: %s nodes visited, %s of the tree closed, %s to do%s",
		c.name, grouped(s.Stats.Nodes), percentText(c.closed), counted(len(s.Open), "part"), repaired), nil
}

// repair looks whether the pieces of the proof are what was written. If they are not, that is an error, or with --repair they are
// to be searched again, of which it returns a text.
func (c *checkpointFile) repair(t task, flags solveFlags) (note string, err error) {
	if t.proof == nil {
		return "", nil
	}
	s := &c.state
	damages := s.Books.Damaged(t.proof.spools)
	switch {
	case len(damages) == 0:
		return "", nil
	case !flags.repair:
		return "", fmt.Errorf("--resume: %w; --repair searches it again", &pieces.DamagedError{Damages: damages})
	}
	books, again, rest, nodes := s.Books.Without(damages, s.Open)
	s.Books, s.Open = books, append(rest, again...)
	return fmt.Sprintf(", of which %s of the proof that %s damaged (%s nodes are searched again, and count again)",
		counted(len(again), "piece"), map[bool]string{true: "is", false: "are"}[len(again) == 1], grouped(nodes)), nil
}

// write writes a checkpoint.
func (c *checkpointFile) write(settings checkpoint.Settings, k parallel.Kept) error {
	state := checkpoint.State{Settings: settings, Open: k.Open, Stats: k.Stats}
	if k.Books != nil {
		state.Books = *k.Books
	}
	if err := checkpoint.Write(c.name, state); err != nil {
		return fmt.Errorf("writing the checkpoint: %w", err)
	}
	c.written, c.closed = true, closedShare(k.Open)
	return nil
}

// outcome says, in c lines, where a search without an answer can be gone on with.
func (c *checkpointFile) outcome() []string {
	if !c.exists() {
		return nil
	}
	return []string{fmt.Sprintf("checkpoint: %s, with %s of the tree closed; --resume goes on", c.name, percentText(c.closed))}
}

// remove removes the file when the formula is decided.
func (c *checkpointFile) remove() error {
	if c == nil {
		return nil
	}
	if err := checkpoint.Remove(c.name); err != nil {
		return err
	}
	c.resumed, c.written = false, false
	return nil
}

// exists reports whether there is a file from which to go on.
func (c *checkpointFile) exists() bool { return c != nil && (c.resumed || c.written) }

// closedShare is the share of a tree that is closed if some branches are open.
func closedShare(open []solver.Branch) float64 {
	share := 1.0
	for _, b := range open {
		share -= b.Weight()
	}
	return min(max(share, 0), 1)
}

func percentText(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }
