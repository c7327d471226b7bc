package solver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/dustin/go-humanize"

	"transat/solver/cnf"
	"transat/solver/dpll"
	"transat/solver/drat/stream"
	"transat/solver/internal/checkpoint"
	"transat/solver/internal/pieces"
	"transat/solver/internal/pool"
)

// A search with a checkpoint and a proof ends in stages. A search that is killed between two of them resumes there:
//
//	          ─▶ a checkpoint says: decided, all pieces are there
//	decided   ─▶ the proof is put together and committed
//	committed ─▶ the checkpoint says: done, the proof is in its place
//	done      ─▶ the pieces are removed
//	removed   ─▶ the checkpoint is removed
//
// After a kill before "done", the proof is put together again; after a later kill, only the leftovers are removed.
type stage string

const (
	stageDecided   stage = "decided"
	stageCommitted stage = "committed"
	stageDone      stage = "done"
	stageRemoved   stage = "removed"
)

// reached tells a test.
func (s *session) reached(at stage) {
	if s.hooks.stage != nil {
		s.hooks.stage(at)
	}
}

// ErrHeld says that Checkpoint.File holds a search, which Resume would go on with.
var ErrHeld = errors.New("it holds a search already: go on with it, or remove the file")

// DamagedError says that pieces of a proof are not as they were written. Checkpoint.Repair searches them again.
type DamagedError struct{ err error }

// Error names the first damaged piece, and says how many there are.
func (e *DamagedError) Error() string { return e.err.Error() }

// damaged makes a DamagedError of an error of package pieces, and leaves others as they are.
func damaged(err error) error {
	if errors.As(err, new(*pieces.DamagedError)) {
		return &DamagedError{err}
	}
	return err
}

// checkpointFile is the file of a checkpoint. A nil checkpointFile stands for none.
type checkpointFile struct {
	name    string
	options Checkpoint
	state   checkpoint.State // the one that was read, or written last
	resumed bool
	written bool
	closed  float64 // share of the tree at the last checkpoint
}

var errOrdinary = errors.New("want an ordinary file")

// check fails if the file cannot be used.
func (c Checkpoint) check() error {
	_, err := openCheckpoint(c)
	return err
}

