package stream

import (
	"fmt"

	"transat/solver/cnf"
)

// Lane is the way of one goroutine's lemmas to the checker. It is a [cnf.ProofWriter], and what it is told is checked later, in order, by a goroutine of
// its own. If that is behind, the caller waits, so there is never much on the way. An error tells that something was wrong; it comes as soon as it is known, and from then on every time.
//
// A lane is at one piece at a time. Piece 0 is all that is not given away; a search on its own knows no other.
type Lane struct {
	verifier *Verifier
	queue    chan message
	spare    chan []uint32 // batches to be used again
	ended    chan struct{}
	batch    []uint32 // steps, each its number of literals times two, one more for a deletion, and the literals
	piece    uint64
	busy     bool // at a piece
}

var _ cnf.ProofWriter = (*Lane)(nil)

// message is what goes through the queue: steps, or something else to do.
type message struct {
	steps []uint32
	kind  kind
	piece uint64
	turn  int64
	also  [][]cnf.Lit
	reply chan<- struct{} // closed when all up to here has been done
}

type kind uint8

const (
	theseSteps kind = iota
	deriveClauses
	shownClauses
	beginPiece
	includePiece
	leavePiece
	endPiece
	keepState
	answer
)

const (
	batchWords   = 1 << 13
	batchesAhead = 4
)

// Lane begins a lane.
func (v *Verifier) Lane() *Lane {
	l := &Lane{
		verifier: v,
		queue:    make(chan message, batchesAhead), spare: make(chan []uint32, batchesAhead+2),
		ended: make(chan struct{}),
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.lanes = append(v.lanes, l)
	w := &worker{lane: l, verifier: v}
	go w.run()
	return l
}

// Add implements [cnf.ProofWriter].
func (l *Lane) Add(clause []cnf.Lit) error { return l.step(clause, 0) }

// Delete implements [cnf.ProofWriter].
func (l *Lane) Delete(clause []cnf.Lit) error { return l.step(clause, 1) }

func (l *Lane) step(clause []cnf.Lit, deletion uint32) error {
	if l.batch == nil {
		select {
		case l.batch = <-l.spare:
		default:
			l.batch = make([]uint32, 0, batchWords)
		}
	}
	l.batch = append(l.batch, uint32(len(clause))<<1|deletion)
	for _, lit := range clause {
		l.batch = append(l.batch, lit.Code())
	}
	if len(l.batch) >= batchWords {
		return l.Flush()
	}
	return nil
}

// Flush sends what has been told. Whoever rests for a longer time should call it.
func (l *Lane) Flush() error {
	if len(l.batch) > 0 {
		l.queued(message{steps: l.batch})
		l.batch = nil
	}
	return l.verifier.Err()
}

// send sends a message behind all steps.
func (l *Lane) send(m message) error {
	if err := l.Flush(); err != nil {
		return err
	}
	l.queued(m)
	return nil
}

// queued puts a message into the queue, unless the verifier was closed.
func (l *Lane) queued(m message) {
	select {
	case l.queue <- m:
	case <-l.verifier.over:
	}
}

// Derived tells clauses that hold in every piece. Each must follow from the formula and those before it. It must not be called while the lane is at a piece.
func (l *Lane) Derived(all [][]cnf.Lit) error { return l.send(message{kind: deriveClauses, also: all}) }

// Shown tells clauses that another verifier of the same formula has checked. They hold in the piece at which the lane is, unchecked.
func (l *Lane) Shown(all [][]cnf.Lit) error { return l.send(message{kind: shownClauses, also: all}) }

// Begin says that what follows belongs to a piece: to its beginning, or to where another lane, or this one, has left it.
func (l *Lane) Begin(piece uint64) error {
	if err := l.Leave(); err != nil {
		return err
	}
	turn, err := l.verifier.turn(piece)
	if err != nil {
		return err
	}
	l.busy, l.piece = true, piece
	return l.send(message{kind: beginPiece, piece: piece, turn: turn})
}

// Include says that what was given away as another piece is next, and counts as refuted.
func (l *Lane) Include(piece uint64) error { return l.send(message{kind: includePiece, piece: piece}) }

// Given says that what lies below a path of decisions has been given away from the piece at which the lane is, and is a new piece of that number.
func (l *Lane) Given(piece uint64, path []cnf.Lit) error {
	return l.verifier.given(l.piece, piece, path)
}

// Leave says that the piece is left before its end, if the lane is at one. It may be gone on with by another lane.
func (l *Lane) Leave() error {
	if !l.busy {
		return l.verifier.Err()
	}
	l.busy = false
	return l.send(message{kind: leavePiece})
}

// End says that the piece is refuted.
func (l *Lane) End() error {
	if !l.busy {
		return l.verifier.Err()
	}
	l.busy = false
	return l.send(message{kind: endPiece})
}

// wait returns when all that was sent has been checked. Nothing must be sent meanwhile.
func (l *Lane) wait() { l.ask(message{kind: answer}) }

// ask sends a message and waits until it has been dealt with.
func (l *Lane) ask(m message) {
	if l.Flush() != nil {
		return
	}
	done := make(chan struct{})
	m.reply = done
	l.queued(m)
	select {
	case <-done:
	case <-l.ended:
	}
}

// guard, when deferred, makes an error of a fault in the checker.
func (v *Verifier) guard() {
	if fault := recover(); fault != nil {
		v.broken(fmt.Errorf("verifying: internal error: %v", fault))
	}
}

// Busy reports whether the lane is at a piece.
func (l *Lane) Busy() bool { return l.busy }
