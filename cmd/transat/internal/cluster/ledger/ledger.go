package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"transat/solver/dpll"
)

// Ledger knows the pieces of a run. Only one goroutine may use it at a time.
type Ledger struct {
	head   Hash
	root   Branch
	pieces map[uint64]*piece
	free   heap
	near   map[string]*heap // pieces without an owner, by the worker that gave them away
	owned  map[Owner]*piece
	moved  int64 // pieces that one worker has given away and another one has got
	totals Totals

	streams map[Hash]*Record // records of a tree of cubes
	ordered bool             // pieces are lent in the order of one processor
}

// Totals are the sums of all records.
type Totals struct {
	Stats        dpll.Stats
	Lemmas       int64
	ProofBytes   int64
	Records      int64
	Pieces, Open int     // known, and not closed
	Closed       float64 // share of the tree, 0 to 1, if every two siblings were equally large

	Solutions, Pruned int64 // of a tree of nodes, see Counts
	Best              *Best // of that
	// Sums are those of all records that have one. A copy of Totals keeps those that it had.
	Sums []json.RawMessage

	CubeCounts // of a tree of cubes
}

// piece is a piece in a state.
type piece struct {
	number, parent uint64
	state          Branch  // its open part
	weight         float64 // of that
	early          []byte  // its place, if pieces are lent in the order of one processor
	last           Hash    // of the record that made this state
	closed         bool
	done           []stretch // records of this piece
	given, marked  int       // how many pieces were given away from it, and how many of these have a mark
	hasMark        bool      // in the piece that it was given away from

	owner   Owner
	until   time.Duration // the owner is believed to be alive
	asked   time.Duration // when it was last asked to give something away
	wanted  int           // then: how many branches, for its own worker if near
	near    bool
	since   time.Duration // the worker of the owner has it, or has last recorded something of it
	holder  string        // the worker that has it, or had it last
	stalls  int           // how often it was taken from an owner that recorded nothing
	barred  string        // the worker of the last such owner, which does not get it back by saying that it has it
	home    string        // the worker that gave it away, or had it last; "" if that is not known
	free    bool          // the piece is in the heap of all
	shelved bool          // the piece is in the heap of its home
}

// stretch is a record in the ledger.
type stretch struct {
	hash   Hash
	record *Record
	number int64 // of the record in the order in which they came
}

var (
	// ErrStale says that a record goes on from a state that the piece is not in, such as one that another owner has left behind.
	ErrStale = errors.New("the piece has gone on without this record")
	// ErrOwned says that another owner searches the piece.
	ErrOwned = errors.New("the piece belongs to another owner")
)

// InvalidError says that a record cannot be true.
type InvalidError struct {
	Piece  uint64
	Reason error
}

func (e *InvalidError) Error() string {
	return fmt.Sprintf("the record of piece %d makes no sense: %v", e.Piece, e.Reason)
}
func (e *InvalidError) Unwrap() error { return e.Reason }

// New returns the ledger of a run without records. Head is the hash of the head of the run; root is the whole tree.
func New(head Hash, root Branch) *Ledger {
	l := &Ledger{head: head, root: root, pieces: map[uint64]*piece{}, near: map[string]*heap{}, owned: map[Owner]*piece{}}
	if root.Nodes != nil && root.Nodes.Cubes {
		l.streams = map[Hash]*Record{}
	}
	l.add(&piece{state: root, last: head, hasMark: true})
	return l
}

func (l *Ledger) add(p *piece) {
	l.pieces[p.number] = p
	l.measure(p)
	l.totals.Pieces++
	l.totals.Open++
	p.asked = never
	l.release(p)
}

// measure notes how much of the tree the open part of a piece is, and how early.
func (l *Ledger) measure(p *piece) {
	p.weight = p.state.Weight()
	if l.ordered && p.state.Nodes != nil {
		p.early = p.state.Nodes.List[0].Place
	}
}

// never is a time long before a run begins.
const never = time.Duration(math.MinInt64 / 2)

// Examine says what Record would, and changes nothing. If the ledger has the record already, known is true. If it does not and
// there is no error, state is the one that the record goes on from.
func (l *Ledger) Examine(o Owner, hash Hash, r *Record) (state Branch, known bool, err error) {
	p, known, err := l.examine(&o, hash, r)
	if known || err != nil {
		return Branch{}, known, err
	}
	return p.state, false, nil
}

// examine says whether a record of an owner, nil for any, follows on the state of its piece, or is known.
func (l *Ledger) examine(o *Owner, hash Hash, r *Record) (p *piece, known bool, err error) {
	p = l.pieces[r.Piece]
	switch {
	case p == nil:
		return nil, false, ErrStale
	case p.has(hash):
		return p, true, nil
	case o != nil && p.owner != (Owner{}) && p.owner != *o:
		return p, false, ErrOwned
	case p.closed || p.last != r.After || !l.flows(r):
		return p, false, ErrStale
	}
	if err := l.fits(p, r); err != nil {
		return p, false, &InvalidError{r.Piece, err}
	}
	return p, false, nil
}