// openCheckpoint reads the checkpoint from which the search resumes, if there is one. It fails before any work is
// done if the file cannot be used or written, or holds a search that does not fit.
func openCheckpoint(c Checkpoint) (*checkpointFile, error) {
	if c.File == "" {
		return nil, nil
	}
	k := &checkpointFile{name: c.File, options: c}
	if !checkpoint.Ordinary(c.File) {
		return nil, optionError("Checkpoint.File", c.File, errOrdinary)
	}
	state, err := checkpoint.Read(c.File)
	switch {
	case err == nil && !c.Resume && !c.Repair:
		return nil, optionError("Checkpoint.File", c.File, ErrHeld)
	case err == nil:
		k.state, k.resumed = state, true
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	if err := checkpoint.Try(c.File); err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	return k, nil
}

// goesOn reports whether the search resumes from a file.
func (k *checkpointFile) goesOn() bool { return k != nil && k.resumed }

// exists reports whether there is a file from which to resume.
func (k *checkpointFile) exists() bool { return k != nil && (k.resumed || k.written) }

// settings are the settings that the search cannot change on the way.
func (s *session) settings() checkpoint.Settings {
	settings := checkpoint.Settings{Formula: s.formula.Hash(), Rule: s.opt.Rule, Deterministic: s.opt.Deterministic}
	settings.Verify = s.opt.Verify
	if s.proof != nil {
		settings.HasProof, settings.Proof, settings.ProofFormat = true, s.opt.Proof.Name, string(s.opt.Proof.Format)
	}
	return settings
}

// begin makes a search resume from the checkpoint, if there is one, and write others. It
// returns a text about the state that it resumes from.
func (k *checkpointFile) begin(cfg *pool.Config, s *session) (note string, err error) {
	settings := s.settings()
	cfg.SaveEvery = k.options.Every
	cfg.Save = func(kept pool.Snapshot) error {
		state := checkpoint.State{Settings: settings, Open: kept.Open, Stats: kept.Stats}
		if kept.Books != nil {
			state.Books = *kept.Books
		}
		if kept.Verified != nil {
			state.Verified = *kept.Verified
		}
		return k.write(state)
	}
	switch {
	case !k.resumed && k.options.Resume:
		return fmt.Sprintf("%s is not there: the search begins anew", k.name), nil
	case !k.resumed:
		return "", nil
	}
	repaired, err := k.repair(s.proof)
	if err != nil {
		return "", err
	}
	state := k.state
	if err := s.verify.resume(state.Verified); err != nil {
		return "", &checkpoint.Error{Name: k.name, Reason: "is damaged: " + err.Error()}
	}
	if cfg.Ledger != nil {
		if cfg.Ledger, err = pieces.Resume(state.Books); err != nil {
			return "", &checkpoint.Error{Name: k.name, Reason: "is damaged: " + err.Error()}
		}
	}
	cfg.Open, cfg.Before, k.closed = state.Open, state.Stats, closedShare(state.Open)
	return fmt.Sprintf("going on from %s: %s nodes visited, %s of the tree closed, %s to do%s", k.name,
		humanize.Comma(state.Stats.Nodes), percent(k.closed), counted(int64(len(state.Open)), "part"), repaired), nil
}

// repair looks whether the pieces of the proof are as they were written. If not, that is an error, or they are searched
// again, of which it returns a text.
func (k *checkpointFile) repair(p *proof) (note string, err error) {
	if p == nil {
		return "", nil
	}
	damages := k.state.Books.Damaged(p.folder)
	switch {
	case len(damages) == 0:
		return "", nil
	case !k.options.Repair:
		return "", damaged(&pieces.DamagedError{Damages: damages})
	}
	books, loss := k.state.Books.Without(damages, k.state.Open)
	var roots []stream.Piece
	for _, b := range loss.Again {
		parent := books.Origins[b.Piece()].Parent
		roots = append(roots, stream.Piece{Number: b.Piece(), Parent: parent, Path: cnf.AppendCodes(nil, b.Decisions())})
	}
	k.state.Verified = k.state.Verified.Without(loss.Pieces, roots...)
	k.state.Books, k.state.Open, k.state.Decided = books, append(loss.Rest, loss.Again...), false
	are := "are"
	if len(loss.Again) == 1 {
		are = "is"
	}
	return fmt.Sprintf(", of which %s of the proof that %s damaged (%s nodes are searched again, and count again)",
		counted(int64(len(loss.Again)), "piece"), are, humanize.Comma(loss.Nodes)), nil
}

// write writes a checkpoint.
func (k *checkpointFile) write(state checkpoint.State) error {
	if err := checkpoint.Write(k.name, state); err != nil {
		return fmt.Errorf("writing the checkpoint: %w", err)
	}
	k.state, k.written, k.closed = state, true, closedShare(state.Open)
	return nil
}

// saved says where another call can go on with a search without an answer.
func (k *checkpointFile) saved() *Saved {
	if !k.exists() {
		return nil
	}
	return &Saved{File: k.name, Closed: k.closed}
}

// remove removes the file when the formula is decided.
func (k *checkpointFile) remove() error {
	if k == nil {
		return nil
	}
	if err := checkpoint.Remove(k.name); err != nil {
		return err
	}
	k.resumed, k.written = false, false
	return nil
}

// finishProof completes the proof, in stages if there is a checkpoint.
func (s *session) finishProof() (err error) {
	if s.checkpoint == nil {
		return s.completeProof()
	}
	state := s.checkpoint.state
	if !state.Decided {
		if err := s.proof.ledger.Secure(); err != nil {
			return fmt.Errorf("writing the proof: %w", err)
		}
		state = checkpoint.State{
			Settings: s.settings(), Stats: s.result.Stats, Books: s.proof.ledger.Books(), Decided: true,
		}
		if s.verify != nil {
			if state.Verified, err = s.verify.verifier.State(); err != nil {
				return err
			}
		}
		if err := s.checkpoint.write(state); err != nil {
			return err
		}
	}
	s.reached(stageDecided)
	if err := s.completeProof(); err != nil {
		return err
	}
	s.reached(stageCommitted)
	state.Done, state.Bytes = true, s.result.ProofBytes
	if err := s.checkpoint.write(state); err != nil {
		return err
	}
	s.reached(stageDone)
	return nil
}

// completeProof puts the proof together and commits it.
func (s *session) completeProof() error {
	err := damaged(s.proof.complete())
	if errors.As(err, new(*cnf.ProofError)) { // it says so
		return err
	}
	if err != nil {
		return fmt.Errorf("writing the proof: %w", err)
	}
	s.result.Lemmas, s.result.ProofBytes = s.proof.lemmas, s.proof.out.bytes
	return nil
}

// cleanUp removes the leftovers when the proof is in its place.
func (s *session) cleanUp() error {
	s.proof.end(false)
	if s.proof != nil {
		if _, err := os.Lstat(s.proof.folder); err == nil {
			s.note("the folder %s stays: other files are in it", s.proof.folder)
		}
	}
	s.reached(stageRemoved)
	return s.checkpoint.remove()
}

// doneBefore is the end of a search whose proof was complete before: only the rest was not removed.
func (s *session) doneBefore() error {
	state := s.checkpoint.state
	s.result.Result = dpll.Result{Verdict: cnf.Unsatisfiable, Stats: state.Stats}
	if err := s.verifiedBefore(); err != nil {
		return err
	}
	s.result.Procs, s.result.Lemmas, s.result.ProofBytes = 1, state.Books.Lemmas, state.Bytes
	s.opt.Log(fmt.Sprintf("going on from %s: the formula is decided and the proof was complete; removing what is left of the search",
		s.checkpoint.name))
	return s.cleanUp()
}

// closedShare is the share of a tree that is closed if some branches are open.
func closedShare(open []dpll.Branch) float64 {
	share := 1.0
	for _, b := range open {
		share -= b.Weight()
	}
	return min(max(share, 0), 1)
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }
