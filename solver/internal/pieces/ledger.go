package pieces

import (
	"fmt"
	"slices"
	"sync"

	"transat/dimacs"
	"transat/solver/dpll"
)

// Ledger has the books of all pieces. Its scribes write in it, each for one worker. Unless said otherwise its
// methods are for when no worker is searching.
type Ledger struct {
	mu      sync.Mutex // for the slice of pieces
	pieces  []*piece   // by number
	scribes []*Scribe
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

// Part is a stretch of a piece, which ends where another piece belongs, or where the worker was stopped or
// changed.
type Part struct {
	Nodes    int64  // visited on the stretch
	Lemmas   int64  // written on it
	Spool    int    // where its lemmas are
	From, To int64  // bytes in the spool
	Sum      uint64 // their checksum
	Include  uint64 // the piece that comes next, before the rest of this one; 0 if none does
}

// New returns the books of a tree of which nothing has been searched: with piece 0 alone.
func New() *Ledger { return &Ledger{pieces: []*piece{{}}} }

// add makes a new piece. It may be called at any time.
func (l *Ledger) add(parent uint64) uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pieces = append(l.pieces, &piece{Origin: Origin{Parent: parent}})
	return uint64(len(l.pieces) - 1)
}

// Given notes a branch that has just been given away, so that its piece can be searched again if what is written of it gets
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

// include notes that a piece has its place in another one, which is older: that one gave it away.
func (l *Ledger) include(number, in uint64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if number <= in || number >= uint64(len(l.pieces)) || l.pieces[number].included {
		return fmt.Errorf("piece %d cannot include piece %d", in, number)
	}
	l.pieces[number].included = true
	return nil
}

// Sync brings the books up to date with what the workers have searched, and what they have written to
// their spools.
func (l *Ledger) Sync() error {
	for _, s := range l.scribes {
		if err := s.cut(0); err != nil {
			return err
		}
		if s.spool != nil {
			if err := s.spool.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// Lemmas returns the number of lemmas written.
func (l *Ledger) Lemmas() int64 {
	sum := l.lemmas
	for _, s := range l.scribes {
		sum += s.lemmas
	}
	return sum
}

// NodesTo returns how many nodes come, depth first, up to the end of what has been searched of a piece: if its
// search has ended at the first model, as many as a single worker visits. Sync must have been called.
func (l *Ledger) NodesTo(model uint64) (nodes int64) {
	l.walk(func(_ uint64, p Part) bool {
		nodes += p.Nodes
		return true
	}, model)
	return nodes
}

// none is no piece.
const none = ^uint64(0)

// walk goes through all parts depth first, as long as visit returns true, and no further than to the end of the
// piece last.
func (l *Ledger) walk(visit func(number uint64, p Part) bool, last uint64) {
	type place struct {
		number uint64
		rest   []Part
	}
	stack := []place{{0, l.pieces[0].parts}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.rest) == 0 {
			if top.number == last {
				return
			}
			stack = stack[:len(stack)-1]
			continue
		}
		part := top.rest[0]
		top.rest = top.rest[1:]
		if !visit(top.number, part) {
			return
		}
		if part.Include != 0 {
			stack = append(stack, place{part.Include, l.pieces[part.Include].parts})
		}
	}
}

// Books is what the ledger knows, to be kept and gone on with by Resume.
type Books struct {
	Pieces  [][]Part
	Origins []Origin // of all pieces if there is a proof, and none otherwise
	Spools  []int64  // how long each is
	Lemmas  int64
}

// Books returns a copy of what the ledger knows. Sync must have been called.
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

// Resume returns a ledger that goes on where the books end. It returns an error if they make no sense.
func Resume(b Books) (*Ledger, error) {
	included, err := b.check()
	if err != nil {
		return nil, err
	}
	l := &Ledger{lemmas: b.Lemmas}
	for number, parts := range b.Pieces {
		p := &piece{parts: slices.Clone(parts), included: included[number]}
		if len(b.Origins) > 0 {
			p.Origin = b.Origins[number]
		}
		l.pieces = append(l.pieces, p)
	}
	return l, nil
}

// Check returns an error if the books make no sense. All else may be asked of books that do.
func (b Books) Check() error {
	_, err := b.check()
	return err
}

// check also says which pieces others include.
func (b Books) check() (included []bool, err error) {
	if len(b.Pieces) == 0 {
		return nil, fmt.Errorf("the books have no pieces")
	}
	if n := len(b.Origins); n != 0 && n != len(b.Pieces) {
		return nil, fmt.Errorf("the books have %d pieces, and say of %d where they come from", len(b.Pieces), n)
	}
	if b.Lemmas < 0 || slices.ContainsFunc(b.Spools, func(length int64) bool { return length < 0 }) {
		return nil, fmt.Errorf("the books have %d lemmas, and spools of %d bytes", b.Lemmas, b.Spools)
	}
	included = make([]bool, len(b.Pieces))
	for number, parts := range b.Pieces {
		for _, p := range parts {
			if err := b.checkPart(uint64(number), p, included); err != nil {
				return nil, err
			}
		}
	}
	for number, o := range b.Origins {
		newest := uint64(max(0, number-1)) // from which it can have been given away
		if o.Parent > newest || o.Root.Piece() != uint64(number) {
			return nil, fmt.Errorf("piece %d was given away from piece %d, as piece %d", number, o.Parent, o.Root.Piece())
		}
	}
	return included, nil
}

// checkPart refuses a part that lies in no spool, or includes what cannot be: a piece is newer than the one it
// was given away from, and belongs in one place.
func (b Books) checkPart(number uint64, p Part, included []bool) error {
	inside := 0 <= p.From && p.From <= p.To && 0 <= p.Spool && p.Spool < max(1, len(b.Spools))
	if p.From != p.To {
		inside = inside && p.Spool < len(b.Spools) && p.To <= b.Spools[p.Spool]
	}
	switch {
	case !inside:
		return fmt.Errorf("piece %d lies outside the spools", number)
	case p.Nodes < 0 || p.Lemmas < 0:
		return fmt.Errorf("piece %d has %d nodes and %d lemmas", number, p.Nodes, p.Lemmas)
	case p.Include == 0:
		return nil
	case p.Include <= number || p.Include >= uint64(len(included)) || included[p.Include]:
		return fmt.Errorf("piece %d includes piece %d", number, p.Include)
	}
	included[p.Include] = true
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
