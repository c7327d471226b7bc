package search

import (
	"errors"
	"fmt"
	"math"

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
	ModeFold                 // as Fold
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
	case ModeFold:
		return "fold"
	}
	return "unknown"
}

// Piece is a node that is still to be visited, with all below it, as it travels.
type Piece struct {
	Node  []byte  // by AppendNode
	Level int     // below the root
	Share float64 // of the whole tree, if all siblings were equally large
	Place []byte  // in the tree, if the search has places; bytes.Compare tells which of two comes first
}

// Best is a solution as it travels.
type Best struct {
	Value int64 // 0 where solutions have none
	Node  []byte
	Place []byte // as that of a Piece
}

// PiecesOptions are the settings of [Pieces].
type PiecesOptions[E any] struct {
	Fold FoldingOf[E] // what ModeFold adds up
	// Ordered makes the result of all Pieces together that of one processor, as [Options.Ordered] does.
	Ordered bool
	// Places has nodes and solutions travel with their places, so that Check and Recount can tell whether they are in the tree. An ordered
	// search that needs them has them anyway.
	Places bool
}

// Pieces searches parts of a problem, as one of many programs do that search it together. It is what a machine needs whose processors
// live on several computers; it has no goroutine, and is never used by two at once.
//
// Nothing is shared with the other Pieces of the program. A search for the best solution goes by solutions that it has found itself since
// the last Begin, and those that Better has told of.
//
// An ordered search for any solution is one for the best, where each is worth 0: of two that are worth the same, the first one counts.
type Pieces[E any] struct {
	run     *run[E]
	walk    *walk[E]
	version uint64 // of the incumbent, when Best or Better has last looked at it
	hidden  bool   // pruned nodes are not told: there are no bounds but that of the first solution
}

// NewPieces returns a search of parts of a problem, which must be a [Coder], and what the mode needs besides.
func NewPieces[E any](p Problem[E], mode Mode, o PiecesOptions[E]) (*Pieces[E], error) {
	visits := [...]func(*walk[E]) cores.Outcome{(*walk[E]).count, (*walk[E]).find, (*walk[E]).maximise, (*walk[E]).fold}
	if int(mode) >= len(visits) {
		return nil, fmt.Errorf("search: there is no mode %d", mode)
	}
	r := newRun(p, Options{Ordered: o.Ordered && mode != ModeCount}, mode.String(), visits[mode])
	m := &r.methods
	switch {
	case m.coder == nil:
		return nil, fmt.Errorf("search: nodes travel by the methods AppendNode and ParseNode, which %T has not (see Coder)", p)
	case mode == ModeFind && m.tester == nil:
		return nil, r.lacks("Solution(e) bool")
	case mode == ModeMaximise && m.valuer == nil:
		return nil, r.lacks("Value(e) (int64, bool)")
	case mode == ModeFold && o.Fold == nil:
		return nil, errors.New("search: the mode fold needs a Folding, which says what is added up")
	}
	if r.places = r.places || o.Places; r.places {
		m.lister = nil // it would number children by what it has left out
	}
	if mode == ModeFold {
		r.folds = func() folder[E] { return o.Fold.sums(r.ordered) }
	}
	s := &Pieces[E]{run: r}
	if mode == ModeFind && r.ordered {
		first := firstSolution[E]{m.tester, m.finisher}
		m.valuer, m.bounder, r.mode, s.hidden = first, first, (*walk[E]).maximise, true
		if m.best = nil; m.finisher != nil {
			m.best = first
		}
	}
	s.walk = newWalk(r)
	return s, nil
}

// firstSolution makes a problem with solutions one whose solutions are worth 0.
type firstSolution[E any] struct {
	tester   Tester[E]
	finisher Finisher[E]
}

func (f firstSolution[E]) Value(e E) (int64, bool) { return 0, f.tester.Solution(e) }
func (f firstSolution[E]) Bound(E) int64           { return 0 }

// FinishAbove implements BestFinisher.
func (f firstSolution[E]) FinishAbove(e E, best, limit int64) (largest, nodes int64) {
	solutions, nodes := f.finisher.Finish(e, limit)
	if solutions > 0 {
		return max(0, best), nodes
	}
	return best, nodes
}

