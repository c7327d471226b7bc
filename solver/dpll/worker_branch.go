package dpll

import (
	"slices"

	"transat/solver/cnf"
	"transat/solver/internal/engine"
)

// Begin takes up a branch. It returns an error, and is then idle, if b is not a branch of this tree, or if
// the context has ended; and it returns one, and changes nothing, if a branch is under way.
//
// It costs the propagations on the path of the branch, without its common beginning with the path of the
// branch before.
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
			return w.fail(&cnf.ProofError{Err: err})
		}
	}
	w.search.base, w.piece, w.open, w.plain = b.base, b.piece, b.Weight(), 0
	w.state = workerBusy
	return nil
}

// install goes to the node at the end of path, and finds the levels on the way. The last decision is
// made anew even if the engine is there, since the search needs the result of its propagation.
func (w *Worker) install(path []decision) error {
	s := w.search
	common, level := w.back(path)
	// The new path says which second children were given away.
	for i, d := range path[:common] {
		s.path[i].child, s.path[i].piece = d.child, d.piece
	}
	s.at = w.root
	s.at.Assigned = level
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
	level = w.root.Assigned
	for len(s.path) > depth {
		level = int(s.path[len(s.path)-1].level)
		s.engine.Undo()
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
	if s.at.End == engine.Conflict || s.engine.Branch() != first {
		return errNoBranch
	}
	d.level = uint32(s.at.Assigned)
	s.at = s.engine.Assume(d.lit)
	s.path = append(s.path, d)
	if s.at.End == engine.Interrupted {
		<-w.ctx.Done()
		return w.fail(w.ctx.Err())
	}
	return nil
}

// Open appends to dst the levels of the open branches of the search under way, the shallowest first: the
// second children that it has left for later. Give can give them away. Branches in a frozen subtree are not among them (see
// frozen.go). The cost is linear in the depth.
func (w *Worker) Open(dst []int) []int {
	for _, d := range w.divisible() {
		if d.child == firstChild {
			dst = append(dst, int(d.level)+1)
		}
	}
	return dst
}

// divisible returns the decisions below the base whose second children are load elements.
func (w *Worker) divisible() []decision {
	under := w.under()
	if inside := w.search.engine.FrozenDepth(); inside > 0 && w.plain < mostFrozen {
		return under[:max(0, len(under)-inside)]
	}
	return under
}

// mostFrozen is how many nodes a search may visit in a frozen subtree until Worker divides it nevertheless: otherwise all other workers
// would have to wait if the estimate is far too low. Frozen subtrees of random formulas have up to 1,400 nodes, but of pigeons 10,000.
const mostFrozen = 1 << 14

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
	under := w.divisible()
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

// Rest returns the rest of the branch under way. The search goes on as if nothing had happened. After
// Found it begins with the model, so that the worker that takes it up finds that model with the first node. It
// panics without a search under way.
func (w *Worker) Rest() Branch {
	if w.state == workerIdle {
		panic("solver: nothing is left of a search that is not under way")
	}
	s := w.search
	return Branch{path: slices.Clone(s.path), base: s.base, level: w.level(), piece: w.piece}
}

// level returns the level of the rest of the branch under way, see Branch.
func (w *Worker) level() int {
	for _, d := range w.under() {
		if d.child == firstChild {
			return int(d.level) + 1
		}
	}
	if last := len(w.search.path) - 1; last >= 0 {
		return int(w.search.path[last].level) + 1
	}
	return w.root.Assigned
}

// Drop ends the search under way, if there is one. The rest of it is lost, unless Rest has been called.
func (w *Worker) Drop() {
	w.closed = w.Closed()
	w.state = workerIdle
}

// Closed returns the share of the whole tree that the worker has closed, from 0 to 1, if every two siblings are
// equally large. The cost is linear in the depth.
func (w *Worker) Closed() float64 {
	if w.state == workerIdle {
		return w.closed
	}
	return w.closed + w.open - openWeight(w.search.path, w.search.base)
}
