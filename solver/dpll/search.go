package dpll

import (
	"context"
	"math"
	"time"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
)

// search walks a tree, or the subtree below the engine's current node, depth first. It is a loop
// over an explicit stack, and allocates nothing per node. It can stop before any node and go on there.
type search struct {
	engine engine.Engine
	opt    Options
	stats  Stats
	work   int64       // of all nodes visited
	models int64       // among all nodes visited
	path   []decision  // to the engine's current node, from the root or from where the search began
	base   int         // how many of them lead to the root of the branch that is searched
	at     engine.Step // the node that is to be visited next, if run returned an error

	stopAtModel bool
	recorder    Recorder    // told of every node, or nil
	proof       *proof      // told of refuted nodes, or nil
	derived     [][]cnf.Lit // clauses of the engine that are not in the formula, which a proof begins with
	pieces      Pieces      // told of branches that were given away, or nil
	pollEvery   int64       // nodes between two looks at the context
	nextPoll    int64
	nextLook    int64 // number of nodes at which admit has something to do again
	deepest     int   // longest path so far, or more than any if memory is not limited
	watch       stopwatch
	setUp       time.Duration // see Times
}

// decision is a branching literal on the path to the current node.
type decision struct {
	lit   cnf.Lit
	level uint32 // variables assigned at the node that branches
	piece uint64 // the piece that the second child has become, if it was given away
	child childState
}

// childState says which child of a node the path leads to, and whether the other one is still to be searched.
type childState uint8

const (
	firstChild  childState = iota // the second child is still to be searched
	firstOnly                     // the first child; the second one has been given away
	secondChild                   // the first child has been searched already
	childStates
)

// newSearch returns a search over e for a formula with the given number of literals.
func newSearch(e engine.Engine, literals int, opt Options) *search {
	// A node of a very large formula takes long, so the context is asked more often there.
	pollEvery := min(max(1<<24/(int64(literals)+1), 1), 1<<12)
	s := &search{
		engine:      e,
		opt:         opt,
		stopAtModel: true,
		proof:       newProof(opt.Proof),
		pollEvery:   pollEvery,
		watch:       stopwatch{clock: opt.Clock},
	}
	if opt.MaxMemory == 0 {
		s.deepest = math.MaxInt
	}
	return s
}

// restart clears the statistics and the path, for a search of another subtree.
func (s *search) restart() {
	s.stats, s.work, s.models, s.path, s.base = Stats{}, 0, 0, s.path[:0], 0
	s.nextPoll, s.nextLook = 0, 0
}

// run searches the subtree whose root is the engine's current node, where propagation found at. It
// returns whether it stopped at a model, which is then the engine's assignment, and an error if it
// could not finish.
func (s *search) run(ctx context.Context, at engine.Step) (found bool, err error) {
	if s.proof != nil && len(s.path) == 0 {
		if err := s.proof.begin(s.derived); err != nil {
			return false, err
		}
	}
	for {
		if at.End == engine.Interrupted {
			<-ctx.Done() // the engine was interrupted because it has ended, or is about to
			return false, ctx.Err()
		}
		if s.stats.Nodes >= s.nextLook {
			if err := s.admit(ctx); err != nil {
				s.at = at
				return false, err
			}
		}
		s.watch.lap(phaseBookkeeping)
		lit, kind := s.look(at)
		s.watch.lap(phaseBranching)
		s.count(at, kind)
		switch {
		case kind == Inner:
			if s.path = append(s.path, decision{lit: lit, level: uint32(at.Assigned)}); len(s.path) > s.deepest {
				if err := s.deepen(); err != nil {
					return false, err
				}
			}
			s.watch.lap(phaseBookkeeping)
			at = s.engine.Assume(lit)
			s.watch.lap(phasePropagation)
			continue
		case kind == ModelLeaf && s.stopAtModel:
			return true, nil
		}
		var done bool
		if at, done, err = s.next(); done || err != nil {
			return false, err
		}
	}
}

// look says what kind of node the engine is at, and the literal of its first child if it has any.
func (s *search) look(at engine.Step) (first cnf.Lit, kind NodeKind) {
	if at.End == engine.Conflict {
		return cnf.Lit{}, ConflictLeaf
	}
	if first = s.engine.Branch(); first.IsNone() {
		return cnf.Lit{}, ModelLeaf
	}
	return first, Inner
}

