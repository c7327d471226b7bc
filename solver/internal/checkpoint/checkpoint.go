// Package checkpoint stores a search in a file, so that it can resume after a crash.
//
// A file is a title, a line of text; a checksum of the rest; and the rest, a State as package wire encodes it:
//
//	transat checkpoint 3\n   SHA-256 (32 bytes)   State
//
// Write replaces the file as a whole and makes sure that it is on the disk; of a symbolic link it replaces the target. Read refuses
// every file that differs from a written one. State.Fits says whether a State fits the search that is to resume.
package checkpoint

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"transat/solver/dpll"
	"transat/solver/drat/stream"
	"transat/solver/files"
	"transat/solver/internal/pieces"
	"transat/solver/internal/wire"
)

// State is a snapshot of a search.
type State struct {
	Settings
	Open  []dpll.Branch
	Stats dpll.Stats   // up to then
	Books pieces.Books // zero unless there is a proof, or the search is deterministic

	Verified stream.State // zero unless Settings.Verify

	Decided bool  // the search is done; the proof must still be put together
	Done    bool  // the proof is in its place
	Bytes   int64 // of that
}

// Settings are the settings that a search cannot change on the way.
type Settings struct {
	Formula       [sha256.Size]byte // its hash
	Rule          string
	Deterministic bool
	HasProof      bool
	Proof         string // its name
	ProofFormat   string
	Verify        bool
}

// Error says that a file cannot be used.
type Error struct {
	Name   string
	Reason string
}

func (e *Error) Error() string { return fmt.Sprintf("checkpoint %s %s", e.Name, e.Reason) }

const (
	title   = "transat checkpoint "
	version = title + "3\n"
	before  = title + "2\n" // with gob's descriptions of the types, which package wire skips

	mostBytes = 1 << 34 // of a file
)

// Write puts s into the file of that name. If it fails, the old content stays.
func Write(name string, s State) error {
	rest, err := wire.Append(nil, s)
	if err != nil {
		return fmt.Errorf("checkpoint %s: %w", name, err)
	}
	target, err := files.Target(name)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(rest)
	file, err := write(target, []byte(version), sum[:], rest)
	if err != nil {
		return err
	}
	if err := files.Place(file, target); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(target))
}

// unfinished is the file, beside the one that a name stands for, that is being written. The next program
// overwrites what a killed one leaves there.
func unfinished(target string) string { return files.Beside(target, ".new") }

// Pieces is the folder for the pieces of the proof.
func Pieces(name string) string {
	target, err := files.Target(name)
	if err != nil {
		target = name // Try has the error
	}
	return files.Beside(target, ".pieces")
}

// Ordinary reports whether a name can be that of a checkpoint: there is a file, or nothing.
func Ordinary(name string) bool {
	target, err := files.Target(name)
	if _, _, open := files.Descriptor(target); err != nil || open {
		return false
	}
	info, err := os.Stat(target)
	return err != nil || info.Mode().IsRegular()
}

// Try fails if Write could not write a checkpoint of that name. If the program is killed meanwhile, what it leaves is
// written over or removed with the checkpoint.
func Try(name string) error {
	target, err := files.Target(name)
	if err != nil {
		return err
	}
	file, err := write(target)
	var path *fs.PathError
	if errors.As(err, &path) {
		return &fs.PathError{Op: path.Op, Path: name, Err: path.Err}
	}
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}

// write writes the unfinished file for a target and brings it to the disk.
func write(target string, parts ...[]byte) (f *os.File, err error) {
	f, err = files.CreateAs(unfinished(target), target)
	if err != nil {
		return nil, err
	}
	for _, part := range parts {
		if err == nil {
			_, err = f.Write(part)
		}
	}
	if err == nil {
		err = f.Sync()
	}
	if err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return f, nil
}

