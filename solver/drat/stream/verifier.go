package stream

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"transat/solver/cnf"
)

// Verifier checks the lemmas that several goroutines find for one formula, each through a [Log] of its own. It keeps the
// obligations: see the package comment.
type Verifier struct {
	formula *cnf.Formula

	mu      sync.Mutex
	change  *sync.Cond // of what follows, all under mu
	pieces  map[uint64]*piece
	numbers uint64 // the highest that a piece has had
	open    int    // pieces whose claim is not shown yet
	logs    []*Log
	state   counts
	err     error // the first that was found; nothing is checked any more after it
	closed  bool
	over    chan struct{} // closed with the verifier
}

// counts are the lemmas and pieces checked.
type counts struct{ lemmas, pieces int64 }

// piece is a part of a proof. Its claim is that path cannot hold.
type piece struct {
	parent  uint64
	path    []cnf.Lit
	lemmas  [][]cnf.Lit // of a piece that no log is at: those that hold
	shown   bool        // the claim was checked
	claimed bool        // the piece from which it was given away has rested on the claim
	turns   int64       // times that a log has begun it or gone on with it
	served  int64       // turns that are over
}

// WrongError says that a lemma does not follow: there is a fault in the search, or in the computer.
type WrongError struct {
	Number int64     // of the lemma, from 1, in its log; 0 if it is no lemma
	Piece  uint64    // in which it is
	Lemma  []cnf.Lit // or nil
	Reason string
}

func (e *WrongError) Error() string {
	where := "the search"
	if e.Piece > 0 {
		where = fmt.Sprintf("part %d of the search", e.Piece)
	}
	if e.Number == 0 {
		return fmt.Sprintf("verifying: %s %s", where, e.Reason)
	}
	return fmt.Sprintf("verifying: lemma %d, in %s, %s: %v", e.Number, where, e.Reason, e.Lemma)
}

// ErrUnverified says that a formula is not known to be unsatisfiable, since some of the search was not checked.
var ErrUnverified = errors.New("verifying: not every part of the search was checked")

// New returns a verifier of f, which must not change. If f has a literal of no variable, every call returns that error.
func New(f *cnf.Formula) *Verifier {
	v := &Verifier{formula: f, pieces: map[uint64]*piece{0: {claimed: true}}, open: 1, over: make(chan struct{}), err: f.Err()}
	v.change = sync.NewCond(&v.mu)
	return v
}

// Next returns a number for a new piece.
func (v *Verifier) Next() uint64 {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.numbers++
	return v.numbers
}

// given notes a new piece. Its number must be higher than that of the piece from which it was given away.
func (v *Verifier) given(parent, number uint64, path []cnf.Lit) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case v.pieces[number] != nil || number <= parent:
		return v.fail(&WrongError{Piece: number, Reason: fmt.Sprintf("cannot have been given away from part %d", parent)})
	case len(path) == 0:
		return v.fail(&WrongError{Piece: number, Reason: "is all that there is"})
	}
	v.pieces[number] = &piece{parent: parent, path: slices.Clone(path)}
	v.numbers = max(v.numbers, number)
	v.open++
	return v.err
}

// Lemmas returns how many lemmas have been checked.
func (v *Verifier) Lemmas() int64 {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.state.lemmas
}

// Pieces returns how many pieces have been checked to their end.
func (v *Verifier) Pieces() int64 {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.state.pieces
}

// Err returns the first fault so far, or nil.
func (v *Verifier) Err() error {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.err
}

// Conclude waits until all steps have been checked. It returns nil if they show that the formula is unsatisfiable: piece 0 is refuted, and
// every piece that was given away. The error is a *WrongError, or ErrUnverified.
func (v *Verifier) Conclude() error {
	if err := v.Wait(); err != nil {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.open > 0 {
		return fmt.Errorf("%w: %d parts are open", ErrUnverified, v.open)
	}
	return nil
}

// Wait waits until all steps so far have been checked, and returns the first fault, or nil. No log may be used meanwhile.
func (v *Verifier) Wait() error {
	v.mu.Lock()
	logs := slices.Clone(v.logs)
	v.mu.Unlock()
	for _, l := range logs {
		l.wait(func(*logChecker) error { return nil })
	}
	return v.Err()
}

// Close ends all logs, whatever they have not checked yet. It may be called twice.
func (v *Verifier) Close() {
	v.mu.Lock()
	logs := v.logs
	first := !v.closed
	v.closed = true
	v.change.Broadcast()
	v.mu.Unlock()
	if !first {
		return
	}
	close(v.over)
	for _, l := range logs {
		<-l.ended
	}
}

// fail notes an error. The caller holds mu.
func (v *Verifier) fail(err error) error {
	if v.err == nil {
		v.err = err
		v.change.Broadcast()
	}
	return v.err
}

// broken notes an error.
func (v *Verifier) broken(err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	_ = v.fail(err)
}

// working reports whether the verifier is open and has found no fault.
func (v *Verifier) working() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.err == nil && !v.closed
}

// turn is the next turn of a piece.
func (v *Verifier) turn(number uint64) (int64, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	p := v.pieces[number]
	if p == nil {
		return 0, v.fail(&WrongError{Piece: number, Reason: "was begun, though it was not given away, or is done"})
	}
	p.turns++
	return p.turns - 1, v.err
}

// take waits for a turn of a piece, and returns its path and lemmas. ok is false if the verifier is closed, or has found a fault.
func (v *Verifier) take(number uint64, turn int64) (path []cnf.Lit, lemmas [][]cnf.Lit, ok bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	p := v.pieces[number]
	for v.err == nil && !v.closed && p != nil && p.served < turn {
		v.change.Wait()
	}
	switch {
	case v.err != nil || v.closed:
		return nil, nil, false
	case p == nil || p.shown:
		_ = v.fail(&WrongError{Piece: number, Reason: "goes on, though it is done"})
		return nil, nil, false
	}
	path, lemmas, p.lemmas = p.path, p.lemmas, nil
	return path, lemmas, true
}

// leave ends a turn of a piece that is not done.
func (v *Verifier) leave(number uint64, lemmas [][]cnf.Lit) {
	v.mu.Lock()
	defer v.mu.Unlock()
	p := v.pieces[number]
	p.lemmas = lemmas
	p.served++
	v.change.Broadcast()
}

// show ends a piece whose claim was checked.
func (v *Verifier) show(number uint64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	p := v.pieces[number]
	p.shown = true
	p.served++
	v.open--
	v.state.pieces++
	v.done(number, p)
	v.change.Broadcast()
}

// claim returns the path of a piece that was given away from parent, which now rests on its claim.
func (v *Verifier) claim(parent, number uint64) (path []cnf.Lit, ok bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	p := v.pieces[number]
	if p == nil || p.parent != parent || p.claimed {
		_ = v.fail(&WrongError{Piece: parent, Reason: fmt.Sprintf("rests on part %d, which was not given away from it", number)})
		return nil, false
	}
	p.claimed = true
	v.done(number, p)
	return p.path, true
}

// done forgets a piece that is shown and claimed. The caller holds mu.
func (v *Verifier) done(number uint64, p *piece) {
	if p.shown && p.claimed {
		delete(v.pieces, number)
	}
}
