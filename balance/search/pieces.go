package search

import (
	"errors"
	"fmt"

	"transat/balance"
	"transat/balance/cores"
)

// Mode is what a search is for.
type Mode uint8

// The modes that a search on many computers can have.
const (
	ModeCount    Mode = iota // as Count
	ModeFind                 // as Find
	ModeMaximise             // as Maximise
)

// String returns the name of the mode, as checkpoints have it.
func (m Mode) String() string {
	switch m {
	case ModeCount:
		return "count"
	case ModeFind:
		return "find"
	case ModeMaximise:
		return "maximise"
	}
	return "unknown"
}

// Piece is a node that is still to be visited, with all below it, as it travels.
type Piece struct {
	Node  []byte  // by AppendNode
	Level int     // below the root
	Share float64 // of the whole tree, if all siblings were equally large
}

// Pieces searches parts of a problem, as one of many programs do that search it together. It is what a machine needs whose processors
// live on several computers; it has no goroutine, and is never used by two at once.
//
// Nothing is shared with the other Pieces of the program. A search for the best solution goes by solutions that it has found itself since
// the last Begin, and those that Better has told of.
type Pieces[E any] struct {
	run     *run[E]
	walk    *walk[E]
	version uint64 // of the incumbent, when Best or Better has last looked at it
}

// NewPieces returns a search of parts of a problem, which must be a [Coder], and what the mode needs besides.
func NewPieces[E any](p Problem[E], mode Mode) (*Pieces[E], error) {
	visits := [...]func(*walk[E]) cores.Outcome{(*walk[E]).count, (*walk[E]).find, (*walk[E]).maximise}
	if int(mode) >= len(visits) {
		return nil, fmt.Errorf("search: there is no mode %d", mode)
	}
	r := newRun(p, Options{}, mode.String(), visits[mode])
	switch {
	case r.methods.coder == nil:
		return nil, fmt.Errorf("search: nodes travel by the methods AppendNode and ParseNode, which %T has not (see Coder)", p)
	case mode == ModeFind && r.methods.tester == nil:
		return nil, r.lacks("Solution(e) bool")
	case mode == ModeMaximise && r.methods.valuer == nil:
		return nil, r.lacks("Value(e) (int64, bool)")
	}
	return &Pieces[E]{run: r, walk: newWalk(r)}, nil
}

// Name identifies the problem and what for it is searched: its type, the mode, and a hash of the first nodes.
func (s *Pieces[E]) Name() (name string, err error) {
	defer balance.CatchFault(&err)
	defer s.run.catchRoot(&err)
	return fmt.Sprintf("%T (%s, %x)", s.run.problem, s.run.name, s.run.methods.fingerprint()[:6]), nil
}

// Root returns the whole tree.
func (s *Pieces[E]) Root() (root Piece, err error) {
	defer balance.CatchFault(&err)
	defer s.run.catchRoot(&err)
	return Piece{Node: s.run.methods.coder.AppendNode(nil, s.run.problem.Root()), Share: 1}, nil
}

// Begin takes up pieces, to be visited in this order, and forgets those before. They may come from anywhere; the error says what is
// wrong with one.
func (s *Pieces[E]) Begin(pieces []Piece) error {
	all := make(part[E], len(pieces))
	for i, p := range pieces {
		e, err := s.parse(p.Node)
		if err != nil {
			return err
		}
		all[i] = node[E]{e: e, level: int32(p.Level), share: p.Share}
	}
	s.run.incumbent.reset()
	s.version, s.walk.seen, s.walk.threshold = 0, 0, NoValue
	return s.walk.Begin(all)
}

// parse reads a node that may come from anywhere.
func (s *Pieces[E]) parse(text []byte) (e E, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("search: ParseNode of %T has panicked: %v", s.run.problem, reason)
		}
	}()
	if e, err = s.run.methods.coder.ParseNode(text); err != nil {
		err = fmt.Errorf("search: a node that cannot be read: %w", err)
	}
	return e, err
}

// Better tells of a solution of that value that another one has found.
func (s *Pieces[E]) Better(value int64) {
	before := s.run.incumbent.version.Load()
	s.run.incumbent.improve(value, node[E]{})
	if after := s.run.incumbent.version.Load(); after != before {
		s.version = after
	}
}

// Best returns the best solution that was found since the last call of Begin or Best, if it is better than those that Better has told of.
func (s *Pieces[E]) Best() (value int64, text []byte, ok bool) {
	version := s.run.incumbent.version.Load()
	if version == s.version {
		return 0, nil, false
	}
	s.version = version
	value, n, _ := s.run.incumbent.get()
	return value, s.run.methods.coder.AppendNode(nil, n.e), true
}

var errNoSolution = errors.New("search: the node is not a solution")

// Check returns the value of a solution, 0 if the mode has no values, or an error if the node is none.
func (s *Pieces[E]) Check(text []byte) (value int64, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("search: a node with which %T panics: %v", s.run.problem, reason)
		}
	}()
	e, err := s.parse(text)
	if err != nil {
		return 0, err
	}
	ok := false
	if s.run.name == ModeMaximise.String() {
		value, ok = s.run.methods.valuer.Value(e)
	} else if s.run.methods.tester != nil {
		ok = s.run.methods.tester.Solution(e)
	}
	if !ok {
		return 0, errNoSolution
	}
	return value, nil
}

// Node reads a node, such as that of Best.
func (s *Pieces[E]) Node(text []byte) (E, error) { return s.parse(text) }

// Search visits up to that many nodes; see [cores.Search].
func (s *Pieces[E]) Search(nodes int64) (cores.Outcome, error) { return s.walk.Search(nodes) }

// Open appends the levels of the nodes that are left for later; see [cores.Search].
func (s *Pieces[E]) Open(dst []int) []int { return s.walk.Open(dst) }

// Give takes node i of Open away from the search.
func (s *Pieces[E]) Give(i int) Piece { return s.piece(s.walk.Give(i)[0]) }

// Rest returns all that is left of the search under way or, after a solution was found, that.
func (s *Pieces[E]) Rest() (all []Piece) {
	for _, n := range s.walk.Rest() {
		all = append(all, s.piece(n))
	}
	return all
}

func (s *Pieces[E]) piece(n node[E]) Piece {
	return Piece{Node: s.run.methods.coder.AppendNode(nil, n.e), Level: int(n.level), Share: n.share}
}

// Drop forgets the search under way.
func (s *Pieces[E]) Drop() { s.walk.Drop() }

// Nodes returns how many nodes were visited since the Pieces were made.
func (s *Pieces[E]) Nodes() int64 { return s.walk.nodes }

// Counts returns what was counted since the Pieces were made.
func (s *Pieces[E]) Counts() (solutions, pruned int64) { return s.walk.solutions, s.walk.pruned }