// Remove removes the file of that name, if there is one, and the leftovers of a killed program beside it.
func Remove(name string) error {
	target, err := files.Target(name)
	if err != nil {
		return err
	}
	for _, name := range []string{unfinished(target), target} {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// syncFolder makes sure that a file's new name outlives a failure of the computer, where the system can.
func syncFolder(name string) error {
	folder, err := os.Open(name)
	if err != nil {
		return err
	}
	_ = folder.Sync() // not every file system knows how, and then there is nothing to be done
	return folder.Close()
}

// Read returns the State in the file of that name. The error is an *Error if the file is damaged, cut short, of
// another version or of another kind, and fs.ErrNotExist if there is none.
func Read(name string) (State, error) {
	data, err := files.ReadFile(name, mostBytes)
	if kind, ok := errors.AsType[*files.KindError](err); ok {
		return State{}, &Error{name, "is no checkpoint: " + kind.Reason}
	}
	if err != nil {
		return State{}, err
	}
	head, rest, found := strings.Cut(string(data), "\n")
	switch {
	case !strings.HasPrefix(string(data), title):
		return State{}, &Error{name, "is no checkpoint"}
	case !found:
		return State{}, &Error{name, "is cut short"}
	case head+"\n" != version && head+"\n" != before:
		return State{}, &Error{name, fmt.Sprintf("has version %q: this program reads %q",
			strings.TrimPrefix(head, title), strings.TrimSpace(strings.TrimPrefix(version, title)))}
	case len(rest) < sha256.Size:
		return State{}, &Error{name, "is cut short"}
	}
	var s State
	if sum := sha256.Sum256([]byte(rest[sha256.Size:])); string(sum[:]) != rest[:sha256.Size] {
		return State{}, &Error{name, "is damaged or cut short: its checksum is wrong"}
	}
	if err := wire.Read(bufio.NewReader(strings.NewReader(rest[sha256.Size:])), &s); err != nil {
		return State{}, &Error{name, "is damaged: " + err.Error()}
	}
	return s, nil
}

// Check returns an error if the state, read from the file of that name, has numbers that no search of a formula with
// that many variables has. It cannot see whether the search has really come so far: it trusts the checkpoint in that.
func (s State) Check(name string, vars int) error {
	if err := s.check(vars); err != nil {
		return &Error{name, "is damaged: " + err.Error()}
	}
	return nil
}

func (s State) check(vars int) error {
	t := s.Stats
	for _, n := range []int64{t.Nodes, t.Leaves, t.Decisions, t.Looks, t.Propagations, t.Visits, int64(t.MaxDepth), s.Bytes} {
		if n < 0 {
			return fmt.Errorf("a count is %d", n)
		}
	}
	switch {
	case s.Done && !s.Decided, s.Decided && !s.HasProof, s.Decided && len(s.Open) > 0:
		return fmt.Errorf("done %v, decided %v, proof %v, and %d branches are open", s.Done, s.Decided, s.HasProof, len(s.Open))
	case !s.Decided && len(s.Open) == 0:
		return errors.New("nothing is open, and it is not decided")
	case s.HasProof && len(s.Books.Origins) != len(s.Books.Pieces):
		return fmt.Errorf("there are %d pieces of the proof, and origins of %d", len(s.Books.Pieces), len(s.Books.Origins))
	}
	books := s.HasProof || s.Deterministic
	if books {
		if err := s.Books.Check(); err != nil {
			return err
		}
	}
	open := map[uint64]bool{}
	for _, b := range s.Open {
		n := b.Piece()
		if b.Level() > vars || books && (n >= uint64(len(s.Books.Pieces)) || open[n]) {
			return fmt.Errorf("a branch of piece %d at level %d is open", n, b.Level())
		}
		open[n] = true
	}
	return nil
}

// Fits returns an error if the state, which was read from the file of that name, is not one of a search with
// these settings.
func (s State) Fits(name string, want Settings) error {
	have, reason := s.Settings, ""
	switch {
	case have.Formula != want.Formula:
		reason = "is of another formula"
	case have.Rule != want.Rule:
		reason = fmt.Sprintf("is of a search with rule %s, and this one has rule %s", have.Rule, want.Rule)
	case have.Deterministic != want.Deterministic:
		reason = fmt.Sprintf("is of a search that is %sdeterministic", map[bool]string{false: "not "}[have.Deterministic])
	case have.Verify && !want.Verify:
		reason = "is of a search with --verify: go on with --verify, too"
	case want.Verify && !have.Verify:
		reason = "is of a search without --verify, and verifying cannot begin half-way: begin anew"
	case have == want:
		return nil
	case !have.HasProof:
		reason = "is of a search without a proof, and a proof cannot begin half-way"
	default:
		reason = fmt.Sprintf("is of a search with the proof %s in the format %s", have.Proof, have.ProofFormat)
	}
	return &Error{name, reason}
}
