package pieces

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"transat/dimacs"
	"transat/solver/dpll"
)

// Ledger knows all pieces. Its writers write in it, each for one worker. Unless said otherwise its methods are for when no worker
// is searching.
type Ledger struct {
	mu      sync.Mutex // for the slice of pieces
	pieces  []*piece   // by number
	writers []*Writer
	lemmas  int64 // in spools that were taken over

	folder string // of the spools; "" if there is no proof
	format dimacs.ProofFormat
	spools []*spool
}

// piece is written by the worker that searches it, at most one at a time.
type piece struct {
	parts    []Part
	included bool // it has its place, in another one
	Origin
}

// Origin says where a piece comes from. That of piece 0 is the zero value: the whole tree.
type Origin struct {
	Parent uint64      // the piece that it was given away from
	Root   dpll.Branch // the piece when nothing of it had been searched
}

// Part is a stretch of a piece, which ends where another piece belongs, or where the worker stopped or took up another piece.
type Part struct {
	Nodes    int64  // visited on the stretch
	Lemmas   int64  // written on it
	Spool    int    // where its lemmas are
	From, To int64  // bytes in the spool
	Sum      uint64 // their checksum
	Include  uint64 // the piece that comes next, before the rest of this one; 0 if none does
}

// Next implements dpll.Stretch.
func (p Part) Next() uint64 { return p.Include }

// New returns the ledger of a tree of which nothing has been searched: with piece 0 alone.
func New() *Ledger { return &Ledger{pieces: []*piece{{}}} }

// add makes a new piece. It may be called at any time.
func (l *Ledger) add(parent uint64) uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pieces = append(l.pieces, &piece{Origin: Origin{Parent: parent}})
	return uint64(len(l.pieces) - 1)
}

// Given notes a branch that has just been given away, so that its piece can be searched again if its lemmas get
// damaged. It may be called at any time, and does nothing if there is no proof.
func (l *Ledger) Given(b dpll.Branch) {
	if p := l.piece(b.Piece()); p != nil && l.folder != "" {
		p.Root = b
	}
}

// piece may be called at any time. It returns nil if there is no such piece.
func (l *Ledger) piece(number uint64) *piece {
	l.mu.Lock()
	defer l.mu.Unlock()
	if number >= uint64(len(l.pieces)) {
		return nil
	}
	return l.pieces[number]
}

// include gives a piece its place in another one, which is older: that one gave it away.
func (l *Ledger) include(number, in uint64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if number <= in || number >= uint64(len(l.pieces)) || l.pieces[number].included {
		return fmt.Errorf("piece %d cannot include piece %d", in, number)
	}
	l.pieces[number].included = true
	return nil
}

// Sync brings the ledger up to date with the search of the workers, and writes all their lemmas to the spools.
func (l *Ledger) Sync() error {
	for _, w := range l.writers {
		if err := w.cut(0); err != nil {
			return err
		}
		if w.spool != nil {
			if err := w.spool.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// Lemmas returns the number of lemmas written.
func (l *Ledger) Lemmas() int64 {
	sum := l.lemmas
	for _, w := range l.writers {
		sum += w.lemmas
	}
	return sum
}

// NodesTo returns how many nodes come, depth first, up to the end of the searched part of a piece: if its
// search has ended at the first model, as many as a single worker visits. Sync must have been called.
func (l *Ledger) NodesTo(model uint64) (nodes int64) {
	atModel := errors.New("the model")
	_ = l.walk(func(_ uint64, p Part) error {
		nodes += p.Nodes
		return nil
	}, func(piece uint64) error {
		if piece == model {
			return atModel
		}
		return nil
	})
	return nodes
}

// walk goes through all parts depth first.
func (l *Ledger) walk(visit func(number uint64, p Part) error, end func(number uint64) error) error {
	return dpll.DepthFirst(func(number uint64) []Part { return l.pieces[number].parts }, visit, end)
}

// Books is a snapshot of a ledger, to be stored; Resume goes on from it.
type Books struct {
	Pieces  [][]Part
	Origins []Origin // of all pieces if there is a proof, and none otherwise
	Spools  []int64  // how long each is
	Lemmas  int64
}

// Books returns a snapshot. Sync must have been called.
func (l *Ledger) Books() Books {
	b := Books{Lemmas: l.Lemmas()}
	for _, p := range l.pieces {
		b.Pieces = append(b.Pieces, slices.Clone(p.parts))
		if l.folder != "" {
			b.Origins = append(b.Origins, p.Origin)
		}
	}
	for _, s := range l.spools {
		b.Spools = append(b.Spools, s.written)
	}
	return b
}

// Resume returns a ledger that goes on where the books end. It returns an error if they make no sense: a part that lies in no spool, or a
// piece that includes one that cannot lie in it.
func Resume(b Books) (*Ledger, error) {
	if len(b.Pieces) == 0 {
		return nil, fmt.Errorf("the books have no pieces")
	}
	if n := len(b.Origins); n != 0 && n != len(b.Pieces) {
		return nil, fmt.Errorf("the books have %d pieces, and say of %d where they come from", len(b.Pieces), n)
	}
	if b.Lemmas < 0 || slices.ContainsFunc(b.Spools, func(length int64) bool { return length < 0 }) {
		return nil, fmt.Errorf("the books have %d lemmas, and spools of %d bytes", b.Lemmas, b.Spools)
	}
	l := &Ledger{lemmas: b.Lemmas}
	for _, parts := range b.Pieces {
		l.pieces = append(l.pieces, &piece{parts: slices.Clone(parts)})
	}
	for number, parts := range b.Pieces {
		for _, p := range parts {
			if err := b.checkPart(number, p); err != nil {
				return nil, err
			}
			if p.Include == 0 {
				continue
			}
			if err := l.include(p.Include, uint64(number)); err != nil {
				return nil, err
			}
		}
	}
	for number, o := range b.Origins {
		newest := uint64(max(0, number-1)) // that can have given it away
		if o.Parent > newest || o.Root.Piece() != uint64(number) {
			return nil, fmt.Errorf("piece %d was given away from piece %d, as piece %d", number, o.Parent, o.Root.Piece())
		}
		l.pieces[number].Origin = o
	}
	return l, nil
}

// Check returns an error if the books make no sense. All other methods are for books that do.
func (b Books) Check() error {
	_, err := Resume(b)
	return err
}

// checkPart refuses a part that lies in no spool.
func (b Books) checkPart(number int, p Part) error {
	inside := 0 <= p.From && p.From <= p.To && 0 <= p.Spool && p.Spool < max(1, len(b.Spools))
	if p.From != p.To {
		inside = inside && p.Spool < len(b.Spools) && p.To <= b.Spools[p.Spool]
	}
	switch {
	case !inside:
		return fmt.Errorf("piece %d lies outside the spools", number)
	case p.Nodes < 0 || p.Lemmas < 0:
		return fmt.Errorf("piece %d has %d nodes and %d lemmas", number, p.Nodes, p.Lemmas)
	}
	return nil
}

// Forget takes the node that was visited last out of a piece.
func (b Books) Forget(number uint64) {
	parts := b.Pieces[number]
	for i := len(parts) - 1; i >= 0; i-- {
		if parts[i].Nodes > 0 {
			parts[i].Nodes--
			return
		}
	}
}