// Name identifies the problem and what for it is searched: its type, the mode, and a hash of the first nodes.
func (s *Pieces[E]) Name() (name string, err error) {
	defer balance.CatchFault(&err)
	defer s.run.catchRoot(&err)
	m := methodsOf(s.run.problem)
	return fmt.Sprintf("%T (%s, %x)", s.run.problem, s.run.name, m.fingerprint()[:6]), nil
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
		n, err := s.read(p)
		if err != nil {
			return err
		}
		all[i] = n
	}
	return s.begin(all)
}

// begin is Begin.
func (s *Pieces[E]) begin(all part[E]) error {
	s.run.incumbent.reset()
	s.version, s.walk.seen, s.walk.threshold = 0, 0, NoValue
	return s.walk.Begin(all)
}

// mostLevel is how deep a node that comes from elsewhere may lie: no node below it has a level that is too large for its type.
const mostLevel = math.MaxInt32 / 2

// read reads a piece that may come from anywhere.
func (s *Pieces[E]) read(p Piece) (n node[E], err error) {
	if p.Level < 0 || p.Level > mostLevel {
		return n, fmt.Errorf("search: a node of level %d: at most %d", p.Level, mostLevel)
	}
	n.level, n.share = int32(p.Level), p.Share
	if n.e, err = s.parse(p.Node); err != nil || !s.run.places {
		return n, err
	}
	if n.place, err = readPlace(p.Place); err == nil && len(n.place) != p.Level {
		err = fmt.Errorf("search: a node of level %d has a place of level %d", p.Level, len(n.place))
	}
	return n, err
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

// Better tells of a solution that another one has found. Its node need not be known.
func (s *Pieces[E]) Better(best Best) error {
	place, err := readPlace(best.Place)
	if err != nil {
		return err
	}
	before := s.run.incumbent.version.Load()
	s.run.incumbent.improve(best.Value, node[E]{place: place})
	if after := s.run.incumbent.version.Load(); after != before {
		s.version = after
	}
	return nil
}

// Best returns the best solution that was found since the last call of Begin or Best, if it is better than those that Better has told of.
func (s *Pieces[E]) Best() (best Best, ok bool) {
	version := s.run.incumbent.version.Load()
	if version == s.version {
		return Best{}, false
	}
	s.version = version
	value, n, _ := s.run.incumbent.get()
	return Best{value, s.run.methods.coder.AppendNode(nil, n.e), appendPlace(nil, n.place)}, true
}

// Found returns the solution that has ended a search, and drops the search.
func (s *Pieces[E]) Found() Best {
	n := s.walk.hit[0]
	s.walk.Drop()
	return Best{Node: s.run.methods.coder.AppendNode(nil, n.e), Place: appendPlace(nil, n.place)}
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
	return Piece{
		Node: s.run.methods.coder.AppendNode(nil, n.e), Level: int(n.level), Share: n.share, Place: appendPlace(nil, n.place),
	}
}

// Drop forgets the search under way.
func (s *Pieces[E]) Drop() { s.walk.Drop() }

// Nodes returns how many nodes were visited since the Pieces were made.
func (s *Pieces[E]) Nodes() int64 { return s.walk.nodes }

// Counts returns what was counted since the Pieces were made.
func (s *Pieces[E]) Counts() (solutions, pruned int64) {
	if s.hidden {
		return s.walk.solutions, 0
	}
	return s.walk.solutions, s.walk.pruned
}

// Sum returns what was added up since the Pieces were made, or ForgetSum was called; nil if the mode adds up nothing. The error says that
// it has no JSON.
func (s *Pieces[E]) Sum() ([]byte, error) {
	if s.walk.folder == nil {
		return nil, nil
	}
	sum, err := s.walk.folder.encode(nil)
	if err != nil {
		return nil, notJSON(err)
	}
	return sum, nil
}

// ForgetSum begins another sum.
func (s *Pieces[E]) ForgetSum() {
	if s.walk.folder != nil {
		s.walk.folder.forget()
	}
}
