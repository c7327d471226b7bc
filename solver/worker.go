package solver

import (
	"context"
	"errors"
	"slices"
)

// Worker searches a tree in company with others. It searches one Branch at a time, so many nodes and then
// a rest, in which branches that it has left for later can be given away, what is left can be copied, and
// the search can be dropped, to be gone on with elsewhere:
//
//	w.Begin(branch)
//	for outcome == Running {
//	    outcome, err = w.Search(512)
//	    if others have nothing to do {
//	        send(w.Give(0)) // the shallowest that is open
//	    }
//	}
//
// Whoever searches which branch when: if there is no model, every node of the tree is visited exactly once
// by all workers together. A node counts when it is visited. On the way to a branch, Begin propagates
// again what others have propagated before, and that counts nowhere.
//
// Give may take any open branch, and the worker passes it by when its turn comes. So nothing is locked,
// and a worker that gives nothing away searches as Solve does, at the same speed.
//
// A Worker holds an engine of its own, and must not be used by two goroutines at once.
type Worker struct {
	ctx     context.Context
	formula *Formula
	search  *search
	root    step
	state   workerState
	err     error   // why the worker can go on with nothing
	piece   uint64  // of the branch under way
	open    float64 // weight of the branch under way when it began, without what was given away
	closed  float64 // weight of what has been closed before
	model   Model
}

// Outcome says how far a search has come.
type Outcome uint8

// The outcomes.
const (
	Running Outcome = iota // there are nodes left
	Closed                 // nothing of the branch is left, and no model has been found in it
	Found                  // a model has been found
)

// workerState says what a worker is doing.
type workerState uint8

const (
	workerIdle  workerState = iota
	workerBusy              // a branch is under way
	workerFound             // it has ended at a model, at which the engine is
)

var (
	errWorkerBusy = errors.New("a worker can search one branch at a time, and one is under way")
	errNoBranch   = errors.New("the branch is not one of this formula under this branching rule")
)