// Apply takes a record, whose hash is given. It does nothing, and there is no error, if the ledger has it already.
// The error is ErrStale if the record does not fit, or an *InvalidError if it cannot be true.
func (l *Ledger) Apply(hash Hash, r *Record) error {
	_, err := l.apply(nil, hash, r)
	return err
}

// Record takes a record from an owner. Unlike Apply it refuses one of a piece that belongs to another, with ErrOwned: the record may
// well be true, but the other has begun.
func (l *Ledger) Record(o Owner, hash Hash, r *Record, now, until time.Duration) error {
	p, err := l.apply(&o, hash, r)
	if p != nil && !p.closed {
		l.Renew(o, p.number, p.last, now, until)
		l.Touch(o, p.number, now)
	}
	return err
}

// apply takes a record of an owner, nil for any. It returns the piece, or nil if nothing has changed.
func (l *Ledger) apply(o *Owner, hash Hash, r *Record) (*piece, error) {
	p, known, err := l.examine(o, hash, r)
	if known || err != nil {
		return nil, err
	}
	home := ""
	if o != nil {
		home = o.Worker
	}
	before := p.weight
	for _, m := range r.Marks {
		l.pieces[m.Piece].hasMark = true
	}
	p.marked += len(r.Marks)
	p.given += len(r.Given)
	p.done = append(p.done, stretch{hash, r, l.totals.Records})
	p.last = hash
	if l.streams != nil {
		l.streams[hash] = r
	}
	for _, g := range r.Given {
		l.add(&piece{number: g.Piece(), parent: p.number, state: g, last: hash, home: home})
		before -= g.Weight()
	}
	if r.Rest == nil {
		l.close(p)
	} else {
		p.state = *r.Rest
		l.measure(p)
		before -= p.weight
	}
	l.totals.add(r, before)
	if l.totals.Open == 0 {
		l.totals.Closed = 1 // shares may have been rounded
	}
	return p, nil
}

// has reports whether a record is in the ledger.
func (p *piece) has(hash Hash) bool {
	for i := len(p.done) - 1; i >= 0; i-- {
		if p.done[i].hash == hash {
			return true
		}
	}
	return false
}

// close closes a piece.
func (l *Ledger) close(p *piece) {
	l.disown(p)
	p.closed, p.state, p.weight = true, Branch{}, 0
	l.totals.Open--
}

// fits returns an error if the record cannot follow on the state of the piece.
func (l *Ledger) fits(p *piece, r *Record) error {
	if err := r.check(p.state); err != nil {
		return err
	}
	marked := make(map[uint64]bool, len(r.Marks))
	for _, m := range r.Marks {
		if other := l.pieces[m.Piece]; other == nil || other.parent != p.number || other.hasMark || marked[m.Piece] {
			return fmt.Errorf("a mark of piece %d, which was not given away from it, or has one", m.Piece)
		}
		marked[m.Piece] = true
	}
	if r.Rest == nil && p.marked+len(r.Marks) != p.given {
		return fmt.Errorf("it is closed, and has %d marks for %d pieces that it gave away", p.marked+len(r.Marks), p.given)
	}
	for _, g := range r.Given {
		if l.pieces[g.Piece()] != nil {
			return fmt.Errorf("it gives piece %d away, which there is already", g.Piece())
		}
		if g.Depth() <= p.state.Depth() {
			return fmt.Errorf("it gives piece %d away, which does not lie below it", g.Piece())
		}
		if marked[g.Piece()] {
			return fmt.Errorf("it gives piece %d away twice", g.Piece())
		}
		marked[g.Piece()] = true
	}
	return nil
}

func (t *Totals) add(r *Record, closed float64) {
	a, b := &t.Stats, r.Stats
	a.Nodes += b.Nodes
	a.Leaves += b.Leaves
	a.Decisions += b.Decisions
	a.Looks += b.Looks
	a.Propagations += b.Propagations
	a.Visits += b.Visits
	a.MaxDepth = max(a.MaxDepth, b.MaxDepth)
	t.Lemmas += r.Lemmas
	t.count(r.Tree)
	t.ProofBytes += r.proofBytes()
	t.Records++
	t.Closed = min(max(t.Closed+closed, 0), 1)
}

// State returns the open part of a piece; ok is false if there is none.
func (l *Ledger) State(piece uint64) (state Branch, ok bool) {
	p := l.pieces[piece]
	if p == nil || p.closed {
		return Branch{}, false
	}
	return p.state, true
}

// Totals returns the sums of all records.
func (l *Ledger) Totals() Totals { return l.totals }

// Without returns the ledger without records whose proof is lost, or that may be lies, and without all records that rest on them: these
// stretches are searched again. There are no owners.
func (l *Ledger) Without(lost ...Hash) *Ledger {
	left := New(l.head, l.root)
	left.ordered = l.ordered
	gone := make(map[Hash]bool, len(lost))
	for _, hash := range lost {
		gone[hash] = true
	}
	for _, s := range l.inOrder() {
		if !gone[s.hash] {
			_ = left.Apply(s.hash, s.record) // a record that rests on the lost one does not fit
		}
	}
	left.Keep(l.totals.Best)
	return left
}