// admit decides whether one more node may be visited, and when to ask again.
func (s *search) admit(ctx context.Context) error {
	n := s.stats.Nodes
	s.nextLook = s.watch.node(n)
	left := s.left()
	if left <= 0 {
		return ErrNodeLimit
	}
	if n >= s.nextPoll {
		s.nextPoll = n + s.pollEvery
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	if s.opt.Progress != nil && n > 0 && n%ProgressNodes == 0 {
		s.opt.Progress(Progress{Nodes: n, Models: s.models, Closed: s.closed()})
	}
	s.nextLook = min(s.nextLook, s.nextPoll, (n/ProgressNodes+1)*ProgressNodes)
	if left < s.nextLook-n {
		s.nextLook = n + left
	}
	return nil
}

// left returns how many more nodes may be visited at least. A recording counts a frozen subtree as one.
func (s *search) left() int64 {
	switch {
	case s.opt.MaxNodes == 0:
		return math.MaxInt64
	case s.recorder != nil:
		return s.opt.MaxNodes - s.recorder.Elements()
	}
	return s.opt.MaxNodes - s.stats.Nodes
}

// deepen looks at the memory that the engine holds when the path is longer than it ever was.
func (s *search) deepen() error {
	s.deepest = len(s.path)
	if need := s.engine.Bytes(); need > s.opt.MaxMemory {
		return &cnf.MemoryError{Need: need, Limit: s.opt.MaxMemory}
	}
	return nil
}

// count adds a node to the statistics and to the record.
func (s *search) count(at engine.Step, kind NodeKind) {
	s.stats.Nodes++
	s.stats.Propagations += int64(at.Propagated)
	s.stats.Visits += at.Visits
	s.work += at.Work()
	if kind == Inner {
		s.stats.Decisions++
	} else {
		s.stats.Leaves++
		s.stats.MaxDepth = max(s.stats.MaxDepth, len(s.path))
	}
	if kind == ModelLeaf {
		s.models++
	}
	if kind != ConflictLeaf && s.engine.Looking() {
		s.stats.Looks++
	}
	if s.recorder != nil {
		s.recorder.Add(kind, at.Assigned, at.Work(), s.engine.FrozenDepth())
	}
}

// closed estimates the share of the tree that is done from the branches that have been left.
func (s *search) closed() float64 {
	share, sum := 1.0, 0.0
	for _, d := range s.path {
		share /= 2
		if d.child == secondChild {
			sum += share
		}
	}
	return sum
}

// next leaves a leaf, and the subtrees that are done with it, and goes to the next node in
// depth-first order. It reports whether there is none.
func (s *search) next() (at engine.Step, done bool, err error) {
	for {
		if done, err := s.close(); done || err != nil {
			return engine.Step{}, true, err
		}
		last := &s.path[len(s.path)-1]
		given := last.child == firstOnly
		last.lit, last.child = last.lit.Not(), secondChild
		if !given {
			break
		}
		// The engine stays at the first child: close leaves that when it leaves the second.
		if err := s.include(last.piece); err != nil {
			return engine.Step{}, true, err
		}
	}
	s.engine.Undo()
	s.watch.lap(phaseBookkeeping)
	at = s.engine.Assume(s.path[len(s.path)-1].lit)
	s.watch.lap(phasePropagation)
	return at, false, nil
}

// close leaves a node whose subtree is done, and then each node above whose second child is done with it.
// It reports whether nothing of the branch is left.
func (s *search) close() (done bool, err error) {
	leaf := s.path
	for len(s.path) > s.base && s.path[len(s.path)-1].child == secondChild {
		s.engine.Undo()
		s.path = s.path[:len(s.path)-1]
	}
	s.watch.lap(phaseBookkeeping)
	done = len(s.path) == s.base
	// A branch that was given away is a second child, and they have no lemmas of their own.
	if s.proof != nil && (!done || s.base == 0) {
		if err := s.proof.refuted(s.path, leaf[len(s.path):]); err != nil {
			return true, err
		}
		s.watch.lap(phaseProof)
	}
	return done, nil
}

// include tells that, in depth-first order, it is the turn of a branch that was given away.
func (s *search) include(piece uint64) error {
	if s.pieces == nil {
		return nil
	}
	if err := s.pieces.Include(piece); err != nil {
		return &cnf.ProofError{Err: err}
	}
	return nil
}
