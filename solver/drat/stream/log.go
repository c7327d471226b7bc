package stream

import (
	"transat/solver/cnf"
)

// Log brings the lemmas of one goroutine to the checker. It is a [cnf.ProofWriter]; a goroutine of its own checks the lemmas
// later, in order. If that is behind, the caller waits, so few lemmas are ever on the way. A method returns the first fault as soon
// as it is known, and from then on every time.
//
// A log is at one piece at a time. Piece 0 is the tree without the branches that are given away; a search on one core has no other.
type Log struct {
	verifier *Verifier
	queue    chan message
	spare    chan []uint32 // batches to be used again
	ended    chan struct{}
	batch    []uint32 // steps, each its number of literals times two, one more for a deletion, and the literals
	piece    uint64
	busy     bool // at a piece
}

var _ cnf.ProofWriter = (*Log)(nil)

// message is what goes through the queue: steps, or something else to do.
type message struct {
	do    func(c *logChecker) error
	reply chan<- struct{} // closed when all up to here has been done
}

const (
	batchWords   = 1 << 13
	batchesAhead = 4
)

// Log begins a log.
func (v *Verifier) Log() *Log {
	l := &Log{
		verifier: v,
		queue:    make(chan message, batchesAhead), spare: make(chan []uint32, batchesAhead+2),
		ended: make(chan struct{}),
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.logs = append(v.logs, l)
	go (&logChecker{log: l, verifier: v}).run()
	return l
}

// Add implements [cnf.ProofWriter].
func (l *Log) Add(clause []cnf.Lit) error { return l.step(clause, 0) }

// Delete implements [cnf.ProofWriter].
func (l *Log) Delete(clause []cnf.Lit) error { return l.step(clause, 1) }

func (l *Log) step(clause []cnf.Lit, deletion uint32) error {
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

// Flush sends all steps so far. Call it before a longer rest.
func (l *Log) Flush() error {
	if len(l.batch) > 0 {
		batch := l.batch
		l.batch = nil
		l.queued(message{do: func(c *logChecker) error {
			defer l.reuse(batch)
			return c.steps(batch)
		}})
	}
	return l.verifier.Err()
}

// reuse keeps a batch that has been checked for later steps.
func (l *Log) reuse(batch []uint32) {
	select {
	case l.spare <- batch[:0]:
	default:
	}
}

// send sends something to do behind all steps.
func (l *Log) send(do func(c *logChecker) error) error {
	if err := l.Flush(); err != nil {
		return err
	}
	l.queued(message{do: do})
	return nil
}

// queued puts a message into the queue, unless the verifier was closed.
func (l *Log) queued(m message) {
	select {
	case l.queue <- m:
	case <-l.verifier.over:
	}
}

// Derived adds clauses that hold in every piece. Each must follow from the formula and the clauses before it. The log must not be
// at a piece.
func (l *Log) Derived(all [][]cnf.Lit) error {
	return l.send(func(c *logChecker) error { return c.derive(all) })
}

// Shown adds clauses that another verifier of the same formula has checked. They hold in the piece under way, unchecked.
func (l *Log) Shown(all [][]cnf.Lit) error {
	return l.send(func(c *logChecker) error { return c.Shown(all) })
}

// Begin says that the next steps belong to a piece: to its beginning, or to the place where this log or another one has left it.
func (l *Log) Begin(piece uint64) error {
	if err := l.Leave(); err != nil {
		return err
	}
	turn, err := l.verifier.turn(piece)
	if err != nil {
		return err
	}
	l.busy, l.piece = true, piece
	return l.send(func(c *logChecker) error { return c.begin(piece, turn) })
}

// Include says that another piece, given away from this one, is next, and counts as refuted.
func (l *Log) Include(piece uint64) error {
	return l.send(func(c *logChecker) error { return c.include(piece) })
}

// Given says that the branch below a path of decisions has been given away from the piece under way, and is a new piece with that number.
func (l *Log) Given(piece uint64, path []cnf.Lit) error {
	return l.verifier.given(l.piece, piece, path)
}

// Leave says that the log leaves its piece, if it is at one, before its end. Another log may go on with it.
func (l *Log) Leave() error {
	if !l.busy {
		return l.verifier.Err()
	}
	l.busy = false
	return l.send((*logChecker).leave)
}

// End says that the piece is refuted.
func (l *Log) End() error {
	if !l.busy {
		return l.verifier.Err()
	}
	l.busy = false
	return l.send((*logChecker).end)
}

// wait has something done behind all steps, and returns when it is. Nothing may be sent meanwhile.
func (l *Log) wait(do func(c *logChecker) error) {
	if l.Flush() != nil {
		return
	}
	done := make(chan struct{})
	l.queued(message{do, done})
	select {
	case <-done:
	case <-l.ended:
	}
}

// Busy reports whether the log is at a piece.
func (l *Log) Busy() bool { return l.busy }