// NewWorker returns a worker for the tree of f. The context is heeded while the worker is built and
// in all searches. Of opt, MaxNodes, Threads, Progress and Clock count for nothing: the first three are
// for the one to decide who looks after all workers. The error is as for Solve, ErrMemory or the context's.
// The engine takes memory and time as in Solve, once for each worker.
func NewWorker(ctx context.Context, f *Formula, opt Options) (*Worker, error) {
	opt.MaxNodes, opt.Progress, opt.Clock = 0, nil, nil
	s, err := begin(ctx, f, opt)
	if err != nil {
		return nil, err
	}
	s.pieces = opt.Pieces
	w := &Worker{ctx: ctx, formula: f, search: s}
	if w.root = s.engine.reset(); w.root.end == endInterrupt {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return w, nil
}

// Root returns the whole tree as a branch. It is a fresh one and the same for all workers.
func (w *Worker) Root() Branch { return Branch{level: w.root.assigned} }

// Begin takes up a branch. It returns an error, and is then idle, if b is not a branch of this tree, or if
// the context has ended; and it returns one, and changes nothing, if a branch is under way.
//
// It costs the propagations on the path of the branch, but for those at the beginning that are also on
// the path of the one before.
func (w *Worker) Begin(b Branch) error {
	if w.err != nil {
		return w.err
	}
	if w.state == workerBusy {
		return errWorkerBusy
	}
	w.Drop()
	if err := w.install(b.path); err != nil {
		return err
	}
	if s := w.search; s.pieces != nil {
		if err := s.pieces.Begin(b.piece); err != nil {
			return w.fail(&proofError{err})
		}
	}
	w.search.base, w.piece, w.open = b.base, b.piece, b.Weight()
	w.state = workerBusy
	return nil
}

// install goes to the node at the end of path, and finds the levels on the way. The last decision is
// made anew even if the engine is there, since what propagation finds at it has to be told to the search.
func (w *Worker) install(path []decision) error {
	s := w.search
	common, level := w.back(path)
	// What becomes of the second children is for the new path to say.
	for i, d := range path[:common] {
		s.path[i].child, s.path[i].piece = d.child, d.piece
	}
	s.at = w.root
	s.at.assigned = level
	for _, d := range path[common:] {
		if err := w.descend(d); err != nil {
			return err
		}
	}
	return nil
}

// back goes to the last node at which a child on the way to the end of path is chosen that the engine is not
// at, or is to go to again. It returns the depth of that node and its level.
func (w *Worker) back(path []decision) (depth, level int) {
	s := w.search
	for depth < min(len(path), len(s.path))-1 && path[depth].same(s.path[depth]) {
		depth++
	}
	level = w.root.assigned
	for len(s.path) > depth {
		level = int(s.path[len(s.path)-1].level)
		s.engine.undo()
		s.path = s.path[:len(s.path)-1]
	}
	return depth, level
}

// same reports whether d and e lead to the same child of the same node.
func (d decision) same(e decision) bool {
	return d.lit == e.lit && (d.child == secondChild) == (e.child == secondChild)
}

// descend makes the next decision on the path to a branch.
func (w *Worker) descend(d decision) error {
	s := w.search
	first := d.lit
	if d.child == secondChild {
		first = first.Not()
	}
	if s.at.end == endConflict || s.engine.branch() != first {
		return errNoBranch
	}
	d.level = uint32(s.at.assigned)
	s.at = s.engine.assume(d.lit)
	s.path = append(s.path, d)
	if s.at.end == endInterrupt {
		<-w.ctx.Done()
		return w.fail(w.ctx.Err())
	}
	return nil
}

// fail makes the worker return err from now on.
func (w *Worker) fail(err error) error {
	w.err = err
	return err
}

// Search visits at most so many nodes of the branch under way. If the outcome is Closed or Found, none is
// under way any more, and Model returns the model that was found. Without a branch under way there is
// nothing left, which is Closed as well.
//
// If the context ends, or the engine or the proof fails, it returns the error, and so do all later calls. Of
// these, the context's error and ErrMemory leave the branch under way as it is, so that Rest tells what is
// left of it.
func (w *Worker) Search(nodes int64) (Outcome, error) {
	if w.err != nil {
		return Running, w.err
	}
	if w.state != workerBusy {
		return Closed, nil
	}
	if nodes <= 0 {
		return Running, nil
	}
	s := w.search
	s.opt.MaxNodes = s.stats.Nodes + nodes
	s.nextLook = s.stats.Nodes
	found, err := s.run(w.ctx, s.at)
	switch {
	case err == ErrNodeLimit:
		return Running, nil
	case err != nil:
		return Running, w.fail(err)
	case found:
		w.model = checkedModel(s.engine, w.formula)
		w.state = workerFound
		return Found, nil
	default:
		w.closed += w.open
		w.state = workerIdle
		return Closed, nil
	}
}

// Open appends to dst the levels of the open branches of the search under way, the shallowest first: the
// second children that it has left for later. They are what Give can give. The cost is linear in the depth.
func (w *Worker) Open(dst []int) []int {
	for _, d := range w.under() {
		if d.child == firstChild {
			dst = append(dst, int(d.level)+1)
		}
	}
	return dst
}

// under returns the decisions below the base of the branch under way.
func (w *Worker) under() []decision {
	if w.state == workerIdle {
		return nil
	}
	return w.search.path[w.search.base:]
}

// Give takes open branch i, as Open counts them, from the search under way, and returns it. It panics if
// there is none of that number.
func (w *Worker) Give(i int) Branch {
	under := w.under()
	at := 0
	for ; i > 0 || under[at].child != firstChild; at++ {
		if under[at].child == firstChild {
			i--
		}
	}
	given := &under[at]
	if w.search.pieces != nil {
		given.piece = w.search.pieces.New()
	}
	b := sibling(w.search.path, w.search.base+at, given.piece)
	given.child = firstOnly
	w.open -= b.Weight()
	return b
}

// Rest returns what is left of the search under way, which goes on as if nothing had happened. After
// Found it begins with the model, so that whoever takes it up finds that model with the first node. It
// panics without a search under way.
func (w *Worker) Rest() Branch {
	if w.state == workerIdle {
		panic("solver: nothing is left of a search that is not under way")
	}
	s := w.search
	return Branch{path: slices.Clone(s.path), base: s.base, level: w.level(), piece: w.piece}
}

// level returns the level of what is left of the search under way, see Branch.
func (w *Worker) level() int {
	for _, d := range w.under() {
		if d.child == firstChild {
			return int(d.level) + 1
		}
	}
	if last := len(w.search.path) - 1; last >= 0 {
		return int(w.search.path[last].level) + 1
	}
	return w.root.assigned
}

// Drop ends the search under way, if there is one. What is left of it is lost, unless Rest has been asked.
func (w *Worker) Drop() {
	w.closed = w.Closed()
	w.state = workerIdle
}

// Stats returns what the worker has done since it was made.
func (w *Worker) Stats() Stats { return w.search.stats }

// Closed returns the share of the whole tree that the worker has closed, from 0 to 1, if every two siblings are
// equally large. The cost is linear in the depth.
func (w *Worker) Closed() float64 {
	if w.state == workerIdle {
		return w.closed
	}
	return w.closed + w.open - openWeight(w.search.path, w.search.base)
}

// Model returns the model that was found last, or nil. It has been checked.
func (w *Worker) Model() Model { return w.model }

// EngineBytes returns how much memory the engine holds, see Resources.
func (w *Worker) EngineBytes() int64 { return engineBytes(w.search.engine) }
