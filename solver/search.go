package solver

import (
	"context"
	"math"
	"time"
)

// search walks a tree, or the subtree below the engine's current node, depth first. It is a loop
// over an explicit stack, and allocates nothing per node.
type search struct {
	engine engine
	opt    Options
	stats  Stats
	work   int64      // of all nodes visited
	models int64      // among all nodes visited
	path   []decision // the decisions below the node at which the search began

	stopAtModel bool
	recorder    *recorder // told of every node, or nil
	proof       *proof    // told of what is refuted, or nil
	pollEvery   int64     // nodes between two looks at the context
	nextPoll    int64
	nextLook    int64 // number of nodes at which admit has something to do again
	deepest     int   // longest path so far, or more than any if memory is not limited
	watch       stopwatch
	setUp       time.Duration // see Times
}

// decision is a branching literal on the path to the current node.
type decision struct {
	lit    Lit
	second bool // the other child has been searched already
}

// newSearch returns a search over e for a formula with the given number of literals.
func newSearch(e engine, literals int, opt Options) *search {
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

// restart forgets what has been counted, for a search of another subtree.
func (s *search) restart() {
	s.stats, s.work, s.models, s.path = Stats{}, 0, 0, s.path[:0]
	s.nextPoll, s.nextLook = 0, 0
}

// run searches the subtree whose root is the engine's current node, where propagation found at. It
// returns whether it stopped at a model, which is then the engine's assignment, and an error if it
// could not finish.
func (s *search) run(ctx context.Context, at step) (found bool, err error) {
	for {
		if at.end == endInterrupt {
			<-ctx.Done() // which follows, if it has not come before, from what interrupted the engine
			return false, ctx.Err()
		}
		if s.stats.Nodes >= s.nextLook {
			if err := s.admit(ctx); err != nil {
				return false, err
			}
		}
		s.watch.lap(phaseBookkeeping)
		lit, kind := s.look(at)
		s.watch.lap(phaseBranching)
		s.count(at, kind)
		switch {
		case kind == nodeInner:
			if s.path = append(s.path, decision{lit: lit}); len(s.path) > s.deepest {
				if err := s.deepen(); err != nil {
					return false, err
				}
			}
			s.watch.lap(phaseBookkeeping)
			at = s.engine.assume(lit)
			s.watch.lap(phasePropagation)
			continue
		case kind == nodeModel && s.stopAtModel:
			return true, nil
		}
		var done bool
		if at, done, err = s.next(); done || err != nil {
			return false, err
		}
	}
}

// look says what kind of node the engine is at, and the literal of its first child if it has any.
func (s *search) look(at step) (first Lit, kind nodeKind) {
	if at.end == endConflict {
		return 0, nodeConflict
	}
	if first = s.engine.branch(); first == 0 {
		return 0, nodeModel
	}
	return first, nodeInner
}

// admit decides whether one more node may be visited, and when to ask again.
func (s *search) admit(ctx context.Context) error {
	n := s.stats.Nodes
	s.nextLook = s.watch.node(n)
	if s.opt.MaxNodes > 0 && n >= s.opt.MaxNodes {
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
	if s.opt.MaxNodes > 0 {
		s.nextLook = min(s.nextLook, s.opt.MaxNodes)
	}
	return nil
}

// deepen looks at the memory that the engine holds when the path is longer than it ever was.
func (s *search) deepen() error {
	s.deepest = len(s.path)
	if need := engineBytes(s.engine); need > s.opt.MaxMemory {
		return &MemoryError{Need: need, Limit: s.opt.MaxMemory}
	}
	return nil
}

// count adds a node to the statistics and to the record.
func (s *search) count(at step, kind nodeKind) {
	s.stats.Nodes++
	s.stats.Propagations += int64(at.propagated)
	s.stats.Visits += at.visits
	s.work += at.work()
	if kind == nodeInner {
		s.stats.Decisions++
	} else {
		s.stats.Leaves++
		s.stats.MaxDepth = max(s.stats.MaxDepth, len(s.path))
	}
	if kind == nodeModel {
		s.models++
	}
	if s.recorder != nil {
		s.recorder.add(kind, at.assigned, at.work())
	}
}

// closed estimates the share of the tree that is done from the branches that have been left.
func (s *search) closed() float64 {
	share, sum := 1.0, 0.0
	for _, d := range s.path {
		share /= 2
		if d.second {
			sum += share
		}
	}
	return sum
}

// next leaves a leaf, and the subtrees that are done with it, and goes to the next node in
// depth-first order. It reports whether there is none.
func (s *search) next() (at step, done bool, err error) {
	leaf := s.path
	for len(s.path) > 0 {
		last := &s.path[len(s.path)-1]
		if !last.second {
			break
		}
		s.engine.undo()
		s.path = s.path[:len(s.path)-1]
	}
	s.watch.lap(phaseBookkeeping)
	if s.proof != nil {
		if err := s.proof.refuted(s.path, leaf[len(s.path):]); err != nil {
			return step{}, true, err
		}
		s.watch.lap(phaseProof)
	}
	if len(s.path) == 0 {
		return step{}, true, nil
	}
	s.engine.undo()
	last := &s.path[len(s.path)-1]
	last.lit, last.second = last.lit.Not(), true
	s.watch.lap(phaseBookkeeping)
	at = s.engine.assume(last.lit)
	s.watch.lap(phasePropagation)
	return at, false, nil
}
